package org.thetisdb.storage.base;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.ColumnCodes;
import org.thetisdb.storage.ColumnQuestion;
import org.thetisdb.storage.ColumnTotals;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.RangeQuestion;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.storage.column.ColumnSegment;
import org.thetisdb.storage.file.Foresight;
import org.thetisdb.storage.file.StoreMemories;
import org.thetisdb.storage.ids.GroupedIds;
import org.thetisdb.storage.ids.IdGroups;
import org.thetisdb.storage.packing.PackedTests;
import org.thetisdb.value.vector.Dictionary;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Reads a property of many nodes, or of many relationships, for one worker. The ids of both end with the row of the
 * segment that has their values (15 bits, {@link NodeIdLayout} and {@link RelationshipIdLayout}); what stands before it
 * tells the segment, so ids that follow one upon the other and begin alike are read together. Not thread safe.
 */
final class PropertyColumns {
    /** Where the segments are. Asked once for each group of ids, not for each id. */
    interface Segments {
        /** The segment that has the values of an id and of all that begin like it; null if none has a value. */
        @Nullable
        ColumnSegment segmentOf(int propertyKeyId, long id);
    }

    /** Fewer strings are as well copied. */
    private static final int CODED_COUNT_MIN = 64;

    private final StoreMemories stores;
    private final Segments segments;
    private final PropertyForesight foresight;
    private final GroupedIds grouped = new GroupedIds();
    private final Vector ordered = new Vector();

    /** By property, if its strings were read from all over the place. */
    private @Nullable JoinedStrings[] joined = {};

    private int[] codes = {};

    /** Of the rows of a run, which have a value. */
    private long[] present = {};

    /** @param moreSegments makes more of the same, for foresight */
    PropertyColumns(StoreMemories stores, Segments segments, Supplier<Segments> moreSegments) {
        this.stores = stores;
        this.segments = segments;
        foresight = new PropertyForesight(moreSegments);
    }

    /** @param furtherKeys the properties that will be read of the same ids next */
    void read(int propertyKeyId, int[] furtherKeys, long[] ids, boolean @Nullable [] nulls, int count, Vector into) {
        boolean isGrouped = nulls == null && grouped.bring(ids, count);
        long[] given = isGrouped ? grouped.ordered() : ids;
        foresight.begin(propertyKeyId, furtherKeys, given, nulls, count);
        Foresight former = stores.foresee(foresight);
        try {
            VectorKind kind = kind(propertyKeyId, given, nulls, count);
            if (isGrouped && isMovedFast(kind)) {
                readAll(propertyKeyId, kind, given, nulls, count, ordered);
                into.gather(ordered, grouped.places(), count);
            } else if (kind != VectorKind.STRING
                    || nulls != null
                    || !readCodes(propertyKeyId, isGrouped, given, count, into)) {
                if (isGrouped) {
                    foresight.begin(propertyKeyId, furtherKeys, ids, nulls, count);
                }
                readAll(propertyKeyId, kind, ids, nulls, count, into);
            }
            readBehind();
        } finally {
            stores.foresee(former);
            foresight.end();
        }
    }

    /** Strings are longer than what is gained by reading them in another order, and objects are made one by one. */
    private static boolean isMovedFast(VectorKind kind) {
        return kind != VectorKind.STRING && kind != VectorKind.OBJECT && kind != VectorKind.NULL;
    }

    /** Reads strings of several segments as codes of one dictionary; false if there is none that is small. */
    private boolean readCodes(int propertyKeyId, boolean isGrouped, long[] ids, int count, Vector into) {
        if (count < CODED_COUNT_MIN) {
            return false;
        }
        JoinedStrings strings = joined(propertyKeyId);
        if (strings.isFull() || IdGroups.end(ids, null, 0, count) == count) {
            return false;
        }
        strings.announce(count);
        codes = codes.length < count ? new int[count] : codes;
        int end;
        for (int index = 0; index < count; index = end) {
            end = IdGroups.end(ids, null, index, count);
            foresight.reach(index);
            ColumnSegment segment = segments.segmentOf(propertyKeyId, ids[index]);
            if (segment == null || !readCodes(segment, strings, ids, index, end - index)) {
                return false;
            }
        }
        Dictionary dictionary = strings.dictionary();
        if (!Dictionary.isSmall(dictionary.size(), dictionary.strings().stringBytes(), count)) {
            return false;
        }
        into.reset(VectorKind.STRING, count);
        into.code(dictionary);
        if (isGrouped) {
            order(codes, grouped.places(), count, into.codes());
        } else {
            System.arraycopy(codes, 0, into.codes(), 0, count);
        }
        return true;
    }

