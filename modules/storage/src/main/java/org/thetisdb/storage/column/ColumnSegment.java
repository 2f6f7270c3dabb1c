package org.thetisdb.storage.column;

import java.time.DateTimeException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.ColumnCodes;
import org.thetisdb.storage.ColumnQuestion;
import org.thetisdb.storage.ColumnTotals;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.RangeQuestion;
import org.thetisdb.storage.RangeTest;
import org.thetisdb.storage.file.Extent;
import org.thetisdb.storage.file.Foresight;
import org.thetisdb.storage.file.StoreMemory;
import org.thetisdb.storage.ids.IdRuns;
import org.thetisdb.storage.packing.PackedSums;
import org.thetisdb.storage.packing.PackedTests;
import org.thetisdb.value.vector.Dictionary;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Reads one column segment, row by row or in runs. Opening it checks every offset in its headers, so that a damaged
 * segment is an error and not a read from elsewhere.
 *
 * <pre>
 *   rows ── Presence ──► values ── ValueReader: one for each Encoding ──► Packed, bytes ──► SegmentBytes: residency
 * </pre>
 *
 * <p>Not thread safe.
 */
public final class ColumnSegment {
    /** Below this many rows, gathering them costs more than reading one by one. */
    private static final int GATHER_COUNT_MIN = 4;

    /** Rows that follow one upon the other are read as a run from so many on, unless all share one dictionary. */
    private static final int RUN_COUNT_MIN = 16;

    private final SegmentBytes bytes;
    private final VectorKind kind;
    private final Encoding encoding;
    private final int count;
    private final int valueCount;

    /** Null unless some rows have a value and some have none. */
    private final @Nullable Presence presence;

    private final ValueReader reader;
    private int readingIndex;

    /** Where the parts begin that have more of the later values the further on one reads; none if all are small. */
    private final long[] parts;

    /** Opens the segment that lies in the extent. */
    public static ColumnSegment open(StoreMemory store, Extent extent) {
        return open(store, extent, new ColumnScratch());
    }

    /** Opens the segment that lies in the extent; it shares the scratch with other segments of the same worker. */
    public static ColumnSegment open(StoreMemory store, Extent extent, ColumnScratch scratch) {
        if (extent.bytes() <= SegmentBytes.WHOLE_BYTES_MAX) {
            // All of it is needed next, and comes with its header by one read.
            store.ensure(extent.offset(), extent.bytes());
        }
        try {
            return new ColumnSegment(new SegmentHeader(store, extent), scratch, 0);
        } catch (IndexOutOfBoundsException | DateTimeException e) {
            throw SegmentHeader.corrupt(extent, "a header that fits", String.valueOf(e.getMessage()));
        }
    }

    /** Opens the segment of the elements of lists. */
    static ColumnSegment openElements(SegmentHeader lists, int depth) {
        Extent extent = lists.extent.part(lists.parts[1], lists.extent.end() - lists.parts[1]);
        return new ColumnSegment(new SegmentHeader(lists.store, extent), new ColumnScratch(), depth);
    }

    private ColumnSegment(SegmentHeader header, ColumnScratch scratch, int depth) {
        bytes = new SegmentBytes(header.store, header.extent, scratch);
        kind = header.kind;
        encoding = header.encoding;
        count = header.count;
        valueCount = header.valueCount;
        presence = header.presence == 0 ? null : new Presence(bytes, count, valueCount, header.presence, header.ranks);
        reader = ValueReader.of(header, bytes, depth);
        parts = header.growingParts();
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
        return bytes.extent().bytes();
    }

    /**
     * Takes note that so many rows will be read before the next refresh, by however many calls. Nobody has to say so,
     * but who reads many scattered rows should.
     */
    public void announce(int rows) {
        bytes.announce(rows);
    }

