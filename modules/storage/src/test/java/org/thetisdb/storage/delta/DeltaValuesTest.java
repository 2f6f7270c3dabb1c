package org.thetisdb.storage.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.options.Durability;
import org.thetisdb.storage.options.Isolation;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.store.GraphStore;
import org.thetisdb.value.vector.Vector;

/** Values of nodes and relationships as each snapshot and each transaction sees them. */
final class DeltaValuesTest {
    private static final int NODES = 300;
    private static final long STRESS_NANOS = 1_500_000_000L;

    @TempDir
    Path directory;

    private GraphStore store;
    private final long[] nodes = new long[NODES];
    private final long[] relationships = new long[NODES];

    @BeforeEach
    void open() {
        store = GraphStore.create(
                directory.resolve("db"), StoreOptions.byDefault().withDurability(Durability.OFF));
    }

    @AfterEach
    void close() {
        store.close();
    }

    private GraphTransaction begin() {
        return store.begin(Isolation.SNAPSHOT);
    }

    /** Nodes and relationships with one property each, made in one transaction. */
    private long make(Object... values) {
        try (GraphTransaction transaction = begin()) {
            int[] key = {transaction.propertyKey("value")};
            for (int index = 0; index < NODES; index++) {
                Object value = values[index % values.length];
                int[] keys = value == null ? new int[0] : key;
                Object[] given = value == null ? new Object[0] : new Object[] {value};
                nodes[index] = transaction.createNode(transaction.labelSet(transaction.label("N")), keys, given);
                relationships[index] =
                        transaction.createRelationship(nodes[0], transaction.type("T"), nodes[index], keys, given);
            }
            return transaction.commit(Optional.empty());
        }
    }

    private void set(GraphTransaction transaction, int index, Object value) {
        int[] key = {transaction.propertyKey("value")};
        transaction.setNodeProperties(nodes[index], key, new Object[] {value});
        transaction.setRelationshipProperties(relationships[index], key, new Object[] {value});
    }

    private Object[] read(Snapshot snapshot, boolean ofNodes) {
        int key = snapshot.catalog().propertyKeyId("value").orElseThrow();
        Vector vector = new Vector();
        Vector presence = new Vector();
        try (GraphReader reader = snapshot.reader()) {
            if (ofNodes) {
                reader.nodeProperty(key, nodes, null, NODES, vector);
                reader.nodePropertyPresence(key, nodes, null, NODES, presence);
            } else {
                reader.relationshipProperty(key, relationships, null, NODES, vector);
                reader.relationshipPropertyPresence(key, relationships, null, NODES, presence);
            }
        }
        Object[] values = new Object[NODES];
        for (int index = 0; index < NODES; index++) {
            values[index] = vector.valueAt(index);
            assertThat(presence.isNull(index)).as("index %d", index).isEqualTo(values[index] == null);
        }
        return values;
    }

    /** Twice: stamps are shortened by whoever reads them first. */
    private void assertReads(Snapshot snapshot, Object[] expected) {
        for (boolean ofNodes : new boolean[] {true, false, true, false}) {
            assertThat(read(snapshot, ofNodes)).as("nodes: %s", ofNodes).isEqualTo(expected);
        }
    }

    private static Object[] repeated(Object... values) {
        Object[] all = new Object[NODES];
        Arrays.setAll(all, index -> values[index % values.length]);
        return all;
    }

    @Test
    void valuesOfAllKinds_areReadAgainAsTheyWere() {
        ZonedDateTime time = ZonedDateTime.of(2026, 5, 4, 3, 2, 1, 987, ZoneId.of("Europe/Athens"));
        List<Object[]> kinds = List.of(
                new Object[] {1L, null, Long.MIN_VALUE},
                new Object[] {"a", "", "ä€𝄞"},
                new Object[] {0.0, Double.NaN, -0.0},
                new Object[] {time, time.toLocalDateTime().atZone(ZoneOffset.UTC)},
                new Object[] {time.toLocalDate(), null},
                new Object[] {time.toLocalDateTime()},
                new Object[] {true, false},
                new Object[] {1L, "mixed", 2.5, List.of(1L, 2L)},
                new Object[] {List.of("x"), null});
        for (Object[] values : kinds) {
            make(values);
            assertReads(store.snapshot(), repeated(values));
        }
    }

