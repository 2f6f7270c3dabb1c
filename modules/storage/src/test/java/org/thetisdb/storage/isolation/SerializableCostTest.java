package org.thetisdb.storage.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.storage.Durability;
import org.thetisdb.storage.Expansion;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.GraphReader.Side;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.Isolation;
import org.thetisdb.storage.NodeIndexReader;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.StoreOptions;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Measures what SERIALIZABLE costs on a mixed workload, beside SNAPSHOT in turns on the same database: of five
 * transactions, four find the nodes of a group by index and read the neighbours' values; one does the same and then
 * writes a value and a relationship. Nothing is synced, which would hide the difference.
 */
final class SerializableCostTest {
    private static final int NODES = 100_000;
    private static final int GROUPS = 20_000;
    private static final int DEGREE = 10;
    private static final int ROUNDS = 9;
    private static final long ROUND_NANOS = 1_000_000_000L;

    @TempDir
    Path directory;

    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();

    @Test
    @Tag("long")
    void transactionsPerSecond() throws Exception {
        // No checkpoint comes into a round: there is one before each.
        StoreOptions options = StoreOptions.byDefault()
                .withDurability(Durability.OFF)
                .withCheckpointBytes(Long.MAX_VALUE);
        try (IsolationGraph graph = new IsolationGraph(directory.resolve("db"), NODES, GROUPS, options)) {
            link(graph);
            for (int threads : new int[] {1, 2}) {
                measure(graph, threads);
            }
        }
    }

    private static void link(IsolationGraph graph) {
        Random random = new Random(1);
        for (int from = 0; from < NODES; from += 1_000) {
            try (GraphTransaction transaction = graph.begin(Isolation.SNAPSHOT)) {
                for (int node = from; node < from + 1_000; node++) {
                    for (int degree = 0; degree < DEGREE; degree++) {
                        IsolationGraph.link(
                                transaction, graph.nodes[node], "KNOWS", graph.nodes[random.nextInt(NODES)]);
                    }
                }
                IsolationGraph.commit(transaction);
            }
        }
        graph.store().checkpoint();
    }

    private void measure(IsolationGraph graph, int threads) throws Exception {
        Map<Isolation, Double> rates = new EnumMap<>(Isolation.class);
        List<Double> ratios = new ArrayList<>();
        int seed = 0;
        for (int round = -2; round < ROUNDS; round++) {
            // The one that comes first is the other one in each round.
            List<Isolation> order = round % 2 == 0
                    ? List.of(Isolation.SNAPSHOT, Isolation.SERIALIZABLE)
                    : List.of(Isolation.SERIALIZABLE, Isolation.SNAPSHOT);
            for (Isolation isolation : order) {
                rates.put(isolation, rate(graph, isolation, threads, seed++));
            }
            if (round >= 0) {
                ratios.add(rates.get(Isolation.SNAPSHOT) / rates.get(Isolation.SERIALIZABLE));
                System.out.printf(
                        Locale.ROOT,
                        "threads=%d, snapshot=%.0f/s, serializable=%.0f/s%n",
                        threads,
                        rates.get(Isolation.SNAPSHOT),
                        rates.get(Isolation.SERIALIZABLE));
            }
        }
        double[] sorted = ratios.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        System.out.printf(
                Locale.ROOT,
                "threads=%d, time of SERIALIZABLE over SNAPSHOT: median=%.3f, of %s%n",
                threads,
                sorted[sorted.length / 2],
                Arrays.toString(Arrays.stream(sorted).map(each -> Math.round(each * 1_000) / 1_000.0).toArray()));
        System.out.println("refused=" + refused + " of " + done);
        assertThat(done.get()).isPositive();
    }

    /** Transactions a second, those that were refused not counted. */
    private double rate(IsolationGraph graph, Isolation isolation, int threads, int seed) throws Exception {
        graph.store().checkpoint();
        long begun = System.nanoTime();
        long end = begun + ROUND_NANOS;
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            List<Callable<Long>> tasks = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                Random random = new Random(seed * 31L + thread);
                tasks.add(() -> work(graph, isolation, random, end));
            }
            long sum = 0;
            for (Future<Long> each : pool.invokeAll(tasks)) {
                sum += each.get();
            }
            return sum * 1e9 / (System.nanoTime() - begun);
        } catch (ExecutionException problem) {
            throw new AssertionError(problem.getMessage(), problem);
        }
    }

    private long work(IsolationGraph graph, Isolation isolation, Random random, long end) {
        long count = 0;
        try (Worker worker = new Worker(graph)) {
            while (System.nanoTime() < end) {
                boolean isRefused = IsolationGraph.isRefused(() -> worker.transact(isolation, random));
                count += isRefused ? 0 : 1;
                refused.addAndGet(isRefused ? 1 : 0);
                done.incrementAndGet();
            }
        }
        return count;
    }

    /** Keeps its reader and its cursors from one transaction to the next, as queries do. Belongs to its thread. */
    private static final class Worker implements AutoCloseable {
        private final IsolationGraph graph;
        private final int valueKey;
        private final int[] types;
        private final GraphReader reader;
        private final NodeIndexReader index;
        private final Expansion expansion;
        private final Vector group = new Vector();
        private final Vector values = new Vector();
        private final long[] nodes = new long[64];
        private final int[] rows = new int[256];
        private final long[] neighbours = new long[256];

        Worker(IsolationGraph graph) {
            this.graph = graph;
            Snapshot snapshot = graph.store().snapshot();
            valueKey = snapshot.catalog().propertyKeyId(IsolationGraph.VALUE).orElseThrow();
            types = new int[] {snapshot.catalog().typeId("KNOWS").orElseThrow()};
            reader = snapshot.reader();
            index = IsolationGraph.groupIndex(reader);
            expansion = reader.expansion();
            group.reset(VectorKind.INTEGER, 1);
        }

        void transact(Isolation isolation, Random random) {
            boolean writes = random.nextInt(5) == 0;
            try (GraphTransaction transaction = graph.begin(isolation)) {
                assertThat(reader.move(transaction.snapshot())).isTrue();
                group.longs()[0] = random.nextInt(GROUPS);
                index.seek(group, 0);
                int found = index.next(nodes, nodes.length);
                long sum = 0;
                expansion.start(nodes, null, found, types, Side.FORWARD, false);
                int count;
                while ((count = expansion.next(rows, new long[0], neighbours, rows.length)) > 0) {
                    reader.nodeProperty(valueKey, neighbours, null, count, values);
                    for (int place = 0; place < count; place++) {
                        sum += values.longs()[place];
                    }
                }
                reader.refresh();
                if (writes) {
                    IsolationGraph.set(transaction, nodes[0], IsolationGraph.VALUE, sum % 1_000);
                    IsolationGraph.link(transaction, nodes[0], "KNOWS", graph.nodes[random.nextInt(NODES)]);
                }
                IsolationGraph.commit(transaction);
            }
        }

        @Override
        public void close() {
            reader.close();
        }
    }
}
