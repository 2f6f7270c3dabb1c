package org.thetisdb.bench.io;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.thetisdb.bench.harness.ChildJvm;
import org.thetisdb.bench.harness.MeasuredProcess;
import org.thetisdb.bench.harness.MemoryGroup;
import org.thetisdb.io.PageCache;
import org.thetisdb.io.PagedFileGeometry;

/** Measures one way after the other, each in a process and a control group of its own, and reports. One thread. */
public final class IoRun {
    /** Heap, code and stacks of a process that reads, and pages on their way. */
    private static final long JVM_BYTES = 80L << 20;

    /** The same where the system's cache holds pages on their way, too. */
    private static final long JVM_BYTES_BUFFERED = 128L << 20;

    private static final String HEAP = "48m";

    private final IoOptions options;
    private final PrintStream out;
    private final IoTable table = new IoTable();
    private boolean isGrouped = true;

    public IoRun(IoOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    /**
     * Measures.
     *
     * @return whether no process has failed
     */
    public boolean run() throws IOException, InterruptedException {
        IoFile usual = IoFile.write(options.directory(), options.fileBytes(), PageCache.PAGE_BYTES);
        IoFile small = IoFile.write(options.directory(), options.fileBytes(), PagedFileGeometry.PAGE_BYTES_MIN);
        FioProbe fio = new FioProbe(usual.path(), options.seconds());
        try {
            for (int round = 0; round < options.rounds(); round++) {
                for (double ratio : options.ratios()) {
                    fio.run();
                    for (Way way : options.ways()) {
                        run(way, ratio, way.kind() == Way.Kind.CACHE_OF_SMALL_PAGES ? small : usual);
                    }
                }
            }
            fio.run();
        } finally {
            Files.delete(usual.path());
            Files.delete(small.path());
        }
        report(fio);
        return table.complaints().isEmpty();
    }

    private void report(FioProbe fio) throws IOException {
        IoReport report = new IoReport(options, table, fio.rates());
        String text = report.text();
        out.print(text);
        if (options.output().isPresent()) {
            Files.writeString(options.output().get(), text);
        }
        if (options.plots().isPresent()) {
            report.plot(options.plots().get());
        }
    }

    private void run(Way way, double ratio, IoFile file) throws IOException, InterruptedException {
        long limitBytes = options.groupBytes(ratio);
        List<IoPart> parts = new ArrayList<>(options.parts());
        if (ratio != options.ratios().getFirst()) {
            // How much memory there is makes no difference as long as nothing is in it.
            parts.remove(IoPart.COLD);
        }
        if (parts.isEmpty()) {
            return;
        }
        List<String> words = ChildJvm.plain(
                HEAP,
                IoChild.class,
                IoChild.arguments(
                        way,
                        Math.max(limitBytes / 4, limitBytes - jvmBytes(way)),
                        options.seconds(),
                        parts,
                        options.threadCounts(),
                        file));
        file.drop();
        MeasuredProcess process = inGroup(words, limitBytes);
        if (process.succeeded()) {
            table.add(ratio, way, process.head());
        } else {
            table.complain(way, process.errors().lines().findFirst().orElse("exit code " + process.exitCode()));
        }
        out.println(way.label() + ", ratio " + ratio + ": "
                + (process.succeeded() ? process.head().replace('\n', ';') : process.errors()));
    }

    private static long jvmBytes(Way way) {
        return way.engine().equals("direct") ? JVM_BYTES : JVM_BYTES_BUFFERED;
    }

    private MeasuredProcess inGroup(List<String> words, long limitBytes) throws IOException, InterruptedException {
        String name = "thetis-bench-" + ProcessHandle.current().pid();
        Optional<MemoryGroup> made = MemoryGroup.create(MemoryGroup.ROOT, name, limitBytes);
        if (made.isEmpty()) {
            if (isGrouped) {
                out.println("no control group could be made; memory is what the machine has");
                isGrouped = false;
            }
            return MeasuredProcess.run(options.directory(), words);
        }
        try (MemoryGroup group = made.get()) {
            return MeasuredProcess.run(options.directory(), group.around(words));
        }
    }
}