    @Test
    void aNewVersion_isSeenByWhoMaySeeIt() {
        make(1L, 2L, 3L);
        Snapshot before = store.snapshot();
        assertReads(before, repeated(1L, 2L, 3L));
        Object[] changed = repeated(1L, 2L, 3L);
        changed[7] = "seven";
        changed[8] = null;
        try (GraphTransaction transaction = begin()) {
            set(transaction, 7, "seven");
            set(transaction, 8, null);
            assertReads(transaction.snapshot(), changed);
            assertReads(store.snapshot(), repeated(1L, 2L, 3L));
            transaction.commit(Optional.empty());
        }
        assertReads(before, repeated(1L, 2L, 3L));
        assertReads(store.snapshot(), changed);
        assertReads(before, repeated(1L, 2L, 3L));
    }

    @Test
    void aRollback_bringsBackWhatWas() {
        make(1L);
        assertReads(store.snapshot(), repeated(1L));
        try (GraphTransaction transaction = begin()) {
            set(transaction, 9, 10L);
            Object[] own = repeated(1L);
            own[9] = 10L;
            assertReads(transaction.snapshot(), own);
            transaction.rollback();
        }
        assertReads(store.snapshot(), repeated(1L));
    }

    @Test
    void whatIsNotCommitted_isLeftToNobody() {
        make(1L);
        try (GraphTransaction transaction = begin()) {
            int[] key = {transaction.propertyKey("value")};
            long[] own = new long[NODES];
            for (int index = 0; index < NODES; index++) {
                own[index] = transaction.createNode(
                        transaction.labelSet(transaction.label("N")), key, new Object[] {(long) index});
            }
            System.arraycopy(own, 0, nodes, 0, NODES);
            Object[] expected = new Object[NODES];
            Arrays.setAll(expected, index -> (long) index);
            assertThat(read(transaction.snapshot(), true)).isEqualTo(expected);
            assertThat(read(transaction.snapshot(), true)).isEqualTo(expected);
            assertThat(read(store.snapshot(), true)).containsOnlyNulls();
            transaction.rollback();
        }
        assertThat(read(store.snapshot(), true)).containsOnlyNulls();
    }

    @Test
    void aReadingThatEndedInAnError_leavesNothingToTheNext() {
        make(1L, 2L);
        Snapshot snapshot = store.snapshot();
        int key = snapshot.catalog().propertyKeyId("value").orElseThrow();
        try (GraphReader reader = snapshot.reader()) {
            assertThatThrownBy(() -> reader.nodeProperty(key, nodes, null, NODES, null));
            assertThatThrownBy(() -> reader.relationshipProperty(key, relationships, null, NODES, null));
            Vector vector = new Vector();
            reader.nodeProperty(key, nodes, null, 2, vector);
            assertThat(vector.valueAt(0)).isEqualTo(1L);
            assertThat(vector.valueAt(1)).isEqualTo(2L);
            reader.relationshipProperty(key, relationships, null, 1, vector);
            assertThat(vector.valueAt(0)).isEqualTo(1L);
        }
    }

    /** Each commit gives all the number of its revision; some transactions end in a rollback. */
    @Test
    void readersBesideAWriter_seeOneRevisionEach() {
        make(store.revision() + 1);
        AtomicBoolean done = new AtomicBoolean();
        CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
            long end = System.nanoTime() + STRESS_NANOS;
            for (int round = 0; System.nanoTime() < end; round++) {
                try (GraphTransaction transaction = begin()) {
                    for (int index = 0; index < NODES; index++) {
                        set(transaction, index, transaction.snapshot().revision() + 1);
                    }
                    if (round % 3 > 0) {
                        transaction.commit(Optional.empty());
                    }
                }
            }
            done.set(true);
        });
        Snapshot old = store.snapshot();
        long first = old.revision();
        for (int round = 0; !done.get(); round++) {
            Snapshot snapshot = round % 4 == 0 ? old : store.snapshot();
            assertThat(read(snapshot, round % 2 == 0))
                    .as("revision %d, round %d", snapshot.revision(), round)
                    .containsOnly(snapshot.revision());
        }
        writer.join();
        assertThat(store.revision()).isGreaterThan(first);
    }
}
