package org.thetisdb.storage.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.io.DirectoryLock;
import org.thetisdb.io.PageCache;
import org.thetisdb.io.PageCacheOptions;
import org.thetisdb.io.memory.MemoryGovernor;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.Catalog.ConstraintKind;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.NodeIndexReader;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.base.BaseSnapshot;
import org.thetisdb.storage.base.DataFiles;
import org.thetisdb.storage.file.Superblocks;
import org.thetisdb.storage.log.SchemaChange;
import org.thetisdb.storage.options.Isolation;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.spill.TemporarySpace;
import org.thetisdb.storage.store.GraphStore;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

final class SchemaManagerTest {
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

    private static long user(GraphTransaction transaction, Object... keysAndValues) {
        int[] keys = new int[keysAndValues.length / 2];
        Object[] values = new Object[keys.length];
        for (int index = 0; index < keys.length; index++) {
            keys[index] = transaction.propertyKey((String) keysAndValues[index * 2]);
            values[index] = keysAndValues[index * 2 + 1];
        }
        return transaction.createNode(transaction.labelSet(transaction.label("User")), keys, values);
    }

    private long commitUser(Object... keysAndValues) {
        try (GraphTransaction transaction = store.begin(Isolation.SNAPSHOT)) {
            long node = user(transaction, keysAndValues);
            transaction.commit(Optional.empty());
            return node;
        }
    }

    private static List<Long> seek(Snapshot snapshot, Object value) {
        try (GraphReader reader = snapshot.reader()) {
            NodeIndexReader index = reader.index(snapshot.catalog()
                    .index(
                            snapshot.catalog().labelId("User").orElseThrow(),
                            snapshot.catalog().propertyKeyId("mail").orElseThrow())
                    .orElseThrow());
            Vector keys = new Vector();
            keys.reset(VectorKind.NULL, 1);
            keys.setValue(0, value);
            index.seek(keys, 0);
            List<Long> found = new ArrayList<>();
            long[] nodes = new long[4];
            int count;
            while ((count = index.next(nodes, 4)) > 0) {
                for (int place = 0; place < count; place++) {
                    found.add(nodes[place]);
                }
            }
            return found;
        }
    }

    private static void assertCode(Runnable action, ErrorCode code) {
        assertThatThrownBy(action::run)
                .isInstanceOfSatisfying(
                        ThetisException.class, error -> assertThat(error.code()).isEqualTo(code));
    }

    @Test
    void anIndexFindsWhatWasThereAndWhatComes() {
        long ann = commitUser("mail", "ann");
        assertThat(store.schema().createIndex(Optional.of("mails"), "User", List.of("mail"), false))
                .isTrue();
        assertThat(seek(store.snapshot(), "ann")).containsExactly(ann);
        long bob = commitUser("mail", "bob");
        long bob2 = commitUser("mail", "bob");
        for (int round = 0; round < 3; round++) {
            assertThat(seek(store.snapshot(), "ann")).containsExactly(ann);
            assertThat(seek(store.snapshot(), "bob")).containsExactlyInAnyOrder(bob, bob2);
            if (round == 0) {
                reopen();
            } else {
                store.checkpoint();
            }
        }
        try (GraphTransaction transaction = store.begin(Isolation.SNAPSHOT)) {
            transaction.setNodeProperties(ann, new int[] {transaction.propertyKey("mail")}, new Object[] {"anna"});
            transaction.deleteNode(bob2, true);
            assertThat(seek(transaction.snapshot(), "ann")).isEmpty();
            assertThat(seek(transaction.snapshot(), "anna")).containsExactly(ann);
            assertThat(seek(transaction.snapshot(), "bob")).containsExactly(bob);
            assertThat(seek(store.snapshot(), "ann")).containsExactly(ann);
            transaction.commit(Optional.empty());
        }
        assertThat(seek(store.snapshot(), "ann")).isEmpty();
        store.checkpoint();
        assertThat(seek(store.snapshot(), "ann")).isEmpty();
        assertThat(seek(store.snapshot(), "anna")).containsExactly(ann);
        assertThat(seek(store.snapshot(), "bob")).containsExactly(bob);
        assertThat(store.schema().dropIndex("mails", false)).isTrue();
        assertCode(() -> store.schema().dropIndex("mails", false), ErrorCode.SCHEMA_NOT_FOUND);
        assertThat(store.schema().dropIndex("mails", true)).isFalse();
        reopen();
        assertThat(store.snapshot().catalog().indexes()).isEmpty();
        assertThat(store.check((done, total) -> {}).findings()).isEmpty();
    }

