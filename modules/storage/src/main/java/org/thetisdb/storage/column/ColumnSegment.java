package org.thetisdb.storage.column;

import java.lang.foreign.MemorySegment;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.file.Extent;
import org.thetisdb.storage.file.StoreMemory;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.Point;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;
import org.thetisdb.value.vector.ZoneCode;

/**
 * Reads one column segment, row by row or in runs. Opening it checks every offset in its headers, so that a damaged
 * segment is an error and not a read from elsewhere.
 *
 * <p>Residency. A small segment is made resident as a whole, once for each generation of the store's memory; of a large
 * one only the bytes that a row or a run needs, so that a point read of a long column of texts costs two pages.
 *
 * <p>Not thread safe.
 */
public final class ColumnSegment {
    /** Up to this size, one residency check for the whole is cheaper than one for each row. */
    private static final long WHOLE_BYTES_MAX = 64 << 10;

    /** A run copies the whole dictionary if that has at most this many entries for each of its values … */
    private static final int DICTIONARY_FACTOR = 4;

    /** … and this many bytes: beyond, copying string by string costs less. */
    private static final int DICTIONARY_BYTES_FACTOR = 64;

    /** Below this many rows, gathering them costs more than reading one by one. */
    private static final int GATHER_COUNT_MIN = 4;

    /** Rows that follow one upon the other are read as a run from so many on, unless all share one dictionary. */
    private static final int RUN_COUNT_MIN = 16;

    /**
     * A segment of at most this many bytes for each row asked for since the last refresh is made resident as a whole:
     * so many rows lie on nearly all of its pages anyway.
     */
    private static final int ROW_BYTES = 4096;

    private final StoreMemory store;
    private final Extent extent;
    private final VectorKind kind;
    private final Encoding encoding;
    private final int count;
    private final int valueCount;
    private final double divisor;
    private final long presence;
    private final long ranks;
    private final long[] parts;
    private final Packed[] packed;
    private final ColumnSegment child;
    private final int[] zones;
    private long residentGeneration = Long.MIN_VALUE;
    private boolean resident;
    private long askedRows;
    private final ColumnScratch scratch;

    /** Opens the segment that lies in the extent. */
    public static ColumnSegment open(StoreMemory store, Extent extent) {
        return open(store, extent, new ColumnScratch());
    }

    /** Opens the segment that lies in the extent; it shares the scratch with other segments of the same worker. */
    public static ColumnSegment open(StoreMemory store, Extent extent, ColumnScratch scratch) {
        try {
            return new ColumnSegment(store, extent, scratch, 0);
        } catch (IndexOutOfBoundsException | DateTimeException e) {
            throw SegmentHeader.corrupt(extent, "a header that fits", String.valueOf(e.getMessage()));
        }
    }

    private ColumnSegment(StoreMemory store, Extent extent, ColumnScratch scratch, int depth) {
        this.store = store;
        this.scratch = scratch;
        this.extent = extent;
        SegmentHeader header = new SegmentHeader(store, extent);
        kind = header.kind;
        encoding = header.encoding;
        count = header.count;
        valueCount = header.valueCount;
        divisor = header.divisor;
        presence = header.presence;
        ranks = header.ranks;
        parts = header.parts;
        packed = header.packed;
        zones = header.zones;
        child = encoding == Encoding.LISTS ? openChild(depth) : null;
    }

    private ColumnSegment openChild(int depth) {
        expect(depth == 0, "elements of lists that are not lists themselves", "lists");
        ColumnSegment elements = new ColumnSegment(
                store, extent.part(parts[1], extent.end() - parts[1]), new ColumnScratch(), depth + 1);
        packed[0].need(valueCount, 1);
        long elementCount = packed[0].get(valueCount);
        expect(elementCount == elements.count, elements.count + " elements", elementCount + " elements");
        return elements;
    }

    private void expect(boolean holds, String expected, String found) {
        if (!holds) {
            throw SegmentHeader.corrupt(extent, expected, found);
        }
    }

    public VectorKind kind() {
        return kind;
    }

    public Encoding encoding() {
        return encoding;
    }

    /** Rows, with and without a value. */
    public int count() {
        return count;
    }

    public int valueCount() {
        return valueCount;
    }