    private boolean readCodes(ColumnSegment segment, JoinedStrings strings, long[] ids, int from, int length) {
        Optional<int[]> joinedCodes = strings.codesOf(segment);
        if (joinedCodes.isEmpty()) {
            return false;
        }
        foresight.reach(from, segment);
        if (!segment.readCodes(ids, from, length, codes, from)) {
            return false;
        }
        int[] ofOwn = joinedCodes.get();
        for (int index = from; index < from + length; index++) {
            codes[index] = ofOwn[codes[index]];
        }
        return true;
    }

    private static void order(int[] ordered, int[] places, int count, int[] into) {
        for (int index = 0; index < count; index++) {
            into[index] = ordered[places[index]];
        }
    }

    private JoinedStrings joined(int propertyKeyId) {
        if (joined.length <= propertyKeyId) {
            joined = Arrays.copyOf(joined, propertyKeyId + 1);
        }
        JoinedStrings strings = joined[propertyKeyId];
        if (strings == null) {
            strings = new JoinedStrings();
            joined[propertyKeyId] = strings;
        }
        return strings;
    }

    private void readAll(
            int propertyKeyId, VectorKind kind, long[] ids, boolean @Nullable [] nulls, int count, Vector into) {
        into.reset(kind, count);
        if (kind == VectorKind.NULL) {
            return;
        }
        foresight.reach(0);
        long group = -1;
        ColumnSegment segment = null;
        int index = 0;
        while (index < count) {
            if (nulls != null && nulls[index]) {
                into.setNull(index++);
                continue;
            }
            long id = ids[index];
            if (IdGroups.group(id) != group) {
                group = IdGroups.group(id);
                foresight.reach(index);
                segment = segments.segmentOf(propertyKeyId, id);
            }
            if (segment == null) {
                into.setNull(index++);
                continue;
            }
            int end = IdGroups.end(ids, nulls, index, count);
            if (end - index == 1) {
                foresight.reach(index);
                segment.read(NodeIdLayout.row(id), into, index);
            } else {
                foresight.reach(index, segment);
                segment.readRows(ids, nulls, index, end - index, into, index);
            }
            index = end;
        }
    }

    /** TRUE where there is a value, else null. Bits of presence lie together, so nobody foresees them. */
    void readPresence(int propertyKeyId, long[] ids, boolean @Nullable [] nulls, int count, Vector into) {
        into.reset(VectorKind.BOOLEAN, count);
        Arrays.fill(into.longs(), 0, count, 1);
        int index = 0;
        while (index < count) {
            if (nulls != null && nulls[index]) {
                into.setNull(index++);
                continue;
            }
            ColumnSegment segment = segments.segmentOf(propertyKeyId, ids[index]);
            int end = IdGroups.end(ids, nulls, index, count);
            if (segment != null && nulls == null && isRun(ids, index, end, segment.count())) {
                readPresenceOfRun(segment, ids, index, end, into);
                index = end;
            }
            for (; index < end; index++) {
                if (nulls != null && nulls[index] || segment == null || !has(segment, ids[index])) {
                    into.setNull(index);
                }
            }
        }
    }

    /** Whether the ids of a group are those of consecutive rows that a segment has. */
    private static boolean isRun(long[] ids, int from, int end, int rowCount) {
        return NodeIdLayout.areConsecutive(ids, from, end) && NodeIdLayout.row(ids[end - 1]) < rowCount;
    }

    private void readPresenceOfRun(ColumnSegment segment, long[] ids, int from, int end, Vector into) {
        int length = end - from;
        int words = PackedTests.bitWords(length);
        if (present.length < words) {
            present = new long[words];
        }
        segment.presentRows(NodeIdLayout.row(ids[from]), length, present);
        for (int word = 0; word < words; word++) {
            int first = word * Long.SIZE;
            long bits = present[word] | (length - first < Long.SIZE ? -1L << length : 0);
            for (long missing = ~bits; missing != 0; missing &= missing - 1) {
                into.setNull(from + first + Long.numberOfTrailingZeros(missing));
            }
        }
    }

