package org.thetisdb.bench.sustained;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.thetisdb.bench.harness.ChildJvm;
import org.thetisdb.bench.harness.ResidentMemory;
import org.thetisdb.bench.harness.StoreDirectory;

/** A process that runs one store and its clients, so that what it takes of the memory is its own. */
public final class StoreProcess {
    private StoreProcess() {}

    /** Starts it with a heap of half the memory, and returns what it measured. */
    static SustainedResult run(SustainedOptions options, String store) throws IOException, InterruptedException {
        List<String> command = ChildJvm.likeLauncher(
                StoreDirectory.project(),
                Long.toString(options.memoryBytes()),
                StoreProcess.class,
                options.arguments(store));
        int exitCode = new ProcessBuilder(command)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start()
                .waitFor();
        if (exitCode != 0) {
            throw new IllegalStateException("a store failed: store=" + store + ", exitCode=" + exitCode);
        }
        return SustainedResult.read(options.resultFile(store));
    }

    /** What that process does: runs one store, and leaves the result in the file of {@code --output}. */
    public static void main(String[] arguments) throws Exception {
        SustainedOptions options = SustainedOptions.parse(List.of(arguments));
        String name = options.stores().getFirst();
        Path directory = options.storeDirectory(name);
        StoreDirectory.delete(directory);
        try (SustainedStore store = named(name, options)) {
            store.open(directory, options.memoryBytes());
            measure(store, options, directory).write(options.output().orElseThrow());
        } finally {
            StoreDirectory.delete(directory);
        }
    }

    private static SustainedResult measure(SustainedStore store, SustainedOptions options, Path directory)
            throws Exception {
        WriteClients clients = new WriteClients(store, options);
        AtomicLong residentBytes = new AtomicLong();
        long processId = store.processId();
        CommitTimes times =
                clients.run(() -> residentBytes.accumulateAndGet(ResidentMemory.bytesOfAll(processId), Math::max));
        long found = store.count();
        if (found != clients.itemCount()) {
            throw new IllegalStateException(
                    "not all that was acknowledged is there: items=" + clients.itemCount() + ", found=" + found);
        }
        return new SustainedResult(
                store.description(),
                options.warmupSeconds(),
                times.perSecond(),
                times.percentileNanos(50),
                times.percentileNanos(99),
                times.percentileNanos(99.9),
                times.greatestNanos(),
                residentBytes.get(),
                StoreDirectory.bytes(directory));
    }

    private static SustainedStore named(String name, SustainedOptions options) {
        return switch (name) {
            case "thetis" -> new ThetisWrites();
            case "postgresql" -> new PostgresWrites(options.databaseUser());
            case "rocksdb" -> new RocksWrites();
            default -> throw new IllegalArgumentException("no such store: --stores=" + name);
        };
    }
}
