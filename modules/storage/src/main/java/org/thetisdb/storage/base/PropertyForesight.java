package org.thetisdb.storage.base;

import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.column.ColumnSegment;
import org.thetisdb.storage.file.Foresight;
import org.thetisdb.storage.ids.IdGroups;
import org.thetisdb.value.vector.Vector;

/**
 * Tells from which pages properties of nodes, or of relationships, are read: of many ids in any order, or of a run of
 * consecutive ones; of the property that is being read, and of those that will be read of the same ids.
 *
 * <p>It is asked in the middle of a read, so it has segments of its own: what a segment keeps while it reads is of one
 * read.
 *
 * <p>A run is most often a step of a scan, of which the next steps follow: it is told with as many rows after it as the
 * scan has taken so far, twice, as far as its segment goes. So a scan that ends early has not read much in vain.
 *
 * <p>Invariant: between {@link #end} and the next begin nothing is told. Not thread safe.
 */
final class PropertyForesight implements Foresight {
    private static final long[] NO_IDS = {};
    private static final int[] NO_KEYS = {};
    private static final int NOT_SORTED = -1;

    /** Ids that are told at a time: as many as are looked at. */
    private static final int SORTED_MAX = 1024;

    /** A scan's pages are told again after so many rows, so that telling costs next to nothing. */
    private static final int STEP_ROWS = 4096;

    /** So far ahead of a scan its pages are read by another thread: some milliseconds of what a scan does. */
    private static final int AHEAD_ROWS = 16_384;

    /** Of fewer ids of a batch of a scan, the next chunk may have none. */
    private static final int STEP_IDS_MIN = 64;

    private static final int RUN = -2;

    private final Supplier<PropertyColumns.Segments> newSegments;
    private PropertyColumns.@Nullable Segments segments;
    private final Vector scratch = new Vector();

    private int key;
    private int[] further = NO_KEYS;
    private long[] ids = NO_IDS;
    private boolean @Nullable [] nulls;
    private int count;

    /** All before it is read, and before the place in the segment, while there is one. */
    private int reached;

    private @Nullable ColumnSegment reading;

    /** The next ids without nulls, ascending, so that those of one segment are met together: made when asked for. */
    private long[] sorted = NO_IDS;

    private int sortedCount;

    /** Of which id on they are. */
    private int sortedFrom;

    private long runFirst;
    private int runCount;
    /** How many rows the scan has read before the run. */
    private int rowsBefore;

    // Of the scan.
    private int chunk = GraphReader.NO_CHUNK;
    private int nextChunk = GraphReader.NO_CHUNK;

    /** By key, the chunk that needs no more telling. */
    private int[] told = NO_KEYS;

    /** @param newSegments makes more of what is read */
    PropertyForesight(Supplier<PropertyColumns.Segments> newSegments) {
        this.newSegments = newSegments;
    }

    /** A property is read of many ids; further ones of the same ids after it. */
    void begin(int newKey, int[] furtherKeys, long[] newIds, boolean @Nullable [] newNulls, int newCount) {
        key = newKey;
        further = furtherKeys;
        ids = newIds;
        nulls = newNulls;
        count = newCount;
        reached = 0;
        reading = null;
        sortedCount = NOT_SORTED;
    }

    /** All before an index is read. */
    void reach(int index) {
        reached = index;
        reading = null;
    }

    /** All before an index is read, and of what follows, what a segment has read of it. */
    void reach(int index, ColumnSegment segment) {
        reached = index;
        reading = segment;
    }

    /** A property is read of consecutive ids, of which the first is given; further ones of the same ids after it. */
    void beginRun(int newKey, int[] furtherKeys, long firstId, int newCount) {
        if (firstId != runFirst) {
            boolean isNext = firstId == runFirst + runCount || NodeIdLayout.row(firstId) == 0;
            rowsBefore = isNext ? Math.min(rowsBefore + runCount, NodeIdLayout.CHUNK_ROWS) : 0;
        }
        key = newKey;
        further = furtherKeys;
        runFirst = firstId;
        runCount = newCount;
        sortedCount = RUN;
    }

    /** A scan is in a chunk, and goes to another one after it. */
    void scan(int newChunk, int newNextChunk) {
        if (newChunk <= chunk) {
            // Another scan has begun, which may end early.
            rowsBefore = 0;
            runCount = 0;
            Arrays.fill(told, GraphReader.NO_CHUNK);
        }
        chunk = newChunk;
        nextChunk = newNextChunk;
    }

    /** Whether it is time to tell what comes after what has been begun; once in a while in a scan, never elsewhere. */
    boolean isTimeForMore() {
        if (sortedCount != RUN) {
            return isStepOfScan() && !isTold();
        }
        int first = NodeIdLayout.row(runFirst);
        return rowsBefore > 0 && (first == 0 || (first - 1) / STEP_ROWS != (first + runCount - 1) / STEP_ROWS);
    }

