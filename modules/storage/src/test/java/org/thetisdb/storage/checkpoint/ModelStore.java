package org.thetisdb.storage.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.thetisdb.io.FileSystem;
import org.thetisdb.io.PageCache;
import org.thetisdb.io.PageCacheOptions;
import org.thetisdb.io.depth.ProcessorGate;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.io.memory.MemoryGovernor;
import org.thetisdb.io.memory.MemoryUse;
import org.thetisdb.storage.base.BaseSnapshot;
import org.thetisdb.storage.base.DataFiles;
import org.thetisdb.storage.base.StoreCheck;
import org.thetisdb.storage.file.StoreFiles;
import org.thetisdb.storage.file.Superblocks;
import org.thetisdb.storage.load.BulkLoader;
import org.thetisdb.storage.load.LoadOptions;
import org.thetisdb.storage.load.LoadProgress;
import org.thetisdb.storage.load.NodeAppender;
import org.thetisdb.storage.load.RelationshipAppender;
import org.thetisdb.storage.options.UniqueNumbers;
import org.thetisdb.storage.spill.TemporarySpace;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** A base opened as the one process that writes has it, and the model of what is in it. */
final class ModelStore implements AutoCloseable {
    private static final int PAGE_BYTES = 4096;

    private final FileSystem fileSystem;
    private final Path directory;
    private final PageCache cache;
    private final DataFiles files;
    final Superblocks superblocks;
    private final CheckpointWriter writer;
    BaseSnapshot base;
    ModelGraph model;

    /** So little that columns with some long values are written piece by piece. */
    static final long MEMORY_BYTES = 16 << 10;

    ModelStore(FileSystem fileSystem, Path directory) {
        this(fileSystem, directory, threads(1), new UniqueNumbers());
    }

    /** So many threads, from the first row on. */
    static EncodingThreads threads(int count) {
        MemoryGovernor memory = MemoryGovernor.of(MemoryBudget.ofBytes(64 << 20));
        return new EncodingThreads(count, 0, memory.account(MemoryUse.CHECKPOINT), processors(0));
    }

    /** Eight processors, of which others use so many; each look is long after the one before. */
    static ProcessorGate processors(int others) {
        AtomicLong nanos = new AtomicLong();
        return new ProcessorGate(8, () -> nanos.addAndGet(1_000_000_000), () -> others * nanos.get());
    }

    /** @param random names files */
    ModelStore(FileSystem fileSystem, Path directory, EncodingThreads threads, RandomGenerator random) {
        this.fileSystem = fileSystem;
        this.directory = directory;
        cache = PageCache.open(fileSystem, PageCacheOptions.of(MemoryBudget.ofBytes(1 << 20)));
        files = new DataFiles(cache, fileSystem, directory);
        superblocks = Superblocks.read(fileSystem, directory);
        base = BaseSnapshot.open(files, superblocks.current());
        model = ModelGraph.read(base);
        StoreFiles.removeUnknown(fileSystem, directory, base.root());
        writer = new CheckpointWriter(
                fileSystem,
                directory,
                superblocks,
                MEMORY_BYTES,
                0,
                0,
                random,
                TemporarySpace.ofReader(fileSystem, directory),
                threads);
    }

    /** Writes three chunks of nodes with relationships of two types among them. */
    static void load(FileSystem fileSystem, Path directory, Random random, int nodeCount) {
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

    private static Vector integers(Random random, int count) {
        Vector values = new Vector();
        values.reset(VectorKind.INTEGER, count);
        for (int index = 0; index < count; index++) {
            values.longs()[index] = random.nextLong();
        }
        return values;
    }

    CheckpointResult checkpoint(ModelGraph changed, long revision, long oldestRevision) {
        return checkpoint(changed, revision, oldestRevision, Throttle.NONE);
    }

    CheckpointResult checkpoint(ModelGraph changed, long revision, long oldestRevision, Throttle throttle) {
        CheckpointResult result = write(new ModelSource(model, changed, revision), oldestRevision, throttle);
        reopen();
        return result;
    }

    /** Makes a checkpoint of which nothing is read yet. */
    CheckpointResult write(CheckpointSource source, long oldestRevision, Throttle throttle) {
        return writer.write(base, source, oldestRevision, throttle);
    }

    /** Reads what was written last. */
    void reopen() {
        // The base goes on being read although files of it may be deleted.
        assertSame(ModelGraph.read(base), model);
        base.close();
        base = BaseSnapshot.open(files, superblocks.current());
        model = ModelGraph.read(base);
    }

    /** Begins a compaction if one is worth it. */
    Optional<IndexCompaction> beginCompaction() {
        return writer.beginCompaction(base);
    }

    void dropCompaction() {
        writer.dropCompaction();
    }

    void assertSound(String as) {
        assertThat(new StoreCheck(base, superblocks, fileSystem, directory, (phase, items) -> {})
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

    static void assertSame(ModelGraph found, ModelGraph expected) {
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
}
