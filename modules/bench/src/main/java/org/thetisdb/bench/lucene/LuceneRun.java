package org.thetisdb.bench.lucene;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.thetisdb.bench.harness.ChildJvm;
import org.thetisdb.bench.harness.MeasuredProcess;
import org.thetisdb.bench.harness.MemoryGroup;
import org.thetisdb.bench.harness.StoreDirectory;

/** Builds the index, has each directory asked in each situation, and reports. Used by one thread. */
public final class LuceneRun {
    private static final int WARM_UP_DOCUMENTS = 20_000;
    private static final int HEAP_MEBIBYTES = 64;

    /** What a JVM takes beside its heap: 77 MiB were measured. */
    private static final long PROCESS_BYTES = 80L << 20;

    /** Of the pages' share of a control group, what the system has for the pages that are on their way. */
    private static final int PASSING_DIVISOR = 8;

    private static final long SPARE_BYTES = 64L << 20;

    private final LuceneOptions options;
    private final PrintStream out;
    private final LuceneTimes times = new LuceneTimes();

    public LuceneRun(LuceneOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    /**
     * Runs all that was asked for.
     *
     * @return whether all answers agree
     */
    public boolean run() throws IOException, InterruptedException {
        Path index = index(options.documentCount());
        Path warmUp = index(WARM_UP_DOCUMENTS);
        long indexBytes = StoreDirectory.bytes(index);
        for (Situation situation : options.situations()) {
            for (int round = 0; round < options.rounds(); round++) {
                List<DirectoryKind> order = new ArrayList<>(options.directories());
                if (round % 2 == 1) {
                    Collections.reverse(order);
                }
                for (DirectoryKind directory : order) {
                    out.println(LuceneOptions.label(situation) + ", round " + round + ": "
                            + LuceneOptions.label(directory));
                    times.add(situation, directory, ask(situation, directory, index, warmUp, indexBytes));
                }
            }
        }
        String report = LuceneReport.text(options, indexBytes, times);
        out.println("\n" + report);
        if (options.output().isPresent()) {
            Files.writeString(options.output().get(), report);
        }
        return times.agree();
    }

    private Path index(int documentCount) throws IOException {
        Path path = StoreDirectory.of(options.projectDirectory(), "lucene-" + documentCount);
        if (!StoreDirectory.isComplete(path)) {
            out.println("indexing " + documentCount + " documents ...");
            StoreDirectory.recreate(path);
            IndexBuilder.build(path, documentCount);
            StoreDirectory.markComplete(path, documentCount + " documents");
        }
        return path;
    }

    private List<String> ask(Situation situation, DirectoryKind directory, Path index, Path warmUp, long indexBytes)
            throws IOException, InterruptedException {
        if (situation != Situation.RESIDENT) {
            forgetPages(index);
        }
        long pagesBytes = situation == Situation.LIMITED ? indexBytes / 2 : indexBytes + SPARE_BYTES;
        long budgetBytes = situation == Situation.LIMITED ? pagesBytes - pagesBytes / PASSING_DIVISOR : pagesBytes;
        Path output = Files.createTempFile("thetis-bench-lucene", ".txt");
        try {
            List<String> words = words(situation, directory, index, warmUp, budgetBytes, output);
            MeasuredProcess process;
            if (situation == Situation.LIMITED) {
                long limitBytes = ((long) HEAP_MEBIBYTES << 20) + PROCESS_BYTES + pagesBytes;
                process = inGroup(words, limitBytes);
            } else {
                process = MeasuredProcess.run(options.projectDirectory(), words);
            }
            if (!process.succeeded()) {
                throw new IllegalStateException("a child has failed: directory=" + directory + ", exitCode="
                        + process.exitCode() + ", errors=" + process.errors());
            }
            return Files.readAllLines(output);
        } finally {
            Files.delete(output);
        }
    }

    private MeasuredProcess inGroup(List<String> words, long limitBytes) throws IOException, InterruptedException {
        String name = "thetis-bench-lucene-" + ProcessHandle.current().pid();
        Optional<MemoryGroup> group = MemoryGroup.create(MemoryGroup.ROOT, name, limitBytes);
        if (group.isEmpty()) {
            throw new IllegalStateException(
                    "no control group can be made here; leave out the situation limited with --situations");
        }
        try (MemoryGroup made = group.get()) {
            return MeasuredProcess.run(options.projectDirectory(), made.around(words));
        }
    }

    private List<String> words(
            Situation situation, DirectoryKind directory, Path index, Path warmUp, long budgetBytes, Path output) {
        List<String> arguments = List.of(
                LuceneOptions.label(directory),
                LuceneOptions.label(situation),
                index.toString(),
                warmUp.toString(),
                Long.toString(budgetBytes),
                output.toString());
        List<String> words = ChildJvm.plain(HEAP_MEBIBYTES + "m", LuceneChild.class, arguments);
        if (situation == Situation.LIMITED) {
            // What a heap does not take would be room for pages, and not the same for all.
            words.addAll(1, List.of("-Xms" + HEAP_MEBIBYTES + "m", "-XX:+AlwaysPreTouch"));
        }
        if (options.vectorModule()) {
            words.add(1, "--add-modules=jdk.incubator.vector");
        }
        return words;
    }

    /** Has the system drop what it keeps of the files, as dd of the GNU core utilities can ask it to. */
    private void forgetPages(Path index) throws IOException, InterruptedException {
        try (Stream<Path> files = Files.list(index)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                MeasuredProcess forgotten = MeasuredProcess.run(
                        options.projectDirectory(), List.of("dd", "if=" + file, "iflag=nocache", "count=0"));
                if (!forgotten.succeeded()) {
                    throw new IllegalStateException(
                            "dd could not drop the pages of " + file + ": " + forgotten.errors());
                }
            }
        }
    }
}