    /** The one kind of all values that may be met, or OBJECT. Segments learn how many rows of them will be read. */
    private VectorKind kind(int propertyKeyId, long[] ids, boolean @Nullable [] nulls, int count) {
        VectorKind kind = VectorKind.NULL;
        int index = 0;
        while (index < count) {
            if (nulls != null && nulls[index]) {
                index++;
                continue;
            }
            foresight.reach(index);
            ColumnSegment segment = segments.segmentOf(propertyKeyId, ids[index]);
            int end = IdGroups.end(ids, nulls, index, count);
            if (segment != null && segment.kind() != VectorKind.NULL) {
                segment.announce(end - index);
                if (segment.kind() != kind) {
                    kind = kind == VectorKind.NULL ? segment.kind() : VectorKind.OBJECT;
                }
            }
            index = end;
        }
        return kind;
    }

    /** @param furtherKeys the properties that will be read of the same ids next */
    void readRun(int propertyKeyId, int[] furtherKeys, long firstId, int count, Vector into) {
        foresight.beginRun(propertyKeyId, furtherKeys, firstId, count);
        Foresight former = stores.foresee(foresight);
        try {
            ColumnSegment segment = segments.segmentOf(propertyKeyId, firstId);
            if (segment == null) {
                into.reset(VectorKind.NULL, count);
                return;
            }
            into.reset(segment.kind(), count);
            segment.announce(count);
            segment.readRun(NodeIdLayout.row(firstId), count, into, 0);
            readBehind();
        } finally {
            stores.foresee(former);
            foresight.end();
        }
    }

    /** As {@link GraphReader#askNodeProperty}. */
    boolean ask(int propertyKeyId, int[] furtherKeys, long firstId, int count, ColumnQuestion question) {
        foresight.beginRun(propertyKeyId, furtherKeys, firstId, count);
        Foresight former = stores.foresee(foresight);
        try {
            ColumnSegment segment = segments.segmentOf(propertyKeyId, firstId);
            if (segment == null) {
                answerOfNothing(question, count);
                return true;
            }
            segment.announce(count);
            boolean isAnswered = segment.ask(NodeIdLayout.row(firstId), count, question);
            readBehind();
            return isAnswered;
        } finally {
            stores.foresee(former);
            foresight.end();
        }
    }

    /** There is no column: nobody has a value. */
    private static void answerOfNothing(ColumnQuestion question, int count) {
        switch (question) {
            case RangeQuestion range -> Arrays.fill(range.into(), 0, PackedTests.bitWords(count), 0);
            case ColumnTotals totals -> totals.answer(VectorKind.NULL, 0, 0, 0, 0);
            case ColumnCodes codes -> codes.answerNone(count);
        }
    }

    private void readBehind() {
        if (foresight.isTimeForMore()) {
            stores.readBehind(foresight::tellMore);
        }
    }

    /** As {@link GraphReader#scan}. */
    void scan(int chunk, int nextChunk) {
        foresight.scan(chunk, nextChunk);
    }

    /** Those of some properties that an id has, in their order. */
    int[] present(int[] propertyKeyIds, long id) {
        if (propertyKeyIds.length == 0) {
            return propertyKeyIds;
        }
        foresight.begin(propertyKeyIds[0], propertyKeyIds, new long[] {id}, null, 1);
        Foresight former = stores.foresee(foresight);
        try {
            int[] found = new int[propertyKeyIds.length];
            int count = 0;
            for (int key : propertyKeyIds) {
                if (has(key, id)) {
                    found[count++] = key;
                }
            }
            return count == found.length ? found : Arrays.copyOf(found, count);
        } finally {
            stores.foresee(former);
            foresight.end();
        }
    }

    /** Those of some properties that have a segment for some of many ids, in their order. */
    int[] possible(int[] propertyKeyIds, long[] ids, int count) {
        int[] found = new int[propertyKeyIds.length];
        int foundCount = 0;
        for (int key : propertyKeyIds) {
            found[foundCount] = key;
            foundCount += isPossible(key, ids, count) ? 1 : 0;
        }
        return Arrays.copyOf(found, foundCount);
    }

    private boolean isPossible(int propertyKeyId, long[] ids, int count) {
        for (int index = 0; index < count; index = IdGroups.end(ids, null, index, count)) {
            if (segments.segmentOf(propertyKeyId, ids[index]) != null) {
                return true;
            }
        }
        return false;
    }

    private boolean has(int propertyKeyId, long id) {
        ColumnSegment segment = segments.segmentOf(propertyKeyId, id);
        return segment != null && has(segment, id);
    }

    private static boolean has(ColumnSegment segment, long id) {
        int row = NodeIdLayout.row(id);
        return row < segment.count() && !segment.isNull(row);
    }
}
