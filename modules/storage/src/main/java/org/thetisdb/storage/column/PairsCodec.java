package org.thetisdb.storage.column;

import org.thetisdb.value.vector.Vector;

/**
 * Values of two longs each: times with an offset, local date-times.
 *
 * <pre>
 *   part 0   packed: longs
 *   part 1   packed: longs2
 * </pre>
 */
final class PairsCodec implements ValueReader {
    private final SegmentBytes bytes;
    private final Packed longs;
    private final Packed longs2;

    PairsCodec(SegmentBytes bytes, Packed longs, Packed longs2) {
        this.bytes = bytes;
        this.longs = longs;
        this.longs2 = longs2;
    }

    /** @param longs of all values, which are of no use to the caller afterwards */
    static void encode(SegmentDraft draft, long[] longs, Vector values) {
        draft.begin(Encoding.PACKED_PAIR);
        draft.packed(0, longs, draft.valueCount());
        draft.packed(1, draft.gather(values.longs2()), draft.valueCount());
    }

    @Override
    public void fetch(long value, Vector into, int index) {
        into.longs()[index] = bytes.get(longs, value);
        into.longs2()[index] = bytes.get(longs2, value);
    }

    @Override
    public void tell(long value, Vector scratch) {
        longs.wantSoon(value);
        longs2.wantSoon(value);
    }

    @Override
    public void reach(long value) {
        bytes.need(longs, value, 1);
        bytes.need(longs2, value, 1);
    }

    @Override
    public boolean canReach() {
        return true;
    }

    @Override
    public void decode(int from, int values, Vector into, int at) {
        bytes.unpack(longs, from, values, into.longs(), at);
        bytes.unpack(longs2, from, values, into.longs2(), at);
    }

    @Override
    public void gather(long[] places, int length, Vector into, int at) {
        bytes.gather(longs, places, length, into.longs(), at);
        bytes.gather(longs2, places, length, into.longs2(), at);
    }
}