    /**
     * Reads ahead, as a {@link Foresight} does: makes all resident if so many rows are read best in that way.
     *
     * @param rows how many are read
     * @return whether it is the way; if not, each row is to be told by {@link #tell}
     */
    public boolean reachAll(int rows) {
        return bytes.reachAll(rows);
    }

    /**
     * Reads ahead, as a {@link Foresight} does, one row of those that are read where they are.
     *
     * @param row 0 to {@link #count} - 1
     * @param scratch to read into; what it gets is of no use
     */
    public void tell(int row, Vector scratch) {
        int value = valueIndex(row);
        if (value >= 0) {
            scratch.reset(kind, 1);
            reader.tell(value, scratch);
        }
    }

    /**
     * Reads ahead, as a {@link Foresight} does, consecutive rows that are read as a run. Of values that differ in
     * length, it tells about where they are.
     *
     * @param first 0 to {@link #count} - {@code length}
     * @param length at least 1
     */
    public void tellRun(int first, int length) {
        int from = valuesBefore(first);
        int values = valuesBefore(first + length) - from;
        if (values > 0) {
            bytes.wantShare(parts, from, values, valueCount);
        }
    }

    /** Whether the row lacks a value. */
    public boolean isNull(int row) {
        bytes.begin();
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
        bytes.begin();
        if (valueCount == 0) {
            return 0;
        }
        return Presence.numbers(presence, first, length, number, into);
    }

    /**
     * Tells for consecutive rows whether they have a value.
     *
     * @param length at least 1
     * @param into gets a bit for each; the others of the last word are 0
     */
    public void presentRows(int first, int length, long[] into) {
        bytes.begin();
        if (presence != null) {
            presence.copy(first, length, into);
        } else {
            Arrays.fill(into, 0, PackedTests.bitWords(length), valueCount == 0 ? 0 : -1L);
            PackedTests.clearFrom(length, into);
        }
    }

    /** The place of the row's value among all values; -1 if it has none. */
    private int valueIndex(int row) {
        if (presence != null) {
            return presence.valueIndex(row);
        }
        return valueCount == 0 ? -1 : row;
    }

    /** Values in the rows below {@code row}, which may be {@link #count}. */
    private int valuesBefore(int row) {
        if (presence != null) {
            return presence.valuesBefore(row);
        }
        return valueCount == 0 ? 0 : row;
    }

    /**
     * Reads one row into entry {@code index} of a vector that has this segment's kind, or kind OBJECT.
     *
     * @param row 0 to {@link #count} - 1
     */
    public void read(int row, Vector into, int index) {
        bytes.begin();
        int value = valueIndex(row);
        if (value < 0) {
            into.setNull(index);
        } else if (into.kind() != kind) {
            Vector single = new Vector();
            single.reset(kind, 1);
            reader.fetch(value, single, 0);
            into.setValue(index, single.valueAt(0));
        } else {
            reader.fetch(value, into, index);
        }
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
        bytes.begin();
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
        int values = valuesIn(first, length, from);
        if (values > 0 && length == into.count()) {
            reader.decodeAll(from, values, into);
        } else if (values > 0) {
            reader.decode(from, values, into, at);
        }
        if (values < length) {
            spread(first, length, values, into, at);
        }
    }

    /**
     * Answers a question about consecutive rows, where that takes less than reading them.
     *
     * @param first 0 to {@link #count} - {@code length}
     * @return whether it was answered
     */
    public boolean ask(int first, int length, ColumnQuestion question) {
        if (length <= 0) {
            return false;
        }
        announce(length == count ? count : 0);
        bytes.begin();
        return switch (question) {
            case RangeQuestion range -> test(first, length, range.test(), range.into());
            case ColumnTotals totals -> total(first, length, totals);
            case ColumnCodes codes -> copyCodes(first, length, codes);
        };
    }