    @Test
    void aUniqueConstraintHolds() {
        commitUser("mail", "ann");
        store.schema().createConstraint(Optional.of("m"), ConstraintKind.UNIQUE, false, "User", List.of("mail"), false);
        for (int round = 0; round < 3; round++) {
            assertCode(() -> commitUser("mail", "ann"), ErrorCode.CONSTRAINT_VIOLATED);
            commitUser("mail", "bob" + round);
            int each = round;
            assertCode(() -> commitUser("mail", "bob" + each), ErrorCode.CONSTRAINT_VIOLATED);
            if (round == 0) {
                reopen();
            } else {
                store.checkpoint();
            }
        }
        try (GraphTransaction first = store.begin(Isolation.SNAPSHOT);
                GraphTransaction second = store.begin(Isolation.SNAPSHOT)) {
            user(first, "mail", "new");
            user(second, "mail", "new");
            assertCode(() -> second.commit(Optional.empty()), ErrorCode.TRANSACTION_CONFLICT);
            first.commit(Optional.empty());
        }
        try (GraphTransaction before = store.begin(Isolation.SNAPSHOT)) {
            user(before, "mail", "late");
            commitUser("mail", "late2");
            store.checkpoint();
            commitUser("mail", "other");
            before.commit(Optional.empty());
        }
        assertCode(() -> commitUser("mail", "late"), ErrorCode.CONSTRAINT_VIOLATED);
        store.schema().dropConstraint("m", false);
        commitUser("mail", "ann");
    }

    /** Does something to the database that leaves it as a process does which ends in the middle of things. */
    private void interrupt(Consumer<TransactionManager> begun) {
        store.close();
        StoreOptions options = StoreOptions.byDefault();
        MemoryGovernor memory = MemoryGovernor.of(options.memory());
        Path path = directory.resolve("db");
        try (DirectoryLock lock = options.fileSystem().lock(path);
                PageCache cache =
                        PageCache.open(options.fileSystem(), new PageCacheOptions(memory, options.engineName()))) {
            Superblocks superblocks = Superblocks.read(options.fileSystem(), path);
            DataFiles dataFiles = new DataFiles(cache, options.fileSystem(), path);
            BaseSnapshot base = BaseSnapshot.open(dataFiles, superblocks.current());
            try (TransactionManager manager = TransactionManager.open(new StoreBase(
                    path,
                    options,
                    superblocks,
                    dataFiles,
                    base,
                    lock,
                    memory,
                    TemporarySpace.ofReader(options.fileSystem(), path)))) {
                begun.accept(manager);
            }
        }
        store = GraphStore.open(directory.resolve("db"), options);
    }

    private static void beginConstraint(TransactionManager manager, boolean built) {
        int label = manager.names().label("User");
        int key = manager.names().propertyKey("mail");
        manager.schemaCommits().commit(new SchemaChange.CreateIndex("m", label, List.of(key), true));
        if (built) {
            manager.checkpoint();
        }
    }

