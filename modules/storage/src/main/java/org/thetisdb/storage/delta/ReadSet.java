package org.thetisdb.storage.delta;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.GraphReader.Side;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.ids.IdGroups;
import org.thetisdb.storage.index.IndexKey;
import org.thetisdb.storage.index.IndexRange;

/**
 * What one reader of a serializable transaction has read, present or not: rows, lists, ranges of indexes, and scans.
 * Whoever has read more than {@link #FACTS_MAX} things, or {@link #RANGES_MAX} ranges, counts as having read
 * everything: a transaction of that size is in conflict with nearly any other in any case.
 *
 * <p>Belongs to its reader while that reads; {@link #meets} may be called afterwards.
 */
public final class ReadSet {
    /** Whoever reads so many rows at once is held to have read the property of the whole chunk. */
    static final int COLUMN_ROWS_MIN = 64;

    private static final int FACTS_MAX = 1 << 17;
    private static final int RANGES_MAX = 1 << 12;
    private static final int FIRST_SLOTS = 64;

    private record Range(int labelId, List<Integer> propertyKeyIds, IndexRange range) {}

    private final List<Range> ranges = new ArrayList<>();
    private long[] slots = new long[FIRST_SLOTS];
    private int count;
    private boolean scanned;
    private boolean everything;

    void node(long node) {
        add(Fact.node(node));
    }

    void nodes(long[] nodes, boolean @Nullable [] nulls, int nodeCount) {
        for (int index = 0; index < nodeCount && !everything; index++) {
            if (nulls == null || !nulls[index]) {
                add(Fact.node(nodes[index]));
            }
        }
    }

    /** It was asked which nodes have a property: of many nodes of one chunk, a column. */
    void presence(int propertyKeyId, long[] nodes, boolean @Nullable [] nulls, int nodeCount) {
        boolean isColumn = nodeCount >= COLUMN_ROWS_MIN && IdGroups.end(nodes, nulls, 0, nodeCount) == nodeCount;
        if (isColumn && (nulls == null || !nulls[0])) {
            column(NodeIdLayout.chunk(nodes[0]), propertyKeyId);
        } else {
            nodes(nodes, nulls, nodeCount);
        }
    }

    /** A property of many nodes of a chunk was read, or it was found that none of them has a certain value. */
    void column(int chunk, int propertyKeyId) {
        scanned = true;
        add(Fact.column(chunk, propertyKeyId));
    }

    /** All nodes of a chunk were found to have the same labels. */
    void labels(int chunk) {
        add(Fact.labels(chunk));
    }

    void relationships(long[] relationships, boolean @Nullable [] nulls, int count) {
        for (int index = 0; index < count && !everything; index++) {
            if (nulls == null || !nulls[index]) {
                add(Fact.relationship(relationships[index]));
            }
        }
    }

    void relationship(long relationship) {
        add(Fact.relationship(relationship));
    }

    private void list(int type, boolean forward, long node) {
        add(Fact.list(type, forward, node));
    }

    /** Lists of many nodes; of all types where the array is empty. */
    void lists(long[] nodes, boolean @Nullable [] nulls, int nodeCount, int[] typeIds, Side side) {
        for (int index = 0; index < nodeCount; index++) {
            for (int place = 0; place < Math.max(1, typeIds.length); place++) {
                int type = typeIds.length == 0 ? Fact.ANY_TYPE : typeIds[place];
                if (nulls != null && nulls[index]) {
                    continue;
                }
                if (side != Side.BACKWARD) {
                    list(type, true, nodes[index]);
                }
                if (side != Side.FORWARD) {
                    list(type, false, nodes[index]);
                }
            }
        }
    }

    void indexKey(Catalog.IndexDescriptor index, IndexKey key) {
        add(Fact.indexKey(index, key));
    }

    void indexRange(Catalog.IndexDescriptor index, IndexRange range) {
        if (ranges.size() == RANGES_MAX) {
            everything = true;
            return;
        }
        ranges.add(new Range(index.labelId(), index.propertyKeyIds(), range));
    }

    /** All nodes were looked for, or counted. */
    void scan() {
        scanned = true;
    }

    private void add(long fact) {
        // 0 marks a free slot.
        long stored = fact == 0 ? 1 : fact;
        int slot = (int) stored & slots.length - 1;
        while (slots[slot] != 0) {
            if (slots[slot] == stored) {
                return;
            }
            slot = slot + 1 & slots.length - 1;
        }
        if (count == FACTS_MAX) {
            everything = true;
            return;
        }
        slots[slot] = stored;
        if (++count * 2 > slots.length) {
            grow();
        }
    }

    private void grow() {
        long[] old = slots;
        slots = new long[old.length * 2];
        for (long stored : old) {
            if (stored != 0) {
                int slot = (int) stored & slots.length - 1;
                while (slots[slot] != 0) {
                    slot = slot + 1 & slots.length - 1;
                }
                slots[slot] = stored;
            }
        }
    }

    private boolean has(long fact) {
        long stored = fact == 0 ? 1 : fact;
        int slot = (int) stored & slots.length - 1;
        while (slots[slot] != 0) {
            if (slots[slot] == stored) {
                return true;
            }
            slot = slot + 1 & slots.length - 1;
        }
        return false;
    }

    /** Whether something that was read was written by the other, or would have been found had it been there. */
    public boolean meets(WriteSet written) {
        if (everything || scanned && written.isStructural()) {
            return true;
        }
        if (written.isEverything()) {
            return count > 0 || !ranges.isEmpty();
        }
        for (int index = 0; index < written.count(); index++) {
            if (has(written.fact(index))) {
                return true;
            }
        }
        for (Range range : ranges) {
            for (WriteSet.Entry entry : written.entries()) {
                if (entry.labelId() == range.labelId()
                        && entry.propertyKeyIds().equals(range.propertyKeyIds())
                        && range.range().contains(entry.key())) {
                    return true;
                }
            }
        }
        return false;
    }
}