    public long bytes() {
        return extent.bytes();
    }

    /**
     * Takes note that so many rows will be read before the next refresh, by however many calls. Nobody has to say so,
     * but who reads many scattered rows should.
     */
    public void announce(int rows) {
        long generation = store.generation();
        if (residentGeneration != generation) {
            residentGeneration = generation;
            resident = false;
            askedRows = 0;
        }
        askedRows += rows;
    }

    /** Decides whether residency needs no further thought until a refresh. */
    private void begin() {
        if (resident && residentGeneration == store.generation()) {
            return;
        }
        announce(0);
        if (extent.bytes() <= Math.max(WHOLE_BYTES_MAX, askedRows * ROW_BYTES)) {
            store.ensure(extent.offset(), extent.bytes());
            resident = true;
        }
    }

    private void need(Packed part, long first, long length) {
        if (!resident) {
            part.need(first, length);
        }
    }

    private void need(long offset, long bytes) {
        if (!resident && bytes > 0) {
            store.ensure(offset, bytes);
        }
    }

    /** Whether the row lacks a value. */
    public boolean isNull(int row) {
        begin();
        return valueIndex(row) < 0;
    }

    /**
     * Finds the rows that have a value among {@code length} from {@code first} on.
     *
     * @param number given to the first row, one more to each that follows
     * @param into gets the numbers of those found, ascending
     * @return how many they are
     */
    public int presentRows(int first, int length, long number, long[] into) {
        begin();
        if (valueCount == 0) {
            return 0;
        }
        int found = 0;
        for (int row = first; row < first + length; ) {
            int end = Math.min(first + length, (row | Long.SIZE - 1) + 1);
            long bits = presence == 0 ? -1L : presenceWord(row >>> 6);
            for (; row < end; row++) {
                into[found] = number + row - first;
                found += (int) (bits >>> row & 1);
            }
        }
        return found;
    }

    private long presenceWord(long word) {
        need(presence + word * Long.BYTES, Long.BYTES);
        return store.memory().get(SegmentLayout.LONG, presence + word * Long.BYTES);
    }

    /** The place of the row's value among all values; -1 if it has none. */
    private int valueIndex(int row) {
        if (presence == 0) {
            return valueCount == 0 ? -1 : row;
        }
        long word = row >>> 6;
        long bits = presenceWord(word);
        long bit = 1L << row;
        return (bits & bit) == 0 ? -1 : rank(word, bits, bit);
    }

    private int rank(long word, long bits, long bit) {
        need(ranks + word * Integer.BYTES, Integer.BYTES);
        return store.memory().get(SegmentLayout.INT, ranks + word * Integer.BYTES) + Long.bitCount(bits & (bit - 1));
    }

    /** Values in the rows below {@code row}, which may be {@link #count}. */
    private int valuesBefore(int row) {
        if (presence == 0) {
            return valueCount == 0 ? 0 : row;
        }
        if (row == count) {
            return valueCount;
        }
        long word = row >>> 6;
        return rank(word, presenceWord(word), 1L << row);
    }

    /**
     * Reads one row into entry {@code index} of a vector that has this segment's kind, or kind OBJECT.
     *
     * @param row 0 to {@link #count} - 1
     */
    public void read(int row, Vector into, int index) {
        begin();
        int value = valueIndex(row);
        if (value < 0) {
            into.setNull(index);
        } else if (into.kind() != kind) {
            Vector single = new Vector();
            single.reset(kind, 1);
            readValue(value, single, 0);
            into.setValue(index, single.valueAt(0));
        } else {
            readValue(value, into, index);
        }
    }

    private void readValue(int value, Vector into, int index) {
        switch (encoding) {
            case EMPTY -> into.setNull(index);
            case PACKED -> into.longs()[index] = packedAt(0, value);
            case PACKED_PAIR -> {
                into.longs()[index] = packedAt(0, value);
                into.longs2()[index] = packedAt(1, value);
            }
            case ZONED -> {
                into.longs()[index] = packedAt(0, value);
                int zone = packed[2].isConstant() ? (int) packed[2].minimum() : (int) packedAt(2, value);
                into.longs2()[index] = ZoneCode.pack((int) packedAt(1, value), zones[zone]);
            }
            case DOUBLES -> {
                long at = parts[0] + (long) value * Double.BYTES;
                need(at, Double.BYTES);
                into.doubles()[index] = store.memory().get(SegmentLayout.DOUBLE, at);
            }
            case DECIMAL -> into.doubles()[index] = packedAt(0, value) / divisor;
            case STRINGS -> string(packed[0], parts[1], value, into, index);
            case STRING_DICTIONARY -> string(packed[1], parts[2], packedAt(0, value), into, index);
            case LISTS, POINTS, DURATIONS, VARIANT -> into.objects()[index] = objectAt(value);
        }
    }

