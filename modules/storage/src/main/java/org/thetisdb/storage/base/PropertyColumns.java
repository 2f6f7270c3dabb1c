package org.thetisdb.storage.base;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.storage.column.ColumnSegment;
import org.thetisdb.storage.file.Foresight;
import org.thetisdb.storage.file.StoreMemories;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Reads a property of many nodes, or of many relationships, for one worker. The ids of both end with the row of the
 * segment that has their values (15 bits, {@link NodeIdLayout} and {@link RelationshipIdLayout}); what stands before it
 * tells the segment, so ids that follow one upon the other and begin alike are read together. Not thread safe.
 */
final class PropertyColumns implements Foresight {
    /** Where the segments are. Asked once for each group of ids, not for each id. */
    interface Segments {
        /** The segment that has the values of an id and of all that begin like it; null if none has a value. */
        @Nullable
        ColumnSegment segmentOf(int propertyKeyId, long id);
    }

    private static final long[] NO_IDS = {};

    private final StoreMemories stores;
    private final Segments segments;

    // What is being read, for foresight. It is asked in the middle of a read, so it has segments of its own: what a
    // segment keeps while it reads is of one read.
    private final Supplier<Segments> otherSegments;
    private @Nullable Segments segmentsAhead;
    private int readKey;
    private long[] readIds = NO_IDS;
    private boolean @Nullable [] readNulls;
    private int readCount;

    /** All before it is read, and before the place in the segment, while there is one. */
    private int readFrom;

    private @Nullable ColumnSegment readSegment;
    private final Vector ahead = new Vector();

    /** @param otherSegments makes more of the same */
    PropertyColumns(StoreMemories stores, Segments segments, Supplier<Segments> otherSegments) {
        this.stores = stores;
        this.segments = segments;
        this.otherSegments = otherSegments;
    }

    void read(int propertyKeyId, long[] ids, boolean @Nullable [] nulls, int count, Vector into) {
        readKey = propertyKeyId;
        readIds = ids;
        readNulls = nulls;
        readCount = count;
        readFrom = 0;
        readSegment = null;
        Foresight former = stores.foresee(this);
        try {
            readAll(propertyKeyId, ids, nulls, count, into);
        } finally {
            stores.foresee(former);
        }
    }

    /** From the id on that is being read: a batch may be long, and is told of for each few pages of it. */
    @Override
    public void tell(Wants wants) {
        Segments known = segmentsAhead == null ? otherSegments.get() : segmentsAhead;
        segmentsAhead = known;
        int index = readSegment == null ? readFrom : Math.max(readFrom, readSegment.readingIndex());
        while (index < readCount && wants.isOpen()) {
            boolean isNull = readNulls != null && readNulls[index];
            int end = isNull ? index + 1 : IdGroups.end(readIds, readNulls, index, readCount);
            index = isNull ? end : Math.max(end, tell(known, index, end, wants));
        }
    }

    /** Of ids of one segment; gives where it has come to, which may be behind them. */
    private int tell(Segments known, int from, int end, Wants wants) {
        int index = from;
        try {
            ColumnSegment segment = known.segmentOf(readKey, readIds[from]);
            if (segment == null || segment.isAllResident()) {
                return end;
            }
            while (index < end && wants.isOpen()) {
                if (readNulls == null || !readNulls[index]) {
                    tell(segment, NodeIdLayout.row(readIds[index]));
                }
                index += wants.step();
            }
        } catch (Missing _) {
            index += wants.step();
        }
        return index;
    }

    private void tell(ColumnSegment segment, int row) {
        ahead.reset(segment.kind(), 1);
        try {
            segment.read(row, ahead, 0);
        } catch (Missing _) {
            // Its pages are noted.
        }
    }

    private void readAll(int propertyKeyId, long[] ids, boolean @Nullable [] nulls, int count, Vector into) {
        into.reset(kind(propertyKeyId, ids, nulls, count), count);
        if (into.kind() == VectorKind.NULL) {
            return;
        }
        readFrom = 0;
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
                readFrom = index;
                readSegment = null;
                segment = segments.segmentOf(propertyKeyId, id);
            }
            if (segment == null) {
                into.setNull(index++);
                continue;
            }
            int end = IdGroups.end(ids, nulls, index, count);
            readFrom = index;
            if (end - index == 1) {
                readSegment = null;
                segment.read(NodeIdLayout.row(id), into, index);
            } else {
                readSegment = segment;
                segment.readRows(ids, nulls, index, end - index, into, index);
            }
            index = end;
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
            readFrom = index;
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

    void readRun(int propertyKeyId, long firstId, int count, Vector into) {
        ColumnSegment segment = segments.segmentOf(propertyKeyId, firstId);
        if (segment == null) {
            into.reset(VectorKind.NULL, count);
            return;
        }
        into.reset(segment.kind(), count);
        segment.announce(count);
        segment.readRun(NodeIdLayout.row(firstId), count, into, 0);
    }

    boolean has(int propertyKeyId, long id) {
        ColumnSegment segment = segments.segmentOf(propertyKeyId, id);
        int row = NodeIdLayout.row(id);
        return segment != null && row < segment.count() && !segment.isNull(row);
    }
}
