package org.thetisdb.storage.delta;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.storage.Expansion;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.GraphReader.Side;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.options.Durability;
import org.thetisdb.storage.options.Isolation;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.store.GraphStore;

/** Lists that change while they are read show each reader what its revision has. */
final class ListsBesideWriterTest {
    private static final int NODES = 400;
    private static final long STRESS_NANOS = 1_500_000_000L;

    @TempDir
    Path directory;

    private long hub;
    private final long[] nodes = new long[NODES];

    /** The newest relationship to each node, as the writer has it. */
    private final long[] relationships = new long[NODES];

    private void make(GraphStore store) {
        try (GraphTransaction transaction = store.begin(Isolation.SNAPSHOT)) {
            int labelSet = transaction.labelSet(transaction.label("N"));
            hub = transaction.createNode(labelSet, new int[0], new Object[0]);
            for (int index = 0; index < NODES; index++) {
                nodes[index] = transaction.createNode(labelSet, new int[0], new Object[0]);
                relationships[index] = connect(transaction, index);
            }
            transaction.commit(Optional.empty());
        }
    }

    private long connect(GraphTransaction transaction, int index) {
        return transaction.createRelationship(hub, transaction.type("T"), nodes[index], new int[0], new Object[0]);
    }

    /** Takes some relationships away and makes others in their place; half of the time all is rolled back. */
    private void replaceSome(GraphStore store, Random random) {
        long[] replaced = relationships.clone();
        try (GraphTransaction transaction = store.begin(Isolation.SNAPSHOT)) {
            for (int count = 0; count < 5; count++) {
                int index = random.nextInt(NODES);
                transaction.deleteRelationship(replaced[index]);
                replaced[index] = connect(transaction, index);
            }
            assertThat(neighbours(transaction.snapshot())).isEqualTo(nodes);
            if (random.nextBoolean()) {
                transaction.commit(Optional.empty());
                System.arraycopy(replaced, 0, relationships, 0, NODES);
            }
        }
    }

    private long[] neighbours(Snapshot snapshot) {
        int type = snapshot.catalog().typeId("T").orElseThrow();
        long[] found = new long[NODES * 2];
        try (GraphReader reader = snapshot.reader()) {
            Expansion expansion = reader.expansion();
            expansion.start(new long[] {hub}, null, 1, new int[] {type}, Side.FORWARD, false);
            int count = expansion.next(new int[found.length], new long[found.length], found, found.length);
            assertThat(reader.degree(hub, new int[] {type}, Side.FORWARD)).isEqualTo(count);
            assertThat(count).isEqualTo(countBetween(expansion, type));
            return Arrays.copyOf(found, count);
        }
    }

    /** How many relationships there are from the hub to the nodes, looked for node by node. */
    private int countBetween(Expansion expansion, int type) {
        long[] hubs = new long[NODES];
        Arrays.fill(hubs, hub);
        long[] ids = new long[NODES * 2];
        expansion.startBetween(hubs, nodes, null, NODES, new int[] {type}, Side.FORWARD, false);
        return expansion.next(new int[ids.length], ids, new long[ids.length], ids.length);
    }

    @Test
    void readersBesideAWriter_seeEachNodeOnce() {
        try (GraphStore store = GraphStore.create(
                directory.resolve("db"), StoreOptions.byDefault().withDurability(Durability.OFF))) {
            make(store);
            Arrays.sort(nodes);
            Random random = new Random(4);
            AtomicBoolean done = new AtomicBoolean();
            CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
                try {
                    long end = System.nanoTime() + STRESS_NANOS;
                    while (System.nanoTime() < end) {
                        replaceSome(store, random);
                    }
                } finally {
                    done.set(true);
                }
            });
            Snapshot old = store.snapshot();
            for (int round = 0; !done.get(); round++) {
                Snapshot snapshot = round % 4 == 0 ? old : store.snapshot();
                assertThat(neighbours(snapshot))
                        .as("revision %d", snapshot.revision())
                        .isEqualTo(nodes);
            }
            writer.join();
            assertThat(neighbours(store.snapshot())).isEqualTo(nodes);
        }
    }
}
