package org.thetisdb.storage.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.options.Isolation;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.store.GraphStore;

/**
 * Goal: a transaction of millions of relationships commits, rolls back, outlives a checkpoint and is recovered, and
 * others go on meanwhile. Method: one does so while another commits one node after the other; how long that one had to
 * wait at most is printed, and not judged, for the machine may be busy. {@code -Dthetis.relationships=N}.
 */
@Tag("long")
final class LargeTransactionLongTest {
    private static final int RELATIONSHIPS = Integer.getInteger("thetis.relationships", 1_000_000);
    private static final int NODES = 20_000;
    private static final int[] NO_KEYS = {};

    @TempDir
    private Path temporary;

    private long[] nodes = {};

    /** Commits nodes until it is stopped, and knows for how long one took at most. */
    private static final class Other implements AutoCloseable {
        private final GraphStore store;
        private final Thread thread = new Thread(this::run);
        private volatile boolean stopped;
        private final AtomicLong longestNanos = new AtomicLong();
        private final AtomicLong count = new AtomicLong();

        Other(GraphStore store) {
            this.store = store;
            thread.start();
        }

        private void run() {
            while (!stopped) {
                long begin = System.nanoTime();
                try (GraphTransaction transaction = store.begin(Isolation.SNAPSHOT)) {
                    transaction.createNode(transaction.labelSet(transaction.label("Other")), NO_KEYS, new Object[0]);
                    transaction.commit(Optional.empty());
                }
                longestNanos.accumulateAndGet(System.nanoTime() - begin, Math::max);
                count.incrementAndGet();
            }
        }

        String phase(String name, long sinceNanos) {
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - sinceNanos);
            String text = String.format(
                    "%-28s %7d ms; others: %6d commits, the longest %4d ms",
                    name, millis, count.getAndSet(0), TimeUnit.NANOSECONDS.toMillis(longestNanos.getAndSet(0)));
            return text;
        }

        @Override
        public void close() {
            stopped = true;
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private static StoreOptions options() {
        return StoreOptions.byDefault().withMemory(MemoryBudget.ofBytes(64L << 20));
    }

    private void makeNodes(GraphStore store) {
        try (GraphTransaction transaction = store.begin(Isolation.SNAPSHOT)) {
            int labels = transaction.labelSet(transaction.label("Node"));
            nodes = new long[NODES];
            for (int number = 0; number < NODES; number++) {
                nodes[number] = transaction.createNode(labels, NO_KEYS, new Object[0]);
            }
            transaction.commit(Optional.empty());
        }
        store.checkpoint();
    }

    private void fill(GraphTransaction transaction, int count) {
        Random random = new Random(count);
        int type = transaction.type("LINK");
        for (int number = 0; number < count; number++) {
            long start = nodes[random.nextInt(NODES)];
            long end = nodes[random.nextInt(NODES)];
            transaction.createRelationship(start, type, end, NO_KEYS, new Object[0]);
        }
    }

    @Test
    void millionsOfRelationships_besideOthers() {
        Path directory = temporary.resolve("db");
        try (GraphStore store = GraphStore.create(directory, options())) {
            makeNodes(store);
            try (Other other = new Other(store)) {
                print(other.phase("warm", System.nanoTime()));
                rollBack(store, other);
                commit(store, other, false);
                commit(store, other, true);
            }
            assertThat(store.snapshot().statistics().relationshipCount()).isEqualTo(2L * RELATIONSHIPS);
        }
        long begin = System.nanoTime();
        try (GraphStore store = GraphStore.open(directory, options())) {
            print("opened in " + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin) + " ms");
            assertThat(store.snapshot().statistics().relationshipCount()).isEqualTo(2L * RELATIONSHIPS);
        }
    }

    private void rollBack(GraphStore store, Other other) {
        try (GraphTransaction transaction = store.begin(Isolation.SNAPSHOT)) {
            long begin = System.nanoTime();
            fill(transaction, RELATIONSHIPS);
            print(other.phase("made, to be rolled back", begin));
            begin = System.nanoTime();
            transaction.rollback();
            print(other.phase("rolled back", begin));
        }
    }

    private void commit(GraphStore store, Other other, boolean outlives) {
        try (GraphTransaction transaction = store.begin(Isolation.SNAPSHOT)) {
            long begin = System.nanoTime();
            fill(transaction, RELATIONSHIPS);
            print(other.phase("made", begin));
            if (outlives) {
                begin = System.nanoTime();
                store.checkpoint();
                print(other.phase("checkpoint", begin));
            }
            begin = System.nanoTime();
            transaction.commit(Optional.empty());
            print(other.phase(outlives ? "carried over and committed" : "committed", begin));
        }
    }

    private static void print(String line) {
        System.out.println(line);
    }
}
