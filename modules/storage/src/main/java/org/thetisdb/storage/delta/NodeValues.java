package org.thetisdb.storage.delta;

import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.base.BaseReader;
import org.thetisdb.storage.base.BaseSnapshot;
import org.thetisdb.value.vector.Vector;

/** Nodes, as {@link DeltaValues} reads their properties. Not thread safe. */
final class NodeValues implements DeltaValues.Entities {
    private final Delta delta;
    private final BaseSnapshot baseSnapshot;
    private final BaseReader base;
    private final Overlay overlay;

    NodeValues(Delta delta, BaseSnapshot baseSnapshot, BaseReader base, Overlay overlay) {
        this.delta = delta;
        this.baseSnapshot = baseSnapshot;
        this.base = base;
        this.overlay = overlay;
    }

    @Override
    public void readBase(int propertyKeyId, long[] nodes, boolean @Nullable [] nulls, int count, Vector into) {
        base.nodeProperty(propertyKeyId, nodes, nulls, count, into);
    }

    /** The rows that a chunk has in the base. */
    private int baseRows(int chunk) {
        return chunk < baseSnapshot.chunkCount() ? baseSnapshot.rowCount(chunk) : 0;
    }

    /** Finds the entries that are known, that have versions, or of which the base has no row. */
    @Override
    public void findVersions(
            Visibility visibility, int propertyKeyId, long[] nodes, boolean @Nullable [] nulls, int count) {
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

    @Override
    public void takeValues(Visibility visibility, int propertyKeyId, long[] nodes) {
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
            Object value =
                    version == null || place < 0 ? null : version.properties().values()[place];
            if (overlay.remembers() && version != null && version == head && version.fresh() && version.exists()) {
                remember(visibility, propertyKeyId, node, version, value);
            }
            overlay.replace(kept++, overlay.place(index), value);
        }
        overlay.shorten(kept);
    }

    private void remember(
            Visibility visibility, int propertyKeyId, long node, NodeVersion newest, @Nullable Object value) {
        long revision = newest.revision();
        if (revision > visibility.revision()) {
            return;
        }
        DeltaChunk<NodeVersion> chunk = delta.makeNodeChunk(NodeIdLayout.chunk(node));
        int row = NodeIdLayout.row(node);
        overlay.remember(
                delta,
                chunk,
                propertyKeyId,
                row,
                value,
                revision,
                () -> chunk.entries().get(row) == newest);
    }

    @Override
    public @Nullable Object value(Visibility visibility, int propertyKeyId, long node) {
        NodeVersion version = visibility.newest(delta.head(node));
        return version == null ? null : version.properties().value(propertyKeyId);
    }
}
