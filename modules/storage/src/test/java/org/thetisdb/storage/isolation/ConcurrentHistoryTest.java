package org.thetisdb.storage.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.storage.isolation.IsolationGraph.VALUE;
import static org.thetisdb.storage.isolation.IsolationGraph.commit;
import static org.thetisdb.storage.isolation.IsolationGraph.isRefused;
import static org.thetisdb.storage.isolation.IsolationGraph.list;
import static org.thetisdb.storage.isolation.IsolationGraph.read;
import static org.thetisdb.storage.isolation.IsolationGraph.set;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.GraphReader.Side;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.isolation.DependencyGraph.Anomaly;
import org.thetisdb.storage.options.Isolation;

/** Several threads at once, while checkpoints run: what they saw is checked when they have ended. */
final class ConcurrentHistoryTest {
    private static final int THREADS = 4;
    private static final int CHECKPOINTS = 6;
    private static final long SECONDS_MAX = 120;

    @TempDir
    Path directory;

    /** Runs a task on each thread, and checkpoints on this one meanwhile. */
    private static void run(IsolationGraph graph, List<Callable<Void>> tasks) throws InterruptedException {
        try (ExecutorService threads = Executors.newFixedThreadPool(tasks.size())) {
            List<Future<Void>> all = new ArrayList<>();
            tasks.forEach(task -> all.add(threads.submit(task)));
            for (int checkpoint = 0; checkpoint < CHECKPOINTS; checkpoint++) {
                graph.store().checkpoint();
            }
            for (Future<Void> each : all) {
                each.get(SECONDS_MAX, TimeUnit.SECONDS);
            }
        } catch (ExecutionException | TimeoutException problem) {
            throw new AssertionError(problem.getMessage(), problem);
        }
    }

    // ---------------------------------------------------------------- histories

    @ParameterizedTest
    @EnumSource
    void whatConcurrentTransactionsSawIsWhatTheirIsolationPromises(Isolation isolation) throws InterruptedException {
        long seed = 7;
        try (IsolationGraph graph = new IsolationGraph(directory.resolve("db"), 6, ConcurrentClient.GROUPS)) {
            HistoryModel first = ConcurrentClient.model(graph);
            long firstRevision = graph.store().revision();
            AtomicInteger numbers = new AtomicInteger();
            AtomicLong written = new AtomicLong();
            List<ConcurrentClient> clients = new ArrayList<>();
            List<Callable<Void>> tasks = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                ConcurrentClient client =
                        new ConcurrentClient(graph, isolation, new Random(seed + thread), numbers, written);
                clients.add(client);
                tasks.add(() -> {
                    client.run();
                    return null;
                });
            }
            run(graph, tasks);
            List<HistoryTransaction> ended = new ArrayList<>();
            clients.forEach(client -> ended.addAll(client.ended()));
            HistoryModel last = ConcurrentClient.verify(ended, firstRevision, first);
            DependencyGraph dependencies = HistoryDependencies.of(ended);
            assertThat(dependencies.anomalies())
                    .as("seed=%d, %s", seed, dependencies)
                    .isSubsetOf(isolation == Isolation.SNAPSHOT ? List.of(Anomaly.G2) : List.of());
            assertThat(ended.stream().filter(each -> each.committed).count()).isGreaterThan(ended.size() / 10);
            HistoryCounts.compare(graph.store().snapshot(), last);
            graph.reopen();
            HistoryCounts.compare(graph.store().snapshot(), last);
            assertThat(graph.store().check((done, total) -> {}).findings()).isEmpty();
        }
    }

    // ---------------------------------------------------------------- balances

    @ParameterizedTest
    @EnumSource
    void theSumOfAllBalancesIsTheSameInEverySnapshot(Isolation isolation) throws InterruptedException {
        int accounts = 40;
        try (IsolationGraph graph = new IsolationGraph(directory.resolve("db"), accounts, 4)) {
            AtomicInteger writing = new AtomicInteger(THREADS - 1);
            List<Callable<Void>> tasks = new ArrayList<>();
            for (int thread = 0; thread < THREADS - 1; thread++) {
                Random random = new Random(thread);
                tasks.add(() -> {
                    try {
                        for (int transfer = 0; transfer < 300; transfer++) {
                            transfer(graph, isolation, random);
                        }
                    } finally {
                        writing.decrementAndGet();
                    }
                    return null;
                });
            }
            AtomicInteger sums = new AtomicInteger();
            tasks.add(() -> {
                Random random = new Random(99);
                while (writing.get() > 0 || sums.get() < 10) {
                    long revision = 1 + random.nextLong(graph.store().revision());
                    Snapshot snapshot = random.nextInt(4) > 0
                            ? graph.store().snapshot()
                            : graph.store().snapshot(revision);
                    requireBalance(graph, snapshot);
                    sums.incrementAndGet();
                }
                return null;
            });
            run(graph, tasks);
            requireBalance(graph, graph.store().snapshot());
            graph.reopen();
            requireBalance(graph, graph.store().snapshot());
        }
    }

    /** Moves an amount from one node to another, and notes it as a relationship. */
    @SuppressWarnings("ThreadPriorityCheck") // More orders of the threads are met.
    private static void transfer(IsolationGraph graph, Isolation isolation, Random random) {
        long from = graph.nodes[random.nextInt(graph.nodes.length)];
        long to = graph.nodes[random.nextInt(graph.nodes.length)];
        long amount = random.nextInt(10);
        if (from == to) {
            return;
        }
        isRefused(() -> {
            try (GraphTransaction transaction = graph.begin(isolation)) {
                long fromBalance = (Long) read(transaction.snapshot(), from, VALUE);
                long toBalance = (Long) read(transaction.snapshot(), to, VALUE);
                set(transaction, from, VALUE, fromBalance - amount);
                if (random.nextInt(4) == 0) {
                    Thread.yield();
                }
                set(transaction, to, VALUE, toBalance + amount);
                IsolationGraph.link(transaction, from, "PAID", to);
                if (random.nextInt(10) > 0) {
                    commit(transaction);
                }
            }
        });
    }

    private static void requireBalance(IsolationGraph graph, Snapshot snapshot) {
        long sum = 0;
        int forward = 0;
        int backward = 0;
        try (GraphReader reader = snapshot.reader()) {
            for (long node : graph.nodes) {
                sum += (Long) read(reader, node, VALUE);
                forward += list(reader, node, Side.FORWARD).size();
                backward += list(reader, node, Side.BACKWARD).size();
            }
        }
        assertThat(sum).as("revision=%d", snapshot.revision()).isZero();
        assertThat(forward).as("revision=%d", snapshot.revision()).isEqualTo(backward);
        assertThat(snapshot.statistics().relationshipCount())
                .as("revision=%d", snapshot.revision())
                .isEqualTo(forward);
    }
}
