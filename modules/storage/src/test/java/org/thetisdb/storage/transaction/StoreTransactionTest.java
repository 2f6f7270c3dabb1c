package org.thetisdb.storage.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.storage.Expansion;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.GraphReader.Side;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.Statistics;
import org.thetisdb.storage.options.Isolation;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.store.GraphStore;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;

final class StoreTransactionTest {
    @TempDir
    Path directory;

    private GraphStore store;

    @BeforeEach
    void create() {
        store = GraphStore.create(directory.resolve("db"), StoreOptions.byDefault());
    }

    @AfterEach
    void close() {
        store.close();
    }

    private void reopen() {
        store.close();
        store = GraphStore.open(directory.resolve("db"), StoreOptions.byDefault());
    }

    private GraphTransaction begin() {
        return store.begin(Isolation.SNAPSHOT);
    }

    private static long person(GraphTransaction transaction, String name) {
        return transaction.createNode(
                transaction.labelSet(transaction.label("Person")),
                new int[] {transaction.propertyKey("name")},
                new Object[] {name});
    }

    /** The counts of a revision are looked up when they are asked for, among those of later ones. */
    @Test
    void statistics_ofASnapshotBeforeANewLabel_areThoseOfItsRevision() {
        try (GraphTransaction transaction = begin()) {
            person(transaction, "Ada");
            transaction.commit(Optional.empty());
        }
        Snapshot before = store.snapshot();
        try (GraphTransaction transaction = begin()) {
            long bob = person(transaction, "Bob");
            long dog =
                    transaction.createNode(transaction.labelSet(transaction.label("Dog")), new int[0], new Object[0]);
            transaction.createRelationship(bob, transaction.type("OWNS"), dog, new int[0], new Object[0]);
            transaction.commit(Optional.empty());
        }
        int person = before.catalog().labelId("Person").orElseThrow();
        assertThat(before.statistics().nodesWithLabel(person)).isEqualTo(1);
        assertThat(before.statistics().relationships(person, Statistics.ANY, person))
                .isZero();
        before.release();
    }

    @Test
    void createRelationship_toANodeThatDoesNotExist_isRefused() {
        long deleted;
        try (GraphTransaction transaction = begin()) {
            person(transaction, "Ada");
            deleted = person(transaction, "Bob");
            transaction.commit(Optional.empty());
        }
        try (GraphTransaction transaction = begin()) {
            transaction.deleteNode(deleted, true);
            transaction.commit(Optional.empty());
        }
        for (long missing : new long[] {deleted, deleted + 1, 1L << 40}) {
            for (boolean isEnd : new boolean[] {false, true}) {
                try (GraphTransaction transaction = begin()) {
                    long present = person(transaction, "Cyd");
                    int type = transaction.type("KNOWS");
                    assertThatThrownBy(() -> transaction.createRelationship(
                                    isEnd ? present : missing,
                                    type,
                                    isEnd ? missing : present,
                                    new int[0],
                                    new Object[0]))
                            .isInstanceOf(ThetisException.class)
                            .hasFieldOrPropertyWithValue("code", ErrorCode.ENTITY_DELETED)
                            .hasMessageContaining("id=" + missing);
                }
            }
        }
        store.checkpoint();
        reopen();
        assertThat(store.snapshot().statistics().relationshipCount()).isZero();
        assertThat(store.check((phase, items) -> {}).findings()).isEmpty();
    }

    private static Object name(Snapshot snapshot, long node) {
        try (GraphReader reader = snapshot.reader()) {
            Vector values = new Vector();
            reader.nodeProperty(
                    snapshot.catalog().propertyKeyId("name").orElseThrow(), new long[] {node}, null, 1, values);
            return values.valueAt(0);
        }
    }

    private static List<Long> neighbours(Snapshot snapshot, long node, Side side) {
        List<Long> found = new ArrayList<>();
        try (GraphReader reader = snapshot.reader()) {
            Expansion expansion = reader.expansion();
            expansion.start(new long[] {node}, null, 1, new int[0], side, true);
            int[] rows = new int[2];
            long[] relationships = new long[2];
            long[] neighbours = new long[2];
            int count;
            while ((count = expansion.next(rows, relationships, neighbours, 2)) > 0) {
                for (int index = 0; index < count; index++) {
                    found.add(neighbours[index]);
                }
            }
        }
        return found;
    }

