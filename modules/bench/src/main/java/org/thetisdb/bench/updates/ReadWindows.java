package org.thetisdb.bench.updates;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.thetisdb.bench.harness.Spread;
import org.thetisdb.bench.peer.Peer;
import org.thetisdb.bench.peer.UpdateTarget;
import org.thetisdb.bench.snb.Dataset;
import org.thetisdb.bench.snb.QueryCase;
import org.thetisdb.snb.UpdateBatch;
import org.thetisdb.snb.UpdateStatement;
import org.thetisdb.snb.UpdateStream;

/**
 * Short and complex reads of one peer, in windows without and with a writer by turns.
 *
 * <p>A window runs every query with all its parameter sets, as often as fills {@link #QUERY_NANOS_MIN}. The updates go
 * on from window to window, so the data grows; a window with the writer is compared with the mean of those right before
 * and after it, which cancels that. One thread reads; the writer is another one, without a pause between its
 * statements. Both are warm: queries run for a second each before, the writer does its first statements alone.
 *
 * <p>At the end the graph is loaded anew into a second database, if the peer can do so, and both are read by turns:
 * before a checkpoint of the first and after it. So what changes cost later is told apart from what more data cost.
 */
final class ReadWindows {
    private static final long QUERY_NANOS_MIN = 80_000_000L;
    private static final long WARMUP_NANOS = 1_000_000_000L;
    private static final int REPETITIONS_MAX = 20_000;
    private static final Duration LIMIT = Duration.ofMinutes(10);
    private static final int PAIR_COUNT = 7;
    private static final int WRITER_WARMUP_STATEMENTS = 10_000;

    private final UpdateTarget target;
    private final Map<String, List<QueryCase>> cases;
    private final Map<String, Integer> repetitions = new LinkedHashMap<>();
    private final Map<String, String> texts;
    private final int windowCount;
    private final Path anewDirectory;
    private final long memoryBytes;
    private final Iterator<UpdateStatement> statements;

    /**
     * What came out of one peer.
     *
     * @param writtenPerSecond statements a second in each window with the writer
     * @param slowdown per query, mean time with the writer by mean time without, per window
     * @param quietMicros per query, median of the windows' means without the writer
     * @param busyMicros the same with the writer
     * @param unsettled per query, time at the end by time on the same graph loaded anew; empty if that was not done
     * @param settled the same after a checkpoint
     */
    record Outcome(
            String peer,
            double[] writtenPerSecond,
            Map<String, double[]> slowdown,
            Map<String, Double> quietMicros,
            Map<String, Double> busyMicros,
            Map<String, Spread> unsettled,
            Map<String, Spread> settled) {}

    ReadWindows(
            UpdateTarget target,
            Dataset dataset,
            UpdateStream stream,
            Map<String, String> texts,
            int windowCount,
            Path anewDirectory,
            long memoryBytes) {
        this.anewDirectory = anewDirectory;
        this.memoryBytes = memoryBytes;
        this.target = target;
        this.cases = dataset.cases("{is,ic}-*");
        this.texts = texts;
        this.windowCount = windowCount;
        this.statements = new Statements(stream);
    }

    /** Runs until the windows asked for are done, or the statements are used up. */
    Outcome run() throws IOException, InterruptedException {
        cases.forEach((query, sets) -> repetitions.put(query, warmUp(sets)));
        List<Map<String, Double>> quiet = new ArrayList<>();
        List<Map<String, Double>> busy = new ArrayList<>();
        List<Double> rates = new ArrayList<>();
        for (int count = 0; count < WRITER_WARMUP_STATEMENTS && statements.hasNext(); count++) {
            write(statements.next());
        }
        quiet.add(window(target));
        while (busy.size() < windowCount && statements.hasNext()) {
            AtomicBoolean stop = new AtomicBoolean();
            long started = System.nanoTime();
            CompletableFuture<Integer> writer =
                    CompletableFuture.supplyAsync(() -> write(stop), task -> new Thread(task, "bench-writer").start());
            Map<String, Double> times = window(target);
            stop.set(true);
            int written = join(writer);
            double seconds = (System.nanoTime() - started) / 1e9;
            if (!statements.hasNext()) {
                // The writer may have run out of work early in this window.
                break;
            }
            busy.add(times);
            rates.add(written / seconds);
            quiet.add(window(target));
        }
        if (busy.isEmpty()) {
            throw new IllegalStateException("the updates did not last for one window: peer=" + target.name());
        }
        Map<String, Spread> unsettled = new LinkedHashMap<>();
        Map<String, Spread> settled = new LinkedHashMap<>();
        Optional<Peer> anew = target.loadAnew(anewDirectory, memoryBytes);
        if (anew.isPresent()) {
            try (Peer best = anew.get()) {
                best.warm();
                window(best);
                unsettled.putAll(pairs(best));
                target.settle();
                settled.putAll(pairs(best));
            }
        }
        return outcome(quiet, busy, rates, unsettled, settled);
    }

