package org.thetisdb.lucene;

import org.thetisdb.io.PageBatch;
import org.thetisdb.io.PageCache;

/**
 * What lies around a miss, and is read with it as long as the cache has room that nobody uses. Searchers jump: terms,
 * lists, values and vectors are read here and there, and announced by nobody. Page by page, a file of some hundred MiB
 * would take tens of thousands of reads that wait for each other; in large pieces it takes what the device needs for
 * its bytes.
 *
 * <pre>
 *   file     |---------- region, 2 MiB ----------|-- ...
 *   1st miss            [block, 128 KiB]             costs little more than a page
 *   2nd miss of a region  [ all of it ]              it is in use
 * </pre>
 *
 * <p>Where all of the file has room, the first miss of a region brings it. Else a file of which only single places are
 * wanted costs a block for each. A region is as large as a huge page, which it becomes when all of it is there.
 *
 * <p>Thread safe; who misses a mark reads a block once more.
 */
final class Surroundings {
    private static final int BLOCK_BYTES = 128 << 10;
    private static final int REGION_BYTES = 2 << 20;

    private final PageCache cache;
    private final long fileBytes;
    private final boolean[] missed;
    private int untouched;

    Surroundings(PageCache cache, long fileBytes) {
        this.cache = cache;
        this.fileBytes = fileBytes;
        this.missed = new boolean[(int) ((fileBytes + REGION_BYTES - 1) / REGION_BYTES)];
        this.untouched = missed.length;
    }

    /** Adds what lies around a byte that is missing. */
    void want(PageBatch batch, long offset) {
        if (!cache.hasRoom(REGION_BYTES)) {
            return;
        }
        int region = (int) (offset / REGION_BYTES);
        long bytes = missed[region] || cache.hasRoom((long) untouched * REGION_BYTES) ? REGION_BYTES : BLOCK_BYTES;
        untouched -= missed[region] ? 0 : 1;
        missed[region] = true;
        long begin = offset & -bytes;
        batch.want(begin, Math.min(bytes, fileBytes - begin));
    }
}
