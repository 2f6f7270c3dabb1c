package org.thetisdb.storage.delta;

import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.base.BaseReader;
import org.thetisdb.storage.base.BaseSnapshot;
import org.thetisdb.value.vector.Vector;

/**
 * A property of many nodes: what the base has, with what a reader sees of the delta laid over it.
 *
 * <p>Nearly every step to another object misses the cache, so the steps are taken in loops of their own over many
 * entries, in which such misses overlap: from rows to their versions, from these to their values. What a batch has
 * found of new nodes is left in the chunk's {@link DeltaColumn} for the next one. Not thread safe.
 */
final class NodeValues {
    private final Delta delta;
    private final BaseSnapshot baseSnapshot;
    private final BaseReader base;
    private final Overlay overlay;

    /** @param overlay used by one reading at a time */
    NodeValues(Delta delta, BaseSnapshot baseSnapshot, BaseReader base, Overlay overlay) {
        this.delta = delta;
        this.baseSnapshot = baseSnapshot;
        this.base = base;
        this.overlay = overlay;
    }

    void read(Visibility visibility, int propertyKeyId, long[] nodes, boolean[] nulls, int count, Vector into) {
        overlay.begin(count);
        findVersions(visibility, propertyKeyId, nodes, nulls, count);
        takeValues(visibility, propertyKeyId, nodes);
        if (overlay.isEmpty()) {
            base.nodeProperty(propertyKeyId, nodes, nulls, count, into);
        } else {
            base.nodeProperty(propertyKeyId, nodes, overlay.mask(nulls, count), count, into);
            overlay.patch(into, place -> value(visibility, propertyKeyId, nodes[place]));
        }
    }

    /** The rows that a chunk has in the base. */
    private int baseRows(int chunk) {
        return chunk < baseSnapshot.chunkCount() ? baseSnapshot.rowCount(chunk) : 0;
    }

    /** Finds the entries that are known, that have versions, or of which the base has no row. */
    private void findVersions(Visibility visibility, int propertyKeyId, long[] nodes, boolean[] nulls, int count) {
        int number = -1;
        int baseRows = 0;
        DeltaChunk<NodeVersion> chunk = null;
        DeltaColumn column = null;
        for (int index = 0; index < count; index++) {
            if (nulls != null && nulls[index]) {
                continue;
            }
            long node = nodes[index];
            if (NodeIdLayout.chunk(node) != number) {
                number = NodeIdLayout.chunk(node);
                chunk = delta.nodeChunk(number);
                column = chunk == null ? null : chunk.column(propertyKeyId);
                baseRows = baseRows(number);
            }
            if (chunk == null) {
                continue;
            }
            int row = NodeIdLayout.row(node);
            if (row >= baseRows && overlay.addIfKnown(index, column, row, visibility.revision())) {
                continue;
            }
            NodeVersion head = chunk.entries().get(row);
            if (head != null || row >= baseRows) {
                overlay.add(index, head);
            }
        }
    }

    /** Of the entries found, keeps those whose property is not the base's matter, with its value or null. */
    private void takeValues(Visibility visibility, int propertyKeyId, long[] nodes) {
        int found = overlay.count();
        int kept = 0;
        for (int index = 0; index < found; index++) {
            NodeVersion head = (NodeVersion) overlay.value(index);
            long node = nodes[overlay.place(index)];
            NodeVersion version = visibility.newest(head);
            int place = version == null ? -1 : version.properties().find(propertyKeyId);
            boolean isOfBase = version == null
                    ? NodeIdLayout.row(node) < baseRows(NodeIdLayout.chunk(node))
                    : place < 0 && !version.fresh() && version.exists();
            if (isOfBase) {
                continue;
            }
            Object value = place < 0 ? null : version.properties().values()[place];
            if (overlay.remembers() && version != null && version == head && version.fresh() && version.exists()) {
                remember(visibility, propertyKeyId, node, version, value);
            }
            overlay.replace(kept++, overlay.place(index), value);
        }
        overlay.shorten(kept);
    }

    private void remember(Visibility visibility, int propertyKeyId, long node, NodeVersion newest, Object value) {
        long revision = newest.revision();
        if (revision > visibility.revision()) {
            return;
        }
        DeltaChunk<NodeVersion> chunk = delta.nodeChunk(NodeIdLayout.chunk(node));
        int row = NodeIdLayout.row(node);
        delta.grow(overlay.remember(
                chunk,
                propertyKeyId,
                row,
                value,
                revision,
                () -> chunk.entries().get(row) == newest));
    }

    private Object value(Visibility visibility, int propertyKeyId, long node) {
        return visibility.newest(delta.head(node)).properties().value(propertyKeyId);
    }
}
