package org.thetisdb.bench.updates;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.thetisdb.bench.harness.Spread;
import org.thetisdb.bench.peer.Peer;
import org.thetisdb.bench.peer.UpdateTarget;
import org.thetisdb.bench.snb.Dataset;
import org.thetisdb.bench.snb.QueryCase;

/**
 * Short and complex reads of one peer, in alternating windows without and with a writer.
 *
 * <pre>
 *   a round:   is-1 alone │ with the writer │ alone │ with arithmetic │ alone │ alone │ with syncs │ alone │ …
 * </pre>
 *
 * <p>A window runs one query with all its parameter sets, as often as fills {@link #WINDOW_NANOS_MIN}. The updates
 * continue from window to window, so the data grows; a window with the writer is compared with the mean of those
 * right before and after it, which cancels that, and also what else happens on a shared machine: its memory may be
 * half as fast from one second to another. What any busy neighbour costs, as processors may share more than memory,
 * is measured by a thread that only does arithmetic, by one that only waits for the device as each commit does, and
 * by one that writes the same into another database of the same process: what that costs is the machine's and the
 * virtual machine's, and no matter of versions or locks. All are compared in the same way. One thread reads; the
 * writer is another one, without a pause between its statements. All is warm: queries run for a second each before,
 * and the first rounds do not count, in which the JVM still compiles what readers, writer and checkpoints do; on two
 * processors that takes half of one for more than a minute.
 *
 * <p>At the end the graph is loaded again into a second database, if the peer can do so, and both are read alternately:
 * with the changes as the writer left them, and after a checkpoint. So what changes cost later is separated from what
 * more data cost.
 */
final class ReadWindows {
    private static final long WINDOW_NANOS_MIN = 80_000_000L;
    private static final long WARMUP_NANOS = 1_000_000_000L;
    private static final int REPETITIONS_MAX = 20_000;
    private static final Duration LIMIT = Duration.ofMinutes(10);
    private static final int PAIR_COUNT = 7;
    private static final int WARMUP_ROUNDS = 4;

    private final UpdateTarget target;
    private final Map<String, List<QueryCase>> cases;
    private final Map<String, Integer> repetitions = new LinkedHashMap<>();
    private final UpdateWriter writer;
    private final UpdateWriter writerElsewhere;
    private final int roundCount;
    private final Path anewDirectory;
    private final long memoryBytes;

    /**
     * The outcome of one peer.
     *
     * @param writtenPerSecond statements a second beside the reads, in each round
     * @param reads what the reads took, by query
     * @param unsettled per query, time at the end by time on the same graph loaded again; empty if that was not done
     * @param settled the same after a checkpoint
     */
    record Outcome(
            String peer,
            double[] writtenPerSecond,
            Map<String, Reads> reads,
            Map<String, Spread> unsettled,
            Map<String, Spread> settled) {}

    /**
     * What one query took, alone and with the writer; microseconds for each execution, by round.
     *
     * @param alone the mean of the windows before and after the one with the writer
     * @param beside with the writer
     * @param besideArithmetic with a neighbour that only does arithmetic, by the mean of the windows before and after
     * @param besideSyncs the same with one that only writes to a file and waits for the device
     * @param besideElsewhere the same with a writer of another database
     */
    record Reads(double[] alone, double[] beside, Spread besideArithmetic, Spread besideSyncs, Spread besideElsewhere) {
        /** The rounds' ratios. */
        Spread slowdown() {
            double[] ratios = new double[alone.length];
            for (int round = 0; round < ratios.length; round++) {
                ratios[round] = beside[round] / alone[round];
            }
            return Spread.of(ratios);
        }
    }

    /**
     * @param writer of the target
     * @param writerElsewhere of another database of the same peer, to be written in the same way
     */
    ReadWindows(
            UpdateTarget target,
            Dataset dataset,
            UpdateWriter writer,
            UpdateWriter writerElsewhere,
            int roundCount,
            Path anewDirectory,
            long memoryBytes) {
        this.anewDirectory = anewDirectory;
        this.memoryBytes = memoryBytes;
        this.target = target;
        this.cases = dataset.cases("{is,ic}-*");
        this.writer = writer;
        this.writerElsewhere = writerElsewhere;
        this.roundCount = roundCount;
    }

    /** Runs until the rounds asked for are done, or the statements are used up. */
    Outcome run() throws IOException {
        cases.forEach((query, sets) -> repetitions.put(query, warmUp(sets)));
        List<Round> rounds = rounds();
        if (rounds.isEmpty()) {
            throw new IllegalStateException("the updates did not last for one round: peer=" + target.name());
        }
        Map<String, Spread> unsettled = Map.of();
        Map<String, Spread> settled = Map.of();
        Optional<Peer> anew = target.loadAnew(anewDirectory, memoryBytes);
        if (anew.isPresent()) {
            try (Peer best = anew.get()) {
                best.warm();
                cases.keySet().forEach(query -> window(best, query));
                unsettled = pairs(best);
                target.settle();
                settled = pairs(best);
            }
        }
        return outcome(rounds, unsettled, settled);
    }

    /** Microseconds by query, and what was written meanwhile. */
    private record Round(
            Map<String, Double> alone,
            Map<String, Double> beside,
            Map<String, Double> besideArithmetic,
            Map<String, Double> besideSyncs,
            Map<String, Double> besideElsewhere,
            double writtenPerSecond) {}

    /** The threads that take turns beside the reads. */
    private record Neighbours(
            PausableThread writer, PausableThread arithmetic, PausableThread syncs, PausableThread elsewhere) {}