    /** Per query, the target's time by the other's, in windows by turns. */
    private Map<String, Spread> pairs(Peer other) {
        Map<String, double[]> ratios = new LinkedHashMap<>();
        cases.keySet().forEach(query -> ratios.put(query, new double[PAIR_COUNT]));
        for (int pair = 0; pair < PAIR_COUNT; pair++) {
            boolean targetFirst = pair % 2 == 0;
            Map<String, Double> first = window(targetFirst ? target : other);
            Map<String, Double> second = window(targetFirst ? other : target);
            for (String query : cases.keySet()) {
                double ratio = first.get(query) / second.get(query);
                ratios.get(query)[pair] = targetFirst ? ratio : 1 / ratio;
            }
        }
        Map<String, Spread> spreads = new LinkedHashMap<>();
        ratios.forEach((query, each) -> spreads.put(query, Spread.of(each)));
        return spreads;
    }

    private static int join(CompletableFuture<Integer> writer) {
        try {
            return writer.join();
        } catch (CompletionException failed) {
            throw new IllegalStateException("the writer failed", failed.getCause());
        }
    }

    private int write(AtomicBoolean stop) {
        int count = 0;
        while (!stop.get() && statements.hasNext()) {
            write(statements.next());
            count++;
        }
        return count;
    }

    private void write(UpdateStatement statement) {
        target.update(texts.get(statement.query()), statement.parameters());
    }

    private Outcome outcome(
            List<Map<String, Double>> quiet,
            List<Map<String, Double>> busy,
            List<Double> rates,
            Map<String, Spread> unsettled,
            Map<String, Spread> settled) {
        Map<String, double[]> slowdown = new LinkedHashMap<>();
        Map<String, Double> quietMicros = new LinkedHashMap<>();
        Map<String, Double> busyMicros = new LinkedHashMap<>();
        for (String query : cases.keySet()) {
            double[] ratios = new double[busy.size()];
            for (int index = 0; index < ratios.length; index++) {
                double around =
                        (quiet.get(index).get(query) + quiet.get(index + 1).get(query)) / 2;
                ratios[index] = busy.get(index).get(query) / around;
            }
            slowdown.put(query, ratios);
            quietMicros.put(query, median(quiet, query));
            busyMicros.put(query, median(busy, query));
        }
        double[] written = rates.stream().mapToDouble(Double::doubleValue).toArray();
        return new Outcome(target.name(), written, slowdown, quietMicros, busyMicros, unsettled, settled);
    }

    private static double median(List<Map<String, Double>> windows, String query) {
        return Spread.of(windows.stream()
                        .mapToDouble(window -> window.get(query))
                        .toArray())
                .median();
    }

    private int warmUp(List<QueryCase> sets) {
        long end = System.nanoTime() + WARMUP_NANOS;
        long fastest = Long.MAX_VALUE;
        do {
            fastest = Math.min(fastest, timeOnce(target, sets));
        } while (System.nanoTime() < end);
        return Math.clamp(QUERY_NANOS_MIN / Math.max(fastest, 1), 1, REPETITIONS_MAX);
    }

    private static long timeOnce(Peer peer, List<QueryCase> sets) {
        long started = System.nanoTime();
        for (QueryCase each : sets) {
            peer.run(each.query(), each.text(), each.parameters(), LIMIT);
        }
        return System.nanoTime() - started;
    }

    /** Mean microseconds per execution of each query. */
    private Map<String, Double> window(Peer peer) {
        Map<String, Double> micros = new LinkedHashMap<>();
        cases.forEach((query, sets) -> {
            int repeat = repetitions.get(query);
            long nanos = 0;
            for (int repetition = 0; repetition < repeat; repetition++) {
                nanos += timeOnce(peer, sets);
            }
            micros.put(query, nanos / 1e3 / repeat / sets.size());
        });
        return micros;
    }

    /** The statements of all days, one after the other; one thread at a time, handed over by starting and joining. */
    private static final class Statements implements Iterator<UpdateStatement> {
        private final UpdateStream stream;
        private Iterator<UpdateStatement> day = List.<UpdateStatement>of().iterator();

        Statements(UpdateStream stream) {
            this.stream = stream;
        }

        @Override
        public boolean hasNext() {
            try {
                while (!day.hasNext()) {
                    Optional<UpdateBatch> next = stream.next();
                    if (next.isEmpty()) {
                        return false;
                    }
                    day = next.get().statements().iterator();
                }
                return true;
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }

        @Override
        public UpdateStatement next() {
            return day.next();
        }
    }
}
