package org.thetisdb.storage.column;

import java.lang.foreign.MemorySegment;
import org.thetisdb.value.vector.Vector;

/**
 * Floats as they are.
 *
 * <pre>
 *   part 0   8 bytes each
 * </pre>
 */
final class DoublesCodec implements ValueReader {
    private final SegmentBytes bytes;
    private final long offset;

    DoublesCodec(SegmentBytes bytes, long offset) {
        this.bytes = bytes;
        this.offset = offset;
    }

    static void encode(SegmentDraft draft, double[] source) {
        draft.begin(Encoding.DOUBLES);
        SegmentSink sink = draft.part(0);
        int at = sink.reserve((long) draft.valueCount() * Double.BYTES);
        for (int i = 0; i < draft.valueCount(); i++) {
            sink.setDouble(at + i * Double.BYTES, source[draft.row(i)]);
        }
    }

    @Override
    public void fetch(long value, Vector into, int index) {
        long at = offset + value * Double.BYTES;
        bytes.need(at, Double.BYTES);
        into.doubles()[index] = bytes.memory().get(SegmentLayout.DOUBLE, at);
    }

    @Override
    public void reach(long value) {
        bytes.need(offset + value * Double.BYTES, Double.BYTES);
    }

    @Override
    public boolean canReach() {
        return true;
    }

    @Override
    public void decode(int from, int values, Vector into, int at) {
        long first = offset + (long) from * Double.BYTES;
        bytes.need(first, (long) values * Double.BYTES);
        MemorySegment.copy(bytes.memory(), SegmentLayout.DOUBLE, first, into.doubles(), at, values);
    }

    @Override
    public void gather(long[] places, int length, Vector into, int at) {
        MemorySegment memory = bytes.memory();
        double[] doubles = into.doubles();
        for (int i = 0; i < length; i++) {
            doubles[at + i] = memory.get(SegmentLayout.DOUBLE, offset + places[i] * Double.BYTES);
        }
    }
}
