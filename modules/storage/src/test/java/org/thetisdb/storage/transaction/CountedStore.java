package org.thetisdb.storage.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.options.Isolation;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.store.GraphStore;

/**
 * A graph that tells by itself whether it is that of its revision: each commit makes one more item, with a relationship
 * from the counter, which counts it.
 */
public final class CountedStore {
    private static final long COUNTER = NodeIdLayout.id(0, 0);

    private CountedStore() {}

    public static StoreOptions options() {
        return StoreOptions.byDefault().withMemory(MemoryBudget.ofBytes(8 << 20));
    }

    public static GraphStore create(Path directory, StoreOptions options) {
        GraphStore store = GraphStore.create(directory, options);
        commit(store);
        return store;
    }

    /** Makes the next revision. */
    public static long commit(GraphStore store) {
        try (GraphTransaction transaction = store.begin(Isolation.SNAPSHOT)) {
            long next = transaction.snapshot().revision() + 1;
            int[] count = {transaction.propertyKey("count")};
            if (next == 2) {
                transaction.createNode(transaction.labelSet(transaction.label("Counter")), count, new Object[] {next});
            } else {
                transaction.setNodeProperties(COUNTER, count, new Object[] {next});
                long item = transaction.createNode(
                        transaction.labelSet(transaction.label("Item")), count, new Object[] {"item " + next});
                transaction.createRelationship(COUNTER, transaction.type("COUNTS"), item, new int[0], new Object[0]);
            }
            return transaction.commit(Optional.empty());
        }
    }

    /** Makes sure that a snapshot is what its revision says. */
    public static void verify(Snapshot snapshot) {
        List<String> lines = GraphModel.describe(snapshot);
        long revision = snapshot.revision();
        assertThat(lines).as("revision %d", revision).hasSize((int) (2 * (revision - 2) + 1));
        assertThat(lines.getFirst()).contains("{count=" + revision + "}");
        for (long item = 3; item <= revision; item++) {
            assertThat(lines.get((int) item - 2)).contains("{count=item " + item + "}");
        }
    }
}
