package org.thetisdb.storage.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
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
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.storage.Expansion;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.GraphReader.Side;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.NodeIndexReader;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.options.Durability;
import org.thetisdb.storage.options.Isolation;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Measures what SERIALIZABLE costs on a mixed workload, beside SNAPSHOT in turns on the same database: of five
 * transactions, four find the nodes of a group by index and read the neighbours' values; one does the same and then
 * writes a value and a relationship. Nothing is synced, which would hide the difference, and processor time is counted,
 * for which it matters less how busy the machine is.
 */
final class SerializableCostTest {
    private static final int NODES = 100_000;
    private static final int GROUPS = 20_000;
    private static final int DEGREE = 4;
    private static final int ROUNDS = 15;
    private static final int WARM_UP = 4;
    private static final int TRANSACTIONS = 4_000;

    @TempDir
    Path directory;

    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();

    @Test
    @Tag("long")
    void processorTimeOfATransaction() throws Exception {
        // No checkpoint comes into a round: there is one before each.
        StoreOptions options =
                StoreOptions.byDefault().withDurability(Durability.OFF).withCheckpointBytes(Long.MAX_VALUE);
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

    private void measure(IsolationGraph graph, int threads) throws InterruptedException {
        Map<Isolation, Double> costs = new EnumMap<>(Isolation.class);
        Map<Isolation, List<Double>> all = new EnumMap<>(Isolation.class);
        List<Double> ratios = new ArrayList<>();
        int seed = 0;
        for (int round = -WARM_UP; round < ROUNDS; round++) {
            graph.store().checkpoint();
            // The one that comes first is the other one in each round.
            List<Isolation> order = round % 2 == 0
                    ? List.of(Isolation.SNAPSHOT, Isolation.SERIALIZABLE)
                    : List.of(Isolation.SERIALIZABLE, Isolation.SNAPSHOT);
            for (Isolation isolation : order) {
                double nanos = nanosEach(graph, isolation, threads, seed++);
                costs.put(isolation, nanos);
                if (round >= 0) {
                    all.computeIfAbsent(isolation, each -> new ArrayList<>()).add(nanos);
                }
            }
            if (round >= 0) {
                ratios.add(costs.get(Isolation.SERIALIZABLE) / costs.get(Isolation.SNAPSHOT));
            }
        }
        print(threads, "SNAPSHOT, microseconds", all.get(Isolation.SNAPSHOT), 1e-3);
        print(threads, "SERIALIZABLE, microseconds", all.get(Isolation.SERIALIZABLE), 1e-3);
        print(threads, "SERIALIZABLE / SNAPSHOT", ratios, 1);
        System.out.println("refused=" + refused + " of " + done);
        assertThat(done.get()).isPositive();
    }

    private static void print(int threads, String what, List<Double> values, double unit) {
        double[] sorted =
                values.stream().mapToDouble(each -> each * unit).sorted().toArray();
        System.out.printf(
                Locale.ROOT,
                "threads=%d, %s: median=%.3f, middle half %.3f to %.3f%n",
                threads,
                what,
                sorted[sorted.length / 2],
                sorted[sorted.length / 4],
                sorted[sorted.length * 3 / 4]);
    }

    /** Processor time for each transaction; what was refused adds to the time and not to the number. */
    private double nanosEach(IsolationGraph graph, Isolation isolation, int threads, int seed)
            throws InterruptedException {
        AtomicLong nanos = new AtomicLong();
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            List<Callable<Void>> tasks = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                Random random = new Random(seed * 31L + thread);
                tasks.add(() -> {
                    ThreadMXBean time = ManagementFactory.getThreadMXBean();
                    long before = time.getCurrentThreadCpuTime();
                    work(graph, isolation, random);
                    nanos.addAndGet(time.getCurrentThreadCpuTime() - before);
                    return null;
                });
            }
            for (Future<Void> each : pool.invokeAll(tasks)) {
                each.get();
            }
        } catch (ExecutionException problem) {
            throw new AssertionError(problem.getMessage(), problem);
        }
        return nanos.doubleValue() / (threads * TRANSACTIONS);
    }

    private void work(IsolationGraph graph, Isolation isolation, Random random) {
        try (Worker worker = new Worker(graph)) {
            for (int count = 0; count < TRANSACTIONS; count++) {
                boolean writes = random.nextInt(5) == 0;
                int group = random.nextInt(GROUPS);
                long to = graph.nodes[random.nextInt(NODES)];
                while (IsolationGraph.isRefused(() -> worker.transact(isolation, group, writes, to))) {
                    refused.incrementAndGet();
                }
                done.incrementAndGet();
            }
        }
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

        void transact(Isolation isolation, int wanted, boolean writes, long to) {
            try (GraphTransaction transaction = graph.begin(isolation)) {
                assertThat(reader.move(transaction.snapshot())).isTrue();
                group.longs()[0] = wanted;
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
                    IsolationGraph.link(transaction, nodes[0], "KNOWS", to);
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
