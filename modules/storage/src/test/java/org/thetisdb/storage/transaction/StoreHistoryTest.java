package org.thetisdb.storage.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.storage.Durability;
import org.thetisdb.storage.GraphStore;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.History;
import org.thetisdb.storage.Isolation;
import org.thetisdb.storage.Revision;
import org.thetisdb.storage.StoreOptions;

final class StoreHistoryTest {
    private static final int COMMITS = 300;

    @TempDir
    Path directory;

    private final StoreOptions options = StoreOptions.byDefault().withDurability(Durability.OFF);

    @Test
    void versionsAndDifferencesSurviveCheckpointsAndRestarts() {
        Path database = directory.resolve("db");
        GraphStore store = GraphStore.create(database, options);
        try {
            long node;
            try (GraphTransaction transaction = store.begin(Isolation.SNAPSHOT)) {
                node = transaction.createNode(
                        transaction.labelSet(transaction.label("Document")),
                        new int[] {transaction.propertyKey("counter"), transaction.propertyKey("name")},
                        new Object[] {0L, "it"});
                transaction.commit(Optional.of("made"));
            }
            for (long value = 1; value <= COMMITS; value++) {
                try (GraphTransaction transaction = store.begin(Isolation.SNAPSHOT)) {
                    transaction.setNodeProperties(
                            node, new int[] {transaction.propertyKey("counter")}, new Object[] {value});
                    transaction.commit(Optional.empty());
                }
                if (value % 70 == 0) {
                    store.checkpoint();
                }
                if (value % 110 == 0) {
                    store.close();
                    store = GraphStore.open(database, options);
                }
            }
            History history = store.history();
            List<Revision> revisions = history.revisions(1, Long.MAX_VALUE);
            assertThat(revisions).hasSize(COMMITS + 2);
            assertThat(revisions.get(1).message()).contains("made");
            assertThat(history.nodeValues(node, "counter"))
                    .extracting(History.ValueVersion::value)
                    .hasSize(COMMITS + 1)
                    .startsWith(0L, 1L)
                    .endsWith((long) COMMITS);
            List<History.Version> versions = history.nodeVersions(node);
            assertThat(versions).hasSize(COMMITS + 1);
            assertThat(versions.get(100).properties()).isEqualTo(Map.of("counter", 100L, "name", "it"));
            assertThat(versions.get(100).revision()).isEqualTo(102);
            List<History.Change> changes = history.changes(101, 102);
            assertThat(changes).hasSize(1);
            assertThat(changes.getFirst().before().properties()).containsEntry("counter", 99L);
            assertThat(changes.getFirst().after().properties()).containsEntry("counter", 100L);
            assertThat(history.changes(50, 50)).isEmpty();
            assertThat(history.changes(302, 1).getFirst().after().exists()).isFalse();
        } finally {
            store.close();
        }
    }
}
