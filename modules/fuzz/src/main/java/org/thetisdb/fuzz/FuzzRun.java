package org.thetisdb.fuzz;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.thetisdb.fuzz.generate.FuzzGraph;
import org.thetisdb.fuzz.oracle.GraphText;
import org.thetisdb.fuzz.query.FuzzQuery;

/**
 * One run over a range of seeds. Workers take graphs from a counter; this thread watches them, and reports what does
 * not end. Used once.
 */
final class FuzzRun {
    private static final long WATCH_MILLIS = 500;
    private static final long PROGRESS_MILLIS = 10_000;

    private final FuzzOptions options;
    private final PrintStream out;
    private final InstantSource clock;
    private final Statistics statistics = new Statistics();
    private final Map<String, Finding> findings = new LinkedHashMap<>();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final AtomicLong nextGraph;
    private final long lastGraph;

    FuzzRun(FuzzOptions options, PrintStream out, InstantSource clock) {
        this.options = options;
        this.out = out;
        this.clock = clock;
        this.nextGraph = new AtomicLong(FuzzKind.graphNumber(options.first()));
        this.lastGraph = FuzzKind.graphNumber(options.last());
    }

    /** Prints what the seeds make. */
    static void show(FuzzOptions options, PrintStream out) {
        long shown = Long.MIN_VALUE;
        for (long seed = options.first(); seed <= options.last(); seed++) {
            FuzzGraph graph = options.kind().graph(seed);
            if (FuzzKind.graphNumber(seed) != shown) {
                shown = FuzzKind.graphNumber(seed);
                GraphText.statements(graph.graph()).forEach(statement -> out.println(statement + ";"));
                graph.indexes().forEach(index -> out.println(index.statement() + ";"));
            }
            FuzzQuery query = options.kind().query(seed, graph);
            out.println("// seed " + seed + " " + query.parameters() + "\n" + query.text() + ";\n");
        }
    }

    /** Whether nothing was found. */
    boolean run() {
        long began = clock.millis();
        Path folder = temporaryFolder();
        List<GraphTrial> trials = new ArrayList<>();
        List<Thread> workers = new ArrayList<>();
        for (int index = 0; index < options.threads(); index++) {
            GraphTrial trial = new GraphTrial(options, folder, clock, statistics, this::add);
            trials.add(trial);
            workers.add(Thread.ofPlatform()
                    .daemon()
                    .name("fuzz-" + index)
                    .uncaughtExceptionHandler((thread, thrown) -> failure.compareAndSet(null, thrown))
                    .start(() -> work(trial)));
        }
        boolean ended = watch(trials, workers, began);
        if (failure.get() != null) {
            throw new IllegalStateException("the fuzzer itself has failed", failure.get());
        }
        double seconds = (clock.millis() - began) / 1000.0;
        out.println(statistics.line(seconds));
        out.print(statistics.errors());
        out.println(findings.isEmpty() ? "no findings" : findings.size() + " findings, in " + options.output());
        if (ended) {
            remove(folder);
        }
        return findings.isEmpty();
    }

    private void work(GraphTrial trial) {
        for (long graph = nextGraph.getAndIncrement(); graph <= lastGraph; graph = nextGraph.getAndIncrement()) {
            if (isFull()) {
                return;
            }
            long first = Math.max(options.first(), graph * FuzzKind.QUERIES_PER_GRAPH);
            long last = Math.min(options.last(), graph * FuzzKind.QUERIES_PER_GRAPH + FuzzKind.QUERIES_PER_GRAPH - 1);
            trial.run(first, last, this::isFull);
        }
    }

    private synchronized boolean isFull() {
        return findings.size() >= options.findingsMost();
    }

    /** Waits for the workers. False if one of them hangs, for which it does not wait. */
    private boolean watch(List<GraphTrial> trials, List<Thread> workers, long began) {
        long told = began;
        Duration patience = options.timeout().multipliedBy(2).plusSeconds(20);
        while (workers.stream().anyMatch(Thread::isAlive)) {
            try {
                for (Thread worker : workers) {
                    worker.join(WATCH_MILLIS / workers.size());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
            for (int index = 0; index < trials.size(); index++) {
                if (workers.get(index).isAlive() && trials.get(index).hangs(patience)) {
                    trials.get(index)
                            .hanging(workers.get(index).getStackTrace())
                            .ifPresent(this::add);
                    return false;
                }
            }
            if (clock.millis() - told > PROGRESS_MILLIS) {
                told = clock.millis();
                out.println(statistics.line((told - began) / 1000.0));
            }
        }
        return true;
    }

    private synchronized void add(Finding finding) {
        if (findings.putIfAbsent(finding.signature(), finding) != null) {
            return;
        }
        out.println("finding " + findings.size() + ": " + finding.replay());
        out.println("  " + finding.givenBy() + ": " + finding.difference().kind());
        out.println(finding.query().text().indent(4));
        try {
            Files.createDirectories(options.output());
            Path file = options.output().resolve(finding.kind().text() + "-" + finding.seed() + ".txt");
            Files.writeString(file, finding.text());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path temporaryFolder() {
        try {
            return Files.createTempDirectory(options.folder(), "thetis-fuzz-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void remove(Path folder) {
        try {
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