    @Test
    void aCommitIsSeenByLaterSnapshotsOnlyAndSurvives() {
        Snapshot before = store.snapshot();
        long ann;
        long bob;
        try (GraphTransaction transaction = begin()) {
            ann = person(transaction, "Ann");
            bob = person(transaction, "Bob");
            transaction.createRelationship(ann, transaction.type("KNOWS"), bob, new int[0], new Object[0]);
            assertThat(name(transaction.snapshot(), ann)).isEqualTo("Ann");
            assertThat(store.snapshot().statistics().nodeCount()).isZero();
            assertThat(transaction.commit(Optional.of("first"))).isEqualTo(2);
        }
        assertThat(before.statistics().nodeCount()).isZero();
        for (int round = 0; round < 2; round++) {
            Snapshot after = store.snapshot();
            assertThat(after.revision()).isEqualTo(2);
            assertThat(after.statistics().nodeCount()).isEqualTo(2);
            assertThat(after.statistics().relationshipCount()).isEqualTo(1);
            assertThat(name(after, bob)).isEqualTo("Bob");
            assertThat(neighbours(after, ann, Side.BOTH)).containsExactly(bob);
            assertThat(neighbours(after, bob, Side.BACKWARD)).containsExactly(ann);
            reopen();
        }
    }

    @Test
    void aRollbackLeavesNothing() {
        try (GraphTransaction transaction = begin()) {
            long ann = person(transaction, "Ann");
            transaction.createRelationship(ann, transaction.type("KNOWS"), ann, new int[0], new Object[0]);
            assertThat(neighbours(transaction.snapshot(), ann, Side.BOTH)).containsExactly(ann);
        }
        assertThat(store.snapshot().statistics().nodeCount()).isZero();
        assertThat(store.snapshot().statistics().relationshipCount()).isZero();
        try (GraphTransaction transaction = begin()) {
            long bob = person(transaction, "Bob");
            transaction.commit(Optional.empty());
            assertThat(name(store.snapshot(), bob)).isEqualTo("Bob");
            assertThat(neighbours(store.snapshot(), bob, Side.BOTH)).isEmpty();
        }
    }

    @Test
    void theSecondToChangeANodeGetsAConflict() {
        long ann;
        try (GraphTransaction transaction = begin()) {
            ann = person(transaction, "Ann");
            transaction.commit(Optional.empty());
        }
        int key = store.snapshot().catalog().propertyKeyId("name").orElseThrow();
        try (GraphTransaction first = begin();
                GraphTransaction second = begin()) {
            first.setNodeProperties(ann, new int[] {key}, new Object[] {"Anna"});
            assertThatThrownBy(() -> second.setNodeProperties(ann, new int[] {key}, new Object[] {"Anne"}))
                    .isInstanceOfSatisfying(
                            ThetisException.class,
                            conflict -> assertThat(conflict.code()).isEqualTo(ErrorCode.TRANSACTION_CONFLICT));
            first.commit(Optional.empty());
        }
        assertThat(name(store.snapshot(), ann)).isEqualTo("Anna");
    }

    @Test
    void aSerializableTransactionNoticesWriteSkew() {
        long ann;
        long bob;
        try (GraphTransaction transaction = begin()) {
            ann = person(transaction, "Ann");
            bob = person(transaction, "Bob");
            transaction.commit(Optional.empty());
        }
        int key = store.snapshot().catalog().propertyKeyId("name").orElseThrow();
        try (GraphTransaction first = store.begin(Isolation.SERIALIZABLE);
                GraphTransaction second = store.begin(Isolation.SERIALIZABLE)) {
            assertThat(name(first.snapshot(), ann)).isEqualTo("Ann");
            assertThat(name(second.snapshot(), bob)).isEqualTo("Bob");
            first.setNodeProperties(bob, new int[] {key}, new Object[] {"Ann"});
            second.setNodeProperties(ann, new int[] {key}, new Object[] {"Bob"});
            first.commit(Optional.empty());
            assertThatThrownBy(() -> second.commit(Optional.empty()))
                    .isInstanceOfSatisfying(
                            ThetisException.class,
                            conflict -> assertThat(conflict.code()).isEqualTo(ErrorCode.TRANSACTION_CONFLICT));
        }
        assertThat(name(store.snapshot(), ann)).isEqualTo("Ann");
        assertThat(name(store.snapshot(), bob)).isEqualTo("Ann");
    }

    @Test
    void aNodeWithRelationshipsIsDeletedOnlyWithThem() {
        long ann;
        try (GraphTransaction transaction = begin()) {
            ann = person(transaction, "Ann");
            long bob = person(transaction, "Bob");
            transaction.createRelationship(ann, transaction.type("KNOWS"), bob, new int[0], new Object[0]);
            transaction.createRelationship(bob, transaction.type("LIKES"), ann, new int[0], new Object[0]);
            transaction.commit(Optional.empty());
        }
        try (GraphTransaction transaction = begin()) {
            transaction.deleteNode(ann, false);
            assertThatThrownBy(() -> transaction.commit(Optional.empty())).hasMessageContaining("relationships=2");
        }
        try (GraphTransaction transaction = begin()) {
            assertThat(transaction.deleteNode(ann, true)).isEqualTo(2);
            transaction.commit(Optional.empty());
        }
        for (int round = 0; round < 2; round++) {
            assertThat(store.snapshot().statistics().nodeCount()).isEqualTo(1);
            assertThat(store.snapshot().statistics().relationshipCount()).isZero();
            reopen();
        }
    }
}
