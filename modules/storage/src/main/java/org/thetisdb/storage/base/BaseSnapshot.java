package org.thetisdb.storage.base;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.thetisdb.io.PageCache;
import org.thetisdb.io.PagedFile;
import org.thetisdb.io.ReadEpoch;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.Statistics;
import org.thetisdb.storage.ZoneMap;
import org.thetisdb.storage.file.Extent;
import org.thetisdb.storage.file.Root;
import org.thetisdb.storage.file.SegmentDirectory;
import org.thetisdb.storage.file.Superblock;
import org.thetisdb.storage.statistics.GraphStatistics;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** The graph as the base of one root holds it. Immutable, thread safe. */
public final class BaseSnapshot implements Snapshot {
    private final PageCache cache;
    private final PagedFile file;
    private final Root root;
    private final GraphStatistics statistics;
    private final long revision;

    /** Reads the root, but no data. */
    public BaseSnapshot(PageCache cache, PagedFile file, Superblock superblock) {
        this.cache = cache;
        this.file = file;
        this.revision = superblock.revision();
        root = Root.read(this::copy, superblock.root(), superblock.geometry().dataBytes());
        statistics = root.statistics().isPresent()
                ? GraphStatistics.read(copy(root.statistics()), root.catalog())
                : GraphStatistics.empty(root.catalog());
    }

    private MemorySegment copy(Extent extent) {
        if (extent.bytes() < 0 || extent.bytes() > Integer.MAX_VALUE - 16) {
            throw new ThetisException(
                    ErrorCode.CORRUPT_STRUCTURE,
                    "Extent has an impossible length: file=" + file.path() + ", offset=" + extent.offset() + ", bytes="
                            + extent.bytes());
        }
        try (ReadEpoch epoch = cache.register()) {
            epoch.enter();
            file.ensureResident(epoch, extent.offset(), extent.bytes());
            byte[] bytes = new byte[(int) extent.bytes()];
            MemorySegment.copy(file.memory(), ValueLayout.JAVA_BYTE, extent.offset(), bytes, 0, bytes.length);
            return MemorySegment.ofArray(bytes);
        }
    }

    public Root root() {
        return root;
    }

    @Override
    public Catalog catalog() {
        return root.catalog();
    }

    @Override
    public Statistics statistics() {
        return statistics;
    }

    GraphStatistics graphStatistics() {
        return statistics;
    }

    @Override
    public int chunkCount() {
        return root.chunkCount();
    }

    @Override
    public int rowCount(int chunk) {
        return root.rowCount(chunk);
    }

    @Override
    public int labelSet(int chunk) {
        return root.labelSet(chunk);
    }

    @Override
    public long revision() {
        return revision;
    }

    @Override
    public Object base() {
        return this;
    }

    @Override
    public ZoneMap zoneMap(int chunk, int propertyKeyId) {
        SegmentDirectory directory = root.nodeColumn(propertyKeyId);
        return directory.has(chunk) ? directory.zoneMap(chunk) : ZoneMap.allNull(root.rowCount(chunk));
    }

    @Override
    public GraphReader reader() {
        return newReader();
    }

    BaseReader newReader() {
        return new BaseReader(this, root, cache, file);
    }
}
