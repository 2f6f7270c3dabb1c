package org.thetisdb.storage.column;

import java.lang.foreign.MemorySegment;
import org.thetisdb.value.vector.Vector;

/**
 * Strings one after the other.
 *
 * <pre>
 *   part 0   packed: offsets, one more than values
 *   part 1   UTF-8
 * </pre>
 */
final class StringsCodec implements ValueReader {
    private final SegmentBytes bytes;
    private final Packed offsets;
    private final long textAt;

    StringsCodec(SegmentBytes bytes, Packed offsets, long textAt) {
        this.bytes = bytes;
        this.offsets = offsets;
        this.textAt = textAt;
    }

    static void encode(SegmentDraft draft, Vector values) {
        int valueCount = draft.valueCount();
        int[] starts = values.starts();
        int[] lengths = values.lengths();
        byte[] text = values.bytes();
        long[] offsets = draft.codes(valueCount + 1);
        offsets[0] = 0;
        for (int i = 0; i < valueCount; i++) {
            offsets[i + 1] = offsets[i] + lengths[draft.row(i)];
        }
        draft.begin(Encoding.STRINGS);
        draft.packed(0, offsets, valueCount + 1);
        SegmentSink sink = draft.part(1);
        for (int i = 0; i < valueCount; i++) {
            int row = draft.row(i);
            sink.put(text, starts[row], lengths[row]);
        }
    }

    @Override
    public void fetch(long value, Vector into, int index) {
        copy(bytes, offsets, textAt, value, into, index);
    }

    /** Copies one string: of these codes, or of a dictionary. */
    static void copy(SegmentBytes bytes, Packed offsets, long textAt, long value, Vector into, int index) {
        bytes.need(offsets, value, 2);
        long from = offsets.get(value);
        int length = Math.toIntExact(bytes.checkedLength(from, offsets.get(value + 1), textAt));
        // First the room, which may be refused: then the pages are not wanted either.
        int start = into.reserveBytes(length);
        bytes.need(textAt + from, length);
        MemorySegment.copy(bytes.memory(), SegmentLayout.BYTE, textAt + from, into.bytes(), start, length);
        into.setStringRange(index, start, length);
    }

    @Override
    public void decode(int from, int values, Vector into, int at) {
        long[] ends = bytes.scratch().codes(values + 1);
        bytes.unpack(offsets, from, values + 1, ends, 0);
        long first = ends[0];
        int length = Math.toIntExact(bytes.checkedLength(first, ends[values], textAt));
        int start = into.reserveBytes(length);
        bytes.need(textAt + first, length);
        MemorySegment.copy(bytes.memory(), SegmentLayout.BYTE, textAt + first, into.bytes(), start, length);
        setRanges(ends, values, start, length, into, at);
    }

    private void setRanges(long[] ends, int values, int start, int length, Vector into, int at) {
        long first = ends[0];
        int[] starts = into.starts();
        int[] lengths = into.lengths();
        for (int i = 0; i < values; i++) {
            int low = (int) (ends[i] - first);
            int high = (int) (ends[i + 1] - first);
            if (low < 0 || high < low || high > length) {
                throw bytes.corrupt("ascending offsets of strings", low + " to " + high);
            }
            starts[at + i] = start + low;
            lengths[at + i] = high - low;
        }
    }
}
