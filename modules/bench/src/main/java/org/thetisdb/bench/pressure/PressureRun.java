package org.thetisdb.bench.pressure;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.thetisdb.bench.harness.ChildJvm;
import org.thetisdb.bench.harness.Fio;
import org.thetisdb.bench.harness.MeasuredProcess;
import org.thetisdb.bench.harness.MemoryGroup;
import org.thetisdb.bench.harness.StoreDirectory;
import org.thetisdb.bench.harness.StorePages;
import org.thetisdb.bench.snb.Dataset;
import org.thetisdb.bench.snb.QueryCase;
import org.thetisdb.io.memory.MemoryBudget;

/** Runs one process with all memory and one for each smaller budget, and reports. Used by one thread. */
public final class PressureRun {
    private static final String ALL_MEMORY = "2g";

    /** Of the process that embeds the database, beside its budget. */
    private static final int HEAP_MEBIBYTES = 96;

    /** As the launcher starts a JVM, so that it takes no more than the launcher's beside heap and budget. */
    private static final List<String> JVM_OPTIONS =
            List.of("-XX:+UseSerialGC", "-XX:NewRatio=4", "-XX:-UsePerfData", "-XX:TrimNativeHeapInterval=1000");

    private final PressureOptions options;
    private final PrintStream out;

    public PressureRun(PressureOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    /**
     * Runs all that was asked for.
     *
     * @return whether all answers are those that were given with all memory
     */
    public boolean run() throws IOException, InterruptedException {
        Dataset dataset = Dataset.find(options.projectDirectory(), options.scale())
                .orElseThrow(() -> new IllegalArgumentException("there is no such data: --scale="
                        + options.scale().label() + ", looked in="
                        + Dataset.dataDirectory(options.projectDirectory())));
        if (!Files.isDirectory(options.database())) {
            throw new IllegalArgumentException("there is no database: --database=" + options.database()
                    + "; bench snb --scale " + options.scale().label() + " --queries is-1 makes the default one");
        }
        long databaseBytes = StoreDirectory.bytes(options.database());
        Path queries = Files.createTempFile("thetis-bench-pressure", ".queries");
        try {
            List<QueryCase> cases = new ArrayList<>();
            dataset.cases(options.queryGlob())
                    .values()
                    .forEach(sets -> cases.addAll(sets.subList(0, Math.min(options.setCount(), sets.size()))));
            AskedQuery.write(queries, cases);
            return report(databaseBytes, queries);
        } finally {
            Files.delete(queries);
        }
    }

    private boolean report(long databaseBytes, Path queries) throws IOException, InterruptedException {
        out.println("all memory ...");
        PressureTimes whole = ask(queries, ALL_MEMORY, "auto", Optional.empty());
        Map<String, PressureTimes> parts = new LinkedHashMap<>();
        for (int divisor : options.divisors()) {
            long bytes = databaseBytes / divisor;
            String name = "1/" + divisor + ", " + (bytes >> 20) + " MiB";
            out.println(name + " ...");
            long limitBytes = bytes + options.spareBytes() + ((long) HEAP_MEBIBYTES << 20) + MemoryBudget.PROCESS_BYTES;
            parts.put(name, ask(queries, (bytes >> 10) + "k", options.engine(), Optional.of(limitBytes)));
        }
        Optional<Double> device = options.pointSeconds() == 0
                ? Optional.empty()
                : Fio.randomReads(largestFile(), options.pointSeconds(), PointReads.THREADS, 1);
        String report = PressureReport.text(options, databaseBytes, whole, parts, device);
        out.println("\n" + report);
        if (options.output().isPresent()) {
            Files.writeString(options.output().get(), report);
        }
        return whole.queries().stream()
                .allMatch(query -> parts.values().stream()
                        .allMatch(times -> times.complaint(query, whole).isEmpty()));
    }

    private PressureTimes ask(Path queries, String memory, String engine, Optional<Long> limitBytes)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile("thetis-bench-pressure", ".txt");
        try {
            List<String> arguments = List.of(
                    options.database().toString(),
                    memory,
                    engine,
                    queries.toString(),
                    Integer.toString(options.rounds()),
                    Integer.toString(options.warmupSeconds()),
                    Integer.toString(options.secondsPerQuery()),
                    Integer.toString(options.pointSeconds()),
                    output.toString());
            List<String> words = ChildJvm.plain(HEAP_MEBIBYTES + "m", PressureChild.class, arguments);
            words.addAll(1, JVM_OPTIONS);
            if (!new StorePages(options.database()).drop()) {
                throw new IllegalStateException("the system did not drop the pages of a store: " + options.database());
            }
            MeasuredProcess process = limitBytes.isPresent()
                    ? inGroup(words, limitBytes.get())
                    : MeasuredProcess.run(options.projectDirectory(), words);
            if (!process.succeeded()) {
                out.println("the process failed: memory=" + memory + ", exitCode=" + process.exitCode() + ", errors="
                        + process.errors());
            }
            return new PressureTimes(Files.readAllLines(output));
        } finally {
            Files.delete(output);
        }
    }

    private MeasuredProcess inGroup(List<String> words, long limitBytes) throws IOException, InterruptedException {
        String name = "thetis-bench-pressure-" + ProcessHandle.current().pid();
        Optional<MemoryGroup> group = MemoryGroup.create(MemoryGroup.ROOT, name, limitBytes);
        if (group.isEmpty()) {
            throw new IllegalStateException("no control group can be made here: root=" + MemoryGroup.ROOT);
        }
        try (MemoryGroup made = group.get()) {
            MeasuredProcess process = MeasuredProcess.run(options.projectDirectory(), made.around(words));
            out.println("limit=" + (limitBytes >> 20) + " MiB, most=" + (made.peakBytes() >> 20) + " MiB, killed="
                    + made.killCount());
            return process;
        }
    }

    private Path largestFile() throws IOException {
        Path largest = options.database();
        long bytes = -1;
        try (Stream<Path> files = Files.list(options.database())) {
            for (Path file : (Iterable<Path>) files::iterator) {
                if (Files.size(file) > bytes) {
                    bytes = Files.size(file);
                    largest = file;
                }
            }
        }
        return largest;
    }
}
