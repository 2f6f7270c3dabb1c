package org.thetisdb.storage.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.io.simulated.OpenFiles;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.NodeIndexReader;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.options.Durability;
import org.thetisdb.storage.options.Isolation;
import org.thetisdb.storage.options.Retention;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.store.GraphStore;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Goal: indexes whose runs are compacted in a thread of their own, while checkpoints replace roots and files, answer
 * right at any time, and leave no file behind. Method: a thread commits nodes and makes checkpoints, every one of which
 * may begin a compaction; another looks nodes up, in new and in old snapshots.
 */
final class CompactorTest {
    private static final int ROUNDS = 150;
    private static final int NODES_OF_A_COMMIT = 20;

    @TempDir
    private Path temporary;

    private final TreeSet<Long> deleted = new TreeSet<>();
    private volatile long lastId;

    private static StoreOptions options() {
        return StoreOptions.byDefault()
                .withMemory(MemoryBudget.ofBytes(8 << 20))
                .withDurability(Durability.OFF)
                .withSmallRunBytes(0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void lookups_besideCompactions_findWhatIsThere(boolean all) throws Exception {
        Path directory = temporary.resolve("db").toAbsolutePath();
        StoreOptions options = options().withRetention(all ? Retention.ALL : Retention.ofRevisions(3));
        AtomicReference<Throwable> problem = new AtomicReference<>();
        try (GraphStore store = GraphStore.create(directory, options)) {
            store.schema().createIndex(Optional.of("items"), "Item", List.of("id"), false);
            Thread writer = Thread.ofPlatform().start(() -> write(store, problem));
            Random random = new Random(Long.getLong("thetis.seed", 6));
            while (writer.isAlive()) {
                lookUp(store, random);
            }
            writer.join();
            assertThat(problem.get()).isNull();
            verify(store);
            assertThat(store.check((done, total) -> {}).findings()).isEmpty();
        }
        assertThat(OpenFiles.deletedBelow(directory)).isZero();
        Set<Path> files = dataFiles(directory);
        try (GraphStore reopened = GraphStore.open(directory, options)) {
            assertThat(dataFiles(directory)).isEqualTo(files);
            verify(reopened);
        }
    }

    private static Set<Path> dataFiles(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().startsWith("data-"))
                    .collect(Collectors.toSet());
        }
    }

    private void write(GraphStore store, AtomicReference<Throwable> problem) {
        try {
            for (int round = 0; round < ROUNDS; round++) {
                commit(store);
                store.checkpoint();
            }
        } catch (RuntimeException | Error e) {
            problem.set(e);
        }
    }

    /** Creates some nodes, and deletes one that is older. */
    private void commit(GraphStore store) {
        try (GraphTransaction transaction = store.begin(Isolation.SNAPSHOT)) {
            int[] key = {transaction.propertyKey("id")};
            int set = transaction.labelSet(transaction.label("Item"));
            long first = lastId + 1;
            for (long id = first; id < first + NODES_OF_A_COMMIT; id++) {
                transaction.createNode(set, key, new Object[] {id});
            }
            long old = first / 2;
            // Of the last commit's none: the other thread looks for them.
            if (first > 2 * NODES_OF_A_COMMIT && deleted.add(old)) {
                transaction.deleteNode(only(transaction.snapshot(), old), false);
            }
            transaction.commit(Optional.empty());
            lastId = first + NODES_OF_A_COMMIT - 1;
        }
    }

    /** What is committed is found by everyone who begins to read afterwards. */
    private void lookUp(GraphStore store, Random random) {
        long last = lastId;
        if (last > 0) {
            // Never one that may be deleted meanwhile.
            long id = last - random.nextInt(NODES_OF_A_COMMIT);
            assertThat(nodes(store.snapshot(), id)).as("id=%d", id).hasSize(1);
        }
    }

    private void verify(GraphStore store) {
        Snapshot snapshot = store.snapshot();
        for (long id = 1; id <= lastId; id++) {
            assertThat(nodes(snapshot, id)).as("id=%d", id).hasSize(deleted.contains(id) ? 0 : 1);
        }
    }

    private static long only(Snapshot snapshot, long id) {
        return nodes(snapshot, id).getFirst();
    }

    private static List<Long> nodes(Snapshot snapshot, long id) {
        Vector keys = new Vector();
        keys.reset(VectorKind.INTEGER, 1);
        keys.longs()[0] = id;
        try (GraphReader reader = snapshot.reader()) {
            NodeIndexReader index = reader.index(snapshot.catalog().indexes().getFirst());
            index.seek(keys, 0);
            long[] found = new long[4];
            int count = index.next(found, found.length);
            return Arrays.stream(found, 0, count).boxed().toList();
        }
    }

    @Test
    void closing_dropsWhatNobodyHasAdopted() throws Exception {
        Path directory = temporary.resolve("db").toAbsolutePath();
        try (GraphStore store = GraphStore.create(directory, options())) {
            store.schema().createIndex(Optional.of("items"), "Item", List.of("id"), false);
            for (int round = 0; round < ROUNDS && threads() == 0; round++) {
                commit(store);
                store.checkpoint();
            }
        }
        Set<Path> files = dataFiles(directory);
        try (GraphStore reopened = GraphStore.open(directory, options())) {
            assertThat(dataFiles(directory)).isEqualTo(files);
            verify(reopened);
        }
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("thetis-compaction"))
                .count();
    }
}
