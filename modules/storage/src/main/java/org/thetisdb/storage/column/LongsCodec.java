package org.thetisdb.storage.column;

import org.thetisdb.storage.ColumnCodes;
import org.thetisdb.storage.ColumnTotals;
import org.thetisdb.storage.RangeTest;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Values of one long each: booleans, integers, dates, local times.
 *
 * <pre>
 *   part 0   packed: longs
 * </pre>
 */
final class LongsCodec implements ValueReader {
    private final SegmentBytes bytes;
    private final Packed longs;

    LongsCodec(SegmentBytes bytes, Packed longs) {
        this.bytes = bytes;
        this.longs = longs;
    }

    /** @param longs of all values, which are of no use to the caller afterwards */
    static void encode(SegmentDraft draft, long[] longs) {
        draft.begin(Encoding.PACKED);
        draft.packed(0, longs, draft.valueCount());
    }

    @Override
    public void fetch(long value, Vector into, int index) {
        into.longs()[index] = bytes.get(longs, value);
    }

    @Override
    public void reach(long value) {
        bytes.need(longs, value, 1);
    }

    @Override
    public boolean canReach() {
        return true;
    }

    @Override
    public void decode(int from, int values, Vector into, int at) {
        bytes.unpack(longs, from, values, into.longs(), at);
    }

    @Override
    public boolean test(int from, int values, RangeTest test, long[] into) {
        return bytes.test(longs, from, values, test, into);
    }

    @Override
    public boolean total(VectorKind kind, int from, int values, ColumnTotals totals) {
        return bytes.total(longs, kind, from, values, totals);
    }

    @Override
    public boolean copyCodes(VectorKind kind, int from, int values, ColumnCodes into) {
        boolean isDone = bytes.copyCodes(longs, from, values, into);
        if (isDone) {
            into.setNumbers(kind, longs.minimum(), longs.factor());
        }
        return isDone;
    }

    @Override
    public void gather(long[] places, int length, Vector into, int at) {
        bytes.gather(longs, places, length, into.longs(), at);
    }
}
