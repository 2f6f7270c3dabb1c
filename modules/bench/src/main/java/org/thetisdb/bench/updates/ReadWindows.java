package org.thetisdb.bench.updates;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.thetisdb.bench.harness.Spread;
import org.thetisdb.bench.peer.Peer;
import org.thetisdb.bench.peer.UpdateClient;
import org.thetisdb.bench.peer.UpdateTarget;
import org.thetisdb.bench.snb.Dataset;
import org.thetisdb.bench.snb.QueryCase;
import org.thetisdb.snb.UpdateBatch;
import org.thetisdb.snb.UpdateStatement;
import org.thetisdb.snb.UpdateStream;

/**
 * Short and complex reads of one peer, in alternating windows without and with a writer.
 *
 * <pre>
 *   a round:   is-1 alone │ with the writer │ alone │ with arithmetic │ alone │ alone │ with syncs │ alone │ is-2 …
 * </pre>
 *
 * <p>A window runs one query with all its parameter sets, as often as fills {@link #WINDOW_NANOS_MIN}. The updates
 * continue from window to window, so the data grows; a window with the writer is compared with the mean of those right
 * before and after it, which cancels that, and also what else happens on a shared machine: its memory may be half as
 * fast from one second to another. What any busy neighbour costs, as processors may share more than memory, is measured
 * by a thread that only does arithmetic, and by one that only waits for the device as each commit does; both are
 * compared in the same way. One thread reads; the writer is another one, without a pause between its statements. All is
 * warm: queries run for a second each before, and the first rounds do not count, in which the JVM still compiles what
 * readers, writer and checkpoints do; on two processors that takes half of one for more than a minute.
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
    private final Map<String, String> texts;
    private final int roundCount;
    private final Path anewDirectory;
    private final long memoryBytes;
    private final UpdateStream stream;

    /** The writer's own. */
    private Iterator<UpdateStatement> day = List.<UpdateStatement>of().iterator();

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
     */
    record Reads(double[] alone, double[] beside, Spread besideArithmetic, Spread besideSyncs) {
        /** The rounds' ratios. */
        Spread slowdown() {
            double[] ratios = new double[alone.length];
            for (int round = 0; round < ratios.length; round++) {
                ratios[round] = beside[round] / alone[round];
            }
            return Spread.of(ratios);
        }
    }

    ReadWindows(
            UpdateTarget target,
            Dataset dataset,
            UpdateStream stream,
            Map<String, String> texts,
            int roundCount,
            Path anewDirectory,
            long memoryBytes) {
        this.anewDirectory = anewDirectory;
        this.memoryBytes = memoryBytes;
        this.target = target;
        this.cases = dataset.cases("{is,ic}-*");
        this.texts = texts;
        this.roundCount = roundCount;
        this.stream = stream;
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
            double writtenPerSecond) {}

    private List<Round> rounds() throws IOException {
        List<Round> rounds = new ArrayList<>();
        try (UpdateClient client = target.client();
                Syncs syncs = new Syncs(anewDirectory.resolveSibling("syncs.tmp"));
                PausableThread writer = new PausableThread("bench-writer", () -> write(client));
                PausableThread arithmetic = new PausableThread("bench-arithmetic", new Arithmetic());
                PausableThread syncing = new PausableThread("bench-syncs", syncs)) {
            Optional<Round> next = round(writer, arithmetic, syncing);
            for (int done = 1; done < WARMUP_ROUNDS + roundCount && next.isPresent(); done++) {
                next = round(writer, arithmetic, syncing);
                if (done >= WARMUP_ROUNDS) {
                    next.ifPresent(rounds::add);
                }
            }
        }
        return rounds;
    }

    /** Nothing if the updates did not last: the writer may have run out of work early in a window. */
    private Optional<Round> round(PausableThread writer, PausableThread arithmetic, PausableThread syncing) {
        Map<String, Double> alone = new LinkedHashMap<>();
        Map<String, Double> beside = new LinkedHashMap<>();
        Map<String, Double> besideArithmetic = new LinkedHashMap<>();
        Map<String, Double> besideSyncs = new LinkedHashMap<>();
        long writtenBefore = writer.stepCount();
        long nanos = 0;
        for (String query : cases.keySet()) {
            double before = window(target, query);
            long started = System.nanoTime();
            writer.goOn();
            beside.put(query, window(target, query));
            boolean hasMore = writer.pause();
            nanos += System.nanoTime() - started;
            if (!hasMore) {
                return Optional.empty();
            }
            double after = window(target, query);
            alone.put(query, (before + after) / 2);
            besideArithmetic.put(query, besideNeighbour(arithmetic, query, after));
            besideSyncs.put(query, besideNeighbour(syncing, query, window(target, query)));
        }
        double writtenPerSecond = (writer.stepCount() - writtenBefore) / (nanos / 1e9);
        return Optional.of(new Round(alone, beside, besideArithmetic, besideSyncs, writtenPerSecond));
    }

    /** What a query takes beside a neighbour by the mean of what it takes alone before, which is given, and after. */
    private double besideNeighbour(PausableThread neighbour, String query, double before) {
        neighbour.goOn();
        double beside = window(target, query);
        neighbour.pause();
        return beside / ((before + window(target, query)) / 2);
    }

    private boolean write(UpdateClient client) {
        if (day.hasNext()) {
            UpdateStatement statement = day.next();
            client.update(Objects.requireNonNull(texts.get(statement.query())), statement.parameters());
        }
        if (!day.hasNext()) {
            day = nextDay();
        }
        return day.hasNext();
    }

    /** The statements of the next day that has any; none at the end. */
    private Iterator<UpdateStatement> nextDay() {
        try {
            Optional<UpdateBatch> next = stream.next();
            while (next.isPresent() && next.get().statements().isEmpty()) {
                next = stream.next();
            }
            return next.map(UpdateBatch::statements).orElse(List.of()).iterator();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Some microseconds of arithmetic in registers. */
    private static final class Arithmetic implements BooleanSupplier {
        private static final int ITERATIONS = 10_000;

        private long state = 1;

        @Override
        public boolean getAsBoolean() {
            long next = state;
            for (int iteration = 0; iteration < ITERATIONS; iteration++) {
                next = next * 6_364_136_223_846_793_005L + 1;
            }
            state = next;
            return true;
        }
    }

    /** What the log's writer does at least: overwrites some bytes of a file, and waits until they are on the device. */
    private static final class Syncs implements BooleanSupplier, AutoCloseable {
        private static final int FILE_BYTES = 1 << 20;
        private static final int WRITE_BYTES = 512;

        private final Path path;
        private final FileChannel file;
        private final ByteBuffer bytes = ByteBuffer.allocateDirect(WRITE_BYTES);
        private long position;

        Syncs(Path path) throws IOException {
            this.path = path;
            file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            file.write(ByteBuffer.allocate(FILE_BYTES), 0);
            file.force(true);
        }

        @Override
        public boolean getAsBoolean() {
            try {
                bytes.clear();
                file.write(bytes, position);
                file.force(false);
                position = (position + WRITE_BYTES) % FILE_BYTES;
                return true;
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }

        @Override
        public void close() throws IOException {
            file.close();
            Files.delete(path);
        }
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
                            ratios(rounds, Round::besideSyncs, query)));
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
