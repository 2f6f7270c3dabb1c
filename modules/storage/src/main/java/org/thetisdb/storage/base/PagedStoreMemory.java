package org.thetisdb.storage.base;

import java.lang.foreign.MemorySegment;
import org.thetisdb.io.PageCache;
import org.thetisdb.io.PagedFile;
import org.thetisdb.io.ReadEpoch;
import org.thetisdb.storage.file.StoreMemory;

/**
 * The data file through the page cache. The epoch is entered by the first {@link #ensure} after a refresh and left by
 * the refresh, so that a worker that waits for its consumer holds up nobody's eviction. Not thread safe.
 */
final class PagedStoreMemory implements StoreMemory, AutoCloseable {
    private final PagedFile file;
    private final ReadEpoch epoch;
    private final MemorySegment memory;
    private long generation;
    private boolean entered;

    PagedStoreMemory(PageCache cache, PagedFile file) {
        this.file = file;
        memory = file.memory();
        epoch = cache.register();
    }

    @Override
    public MemorySegment memory() {
        return memory;
    }

    @Override
    public void ensure(long offset, long bytes) {
        if (!entered) {
            epoch.enter();
            entered = true;
        }
        file.ensureResident(epoch, offset, bytes);
    }

    @Override
    public long generation() {
        return generation;
    }

    long pageHits() {
        return epoch.pageHits();
    }

    long pageMisses() {
        return epoch.pageMisses();
    }

    void refresh() {
        if (entered) {
            entered = false;
            generation++;
            epoch.exit();
        }
    }

    @Override
    public void close() {
        entered = false;
        epoch.close();
    }
}
