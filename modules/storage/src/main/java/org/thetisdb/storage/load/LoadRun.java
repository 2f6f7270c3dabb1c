package org.thetisdb.storage.load;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.thetisdb.io.FileSystem;
import org.thetisdb.storage.column.ColumnEncoder;
import org.thetisdb.storage.file.CountingExtents;
import org.thetisdb.storage.file.DataFileIdentity;
import org.thetisdb.storage.file.DataFileWriter;
import org.thetisdb.storage.file.Extent;
import org.thetisdb.storage.file.IndexExtent;
import org.thetisdb.storage.file.LogMark;
import org.thetisdb.storage.file.RootBuilder;
import org.thetisdb.storage.file.Superblock;
import org.thetisdb.storage.file.Superblocks;
import org.thetisdb.storage.spill.SpillPool;
import org.thetisdb.value.ThetisException;

/**
 * One load from begin to end.
 *
 * <p>Memory: of the limit, three quarters are the pool's (blocks that wait, open chunks, appenders' buffers); it spills
 * when they are full. The rest is shared by the workers that sort: each sorts parts of a bucket that fit its share.
 */
final class LoadRun implements BulkLoader {
    /** Below this, buffers would be too small to be of use. */
    private static final long MEMORY_BYTES_MIN = 1 << 20;

    private static final String SPILL_FILE = "spill.tmp";

    private final FileSystem fileSystem;
    private final LoadOptions options;
    private final long startNanos = System.nanoTime();
    private final ImportDirectory directory;
    private final DataFileWriter file;
    private final SpillPool pool;
    private final LoadTarget target;
    private final LoadLifetime lifetime = new LoadLifetime();
    private final NodeIntake nodes;
    private final RelationshipIntake relationships;
    private final int scatterCapacity;
    private final ConcurrentHashMap<String, Integer> propertyKeys = new ConcurrentHashMap<>();
    private boolean ended;

    private LoadRun(FileSystem fileSystem, ImportDirectory directory, DataFileWriter file, LoadOptions options) {
        this.fileSystem = fileSystem;
        this.directory = directory;
        this.file = file;
        this.options = options;
        long memoryBytes = Math.max(options.memoryBytes(), MEMORY_BYTES_MIN);
        pool = new SpillPool(fileSystem, directory.path().resolve(SPILL_FILE), memoryBytes / 4 * 3);
        target = new LoadTarget(file, pool);
        long share = memoryBytes / 8 / Math.max(1, options.threadCount());
        scatterCapacity = Math.clamp(share / PairScatter.bytes(1), 1 << 10, PairScatter.CAPACITY);
        nodes = new NodeIntake(target, lifetime);
        relationships = new RelationshipIntake(target, lifetime, scatterCapacity);
    }

    static LoadRun begin(FileSystem fileSystem, Path path, LoadOptions options) {
        ImportDirectory directory = ImportDirectory.create(fileSystem, path);
        try {
            return new LoadRun(
                    fileSystem,
                    directory,
                    DataFileWriter.create(
                            fileSystem,
                            directory.path(),
                            DataFileIdentity.ofNewDatabase(options.random()),
                            options.pageBytes()),
                    options);
        } catch (ThetisException problem) {
            directory.remove(problem);
            throw problem;
        }
    }

    @Override
    public int label(String name) {
        return target.root().label(name);
    }

    @Override
    public int type(String name) {
        return target.root().type(name);
    }

    @Override
    public int propertyKey(String name) {
        return propertyKeys.computeIfAbsent(name, target.root()::propertyKey);
    }

    @Override
    public NodeAppender nodes(int... labelIds) {
        return nodes.appender(labelIds);
    }

    @Override
    public RelationshipAppender relationships(int typeId) {
        return relationships.appender(typeId);
    }

    @Override
    public void index(int labelId, int propertyKeyId, boolean unique) {
        lifetime.check();
        target.wantIndex(labelId, propertyKeyId, unique);
    }

    @Override
    public void onDuplicate(DuplicateListener listener) {
        target.onDuplicate(listener);
    }

