package org.thetisdb.storage.log;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Where commits lie in all segments of a log: a {@link RevisionIndex} for each that somebody has read. However long the
 * log becomes, they have at most {@link #ENTRIES_MAX} entries between them, about a megabyte: when there are more, every
 * second one goes, and from then on entries are twice as far apart. As segments are removed, they become denser again.
 *
 * <pre>
 *   log         up to 256 MiB    512 MiB    1 GiB      8 GiB
 *   an entry    every 4 KiB      8 KiB      16 KiB     128 KiB
 * </pre>
 *
 * <p>Any thread.
 */
final class RevisionIndexes {
    static final int ENTRIES_MAX = 1 << 16;

    private static final long DISTANCE_BYTES_MIN = 4 << 10;
    private static final long DISTANCE_BYTES_MAX = 1 << 30;

    /** By the number of the segment. */
    private final Map<Integer, RevisionIndex> indexes = new ConcurrentHashMap<>();

    private final AtomicInteger entryCount = new AtomicInteger();
    private volatile long distanceBytes = DISTANCE_BYTES_MIN;

    /** The index of a segment, as far as it was read. */
    RevisionIndex of(int segment, long firstRevision) {
        return indexes.computeIfAbsent(segment, _ -> new RevisionIndex(this, firstRevision));
    }

    /** A segment is removed. */
    synchronized void forget(int segment) {
        RevisionIndex forgotten = indexes.remove(segment);
        if (forgotten == null) {
            return;
        }
        // Who still reads the segment may add entries; they are counted again when indexes are thinned out.
        int left = entryCount.addAndGet(-forgotten.count());
        if (left < ENTRIES_MAX / 4 && distanceBytes > DISTANCE_BYTES_MIN) {
            distanceBytes /= 2;
        }
    }

    /** How many bytes of the log are to lie between two entries, at least. */
    long distanceBytes() {
        return distanceBytes;
    }

    /** An index has one more entry; not to be called under its lock. */
    void added() {
        if (entryCount.incrementAndGet() > ENTRIES_MAX) {
            thinOut();
        }
    }

    private synchronized void thinOut() {
        while (entryCount.get() > ENTRIES_MAX && distanceBytes < DISTANCE_BYTES_MAX) {
            distanceBytes *= 2;
            int left = 0;
            for (RevisionIndex index : indexes.values()) {
                left += index.thinOut(distanceBytes);
            }
            entryCount.set(left);
        }
    }

    /** How many entries all indexes have. */
    int entryCount() {
        return entryCount.get();
    }
}