    private boolean test(int first, int length, RangeTest test, long[] into) {
        if (valueCount == 0) {
            Arrays.fill(into, 0, PackedTests.bitWords(length), 0);
            return true;
        }
        if (kind != test.kind() || presence == null) {
            return kind == test.kind() && reader.test(first, length, test, into);
        }
        int from = valuesBefore(first);
        int values = valuesIn(first, length, from);
        long[] ofValues = bytes.scratch().valueBits(length);
        if (values > 0 && !reader.test(from, values, test, ofValues)) {
            return false;
        }
        presence.spread(ofValues, first, length, into);
        return true;
    }

    /** Values lie one after the other, however many nulls are between them; which of them are meant, rows say. */
    private boolean total(int first, int length, ColumnTotals totals) {
        if (!totals.suits(kind)) {
            return false;
        }
        int from = valuesBefore(first);
        int values = valuesIn(first, length, from);
        totals.chooseValues(chosenValues(totals.chosen(), first, length));
        int meant = PackedSums.chosenCount(totals.chosenValues(), values);
        if (meant == 0 || !totals.hasSum() && !totals.hasBounds()) {
            totals.answer(kind, meant, 0, 0, 0);
            return true;
        }
        return reader.total(kind, from, values, totals);
    }

    private boolean copyCodes(int first, int length, ColumnCodes asked) {
        int from = valuesBefore(first);
        int values = valuesIn(first, length, from);
        if (values == 0) {
            asked.answerNone(length);
            return true;
        }
        if (presence != null) {
            presence.copy(first, length, asked.present(length));
        }
        return !asked.needsCodes() || reader.copyCodes(kind, from, values, asked);
    }

    /** By value which are meant, of those that rows have; null for all. */
    private long @Nullable [] chosenValues(long @Nullable [] chosen, int first, int length) {
        return chosen == null || presence == null ? chosen : presence.ofValues(chosen, first, length);
    }

    /** How many values there are in {@code length} rows from {@code first} on, before which there are {@code from}. */
    private int valuesIn(int first, int length, int from) {
        int values = valuesBefore(first + length) - from;
        bytes.expect(from >= 0 && values >= 0 && values <= length, "presence bits that fit", from, values);
        return values;
    }

    /** Moves the values, which were read without gaps, to the entries of their rows. */
    private void spread(int first, int length, int values, Vector into, int at) {
        if (presence == null || values == 0) {
            for (int i = 0; i < length; i++) {
                into.setNull(at + i);
            }
            return;
        }
        presence.setNulls(first, length, values, into, at);
        NullSpread.move(into, at, length, values);
    }

    /**
     * Reads many rows in any order into entries {@code at …} of a vector that has this segment's kind, or kind OBJECT.
     * Those that follow one upon the other are read faster.
     *
     * @param ids row numbers in their low 15 bits, as node ids and slots have them: {@code ids[from …]}
     * @param nulls which of the ids are not to be looked at, and give null; null for none
     */
    public void readRows(long[] ids, boolean @Nullable [] nulls, int from, int length, Vector into, int at) {
        readingIndex = from;
        if (nulls != null || encoding == Encoding.STRING_DICTIONARY && !IdRuns.mayBeOne(ids, from, length)) {
            gather(ids, nulls, from, length, into, at);
            return;
        }
        int jumps = IdRuns.jumps(ids, from, length);
        if (jumps == 0) {
            readRun(NodeIdLayout.row(ids[from]), length, into, at);
            return;
        }
        bytes.begin();
        if (bytes.isResident() && (jumps + 1) * RUN_COUNT_MIN > length) {
            gather(ids, null, from, length, into, at);
        } else {
            readRuns(ids, from, length, into, at);
        }
    }

    /** In the middle of {@link #readRows}, the index of an id before which all are read. */
    public int readingIndex() {
        return readingIndex;
    }

