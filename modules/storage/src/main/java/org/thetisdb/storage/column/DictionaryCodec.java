package org.thetisdb.storage.column;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.thetisdb.storage.ColumnCodes;
import org.thetisdb.value.vector.Dictionary;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

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
    /** For fewer values no dictionary is made, which costs as much as some strings. */
    private static final int CODED_COUNT_MIN = 16;

    private final SegmentBytes bytes;
    private final Packed codes;
    private final Packed offsets;
    private final long textAt;

    /** Whose dictionary vectors keep: this segment's, without keeping the segment. */
    private final Object source = new Object();

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
        bytes.gather(codes, places, length, found, 0);
        translate(found, length, into, at);
    }

    @Override
    public void decodeAll(int from, int values, Vector into) {
        if (!code(values, into)) {
            decode(from, values, into, 0);
            return;
        }
        int size = into.dictionary().size();
        if (!bytes.unpackCodes(codes, from, values, size, into.codes())) {
            for (int i = 0; i < values; i++) {
                checkedCode(bytes.get(codes, from + i), size);
            }
        }
        // A null gets some code, as it has to, also where the spreading of values leaves it alone.
        Arrays.fill(into.codes(), values, into.count(), 0);
    }

    @Override
    public boolean copyCodes(VectorKind kind, int from, int values, ColumnCodes into) {
        int size = size();
        if (into.needsNumbers()
                || !Dictionary.isSmall(size, offsets.get(size), values)
                || !codes.isPlain()
                || !codes.hasCodes(into.bitsMax())) {
            return false;
        }
        // Of all values of the segment, the dictionary has each, in the order in which they are met.
        if (into.mayBeAllMet() && values == codes.count()) {
            into.setAllMet();
        } else {
            bytes.copyCodes(codes, from, values, into);
        }
        into.setDictionary(dictionary().strings());
        return true;
    }

    @Override
    public void gatherAll(long[] places, Vector into) {
        int length = into.count();
        if (!code(length, into)) {
            gather(places, length, into, 0);
            return;
        }
        gatherCodes(places, length, into.codes(), 0);
    }

    @Override
    public int codedCount() {
        return offsets.count() - 1;
    }

    @Override
    public long codedBytes() {
        return offsets.get(size());
    }

    @Override
    public Dictionary dictionary() {
        return StringsCodec.dictionary(bytes, offsets, textAt, source);
    }

    @Override
    public void gatherCodes(long[] places, int length, int[] into, int at) {
        long[] found = bytes.scratch().codes(length);
        bytes.gather(codes, places, length, found, 0);
        narrow(found, length, into, at);
    }

    /** Makes the entries of a vector codes, to be written, if the dictionary is small for so many values. */
    private boolean code(int values, Vector into) {
        if (values < CODED_COUNT_MIN) {
            return false;
        }
        if (into.codeAgain(source)) {
            return true;
        }
        int size = size();
        if (!Dictionary.isSmall(size, offsets.get(size), values)) {
            return false;
        }
        into.code(dictionary());
        return true;
    }

    /** How many strings the dictionary has; where the last one ends can be read then. */
    private int size() {
        int size = offsets.count() - 1;
        bytes.need(offsets, size, 1);
        return size;
    }

    /** Makes integers of codes that were unpacked. */
    private void narrow(long[] found, int values, int[] into, int at) {
        int size = codedCount();
        long outside = 0;
        for (int i = 0; i < values; i++) {
            long code = found[i];
            into[at + i] = (int) code;
            outside |= code | size - 1 - code;
        }
        for (int i = 0; outside < 0 && i < values; i++) {
            checkedCode(found[i], size);
        }
    }

    /** Codes into strings: many share one copy of the dictionary, few are copied one by one. */
    private void translate(long[] found, int values, Vector into, int at) {
        int size = size();
        if (!Dictionary.isSmall(size, offsets.get(size), values)) {
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
