package org.thetisdb.storage.column;

import org.thetisdb.storage.file.KindCode;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * A segment that is being written: the encoding half of each codec adds its parts here. Reusable, so that its buffers
 * are; not thread safe.
 */
final class SegmentDraft {
    private final SegmentSink sink;
    private int start;
    private int valueCount;
    private int[] rows = new int[0];
    private long[] codes = new long[0];

    SegmentDraft(SegmentSink sink) {
        this.sink = sink;
    }

    /** Begins another segment: header and presence, of entries of a vector. */
    void start(Vector values, int from, int count) {
        start = sink.align();
        sink.reserve(SegmentLayout.HEADER_BYTES);
        findRows(values, from, count);
        sink.setInt(start, SegmentLayout.MAGIC);
        sink.setInt(start + SegmentLayout.COUNT, count);
        sink.setInt(start + SegmentLayout.VALUE_COUNT, valueCount);
        VectorKind kind = valueCount == 0 ? VectorKind.NULL : values.kind();
        sink.setByte(start + SegmentLayout.KIND, KindCode.of(kind));
        if (valueCount > 0 && valueCount < count) {
            sink.setLong(start + SegmentLayout.PRESENCE, presence(from, count) - start);
        }
    }

    private void findRows(Vector values, int from, int count) {
        valueCount = 0;
        if (rows.length < count) {
            rows = new int[count];
        }
        if (values.kind() == VectorKind.NULL) {
            return;
        }
        boolean objects = values.kind() == VectorKind.OBJECT;
        for (int row = from; row < from + count; row++) {
            if (!values.isNull(row) && !(objects && values.objects()[row] == null)) {
                rows[valueCount++] = row;
            }
        }
    }

    private int presence(int from, int count) {
        int at = sink.align();
        sink.reserve(SegmentLayout.presenceBytes(count));
        int words = (int) SegmentLayout.presenceWords(count);
        int next = 0;
        for (int word = 0; word < words; word++) {
            long bits = 0;
            sink.setInt(at + words * Long.BYTES + word * Integer.BYTES, next);
            int end = from + (word + 1) * Long.SIZE;
            while (next < valueCount && rows[next] < end) {
                bits |= 1L << (rows[next] - from);
                next++;
            }
            sink.setLong(at + word * Long.BYTES, bits);
        }
        return at;
    }

    /** How many entries are not null. */
    int valueCount() {
        return valueCount;
    }

    /** The entry of the vector that has a value. */
    int row(int value) {
        return rows[value];
    }

    /** The entries that have values. */
    int[] rows() {
        return rows;
    }

    /** An array to prepare a part in; the same each time, with what it had unless it has to grow. */
    long[] codes(int count) {
        if (codes.length < count) {
            codes = new long[Math.max(count, codes.length * 2)];
        }
        return codes;
    }

    /** The entries of an array that have values, in {@link #codes}. */
    long[] gather(long[] source) {
        long[] gathered = codes(valueCount);
        for (int i = 0; i < valueCount; i++) {
            gathered[i] = source[rows[i]];
        }
        return gathered;
    }

    /** Says which codec has written the parts. */
    void begin(Encoding encoding) {
        sink.setByte(start + SegmentLayout.ENCODING, encoding.number());
    }

    /** A small number in the header that the codec needs. */
    void auxiliary(int number) {
        sink.setByte(start + SegmentLayout.AUX, number);
    }

    /** Begins a part whose bytes the caller appends. */
    SegmentSink part(int part) {
        place(part, sink.align());
        return sink;
    }

    /** Adds a part of packed values, which are of no use to the caller afterwards. */
    void packed(int part, long[] values, int count) {
        place(part, sink.putPacked(values, count));
    }

    private void place(int part, int at) {
        Invariant.check((at & 7) == 0, "parts of a segment begin at multiples of 8", "part", part, "offset", at);
        sink.setLong(start + SegmentLayout.PART_0 + part * Long.BYTES, at - start);
    }

    void finish() {
        sink.align();
        sink.setLong(start + SegmentLayout.BYTES, sink.position() - start);
    }

    /**
     * Ends a segment whose last part the caller writes elsewhere, behind what is in the sink.
     *
     * @param bytes of that part, a multiple of 8
     */
    void finishBefore(long bytes) {
        sink.setLong(start + SegmentLayout.BYTES, sink.position() - start + bytes);
    }
}