    private long packedAt(int part, long value) {
        need(packed[part], value, 1);
        return packed[part].get(value);
    }

    private void string(Packed offsets, long bytesAt, long value, Vector into, int index) {
        need(offsets, value, 2);
        long from = offsets.get(value);
        int length = Math.toIntExact(checkedLength(from, offsets.get(value + 1), bytesAt));
        need(bytesAt + from, length);
        int start = into.reserveBytes(length);
        MemorySegment.copy(store.memory(), SegmentLayout.BYTE, bytesAt + from, into.bytes(), start, length);
        into.setStringRange(index, start, length);
    }

    private long checkedLength(long from, long end, long bytesAt) {
        if (from < 0 || end < from || end > extent.end() - bytesAt) {
            throw SegmentHeader.corrupt(extent, "ascending offsets of strings", from + " to " + end);
        }
        return end - from;
    }

    private Object objectAt(int value) {
        return switch (encoding) {
            case LISTS -> {
                need(packed[0], value, 2);
                long from = packed[0].get(value);
                long size = packed[0].get(value + 1) - from;
                expect(from >= 0 && size >= 0 && from + size <= child.count, "a list inside", from + " + " + size);
                yield child.list((int) from, (int) size);
            }
            case POINTS -> {
                long at = parts[0] + (long) value * SegmentLayout.POINT_BYTES;
                need(at, SegmentLayout.POINT_BYTES);
                MemorySegment memory = store.memory();
                yield new Point(
                        (int) memory.get(SegmentLayout.LONG, at),
                        memory.get(SegmentLayout.DOUBLE, at + 8),
                        memory.get(SegmentLayout.DOUBLE, at + 16),
                        memory.get(SegmentLayout.DOUBLE, at + 24));
            }
            case DURATIONS ->
                new IsoDuration(packedAt(0, value), packedAt(1, value), packedAt(2, value), (int) packedAt(3, value));
            default -> {
                need(packed[0], value, 2);
                long from = packed[0].get(value);
                byte[] bytes = new byte[(int) checkedLength(from, packed[0].get(value + 1), parts[1])];
                need(parts[1] + from, bytes.length);
                MemorySegment.copy(store.memory(), SegmentLayout.BYTE, parts[1] + from, bytes, 0, bytes.length);
                yield VariantCodec.decode(bytes);
            }
        };
    }