    /** Reads runs that are long as such, and what lies between them row by row. */
    private void readRuns(long[] ids, int from, int length, Vector into, int at) {
        int end = from + length;
        int gathered = from;
        int index = from;
        while (index < end) {
            int runEnd = IdRuns.end(ids, index, end);
            if (runEnd - index >= RUN_COUNT_MIN && encoding != Encoding.STRING_DICTIONARY) {
                gather(ids, null, gathered, index - gathered, into, at + gathered - from);
                readRun(NodeIdLayout.row(ids[index]), runEnd - index, into, at + index - from);
                gathered = runEnd;
            }
            index = runEnd;
        }
        gather(ids, null, gathered, end - gathered, into, at + gathered - from);
    }

    private void gather(long[] ids, boolean @Nullable [] nulls, int from, int length, Vector into, int at) {
        bytes.begin();
        if (into.kind() != kind || length < GATHER_COUNT_MIN || !bytes.isResident() && !reader.canReach()) {
            readOneByOne(ids, nulls, from, length, into, at);
            return;
        }
        long[] places = bytes.scratch().places(length);
        if (presence == null && nulls == null && valueCount > 0) {
            NodeIdLayout.rows(ids, from, length, places);
        } else {
            findPlaces(ids, nulls, from, length, places, into, at);
        }
        if (!bytes.isResident()) {
            reach(places, from, length);
        }
        if (length == into.count()) {
            reader.gatherAll(places, into);
        } else {
            reader.gather(places, length, into, at);
        }
    }

    /**
     * How many strings there are of which the rows could be codes: those of a {@link #dictionary}, each row's own if
     * they are mostly different; 0 if some rows have no value, or they are no strings.
     */
    public int codedCount() {
        return presence == null ? reader.codedCount() : 0;
    }

    /** What those strings take, in bytes. */
    public long codedBytes() {
        bytes.begin();
        return reader.codedBytes();
    }

    /** The strings of which the rows are codes; only if there is a {@link #codedCount}. */
    public Dictionary dictionary() {
        bytes.begin();
        return reader.dictionary();
    }

    /**
     * Reads the codes of rows in any order into {@code into[at …]}; only if there is a {@link #codedCount}.
     *
     * @param ids as of {@link #readRows}
     * @return false if not all is resident: reading row by row may take less
     */
    public boolean readCodes(long[] ids, int from, int length, int[] into, int at) {
        bytes.begin();
        if (!bytes.isResident()) {
            return false;
        }
        long[] places = bytes.scratch().places(length);
        NodeIdLayout.rows(ids, from, length, places);
        reader.gatherCodes(places, length, into, at);
        return true;
    }

    /** So that all values are there before the first is read: a processor fetches several from memory at once. */
    private void reach(long[] places, int from, int length) {
        for (int i = 0; i < length; i++) {
            readingIndex = from + i;
            reader.reach(places[i]);
        }
    }

    private void findPlaces(
            long[] ids, boolean @Nullable [] nulls, int from, int length, long[] places, Vector into, int at) {
        for (int i = 0; i < length; i++) {
            int place = nulls != null && nulls[from + i] ? -1 : valueIndex(NodeIdLayout.row(ids[from + i]));
            if (place < 0) {
                into.setNull(at + i);
            }
            places[i] = Math.max(place, 0);
        }
    }

    private void readOneByOne(long[] ids, boolean @Nullable [] nulls, int from, int length, Vector into, int at) {
        for (int i = 0; i < length; i++) {
            if (nulls != null && nulls[from + i]) {
                into.setNull(at + i);
            } else if (i > 0 && isShared(ids, from + i, into, at + i)) {
                ValueReader.share(into, at + i - 1, at + i);
            } else {
                readingIndex = from + i;
                read(NodeIdLayout.row(ids[from + i]), into, at + i);
            }
        }
    }

    /** Whether an entry is of the same row as the one before it, which has a value worth sharing. */
    private static boolean isShared(long[] ids, int index, Vector into, int at) {
        return ids[index] == ids[index - 1]
                && (into.kind() == VectorKind.STRING || into.kind() == VectorKind.OBJECT)
                && !into.isNull(at - 1);
    }
}
