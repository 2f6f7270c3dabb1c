package org.thetisdb.storage.base;

import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.RangeQuestion;
import org.thetisdb.storage.RangeTest;
import org.thetisdb.storage.SettledNodes;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.column.ColumnScratch;
import org.thetisdb.storage.column.ColumnSegment;
import org.thetisdb.storage.file.Foresight;
import org.thetisdb.storage.file.Root;
import org.thetisdb.storage.file.SegmentDirectory;
import org.thetisdb.storage.file.StoreMemories;
import org.thetisdb.storage.packing.PackedTests;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Label sets of nodes for one worker: of a chunk as a whole, or from the label column of one that has free rows or
 * is mixed. Not thread safe.
 */
final class LabelColumns {
    private static final ColumnSegment[] NOT_OPENED = {};
    private static final int[] NO_KEYS = {};

    /** Labels are no property. */
    private static final int NO_KEY = -1;

    /** Of more label sets, each row is looked at. */
    private static final int SETS_MAX = 16;

    private final Root root;
    private final StoreMemories stores;
    private final ColumnScratch scratch = new ColumnScratch();
    private final PropertyForesight foresight;
    private final Vector values = new Vector();
    /** By chunk; made when one is first asked for, which most readers do not. */
    private ColumnSegment[] segments = NOT_OPENED;

    LabelColumns(Root root, StoreMemories stores) {
        this.root = root;
        this.stores = stores;
        foresight = new PropertyForesight(() -> {
            LabelColumns others = new LabelColumns(root, stores);
            return (_, node) -> others.isInside(node) ? others.segment(NodeIdLayout.chunk(node)) : null;
        });
    }

    /** The label column of a chunk, or null if it has none: all rows are alike, or none holds a node. */
    @Nullable
    ColumnSegment segment(int chunk) {
        if (segments.length == 0) {
            segments = new ColumnSegment[root.chunkCount()];
        }
        ColumnSegment known = segments[chunk];
        return known != null ? known : open(chunk);
    }

    private @Nullable ColumnSegment open(int chunk) {
        SegmentDirectory directory = root.labelColumn();
        if (!directory.has(chunk)) {
            return null;
        }
        var extent = directory.extent(chunk);
        ColumnSegment segment = ColumnSegment.open(stores.of(extent.file()), extent, scratch);
        if (segment.count() != root.rowCount(chunk) || segment.kind() != VectorKind.INTEGER) {
            throw StoreErrors.corrupt(
                    "label column does not fit its chunk: chunk=" + chunk + ", place=" + extent,
                    root.rowCount(chunk) + " rows of kind INTEGER",
                    segment.count() + " rows of kind " + segment.kind());
        }
        segments[chunk] = segment;
        return segment;
    }

    private boolean isInside(long node) {
        return node >= 0
                && node >>> NodeIdLayout.ROW_BITS < root.chunkCount()
                && NodeIdLayout.row(node) < root.rowCount(NodeIdLayout.chunk(node));
    }

    /** See {@link GraphReader#labelSet}. */
    int labelSet(long node) {
        if (!isInside(node)) {
            return GraphReader.NO_NODE;
        }
        int chunk = NodeIdLayout.chunk(node);
        return isUniform(chunk) ? root.labelSet(chunk) : stored(node);
    }

    /** Whether all rows of a chunk hold a node with the same labels. */
    private boolean isUniform(int chunk) {
        return root.labelSet(chunk) != Snapshot.MIXED && root.isFull(chunk);
    }

    private int stored(long node) {
        ColumnSegment segment = segment(NodeIdLayout.chunk(node));
        if (segment == null || segment.isNull(NodeIdLayout.row(node))) {
            return GraphReader.NO_NODE;
        }
        values.reset(VectorKind.INTEGER, 1);
        segment.read(NodeIdLayout.row(node), values, 0);
        return checked(values.longs()[0], NodeIdLayout.chunk(node));
    }

    private int checked(long labelSet, int chunk) {
        if (labelSet < 0 || labelSet >= root.catalog().labelSetCount()) {
            throw StoreErrors.corrupt(
                    "label column has an unknown label set: chunk=" + chunk,
                    "below " + root.catalog().labelSetCount(),
                    String.valueOf(labelSet));
        }
        return (int) labelSet;
    }

