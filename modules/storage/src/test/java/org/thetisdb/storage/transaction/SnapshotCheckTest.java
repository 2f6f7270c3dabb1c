package org.thetisdb.storage.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.thetisdb.io.simulated.SimulatedFileSystem;
import org.thetisdb.storage.Expansion;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.NodeIndexReader;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.base.SnapshotCheck;
import org.thetisdb.storage.options.Isolation;
import org.thetisdb.storage.store.Findings;
import org.thetisdb.storage.store.GraphStore;

/** Lies that a snapshot may tell, each of which must be found; and the truth, in which nothing must be. */
final class SnapshotCheckTest {
    private final SimulatedFileSystem fileSystem = new SimulatedFileSystem();

    /** Replaces what a method gives. */
    private interface Lie {
        Object tell(String method, Object truth);
    }

    private static <T> T lying(Class<T> type, T truth, Lie lie) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    try {
                        return lie.tell(method.getName(), method.invoke(truth, arguments));
                    } catch (InvocationTargetException wrapped) {
                        throw wrapped.getCause();
                    }
                }));
    }

    /** A snapshot whose readers lie. */
    private static Snapshot read(Snapshot snapshot, Lie lie) {
        return lying(
                Snapshot.class,
                snapshot,
                (method, truth) -> truth instanceof GraphReader reader ? lying(GraphReader.class, reader, lie) : truth);
    }

    private static List<String> check(Snapshot snapshot) {
        Findings findings = new Findings();
        new SnapshotCheck(snapshot, "it", findings).run();
        return findings.found();
    }

    /** A node with a relationship to the next; every other one is in a base, the others over it. */
    private GraphStore create() {
        fileSystem.createDirectories(StoredFiles.DIRECTORY.getParent());
        GraphStore store = GraphStore.create(StoredFiles.DIRECTORY, StoredFiles.options(fileSystem));
        store.schema().createIndex(Optional.empty(), "A", List.of("id"), false);
        long before = -1;
        for (int id = 0; id < 20; id++) {
            try (GraphTransaction transaction = store.begin(Isolation.SNAPSHOT)) {
                int[] key = {transaction.propertyKey("id")};
                long node = transaction.createNode(
                        transaction.labelSet(transaction.label("A")), key, new Object[] {(long) id});
                if (before >= 0) {
                    transaction.createRelationship(before, transaction.type("NEXT"), node, new int[0], new Object[0]);
                }
                before = node;
                transaction.commit(Optional.empty());
            }
            if (id == 9) {
                store.checkpoint();
            }
        }
        return store;
    }

    @Test
    void truth_isSound() {
        try (GraphStore store = create()) {
            assertThat(check(store.snapshot())).isEmpty();
        }
    }

    @Test
    void statisticsOfAnotherRevision_areFound() {
        try (GraphStore store = create()) {
            Snapshot before = store.snapshot(store.revision() - 1);
            Snapshot lying = lying(
                    Snapshot.class,
                    store.snapshot(),
                    (method, truth) -> method.equals("statistics") ? before.statistics() : truth);
            assertThat(check(lying))
                    .hasSize(3)
                    .anyMatch(finding -> finding.contains("nodes :A: expected 20, found 19"));
        }
    }

    @Test
    void relationshipThatIsMissingInSomeLists_isFound() {
        try (GraphStore store = create()) {
            int[] given = new int[1];
            Snapshot lying = read(
                    store.snapshot(),
                    (method, truth) -> truth instanceof Expansion expansion
                            ? lying(
                                    Expansion.class,
                                    expansion,
                                    (step, count) -> step.equals("next") && given[0]++ == 0 ? (int) count - 1 : count)
                            : truth);
            assertThat(check(lying)).anyMatch(finding -> finding.contains("it, lists"));
        }
    }

    @Test
    void indexThatDoesNotFind_isFound() {
        try (GraphStore store = create()) {
            Snapshot lying = read(
                    store.snapshot(),
                    (method, truth) -> truth instanceof NodeIndexReader index
                            ? lying(NodeIndexReader.class, index, (step, found) -> step.equals("next") ? 0 : found)
                            : truth);
            assertThat(check(lying)).hasSize(20).allMatch(finding -> finding.contains("to be found by"));
        }
    }

    @Test
    void nodeThatIsGone_isFoundAtTheOtherEnd() {
        try (GraphStore store = create()) {
            Snapshot lying =
                    read(store.snapshot(), (method, truth) -> method.equals("nodeExists") ? (Boolean) false : truth);
            assertThat(check(lying)).hasSize(38).allMatch(finding -> finding.contains("at the other end"));
        }
    }
}