    private List<Object> list(int first, int size) {
        Vector elements = new Vector();
        elements.reset(kind, size);
        readRun(first, size, elements, 0);
        List<Object> list = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            list.add(elements.valueAt(i));
        }
        return Collections.unmodifiableList(list);
    }

    /**
     * Reads consecutive rows into entries {@code at …} of a vector that has this segment's kind, or kind OBJECT.
     *
     * @param first 0 to {@link #count} - {@code length}
     */
    public void readRun(int first, int length, Vector into, int at) {
        if (length <= 0) {
            return;
        }
        announce(length == count ? count : 0);
        begin();
        if (into.kind() != kind) {
            Vector typed = new Vector();
            typed.reset(kind, length);
            readRun(first, length, typed, 0);
            for (int i = 0; i < length; i++) {
                into.setValue(at + i, typed.valueAt(i));
            }
            return;
        }
        int from = valuesBefore(first);
        int values = valuesBefore(first + length) - from;
        expect(from >= 0 && values >= 0 && values <= length, "presence bits that fit", from + " + " + values);
        if (values > 0) {
            readValues(from, values, into, at);
        }
        if (values < length) {
            spread(first, length, values, into, at);
        }
    }

    private void readValues(int from, int values, Vector into, int at) {
        switch (encoding) {
            case EMPTY -> {}
            case PACKED -> unpack(0, from, values, into.longs(), at);
            case PACKED_PAIR -> {
                unpack(0, from, values, into.longs(), at);
                unpack(1, from, values, into.longs2(), at);
            }
            case ZONED -> {
                unpack(0, from, values, into.longs(), at);
                zoned(from, values, into.longs2(), at);
            }
            case DOUBLES -> {
                need(parts[0] + (long) from * Double.BYTES, (long) values * Double.BYTES);
                MemorySegment.copy(
                        store.memory(),
                        SegmentLayout.DOUBLE,
                        parts[0] + (long) from * Double.BYTES,
                        into.doubles(),
                        at,
                        values);
            }
            case DECIMAL -> decimals(from, values, into.doubles(), at);
            case STRINGS -> strings(from, values, into, at);
            case STRING_DICTIONARY -> dictionaryStrings(from, values, into, at);
            case LISTS, POINTS, DURATIONS, VARIANT -> {
                Object[] objects = into.objects();
                for (int i = 0; i < values; i++) {
                    objects[at + i] = objectAt(from + i);
                }
            }
        }
    }

    private void unpack(int part, int from, int values, long[] into, int at) {
        need(packed[part], from, values);
        packed[part].unpack(from, values, into, at);
    }

    private void zoned(int from, int values, long[] into, int at) {
        if (packed[2].isConstant()) {
            int zone = zones[(int) packed[2].minimum()];
            if (packed[1].isConstant()) {
                java.util.Arrays.fill(into, at, at + values, ZoneCode.pack((int) packed[1].minimum(), zone));
                return;
            }
            unpack(1, from, values, into, at);
            for (int i = at; i < at + values; i++) {
                into[i] = into[i] << 32 | zone;
            }
            return;
        }
        unpack(1, from, values, into, at);
        long[] codes = scratch.codes(values);
        unpack(2, from, values, codes, 0);
        for (int i = 0; i < values; i++) {
            into[at + i] = into[at + i] << 32 | zones[(int) codes[i]];
        }
    }

    private void decimals(int from, int values, double[] into, int at) {
        long[] integers = scratch.codes(values);
        unpack(0, from, values, integers, 0);
        for (int i = 0; i < values; i++) {
            into[at + i] = integers[i] / divisor;
        }
    }

    private void strings(int from, int values, Vector into, int at) {
        long[] offsets = scratch.codes(values + 1);
        unpack(0, from, values + 1, offsets, 0);
        long first = offsets[0];
        int length = Math.toIntExact(checkedLength(first, offsets[values], parts[1]));
        need(parts[1] + first, length);
        int start = into.reserveBytes(length);
        MemorySegment.copy(store.memory(), SegmentLayout.BYTE, parts[1] + first, into.bytes(), start, length);
        setRanges(offsets, values, start, length, into, at);
    }

    private void setRanges(long[] offsets, int values, int start, int length, Vector into, int at) {
        long first = offsets[0];
        int[] starts = into.starts();
        int[] lengths = into.lengths();
        for (int i = 0; i < values; i++) {
            int low = (int) (offsets[i] - first);
            int high = (int) (offsets[i + 1] - first);
            if (low < 0 || high < low || high > length) {
                throw SegmentHeader.corrupt(extent, "ascending offsets of strings", low + " to " + high);
            }
            starts[at + i] = start + low;
            lengths[at + i] = high - low;
        }
    }

    private void dictionaryStrings(int from, int values, Vector into, int at) {
        long[] codes = scratch.codes(values);
        unpack(0, from, values, codes, 0);
        decode(codes, values, into, at);
    }

    /** Copies each string that occurs once, however often it occurs, and none for an entry that is null. */
    private void decodeOneByOne(long[] codes, int values, int size, Vector into, int at) {
        int[] firsts = scratch.slots(values);
        for (int i = 0; i < values; i++) {
            if (into.isNull(at + i)) {
                continue;
            }
            int code = checkedCode(codes[i], size);
            int slot = code & firsts.length - 1;
            while (firsts[slot] != 0 && codes[firsts[slot] - 1] != code) {
                slot = slot + 1 & firsts.length - 1;
            }
            if (firsts[slot] == 0) {
                firsts[slot] = i + 1;
                string(packed[1], parts[2], code, into, at + i);
            } else {
                share(into, at + firsts[slot] - 1, at + i);
            }
        }
    }

    /** Makes an entry that is not null the same as another one. */
    private static void share(Vector into, int from, int to) {
        if (into.kind() == VectorKind.STRING) {
            into.setStringRange(to, into.starts()[from], into.lengths()[from]);
        } else {
            into.objects()[to] = into.objects()[from];
        }
    }

    /** Turns codes into strings: many share one copy of the dictionary, few are copied one by one. */
    private void decode(long[] codes, int values, Vector into, int at) {
        int size = packed[1].count() - 1;
        need(packed[1], size, 1);
        if (size > (long) values * DICTIONARY_FACTOR || packed[1].get(size) > (long) values * DICTIONARY_BYTES_FACTOR) {
            decodeOneByOne(codes, values, size, into, at);
            return;
        }
        long[] offsets = scratch.offsets(size + 1);
        unpack(1, 0, size + 1, offsets, 0);
        int length = Math.toIntExact(checkedLength(offsets[0], offsets[size], parts[2]));
        need(parts[2], length);
        int start = into.reserveBytes(length);
        MemorySegment.copy(store.memory(), SegmentLayout.BYTE, parts[2], into.bytes(), start, length);
        int[] starts = into.starts();
        int[] lengths = into.lengths();
        for (int i = 0; i < values; i++) {
            int code = checkedCode(codes[i], size);
            long low = offsets[code];
            starts[at + i] = start + (int) low;
            lengths[at + i] = (int) (offsets[code + 1] - low);
        }
    }

    /**
     * Reads many rows in any order into entries {@code at …} of a vector that has this segment's kind, or kind OBJECT.
     * Those that follow one upon the other are read faster.
     *
     * @param ids row numbers in their low 15 bits, as node ids and slots have them: {@code ids[from …]}
     * @param nulls which of the ids are not to be looked at, and give null; null for none
     */
    public void readRows(long[] ids, boolean[] nulls, int from, int length, Vector into, int at) {
        if (nulls != null) {
            gather(ids, nulls, from, length, into, at);
            return;
        }
        int end = from + length;
        int gathered = from;
        int index = from;
        while (index < end) {
            int runEnd = runEnd(ids, index, end);
            boolean whole = runEnd - index == length;
            if (whole || runEnd - index >= RUN_COUNT_MIN && encoding != Encoding.STRING_DICTIONARY) {
                gather(ids, null, gathered, index - gathered, into, at + gathered - from);
                readRun(NodeIdLayout.row(ids[index]), runEnd - index, into, at + index - from);
                gathered = runEnd;
            }
            index = runEnd;
        }
        gather(ids, null, gathered, end - gathered, into, at + gathered - from);
    }

    /** One above the last of the ids that follow one upon the other. */
    private static int runEnd(long[] ids, int start, int end) {
        int index = start + 1;
        while (index < end && ids[index] == ids[index - 1] + 1) {
            index++;
        }
        return index;
    }

    private void gather(long[] ids, boolean[] nulls, int from, int length, Vector into, int at) {
        begin();
        if (!resident || into.kind() != kind || length < GATHER_COUNT_MIN) {
            for (int i = 0; i < length; i++) {
                if (nulls != null && nulls[from + i]) {
                    into.setNull(at + i);
                } else if (i > 0 && isShared(ids, from + i, into, at + i)) {
                    share(into, at + i - 1, at + i);
                } else {
                    read(NodeIdLayout.row(ids[from + i]), into, at + i);
                }
            }
            return;
        }
        long[] places = scratch.places(length);
        for (int i = 0; i < length; i++) {
            int place = nulls != null && nulls[from + i] ? -1 : valueIndex(NodeIdLayout.row(ids[from + i]));
            if (place < 0) {
                into.setNull(at + i);
            }
            places[i] = Math.max(place, 0);
        }
        switch (encoding) {
            case EMPTY -> {}
            case PACKED -> packed[0].gather(places, length, into.longs(), at);
            case PACKED_PAIR -> {
                packed[0].gather(places, length, into.longs(), at);
                packed[1].gather(places, length, into.longs2(), at);
            }
            case ZONED -> {
                packed[0].gather(places, length, into.longs(), at);
                packed[1].gather(places, length, into.longs2(), at);
                long[] codes = scratch.codes(length);
                packed[2].gather(places, length, codes, 0);
                for (int i = 0; i < length; i++) {
                    into.longs2()[at + i] = into.longs2()[at + i] << 32 | zones[(int) codes[i]];
                }
            }
            case DOUBLES -> {
                MemorySegment memory = store.memory();
                for (int i = 0; i < length; i++) {
                    into.doubles()[at + i] = memory.get(SegmentLayout.DOUBLE, parts[0] + places[i] * Double.BYTES);
                }
            }
            case DECIMAL -> {
                long[] integers = scratch.codes(length);
                packed[0].gather(places, length, integers, 0);
                for (int i = 0; i < length; i++) {
                    into.doubles()[at + i] = integers[i] / divisor;
                }
            }
            case STRING_DICTIONARY -> {
                long[] codes = scratch.codes(length);
                packed[0].gather(places, length, codes, 0);
                decode(codes, length, into, at);
            }
            case STRINGS, LISTS, POINTS, DURATIONS, VARIANT -> {
                for (int i = 0; i < length; i++) {
                    if (into.isNull(at + i)) {
                        continue;
                    }
                    if (i > 0 && places[i] == places[i - 1] && !into.isNull(at + i - 1)) {
                        share(into, at + i - 1, at + i);
                    } else {
                        readValue((int) places[i], into, at + i);
                    }
                }
            }
        }
    }

    /** Whether an entry is of the same row as the one before it, which has a value worth sharing. */
    private static boolean isShared(long[] ids, int index, Vector into, int at) {
        return ids[index] == ids[index - 1]
                && (into.kind() == VectorKind.STRING || into.kind() == VectorKind.OBJECT)
                && !into.isNull(at - 1);
    }

    private int checkedCode(long code, int size) {
        if (code < 0 || code >= size) {
            throw SegmentHeader.corrupt(extent, "a code below " + size, String.valueOf(code));
        }
        return (int) code;
    }

    /**
     * Moves the values, which were read without gaps, to the entries of their rows, from the last to the first: a value
     * never moves down, so none is overwritten before it has moved.
     */
    private void spread(int first, int length, int values, Vector into, int at) {
        if (values == 0) {
            for (int i = 0; i < length; i++) {
                into.setNull(at + i);
            }
            return;
        }
        int firstWord = first >>> 6;
        int lastWord = first + length - 1 >>> 6;
        need(presence + (long) firstWord * Long.BYTES, (long) (lastWord - firstWord + 1) * Long.BYTES);
        boolean[] nulls = into.nulls();
        // Null flags first, as setNull alone knows how to say that there are any; then no row looks at the bits again.
        int present = 0;
        MemorySegment memory = store.memory();
        into.setNull(at);
        for (int word = firstWord; word <= lastWord; word++) {
            long bits = memory.get(SegmentLayout.LONG, presence + (long) word * Long.BYTES);
            int begin = Math.max(first, word << 6);
            int end = Math.min(first + length, word + 1 << 6);
            for (int row = begin; row < end; row++) {
                boolean isNull = (bits >>> row & 1) == 0;
                nulls[at + row - first] = isNull;
                present += isNull ? 0 : 1;
            }
        }
        expect(present == values, values + " presence bits", String.valueOf(present));
        switch (encoding) {
            case EMPTY -> {}
            case PACKED -> NullSpread.move(into.longs(), nulls, at, length, values);
            case PACKED_PAIR, ZONED -> {
                NullSpread.move(into.longs(), nulls, at, length, values);
                NullSpread.move(into.longs2(), nulls, at, length, values);
            }
            case DOUBLES, DECIMAL -> NullSpread.move(into.doubles(), nulls, at, length, values);
            case STRINGS, STRING_DICTIONARY -> {
                NullSpread.move(into.starts(), nulls, at, length, values);
                NullSpread.move(into.lengths(), nulls, at, length, values);
            }
            case LISTS, POINTS, DURATIONS, VARIANT -> NullSpread.move(into.objects(), nulls, at, length, values);
        }
    }
}