    /** See {@link GraphReader#labelSets}. */
    void labelSets(long[] nodes, boolean @Nullable [] nulls, int count, int[] into) {
        foresight.begin(NO_KEY, NO_KEYS, nodes, nulls, count);
        Foresight former = stores.foresee(foresight);
        try {
            readAll(nodes, nulls, count, into);
        } finally {
            stores.foresee(former);
            foresight.end();
        }
    }

    private void readAll(long[] nodes, boolean @Nullable [] nulls, int count, int[] into) {
        int index = 0;
        while (index < count) {
            long node = nodes[index];
            if (nulls != null && nulls[index] || !isInside(node)) {
                into[index++] = GraphReader.NO_NODE;
                continue;
            }
            int chunk = NodeIdLayout.chunk(node);
            if (isUniform(chunk)) {
                into[index++] = root.labelSet(chunk);
                continue;
            }
            int end = index + 1;
            while (end < count
                    && NodeIdLayout.chunk(nodes[end]) == chunk
                    && (nulls == null || !nulls[end])
                    && isInside(nodes[end])) {
                end++;
            }
            stored(nodes, index, end, into);
            index = end;
        }
    }

    /** See {@link GraphReader#nodes(int, int, int, long[])}; rows after the chunk's last hold no node. */
    int nodes(int chunk, int firstRow, int count, long[] into) {
        int rowCount = chunk < root.chunkCount() ? root.rowCount(chunk) : 0;
        int length = Math.clamp(rowCount - firstRow, 0, count);
        if (length == 0 || root.liveCount(chunk) == 0) {
            return 0;
        }
        long first = NodeIdLayout.id(chunk, firstRow);
        if (!root.isFull(chunk)) {
            ColumnSegment segment = segment(chunk);
            return segment == null ? 0 : segment.presentRows(firstRow, length, first, into);
        }
        for (int index = 0; index < length; index++) {
            into[index] = first + index;
        }
        return length;
    }

    /** See {@link GraphReader#settledNodes}: of a base, all nodes are. */
    boolean settled(int chunk, @Nullable IntPredicate labelSets, SettledNodes into) {
        int rowCount = chunk < root.chunkCount() ? root.rowCount(chunk) : 0;
        boolean isMixed = rowCount > 0 && root.labelSet(chunk) == Snapshot.MIXED;
        boolean isWanted = labelSets == null || isMixed || rowCount == 0 || labelSets.test(root.labelSet(chunk));
        if (rowCount == 0 || isWanted && root.isFull(chunk) && !(isMixed && labelSets != null)) {
            into.fillAll(rowCount);
            return true;
        }
        long[] bits = into.fill(rowCount);
        ColumnSegment segment = isWanted ? segment(chunk) : null;
        if (segment == null) {
            return true;
        }
        segment.announce(rowCount);
        if (isMixed && labelSets != null) {
            return addSets(segment, rowCount, labelSets, bits);
        }
        segment.presentRows(0, rowCount, bits);
        return true;
    }

    /** Sets the bits of rows with wanted label sets; false if these are too many to ask for each. */
    private boolean addSets(ColumnSegment segment, int rowCount, IntPredicate wanted, long[] bits) {
        long[] ofSet = new long[bits.length];
        int asked = 0;
        for (int set = 0; set < root.catalog().labelSetCount(); set++) {
            if (!wanted.test(set)) {
                continue;
            }
            RangeTest isSet = new RangeTest(VectorKind.INTEGER, set, set, true);
            if (asked++ == SETS_MAX || !segment.ask(0, rowCount, new RangeQuestion(isSet, ofSet, null))) {
                return false;
            }
            for (int word = 0; word < PackedTests.bitWords(rowCount); word++) {
                bits[word] |= ofSet[word];
            }
        }
        return true;
    }

    /** The label sets of nodes of one chunk that is not uniform; their rows are all inside. */
    private void stored(long[] nodes, int start, int end, int[] into) {
        int chunk = NodeIdLayout.chunk(nodes[start]);
        ColumnSegment segment = segment(chunk);
        if (segment == null) {
            java.util.Arrays.fill(into, start, end, GraphReader.NO_NODE);
            return;
        }
        int count = end - start;
        values.reset(VectorKind.INTEGER, count);
        segment.announce(count);
        segment.readRows(nodes, null, start, count, values, 0);
        for (int index = 0; index < count; index++) {
            into[start + index] = values.isNull(index) ? GraphReader.NO_NODE : checked(values.longs()[index], chunk);
        }
    }
}