    private List<Round> rounds() throws IOException {
        List<Round> rounds = new ArrayList<>();
        try (Syncs syncs = new Syncs(anewDirectory.resolveSibling("syncs.tmp"));
                PausableThread writing = new PausableThread("bench-writer", writer);
                PausableThread arithmetic = new PausableThread("bench-arithmetic", new Arithmetic());
                PausableThread syncing = new PausableThread("bench-syncs", syncs);
                PausableThread elsewhere = new PausableThread("bench-writer-elsewhere", writerElsewhere)) {
            Neighbours neighbours = new Neighbours(writing, arithmetic, syncing, elsewhere);
            Optional<Round> next = round(neighbours);
            for (int done = 1; done < WARMUP_ROUNDS + roundCount && next.isPresent(); done++) {
                next = round(neighbours);
                if (done >= WARMUP_ROUNDS) {
                    next.ifPresent(rounds::add);
                }
            }
        }
        return rounds;
    }

    /** Nothing if the updates did not last: the writer may have run out of work early in a window. */
    private Optional<Round> round(Neighbours neighbours) {
        Map<String, Double> alone = new LinkedHashMap<>();
        Map<String, Double> beside = new LinkedHashMap<>();
        Map<String, Double> besideArithmetic = new LinkedHashMap<>();
        Map<String, Double> besideSyncs = new LinkedHashMap<>();
        Map<String, Double> besideElsewhere = new LinkedHashMap<>();
        PausableThread writing = neighbours.writer();
        long writtenBefore = writing.stepCount();
        long nanos = 0;
        for (String query : cases.keySet()) {
            double before = window(target, query);
            long started = System.nanoTime();
            writing.goOn();
            beside.put(query, window(target, query));
            boolean hasMore = writing.pause();
            nanos += System.nanoTime() - started;
            if (!hasMore) {
                return Optional.empty();
            }
            double after = window(target, query);
            alone.put(query, (before + after) / 2);
            besideArithmetic.put(query, besideNeighbour(neighbours.arithmetic(), query, after));
            besideSyncs.put(query, besideNeighbour(neighbours.syncs(), query, window(target, query)));
            besideElsewhere.put(query, besideNeighbour(neighbours.elsewhere(), query, window(target, query)));
        }
        double writtenPerSecond = (writing.stepCount() - writtenBefore) / (nanos / 1e9);
        return Optional.of(new Round(alone, beside, besideArithmetic, besideSyncs, besideElsewhere, writtenPerSecond));
    }

    /** What a query takes beside a neighbour by the mean of what it takes alone before, which is given, and after. */
    private double besideNeighbour(PausableThread neighbour, String query, double before) {
        neighbour.goOn();
        double beside = window(target, query);
        neighbour.pause();
        return beside / ((before + window(target, query)) / 2);
    }

    /** Per query, the target's time by the other's, in alternating windows. */
    private Map<String, Spread> pairs(Peer other) {
        Map<String, Spread> spreads = new LinkedHashMap<>();
        for (String query : cases.keySet()) {
            double[] ratios = new double[PAIR_COUNT];
            for (int pair = 0; pair < PAIR_COUNT; pair++) {
                boolean targetFirst = pair % 2 == 0;
                double first = window(targetFirst ? target : other, query);
                double second = window(targetFirst ? other : target, query);
                ratios[pair] = targetFirst ? first / second : second / first;
            }
            spreads.put(query, Spread.of(ratios));
        }
        return spreads;
    }

    private Outcome outcome(List<Round> rounds, Map<String, Spread> unsettled, Map<String, Spread> settled) {
        Map<String, Reads> reads = new LinkedHashMap<>();
        for (String query : cases.keySet()) {
            reads.put(
                    query,
                    new Reads(
                            rounds.stream()
                                    .mapToDouble(round -> round.alone().get(query))
                                    .toArray(),
                            rounds.stream()
                                    .mapToDouble(round -> round.beside().get(query))
                                    .toArray(),
                            ratios(rounds, Round::besideArithmetic, query),
                            ratios(rounds, Round::besideSyncs, query),
                            ratios(rounds, Round::besideElsewhere, query)));
        }
        double[] written = rounds.stream().mapToDouble(Round::writtenPerSecond).toArray();
        return new Outcome(target.name(), written, reads, unsettled, settled);
    }

    private static Spread ratios(List<Round> rounds, Function<Round, Map<String, Double>> neighbour, String query) {
        return Spread.of(rounds.stream()
                .mapToDouble(round -> neighbour.apply(round).get(query))
                .toArray());
    }

    private int warmUp(List<QueryCase> sets) {
        long end = System.nanoTime() + WARMUP_NANOS;
        long fastest = Long.MAX_VALUE;
        do {
            fastest = Math.min(fastest, timeOnce(target, sets));
        } while (System.nanoTime() < end);
        return Math.clamp(WINDOW_NANOS_MIN / Math.max(fastest, 1), 1, REPETITIONS_MAX);
    }

    private static long timeOnce(Peer peer, List<QueryCase> sets) {
        long started = System.nanoTime();
        for (QueryCase each : sets) {
            peer.run(each.query(), each.text(), each.parameters(), LIMIT);
        }
        return System.nanoTime() - started;
    }

    /** Mean microseconds per execution of a query. */
    private double window(Peer peer, String query) {
        List<QueryCase> sets = Objects.requireNonNull(cases.get(query));
        int repeat = Objects.requireNonNull(repetitions.get(query));
        long nanos = 0;
        for (int repetition = 0; repetition < repeat; repetition++) {
            nanos += timeOnce(peer, sets);
        }
        return nanos / 1e3 / repeat / sets.size();
    }
}
