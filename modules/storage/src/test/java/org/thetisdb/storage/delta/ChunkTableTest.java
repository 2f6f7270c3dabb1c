package org.thetisdb.storage.delta;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.options.Durability;
import org.thetisdb.storage.options.Isolation;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.store.GraphStore;

final class ChunkTableTest {
    /** Names are read before chunks, and others go on meanwhile: a chunk may have labels that are not known. */
    @Test
    void chunksOfUnknownLabels_areLeftOut(@TempDir Path directory) {
        StoreOptions options = StoreOptions.byDefault().withDurability(Durability.OFF);
        try (GraphStore store = GraphStore.create(directory.resolve("db"), options)) {
            for (String label : new String[] {"A", "B", "C"}) {
                try (GraphTransaction transaction = store.begin(Isolation.SNAPSHOT)) {
                    transaction.createNode(transaction.labelSet(transaction.label(label)), new int[0], new Object[0]);
                    transaction.commit(Optional.empty());
                }
            }
            ChunkTable table = ((DeltaSnapshot) store.snapshot()).delta().table();
            assertThat(table.chunkCount()).isEqualTo(3);
            int known = store.snapshot().catalog().labelSetCount();
            assertThat(table.upTo(known)).isSameAs(table);
            ChunkTable shorter = table.upTo(known - 1);
            assertThat(shorter.chunkCount()).isEqualTo(2);
            assertThat(shorter.rowCount(1)).isEqualTo(table.rowCount(1));
            ChunkTable mixed = table.withMixed(1);
            assertThat(mixed.upTo(known - 1).labelSet(1)).isEqualTo(Snapshot.MIXED);
            assertThat(mixed.upTo(0).chunkCount()).isZero();
        }
    }
}