    /** Whether many of the ids that the scan has just met are being read. */
    private boolean isStepOfScan() {
        return nextChunk != GraphReader.NO_CHUNK
                && nulls == null
                && count >= STEP_IDS_MIN
                && NodeIdLayout.chunk(ids[0]) == chunk
                && NodeIdLayout.chunk(ids[count - 1]) == chunk;
    }

    private boolean isTold() {
        return key < told.length && told[key] == nextChunk;
    }

    /** Tells what the scan reads after the run, of its chunk and of the next; or after the ids, of the next. */
    void tellMore(Wants wants) {
        PropertyColumns.Segments known = segments == null ? newSegments.get() : segments;
        segments = known;
        try {
            if (sortedCount == RUN) {
                tellAfterRun(known);
            } else {
                tellAfterIds(known);
            }
        } catch (Missing _) {
            // Its pages are noted.
        }
    }

    private void tellAfterRun(PropertyColumns.Segments known) {
        ColumnSegment segment = known.segmentOf(key, runFirst);
        int from = NodeIdLayout.row(runFirst) + runCount;
        int inChunk = segment == null ? 0 : Math.clamp(segment.count() - from, 0, AHEAD_ROWS);
        if (segment != null && inChunk > 0) {
            segment.tellRun(from, inChunk);
        }
        if (inChunk < AHEAD_ROWS && nextChunk != GraphReader.NO_CHUNK) {
            ColumnSegment next = known.segmentOf(key, NodeIdLayout.id(nextChunk, 0));
            if (next != null && next.count() > 0) {
                next.tellRun(0, Math.min(AHEAD_ROWS - inChunk, next.count()));
            }
        }
    }

    /** The next chunk's segment, if it is read as a whole for as many ids; page by page, nobody knows which. */
    private void tellAfterIds(PropertyColumns.Segments known) {
        ColumnSegment next = known.segmentOf(key, NodeIdLayout.id(nextChunk, 0));
        if (next != null) {
            next.reachAll(count);
        }
        if (told.length <= key) {
            int length = told.length;
            told = Arrays.copyOf(told, key + 1);
            Arrays.fill(told, length, told.length, GraphReader.NO_CHUNK);
        }
        told[key] = nextChunk;
    }

    /** What was begun has been read. */
    void end() {
        further = NO_KEYS;
        ids = NO_IDS;
        nulls = null;
        count = 0;
        sortedCount = 0;
    }

    @Override
    public void tell(Wants wants) {
        PropertyColumns.Segments known = segments == null ? newSegments.get() : segments;
        segments = known;
        if (sortedCount != RUN) {
            sort(reading == null ? reached : Math.max(reached, reading.readingIndex()));
        }
        tell(known, key, wants);
        for (int index = 0; index < further.length && wants.isOpen(); index++) {
            tell(known, further[index], wants);
        }
    }

    /** Sorts the ids that are read next; a batch may be long, and is told of for each few pages of it. */
    private void sort(int from) {
        if (sortedCount != NOT_SORTED && sortedFrom == from) {
            return;
        }
        int end = Math.min(count, from + SORTED_MAX);
        if (sorted.length < end - from) {
            sorted = new long[Math.min(count, SORTED_MAX)];
        }
        int found = 0;
        for (int index = from; index < end; index++) {
            if (nulls == null || !nulls[index]) {
                sorted[found++] = ids[index];
            }
        }
        Arrays.sort(sorted, 0, found);
        sortedCount = found;
        sortedFrom = from;
    }

    private void tell(PropertyColumns.Segments known, int asked, Wants wants) {
        if (sortedCount == RUN) {
            tellRun(known, asked);
            return;
        }
        int index = 0;
        while (index < sortedCount && wants.isOpen()) {
            int end = index + 1;
            while (end < sortedCount && IdGroups.group(sorted[end]) == IdGroups.group(sorted[index])) {
                end++;
            }
            tellGroup(known, asked, index, end, wants);
            index = end;
        }
    }

    /** Of ids of one segment. */
    private void tellGroup(PropertyColumns.Segments known, int asked, int from, int end, Wants wants) {
        try {
            ColumnSegment segment = known.segmentOf(asked, sorted[from]);
            if (segment == null || segment.reachAll(end - from)) {
                return;
            }
            // None is passed over: in this order, the next one lies on the next page as likely as on the same.
            for (int index = from; index < end && wants.isOpen(); index++) {
                tellRow(segment, NodeIdLayout.row(sorted[index]));
            }
        } catch (Missing _) {
            // Its pages are noted.
        }
    }

    private void tellRow(ColumnSegment segment, int row) {
        try {
            segment.tell(row, scratch);
        } catch (Missing _) {
            // Its pages are noted.
        }
    }

    private void tellRun(PropertyColumns.Segments known, int asked) {
        try {
            ColumnSegment segment = known.segmentOf(asked, runFirst);
            if (segment != null) {
                int first = NodeIdLayout.row(runFirst);
                segment.tellRun(first, Math.min(runCount + 2 * rowsBefore, segment.count() - first));
            }
        } catch (Missing _) {
            // Its pages are noted.
        }
    }
}
