package org.thetisdb.storage.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.io.FileSystem;
import org.thetisdb.io.LocalFileSystem;
import org.thetisdb.storage.Catalog.ConstraintDescriptor;
import org.thetisdb.storage.Catalog.ConstraintKind;
import org.thetisdb.storage.Catalog.IndexDescriptor;
import org.thetisdb.storage.base.BaseSnapshot;
import org.thetisdb.storage.file.EarlierRoot;
import org.thetisdb.storage.file.Superblocks;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Goal: after any number of checkpoints the store is the model, it is sound, earlier revisions that are to be kept read
 * as they did, and nothing else is on the disk. Method: random changes to a model, whose difference is the source.
 */
final class CheckpointTest {
    @TempDir
    private Path temporary;

    private final FileSystem fileSystem = new LocalFileSystem();
    private Path directory;

    private void load(Random random, int nodeCount) {
        directory = temporary.resolve("db");
        ModelStore.load(fileSystem, directory, random, nodeCount);
    }

    private ModelStore open() {
        return new ModelStore(fileSystem, directory);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 4, 5, 6, 7})
    void generations_ofRandomChanges_areTheModel(long number) throws Exception {
        long seed = Long.getLong("thetis.seed", 100) + number;
        Random random = new Random(seed);
        load(random, number == 0 ? 1 : 150);
        // No history, all of it, or the last three revisions.
        long kept = List.of(0L, Long.MAX_VALUE, 3L).get((int) (number % 3));
        TreeMap<Long, ModelGraph> history = new TreeMap<>();
        try (ModelStore opened = open()) {
            history.put(1L, opened.model);
            for (long revision = 2; revision < 14; revision++) {
                ModelGraph changed = opened.model.copy();
                new RandomChanges(random, changed).apply(random.nextInt(5) == 0 ? 400 : random.nextInt(40));
                if (revision == 5) {
                    changed.indexes.add(new IndexDescriptor(2, "late", 0, List.of(1, 0), false, false));
                    changed.constraints.add(new ConstraintDescriptor("c", ConstraintKind.EXISTS, true, 1, List.of(1)));
                }
                if (revision == 9) {
                    changed.indexes.removeFirst();
                }
                long oldest = kept == Long.MAX_VALUE ? 0 : revision - kept;
                CheckpointResult result = opened.checkpoint(changed, revision, oldest);
                String as = "seed=" + seed + ", revision=" + revision;
                assertThat(result.failedIndexes()).as(as).isEmpty();
                assertThat(result.removalProblem()).as(as).isEmpty();
                ModelStore.assertSame(opened.model, changed);
                assertThat(opened.model.indexes).as(as).allMatch(IndexDescriptor::online);
                opened.assertSound(as);
                history.put(revision, opened.model);
                checkHistory(opened, history, oldest, as);
            }
        }
        try (ModelStore reopened = open()) {
            ModelStore.assertSame(reopened.model, history.lastEntry().getValue());
        }
    }

    private void checkHistory(ModelStore opened, TreeMap<Long, ModelGraph> history, long oldest, String as)
            throws Exception {
        Map<Long, EarlierRoot> roots = new TreeMap<>();
        opened.base.root().earlierRoots().forEach(root -> roots.put(root.revision(), root));
        Long first = history.floorKey(oldest);
        assertThat(roots.keySet())
                .as(as)
                .isEqualTo(history.tailMap(first == null ? history.firstKey() : first)
                        .headMap(history.lastKey())
                        .keySet());
        for (EarlierRoot root : roots.values()) {
            try (BaseSnapshot earlier = opened.base.openEarlier(root)) {
                ModelStore.assertSame(ModelGraph.read(earlier), history.get(root.revision()));
                assertThat(earlier.root().timeMillis()).isEqualTo(root.timeMillis());
            }
        }
        try (var files = Files.list(directory)) {
            List<String> expected = opened.base.root().dataFiles().stream()
                    .map(file -> "data-%08d.thetis".formatted(file.number()))
                    .sorted()
                    .toList();
            assertThat(files.map(file -> file.getFileName().toString())
                            .filter(name -> name.startsWith("data-"))
                            .sorted()
                            .toList())
                    .as(as)
                    .isEqualTo(expected);
        }
        if (roots.isEmpty()) {
            assertThat(opened.base.root().dataFiles()).as(as).allMatch(opened.base.root()::names);
        }
    }

    @Test
    void overwriting_withoutHistory_doesNotGrow() {
        Random random = new Random(7);
        load(random, 2_000);
        try (ModelStore opened = open()) {
            long most = 0;
            for (long revision = 2; revision < 30; revision++) {
                ModelGraph changed = opened.model.copy();
                changed.nodes.replaceAll((id, node) -> id % 7 == 0
                        ? new ModelGraph.Node(node.labelSet(), Map.of(0, random.nextLong(), 1, random.nextLong()))
                        : node);
                opened.checkpoint(changed, revision, revision);
                long bytes = opened.base.root().dataFiles().stream()
                        .mapToLong(file -> file.geometry().endOffset())
                        .sum();
                most = revision == 6 ? bytes : most;
                assertThat(revision <= 6 || bytes <= most * 3 / 2)
                        .as("bytes=%d, after 5 checkpoints=%d", bytes, most)
                        .isTrue();
            }
            ModelGraph emptied = opened.model.copy();
            emptied.relationships.clear();
            emptied.nodes.keySet().removeIf(id -> id > 5);
            opened.checkpoint(emptied, 30, 30);
            opened.assertSound("emptied");
            ModelStore.assertSame(opened.model, emptied);
            assertThat(opened.base.root().dataFiles().stream()
                            .mapToLong(file -> file.geometry().endOffset())
                            .sum())
                    .isLessThan(most / 3);
        }
    }

    @Test
    void givenUp_anywhere_leavesTheBase() throws Exception {
        Random random = new Random(9);
        load(random, 50);
        try (ModelStore opened = open()) {
            ModelGraph changed = opened.model.copy();
            new RandomChanges(random, changed).apply(100);
            for (int calls = 0; calls < 12; calls += 3) {
                int[] left = {calls};
                Throttle throttle = bytes -> {
                    if (left[0]-- == 0) {
                        throw new ThetisException(ErrorCode.CLOSED, "The database is being closed.");
                    }
                };
                assertThatThrownBy(() -> opened.checkpoint(changed, 2, 0, throttle))
                        .isInstanceOf(ThetisException.class)
                        .hasMessageContaining("being closed");
                assertThat(directory.resolve("data-00000001.thetis")).doesNotExist();
                assertThat(Superblocks.read(fileSystem, directory).current()).isEqualTo(opened.superblocks.current());
            }
            opened.checkpoint(changed, 2, 0);
            ModelStore.assertSame(opened.model, changed);
        }
    }

    @Test
    void uniqueIndex_overEqualValues_isNotBuilt() {
        load(new Random(11), 50);
        try (ModelStore opened = open()) {
            ModelGraph changed = opened.model.copy();
            changed.nodes.replaceAll(
                    (id, node) -> id < 2 ? new ModelGraph.Node(node.labelSet(), Map.of(0, id, 1, "same")) : node);
            changed.indexes.add(new IndexDescriptor(2, "unique", 0, List.of(1), true, false));
            CheckpointResult result = opened.checkpoint(changed, 2, 0);
            assertThat(result.failedIndexes()).containsOnlyKeys("unique");
            assertThat(result.failedIndexes().get("unique")).hasMessageContaining("same");
            assertThat(opened.model.indexes.getLast().online()).isFalse();
            opened.assertSound("without the index");
        }
    }
}
