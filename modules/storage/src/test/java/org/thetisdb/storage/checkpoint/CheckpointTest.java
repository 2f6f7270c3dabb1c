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
import org.thetisdb.io.MemoryBudget;
import org.thetisdb.io.PageCache;
import org.thetisdb.io.PageCacheOptions;
import org.thetisdb.storage.Catalog.ConstraintDescriptor;
import org.thetisdb.storage.Catalog.ConstraintKind;
import org.thetisdb.storage.Catalog.IndexDescriptor;
import org.thetisdb.storage.base.BaseSnapshot;
import org.thetisdb.storage.base.DataFiles;
import org.thetisdb.storage.base.StoreCheck;
import org.thetisdb.storage.file.EarlierRoot;
import org.thetisdb.storage.file.Superblocks;
import org.thetisdb.storage.load.BulkLoader;
import org.thetisdb.storage.load.LoadOptions;
import org.thetisdb.storage.load.LoadProgress;
import org.thetisdb.storage.load.NodeAppender;
import org.thetisdb.storage.load.RelationshipAppender;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Goal: after any number of checkpoints the store is the model, it is sound, earlier revisions that are to be kept read
 * as they did, and nothing else is on the disk. Method: random changes to a model, whose difference is the source.
 */
final class CheckpointTest {
    private static final int PAGE_BYTES = 4096;

    @TempDir
    private Path temporary;

    private final FileSystem fileSystem = new LocalFileSystem();
    private Path directory;

    /** The opened database, as the one process that writes has it. */
    private final class Opened implements AutoCloseable {
        final PageCache cache = PageCache.open(fileSystem, PageCacheOptions.of(MemoryBudget.ofBytes(1 << 20)));
        final DataFiles files = new DataFiles(cache, directory);
        final Superblocks superblocks = Superblocks.read(fileSystem, directory);
        BaseSnapshot base = BaseSnapshot.open(files, superblocks.current());
        ModelGraph model = ModelGraph.read(base);

        CheckpointResult checkpoint(ModelGraph changed, long revision, long oldestRevision) {
            return checkpoint(changed, revision, oldestRevision, Throttle.NONE);
        }

        CheckpointResult checkpoint(ModelGraph changed, long revision, long oldestRevision, Throttle throttle) {
            CheckpointWriter writer = new CheckpointWriter(fileSystem, directory, superblocks, 1 << 20);
            CheckpointResult result =
                    writer.write(base, new ModelSource(model, changed, revision), oldestRevision, throttle);
            // The base goes on being read although files of it may be deleted.
            assertSame(ModelGraph.read(base), model);
            base.close();
            base = BaseSnapshot.open(files, superblocks.current());
            model = ModelGraph.read(base);
            return result;
        }

        void assertSound(String as) {
            assertThat(new StoreCheck(base, superblocks, fileSystem, (phase, items) -> {})
                            .run()
                            .findings())
                    .as(as)
                    .isEmpty();
        }

        @Override
        public void close() {
            base.close();
            cache.close();
        }
    }

    private static void assertSame(ModelGraph found, ModelGraph expected) {
        assertThat(found.labels).isEqualTo(expected.labels);
        assertThat(found.types).isEqualTo(expected.types);
        assertThat(found.keys).isEqualTo(expected.keys);
        assertThat(found.labelSets).isEqualTo(expected.labelSets);
        assertThat(found.constraints).isEqualTo(expected.constraints);
        assertThat(found.rowCounts).isEqualTo(expected.rowCounts);
        assertThat(found.nodes.equals(expected.nodes)).as("nodes").isTrue();
        assertThat(found.relationships.equals(expected.relationships))
                .as("relationships")
                .isTrue();
    }

    private static Vector integers(Random random, int count) {
        Vector values = new Vector();
        values.reset(VectorKind.INTEGER, count);
        for (int index = 0; index < count; index++) {
            values.longs()[index] = random.nextLong();
        }
        return values;
    }

    private void load(Random random, int nodeCount) {
        directory = temporary.resolve("db");
        LoadOptions options = new LoadOptions(1 << 20, 1, PAGE_BYTES);
        try (BulkLoader loader = BulkLoader.create(fileSystem, directory, options)) {
            int first = loader.label("A");
            int second = loader.label("B");
            int key = loader.propertyKey("id");
            int other = loader.propertyKey("other");
            loader.index(first, key, true);
            loader.index(second, other, false);
            long[][] ids = new long[3][nodeCount];
            int[][] sets = {{first}, {second}, {first, second}};
            for (int set = 0; set < sets.length; set++) {
                try (NodeAppender nodes = loader.nodes(sets[set])) {
                    Vector[] columns = {integers(random, nodeCount), integers(random, nodeCount)};
                    nodes.append(new int[] {key, other}, columns, nodeCount, ids[set]);
                }
            }
            for (int type = 0; type < 2; type++) {
                try (RelationshipAppender appender = loader.relationships(loader.type("T" + type))) {
                    long[] starts = new long[nodeCount * 2];
                    long[] ends = new long[nodeCount * 2];
                    for (int index = 0; index < starts.length; index++) {
                        starts[index] = ids[random.nextInt(3)][random.nextInt(nodeCount)];
                        ends[index] = ids[random.nextInt(3)][random.nextInt(nodeCount)];
                    }
                    Vector[] columns = {integers(random, starts.length)};
                    appender.append(starts, ends, new int[] {other}, columns, starts.length);
                }
            }
            loader.finish(LoadProgress.NONE);
        }
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
        try (Opened opened = new Opened()) {
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
                assertSame(opened.model, changed);
                assertThat(opened.model.indexes).as(as).allMatch(IndexDescriptor::online);
                assertThat(opened.base.root().logSegment()).isEqualTo(revision * 10);
                opened.assertSound(as);
                history.put(revision, opened.model);
                checkHistory(opened, history, oldest, as);
            }
        }
        try (Opened reopened = new Opened()) {
            assertSame(reopened.model, history.lastEntry().getValue());
        }
    }

    private void checkHistory(Opened opened, TreeMap<Long, ModelGraph> history, long oldest, String as)
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
                assertSame(ModelGraph.read(earlier), history.get(root.revision()));
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
        try (Opened opened = new Opened()) {
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
            assertSame(opened.model, emptied);
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
        try (Opened opened = new Opened()) {
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
            assertSame(opened.model, changed);
        }
    }

    @Test
    void uniqueIndex_overEqualValues_isNotBuilt() {
        load(new Random(11), 50);
        try (Opened opened = new Opened()) {
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
