package org.thetisdb.storage.load;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import org.thetisdb.io.FileSystem;
import org.thetisdb.io.PageCache;
import org.thetisdb.io.PageCacheOptions;
import org.thetisdb.io.PagedFile;
import org.thetisdb.io.ReadEpoch;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.storage.adjacency.AdjacencyDirectory;
import org.thetisdb.storage.adjacency.AdjacencyReader;
import org.thetisdb.storage.file.Root;
import org.thetisdb.storage.file.StoreFiles;
import org.thetisdb.storage.file.StoreMemory;
import org.thetisdb.storage.file.Superblock;
import org.thetisdb.storage.file.Superblocks;
import org.thetisdb.storage.index.IndexCursor;
import org.thetisdb.storage.statistics.GraphStatistics;

/** A database opened by its parts, for tests of what the loader wrote. */
final class OpenedStore implements AutoCloseable {
    final PageCache cache;
    final PagedFile file;
    final ReadEpoch epoch;
    final StoreMemory memory;
    final Root root;
    final AdjacencyReader adjacency;
    final GraphStatistics statistics;

    OpenedStore(FileSystem fileSystem, Path directory, long cacheBytes) {
        Superblock superblock = Superblocks.read(fileSystem, directory).current();
        cache = PageCache.open(fileSystem, PageCacheOptions.of(MemoryBudget.ofBytes(cacheBytes)));
        file = cache.open(StoreFiles.dataFile(directory, superblock.root().file()), superblock.geometry());
        epoch = cache.register();
        epoch.enter();
        memory = new StoreMemory() {
            @Override
            public MemorySegment memory() {
                return file.memory();
            }

            @Override
            public void ensure(long offset, long bytes) {
                file.ensureResident(epoch, offset, bytes);
            }

            @Override
            public long generation() {
                return 0;
            }
        };
        root = Root.read(
                extent -> {
                    memory.ensure(extent.offset(), extent.bytes());
                    return MemorySegment.ofArray(file.memory()
                            .asSlice(extent.offset(), extent.bytes())
                            .toArray(ValueLayout.JAVA_BYTE));
                },
                superblock.root(),
                superblock.rootFile(),
                superblock.geometry(),
                files -> {});
        AdjacencyDirectory directoryOf =
                (type, forward, chunk) -> root.adjacency(type, forward).extent(chunk);
        adjacency =
                new AdjacencyReader(file -> memory, directoryOf, root.catalog().typeCount(), root.chunkCount());
        statistics = GraphStatistics.read(root.extents().read(root.statistics()), root.catalog());
    }

    IndexCursor index(int ordinal) {
        return new IndexCursor(memory, root.indexRuns(ordinal).getFirst().root());
    }

    @Override
    public void close() {
        epoch.close();
        file.close();
        cache.close();
    }
}
