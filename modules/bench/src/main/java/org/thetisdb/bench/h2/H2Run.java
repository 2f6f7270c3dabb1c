package org.thetisdb.bench.h2;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.thetisdb.bench.harness.ChildJvm;
import org.thetisdb.bench.harness.MeasuredProcess;
import org.thetisdb.bench.harness.MemoryGroup;
import org.thetisdb.bench.harness.StoreDirectory;

/** Makes the data, has each contender run each benchmark by turns, and reports. Used by one thread. */
public final class H2Run {
    /** What a JVM takes beside its heap, with the compiled code and the tables of a few hundred jars. */
    private static final long PROCESS_BYTES = 160L << 20;

    /** For making the data, which is not timed. */
    private static final long PREPARE_BYTES = 512L << 20;

    private final H2Options options;
    private final PrintStream out;
    private final H2Times times = new H2Times();
    private boolean isLimited = true;

    public H2Run(H2Options options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    /**
     * Runs all that was asked for.
     *
     * @return whether all answers agree and no process failed
     */
    public boolean run() throws IOException, InterruptedException {
        boolean hasFailed = false;
        for (Task task : options.tasks()) {
            for (int round = 0; round < options.rounds(); round++) {
                List<Contender> order = new ArrayList<>(options.contenders());
                if (round % 2 == 1) {
                    Collections.reverse(order);
                }
                for (Contender contender : order) {
                    hasFailed |= !run(task, contender, round);
                }
            }
        }
        String report = H2Report.text(options, isLimited, times);
        out.println("\n" + report);
        if (options.output().isPresent()) {
            Files.writeString(options.output().get(), report);
        }
        return times.different().isEmpty() && !hasFailed;
    }

    private boolean run(Task task, Contender contender, int round) throws IOException, InterruptedException {
        Path prepared = prepared(task.data(), contender);
        Path folder = folder("h2-work");
        long memoryBytes = task.memoryBytes(options.memoryBytes());
        Path output = Files.createTempFile("thetis-bench-h2", ".txt");
        try {
            List<String> words = words(contender, task.label(), prepared, folder, memoryBytes, output);
            MeasuredProcess process = inGroup(words, groupBytes(memoryBytes));
            List<String> lines = process.succeeded() ? Files.readAllLines(output) : List.of();
            out.println(task.label() + ", round " + round + ", " + H2Options.label(contender) + ": "
                    + (process.succeeded()
                            ? String.join("; ", lines) + "; resident MiB: " + (process.residentBytes() >> 20)
                            : "FAILED, exit code " + process.exitCode() + ": " + process.errors()));
            times.add(task, contender, lines);
            return process.succeeded();
        } finally {
            Files.delete(output);
            StoreDirectory.delete(folder);
        }
    }

    /** The same for all: the heap, what a JVM takes, and what of the data is not on the heap. */
    private static long groupBytes(long memoryBytes) {
        return PROCESS_BYTES + Contender.heapBytes(memoryBytes) + memoryBytes / 2;
    }

    private Path folder(String name) {
        return StoreDirectory.of(options.projectDirectory(), name);
    }

    private Path prepared(Data data, Contender contender) throws IOException, InterruptedException {
        Path folder = folder("h2-" + data + "-" + H2Options.label(contender) + "-" + options.factor());
        Path marked = folder.resolve("marked");
        Path stored = folder.resolve("store");
        if (StoreDirectory.isComplete(folder)) {
            return stored;
        }
        out.println("making " + data + " for " + H2Options.label(contender));
        StoreDirectory.recreate(folder);
        StoreDirectory.recreate(stored);
        List<String> words = words(contender, H2Child.PREPARE + data, stored, stored, PREPARE_BYTES, marked);
        MeasuredProcess process = MeasuredProcess.run(options.projectDirectory(), words);
        if (!process.succeeded()) {
            throw new IllegalStateException("the data could not be made: " + process.errors());
        }
        StoreDirectory.markComplete(folder, data + " of factor " + options.factor());
        return stored;
    }

    private MeasuredProcess inGroup(List<String> words, long limitBytes) throws IOException, InterruptedException {
        String name = "thetis-bench-h2-" + ProcessHandle.current().pid();
        Optional<MemoryGroup> group = MemoryGroup.create(MemoryGroup.ROOT, name, limitBytes);
        if (group.isEmpty()) {
            isLimited = false;
            return MeasuredProcess.run(options.projectDirectory(), words);
        }
        try (MemoryGroup made = group.get()) {
            return MeasuredProcess.run(options.projectDirectory(), made.around(words));
        }
    }

    private List<String> words(
            Contender contender, String task, Path prepared, Path folder, long memoryBytes, Path output) {
        List<String> arguments = List.of(
                contender.name(),
                task,
                prepared.toString(),
                folder.toString(),
                Long.toString(memoryBytes),
                Double.toString(options.factor()),
                Integer.toString(options.shots()),
                Integer.toString(options.seconds()),
                output.toString());
        List<String> words = ChildJvm.plain((Contender.heapBytes(memoryBytes) >> 20) + "m", H2Child.class, arguments);
        words.add(1, "-XX:+UseG1GC");
        return words;
    }
}
