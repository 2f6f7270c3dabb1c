package org.thetisdb.storage.column;

import java.lang.foreign.MemorySegment;
import org.thetisdb.storage.ColumnCodes;
import org.thetisdb.storage.ColumnTotals;
import org.thetisdb.storage.RangeTest;
import org.thetisdb.storage.file.Extent;
import org.thetisdb.storage.file.StoreMemory;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.VectorKind;

/**
 * The bytes of one segment as its codec reads them, and how much of them is resident.
 *
 * <p>Residency. A small segment is made resident as a whole, once for each generation of the store's memory; of a large
 * one only the bytes that a row or a run needs, so that a point read of a long column of texts costs two pages.
 *
 * <p>Invariant: {@link #memory} is only looked at where {@link #need} was called since {@link #begin}, or where {@link
 * #isResident}. Not thread safe.
 */
final class SegmentBytes {
    /** Up to this size, one residency check for the whole is cheaper than one for each row. */
    static final long WHOLE_BYTES_MAX = 64 << 10;

    /**
     * A segment of at most this many bytes for each row asked for since the last refresh is made resident as a whole:
     * so many rows lie on nearly all of its pages anyway.
     */
    private static final int ROW_BYTES = 4096;

    private final StoreMemory store;
    private final Extent extent;
    private final ColumnScratch scratch;
    private long residentGeneration = Long.MIN_VALUE;
    private boolean resident;
    private long askedRows;

    SegmentBytes(StoreMemory store, Extent extent, ColumnScratch scratch) {
        this.store = store;
        this.extent = extent;
        this.scratch = scratch;
    }

    Extent extent() {
        return extent;
    }

    ColumnScratch scratch() {
        return scratch;
    }

    MemorySegment memory() {
        return store.memory();
    }

    /** Whether all is resident, and so needs no further thought until a refresh. */
    boolean isResident() {
        return resident;
    }

    /** So many rows will be read before the next refresh. */
    void announce(int rows) {
        long generation = store.generation();
        if (residentGeneration != generation) {
            residentGeneration = generation;
            resident = false;
            askedRows = 0;
        }
        askedRows += rows;
    }

    /** Decides whether residency needs no further thought until a refresh. */
    void begin() {
        if (resident && residentGeneration == store.generation()) {
            return;
        }
        announce(0);
        if (extent.bytes() <= Math.max(WHOLE_BYTES_MAX, askedRows * ROW_BYTES)) {
            store.ensure(extent.offset(), extent.bytes());
            resident = true;
        }
    }

    /** Makes all resident if that is the way in which so many rows are read best; whether it is. */
    boolean reachAll(int rows) {
        boolean isBest = extent.bytes() <= Math.max(WHOLE_BYTES_MAX, (long) rows * ROW_BYTES);
        if (isBest) {
            store.ensure(extent.offset(), extent.bytes());
        }
        return isBest;
    }

    /**
     * Says that some of all values will be read, of which each part has as large a share as of the values; of a small
     * segment, or if no part is known to be so, that all will be.
     *
     * @param parts where they begin, ascending
     */
    void wantShare(long[] parts, int from, int values, int valueCount) {
        if (parts.length == 0 || extent.bytes() <= WHOLE_BYTES_MAX) {
            store.wantSoon(extent.offset(), extent.bytes());
            return;
        }
        for (int part = 0; part < parts.length; part++) {
            long begin = parts[part];
            long end = part + 1 < parts.length ? parts[part + 1] : extent.end();
            double bytesEach = (double) (end - begin) / valueCount;
            long first = begin + (long) (bytesEach * from);
            store.wantSoon(first, Math.clamp((long) (bytesEach * values) + Long.BYTES, 1, end - first));
        }
    }

    /** Makes the values of a run of a packed part readable. */
    void need(Packed part, long first, long length) {
        if (!resident) {
            part.need(first, length);
        }
    }

    void need(long offset, long bytes) {
        if (!resident && bytes > 0) {
            store.ensure(offset, bytes);
        }
    }

    /** One value of a packed part. */
    long get(Packed part, long value) {
        need(part, value, 1);
        return part.get(value);
    }

    /** Values of a packed part that follow one upon the other. */
    void unpack(Packed part, int from, int values, long[] into, int at) {
        need(part, from, values);
        part.unpack(from, values, into, at, scratch);
    }

    /** As {@link #unpack}, of codes below {@code codeCount}, into {@code into[0 …]}; false if some are none. */
    boolean unpackCodes(Packed part, int from, int values, int codeCount, int[] into) {
        need(part, from, values);
        return part.unpackCodes(from, values, codeCount, into, scratch);
    }

    /** Tests values of a packed part that follow one upon the other; whether that can be done. */
    boolean test(Packed part, int from, int values, RangeTest test, long[] into) {
        if (!part.canTest()) {
            return false;
        }
        need(part, from, values);
        part.test(from, values, test, into, scratch);
        return true;
    }

    /** Totals of values of a packed part that follow one upon the other; whether that can be done. */
    boolean total(Packed part, VectorKind kind, int from, int values, ColumnTotals totals) {
        if (!part.canTotal(totals.hasSum())) {
            return false;
        }
        need(part, from, values);
        part.total(kind, from, values, totals, scratch);
        return true;
    }

    /** As {@link Packed#copyCodes}; whether it can be done. */
    boolean copyCodes(Packed part, int from, int values, ColumnCodes into) {
        if (!part.hasCodes(into.bitsMax())) {
            return false;
        }
        need(part, from, values);
        part.copyCodes(from, values, into);
        return true;
    }

    /** Values of a packed part in any order, which are readable. */
    void gather(Packed part, long[] places, int length, long[] into, int at) {
        part.gather(places, length, into, at, scratch);
    }

    /** The length of what lies between two offsets in a part that begins at {@code bytesAt}. */
    long checkedLength(long from, long end, long bytesAt) {
        if (from < 0 || end < from || end > extent.end() - bytesAt) {
            throw corrupt("ascending offsets of strings", from + " to " + end);
        }
        return end - from;
    }

    void expect(boolean holds, String expected, String found) {
        if (!holds) {
            throw corrupt(expected, found);
        }
    }

    /** As {@link #expect(boolean, String, String)}; no text is made of what was found where it is as expected. */
    void expect(boolean holds, String expected, long found, long more) {
        if (!holds) {
            throw corrupt(expected, found + " + " + more);
        }
    }

    ThetisException corrupt(String expected, String found) {
        return SegmentHeader.corrupt(extent, expected, found);
    }
}
