package org.thetisdb.storage.delta;

import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.arena.HandleTable;
import org.thetisdb.storage.arena.RecordArena;
import org.thetisdb.storage.base.BaseSnapshot;
import org.thetisdb.storage.ids.IdGroups;

/** Nodes, as {@link DeltaValues} reads their properties. Not thread safe. */
final class NodeValues implements DeltaValues.Entities {
    private final Delta delta;
    private final BaseSnapshot baseSnapshot;
    private final Overlay overlay;
    private final HandleTable.Reader heads;

    NodeValues(Delta delta, BaseSnapshot baseSnapshot, Overlay overlay) {
        this.delta = delta;
        this.baseSnapshot = baseSnapshot;
        this.overlay = overlay;
        this.heads = new HandleTable.Reader(delta.arena());
    }

    /** The rows that a chunk has in the base. */
    private int baseRows(int chunk) {
        return chunk < baseSnapshot.chunkCount() ? baseSnapshot.rowCount(chunk) : 0;
    }

    /** Finds the entries that have versions, or of which the base has no row. */
    @Override
    public void findVersions(long[] nodes, boolean @Nullable [] nulls, int count) {
        int index = 0;
        while (index < count) {
            if (nulls != null && nulls[index]) {
                index++;
                continue;
            }
            int number = NodeIdLayout.chunk(nodes[index]);
            int end = IdGroups.end(nodes, nulls, index, count);
            DeltaChunk chunk = delta.nodeChunk(number);
            if (chunk != null) {
                findVersions(chunk, baseRows(number), nodes, nulls, index, end);
            }
            index = end;
        }
    }

    /** As {@link #findVersions(long[], boolean[], int)}, for entries that are all of one chunk. */
    private void findVersions(
            DeltaChunk chunk, int baseRows, long[] nodes, boolean @Nullable [] nulls, int from, int end) {
        for (int index = from; index < end; index++) {
            if (nulls != null && nulls[index]) {
                continue;
            }
            int row = NodeIdLayout.row(nodes[index]);
            int head = heads.get(chunk.entries(), row);
            if (head != RecordArena.NONE || row >= baseRows) {
                overlay.add(index, head);
            }
        }
    }

    @Override
    public void findPlaces(Visibility visibility, int propertyKeyId, long[] nodes) {
        Versions versions = delta.versions();
        int found = overlay.count();
        int kept = 0;
        int keyList = RecordArena.NONE;
        int place = -1;
        for (int index = 0; index < found; index++) {
            int entry = overlay.entry(index);
            int version = versions.newest(overlay.record(index), visibility);
            if (version == RecordArena.NONE) {
                long node = nodes[entry];
                if (NodeIdLayout.row(node) >= baseRows(NodeIdLayout.chunk(node))) {
                    overlay.replace(kept++, entry, version, -1);
                }
                continue;
            }
            int keys = versions.keyList(version);
            if (keys != keyList) {
                keyList = keys;
                place = versions.place(keys, propertyKeyId);
            }
            if (place >= 0 || versions.isFresh(version) || !versions.exists(version)) {
                overlay.replace(kept++, entry, version, place);
            }
        }
        overlay.shorten(kept);
    }
}