    private static void commitUser(TransactionManager manager, String mail) {
        try (GraphTransaction transaction = manager.begin(Isolation.SNAPSHOT)) {
            user(transaction, "mail", mail);
            transaction.commit(Optional.empty());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aConstraintThatWasInterrupted_holdsWhenTheStoreIsOpenAgain(boolean built) {
        commitUser("mail", "ann");
        interrupt(manager -> beginConstraint(manager, built));
        assertThat(store.snapshot().catalog().constraints())
                .singleElement()
                .satisfies(constraint -> assertThat(constraint.name()).isEqualTo("m"));
        assertCode(() -> commitUser("mail", "ann"), ErrorCode.CONSTRAINT_VIOLATED);
        assertThat(store.check((phase, items) -> {}).findings()).isEmpty();
        reopen();
        assertCode(() -> commitUser("mail", "ann"), ErrorCode.CONSTRAINT_VIOLATED);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aUniqueIndexThatIsNot_isAnOrdinaryOneWhenTheStoreIsOpenAgain(boolean built) {
        commitUser("mail", "ann");
        interrupt(manager -> {
            beginConstraint(manager, built);
            commitUser(manager, "ann");
        });
        assertThat(store.snapshot().catalog().constraints()).isEmpty();
        assertThat(store.snapshot().catalog().indexes())
                .singleElement()
                .satisfies(index -> assertThat(index.unique()).isFalse());
        store.checkpoint();
        assertThat(seek(store.snapshot(), "ann")).hasSize(2);
        assertThat(store.check((phase, items) -> {}).findings()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void valuesThatOccurTwiceInAUniqueIndex_areFindings(boolean checkpointed) {
        interrupt(manager -> {
            beginConstraint(manager, true);
            commitUser(manager, "ann");
            commitUser(manager, "ann");
            if (checkpointed) {
                manager.checkpoint();
            }
            try (GraphStore reader = GraphStore.open(
                    directory.resolve("db"), StoreOptions.byDefault().asReadOnly())) {
                assertThat(reader.check((phase, items) -> {}).findings())
                        .hasSize(2)
                        .allSatisfy(finding -> assertThat(finding.toString()).contains("constraint m", "ann"));
            }
        });
    }

    @Test
    void whatIsWrittenBeforeACheckpointWhileAConstraintIsMade_isLookedAt() {
        interrupt(manager -> {
            beginConstraint(manager, true);
            long built = manager.base().revision();
            commitUser(manager, "ann");
            commitUser(manager, "ann");
            manager.checkpoint();
            Catalog catalog = manager.names().catalog();
            SchemaChange.CreateConstraint constraint = new SchemaChange.CreateConstraint(
                    "m",
                    ConstraintKind.UNIQUE,
                    false,
                    catalog.labelId("User").orElseThrow(),
                    List.of(catalog.propertyKeyId("mail").orElseThrow()));
            assertCode(
                    () -> manager.schemaCommits().commitConstraint(constraint, built), ErrorCode.CONSTRAINT_VIOLATED);
        });
    }

    @Test
    void aConstraintThatTheDataBreaksIsTakenBack() {
        commitUser("mail", "ann");
        commitUser("mail", "ann");
        assertCode(
                () -> store.schema()
                        .createConstraint(
                                Optional.empty(), ConstraintKind.UNIQUE, false, "User", List.of("mail"), false),
                ErrorCode.CONSTRAINT_VIOLATED);
        assertThat(store.snapshot().catalog().indexes()).isEmpty();
        assertThat(store.snapshot().catalog().constraints()).isEmpty();
        assertCode(
                () -> store.schema()
                        .createConstraint(
                                Optional.empty(), ConstraintKind.EXISTS, false, "User", List.of("name"), false),
                ErrorCode.CONSTRAINT_VIOLATED);
        commitUser("mail", "ann");
    }

    @Test
    void aNodeKeyHoldsForAllItsProperties() {
        commitUser("mail", "ann", "name", 1L);
        store.schema()
                .createConstraint(Optional.empty(), ConstraintKind.KEY, false, "User", List.of("mail", "name"), false);
        commitUser("mail", "ann", "name", 2L);
        assertCode(() -> commitUser("mail", "ann", "name", 1L), ErrorCode.CONSTRAINT_VIOLATED);
        assertCode(() -> commitUser("mail", "ann"), ErrorCode.CONSTRAINT_VIOLATED);
        reopen();
        assertCode(() -> commitUser("mail", "ann", "name", 2L), ErrorCode.CONSTRAINT_VIOLATED);
    }

    @Test
    void whoWroteBeforeAnIndexCame_isRefused() {
        try (GraphTransaction transaction = store.begin(Isolation.SNAPSHOT)) {
            user(transaction, "mail", "ann");
            store.schema().createIndex(Optional.empty(), "User", List.of("mail"), false);
            assertCode(() -> transaction.commit(Optional.empty()), ErrorCode.TRANSACTION_CONFLICT);
        }
        assertThat(seek(store.snapshot(), "ann")).isEmpty();
    }
}
