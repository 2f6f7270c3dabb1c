package org.thetisdb.storage.column;

import java.lang.foreign.MemorySegment;
import org.thetisdb.value.vector.Vector;

/**
 * Strings of which many are the same.
 *
 * <pre>
 *   part 0   packed: codes
 *   part 1   packed: offsets of the dictionary's entries, one more than there are
 *   part 2   UTF-8
 * </pre>
 */
final class DictionaryCodec implements ValueReader {
    /** A run copies the whole dictionary if that has at most this many entries for each of its values … */
    private static final int ENTRIES_FACTOR = 4;

    /** … and this many bytes: beyond, copying string by string costs less. */
    private static final int BYTES_FACTOR = 64;

    private final SegmentBytes bytes;
    private final Packed codes;
    private final Packed offsets;
    private final long textAt;

    DictionaryCodec(SegmentBytes bytes, Packed codes, Packed offsets, long textAt) {
        this.bytes = bytes;
        this.codes = codes;
        this.offsets = offsets;
        this.textAt = textAt;
    }

    /** @param codes of all values, which are of no use to the caller afterwards */
    static void encode(SegmentDraft draft, Vector values, StringDictionary dictionary, long[] codes) {
        int size = dictionary.size();
        draft.begin(Encoding.STRING_DICTIONARY);
        draft.packed(0, codes, draft.valueCount());
        long[] offsets = draft.codes(size + 1);
        dictionary.offsets(offsets);
        draft.packed(1, offsets, size + 1);
        SegmentSink sink = draft.part(2);
        for (int code = 0; code < size; code++) {
            int row = dictionary.row(code);
            sink.put(values.bytes(), values.starts()[row], values.lengths()[row]);
        }
    }

    @Override
    public void fetch(long value, Vector into, int index) {
        StringsCodec.copy(bytes, offsets, textAt, bytes.get(codes, value), into, index);
    }

    @Override
    public void decode(int from, int values, Vector into, int at) {
        long[] found = bytes.scratch().codes(values);
        bytes.unpack(codes, from, values, found, 0);
        translate(found, values, into, at);
    }

    @Override
    public void gather(long[] places, int length, Vector into, int at) {
        long[] found = bytes.scratch().codes(length);
        codes.gather(places, length, found, 0);
        translate(found, length, into, at);
    }

    /** Codes into strings: many share one copy of the dictionary, few are copied one by one. */
    private void translate(long[] found, int values, Vector into, int at) {
        int size = offsets.count() - 1;
        bytes.need(offsets, size, 1);
        if (size > (long) values * ENTRIES_FACTOR || offsets.get(size) > (long) values * BYTES_FACTOR) {
            translateOneByOne(found, values, size, into, at);
            return;
        }
        long[] ends = bytes.scratch().offsets(size + 1);
        bytes.unpack(offsets, 0, size + 1, ends, 0);
        int length = Math.toIntExact(bytes.checkedLength(ends[0], ends[size], textAt));
        bytes.need(textAt, length);
        int start = into.reserveBytes(length);
        MemorySegment.copy(bytes.memory(), SegmentLayout.BYTE, textAt, into.bytes(), start, length);
        int[] starts = into.starts();
        int[] lengths = into.lengths();
        for (int i = 0; i < values; i++) {
            int code = checkedCode(found[i], size);
            long low = ends[code];
            starts[at + i] = start + (int) low;
            lengths[at + i] = (int) (ends[code + 1] - low);
        }
    }

    /** Copies each string that occurs once, however often it occurs, and none for an entry that is null. */
    private void translateOneByOne(long[] found, int values, int size, Vector into, int at) {
        int[] firsts = bytes.scratch().slots(values);
        for (int i = 0; i < values; i++) {
            if (into.isNull(at + i)) {
                continue;
            }
            int code = checkedCode(found[i], size);
            int slot = code & firsts.length - 1;
            while (firsts[slot] != 0 && found[firsts[slot] - 1] != code) {
                slot = slot + 1 & firsts.length - 1;
            }
            if (firsts[slot] == 0) {
                firsts[slot] = i + 1;
                StringsCodec.copy(bytes, offsets, textAt, code, into, at + i);
            } else {
                ValueReader.share(into, at + firsts[slot] - 1, at + i);
            }
        }
    }

    private int checkedCode(long code, int size) {
        if (code < 0 || code >= size) {
            throw bytes.corrupt("a code below " + size, String.valueOf(code));
        }
        return (int) code;
    }
}