    @Override
    public LoadResult finish(LoadProgress progress) {
        lifetime.finish();
        try {
            return finishIntake(new LoadWorkers(Math.max(1, options.threadCount()), progress), progress);
        } catch (RuntimeException | Error problem) {
            abort(problem);
            throw problem;
        }
    }

    private LoadResult finishIntake(LoadWorkers workers, LoadProgress progress) {
        workers.run(LoadProgress.Phase.NODES, nodes.unfinished(), () -> {
            ColumnEncoder encoder = new ColumnEncoder();
            return chunk -> chunk.write(encoder);
        });
        BucketSet backward = new BucketSet();
        int[] labelSetByChunk = target.labelSetByChunk();
        long partBytes = Math.max(options.memoryBytes(), MEMORY_BYTES_MIN) / 4 / Math.max(1, options.threadCount());
        workers.run(LoadProgress.Phase.FORWARD_LISTS, relationships.buckets().inOrder(), () -> {
            ListBuild build = new ListBuild(target, backward, labelSetByChunk, partBytes, scatterCapacity);
            return build::forward;
        });
        workers.run(LoadProgress.Phase.BACKWARD_LISTS, backward.inOrder(), () -> {
            ListBuild build = new ListBuild(target, backward, labelSetByChunk, partBytes, scatterCapacity);
            return build::backward;
        });
        buildIndexes(workers);
        return publish(progress);
    }

    private void buildIndexes(LoadWorkers workers) {
        List<LoadTarget.WantedIndex> wanted = target.indexes();
        IndexExtent[] extents = new IndexExtent[wanted.size()];
        List<Integer> places =
                java.util.stream.IntStream.range(0, extents.length).boxed().toList();
        workers.run(LoadProgress.Phase.INDEXES, places, () -> {
            Consumer<Integer> build = place -> {
                CountingExtents counting = new CountingExtents(target.extents());
                Extent root = wanted.get(place).builder().build(counting);
                extents[place] = new IndexExtent(root, counting.bytes());
            };
            return build;
        });
        for (int place = 0; place < extents.length; place++) {
            LoadTarget.WantedIndex index = wanted.get(place);
            target.root().index(index.labelId(), index.propertyKeyId(), index.unique(), extents[place]);
        }
    }

    private LoadResult publish(LoadProgress progress) {
        progress.advanced(LoadProgress.Phase.PUBLISH, 0, 1);
        RootBuilder root = target.root();
        target.statistics()
                .requireCounts(root.liveCount(), root.relationshipCount(true), root.relationshipCount(false));
        root.statistics(target.extents().append(target.statistics().encode()));
        target.root().revision(RootBuilder.FIRST_REVISION, options.clock().millis());
        Superblock superblock = file.finish(target.root(), LogMark.NONE);
        file.close();
        long databaseBytes = fileSystem.sizeBytes(file.path());
        Superblocks.create(fileSystem, directory.path(), superblock);
        long spilledBytes = pool.spilledBytes();
        pool.close();
        directory.publish();
        ended = true;
        progress.advanced(LoadProgress.Phase.PUBLISH, 1, 1);
        long nodeCount = 0;
        for (int chunk = 0; chunk < target.root().chunkCount(); chunk++) {
            nodeCount += target.root().rowCount(chunk);
        }
        return new LoadResult(
                nodeCount,
                target.relationshipCount(),
                target.propertyCount(),
                target.root().chunkCount(),
                databaseBytes,
                spilledBytes,
                System.nanoTime() - startNanos,
                directory.notes());
    }

    @Override
    public void close() {
        abort(null);
    }

    /** The files are deleted next: an error at closing is added to the reason, but changes nothing. */
    private static void closeQuietly(Runnable close, @Nullable Throwable reason) {
        try {
            close.run();
        } catch (ThetisException problem) {
            if (reason != null) {
                reason.addSuppressed(problem);
            }
        }
    }

    private void abort(@Nullable Throwable reason) {
        if (ended) {
            return;
        }
        ended = true;
        lifetime.abort();
        closeQuietly(file::close, reason);
        closeQuietly(pool::close, reason);
        directory.remove(reason);
    }
}
