package org.thetisdb.storage.column;

import java.lang.foreign.MemorySegment;
import org.thetisdb.value.vector.Dictionary;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Strings one after the other.
 *
 * <pre>
 *   part 0   packed: offsets, one more than values
 *   part 1   UTF-8
 * </pre>
 */
final class StringsCodec implements ValueReader {
    /** Values that were gathered for each string, so that making a dictionary of all is little beside them. */
    private static final int ROWS_OF_STRING_MIN = 4;

    private final SegmentBytes bytes;
    private final Packed offsets;
    private final long textAt;

    /** Whose strings vectors keep: this segment's, without keeping the segment. */
    private final Object source = new Object();

    /** Values that were gathered until now. */
    private long gatheredCount;

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

    /**
     * A copy of strings that lie one after the other, for batch after batch.
     *
     * @param offsets one more than there are strings
     */
    static Dictionary dictionary(SegmentBytes bytes, Packed offsets, long textAt, Object source) {
        int size = offsets.count() - 1;
        long[] ends = bytes.scratch().offsets(size + 1);
        bytes.unpack(offsets, 0, size + 1, ends, 0);
        int length = Math.toIntExact(bytes.checkedLength(ends[0], ends[size], textAt));
        bytes.need(textAt + ends[0], length);
        Vector strings = new Vector();
        strings.reset(VectorKind.STRING, size);
        int start = strings.reserveBytes(length);
        MemorySegment.copy(bytes.memory(), SegmentLayout.BYTE, textAt + ends[0], strings.bytes(), start, length);
        for (int code = 0; code < size; code++) {
            long at = ends[code];
            long stringBytes = bytes.checkedLength(at, ends[code + 1], textAt);
            strings.setStringRange(code, start + (int) (at - ends[0]), (int) stringBytes);
        }
        return new Dictionary(source, strings);
    }

    @Override
    public int codedCount() {
        return offsets.count() - 1;
    }

    @Override
    public long codedBytes() {
        int size = codedCount();
        bytes.need(offsets, size, 1);
        return offsets.get(size);
    }

    @Override
    public Dictionary dictionary() {
        return dictionary(bytes, offsets, textAt, source);
    }

    /** A value's code is its place: strings that are read again and again need not be copied each time. */
    @Override
    public void gatherCodes(long[] places, int length, int[] into, int at) {
        for (int i = 0; i < length; i++) {
            into[at + i] = (int) places[i];
        }
    }

    @Override
    public void gatherAll(long[] places, Vector into) {
        int length = into.count();
        gatheredCount += length;
        if (!into.codeAgain(source)) {
            int size = codedCount();
            if (gatheredCount < (long) size * ROWS_OF_STRING_MIN || !Dictionary.isSmall(size, codedBytes(), length)) {
                gather(places, length, into, 0);
                return;
            }
            into.code(dictionary());
        }
        gatherCodes(places, length, into.codes(), 0);
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
