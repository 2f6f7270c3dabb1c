package org.thetisdb.storage.delta;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import org.thetisdb.storage.Catalog.IndexDescriptor;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.adjacency.ListChanges;
import org.thetisdb.storage.arena.HandleTable;
import org.thetisdb.storage.checkpoint.CheckpointSource;
import org.thetisdb.storage.file.LogMark;

/**
 * What a checkpoint at one revision has to write. Goes over all that is dirty, whoever wrote it: what was not
 * committed by then, or rolled back, comes out as the base has it. One thread; writers may continue.
 */
public final class DeltaCheckpointSource implements CheckpointSource, AutoCloseable {
    private final DeltaSnapshot snapshot;
    private final Delta delta;
    private final long timeMillis;
    private final LogMark logMark;
    private final DeltaReader reader;

    /**
     * @param timeMillis when the snapshot's revision was committed
     * @param logMark its record in the log, if it is known
     */
    public DeltaCheckpointSource(DeltaSnapshot snapshot, long timeMillis, LogMark logMark) {
        this.snapshot = snapshot;
        this.delta = snapshot.delta();
        this.timeMillis = timeMillis;
        this.logMark = logMark;
        this.reader = snapshot.untrackedReader();
    }

    @Override
    public Snapshot snapshot() {
        return snapshot;
    }

    @Override
    public long timeMillis() {
        return timeMillis;
    }

    @Override
    public LogMark logMark() {
        return logMark;
    }

    @Override
    public long changedBytes() {
        return delta.bytes();
    }

    @Override
    public Collection<Integer> nodeChunks() {
        List<Integer> chunks = new ArrayList<>();
        delta.forEachNodeChunk((chunk, dirty) -> chunks.add(chunk));
        return chunks;
    }

    @Override
    public Collection<NodeColumn> nodeColumns() {
        List<NodeColumn> columns = new ArrayList<>();
        delta.forEachNodeChunk((chunk, dirty) ->
                Arrays.stream(dirty.dirtyKeys()).forEach(key -> columns.add(new NodeColumn(chunk, key))));
        return columns;
    }

    @Override
    public Collection<Lists> lists() {
        List<Lists> lists = new ArrayList<>();
        for (int type = 0; type < snapshot.catalog().typeCount(); type++) {
            for (boolean forward : new boolean[] {true, false}) {
                int each = type;
                delta.lists().forEachChunk(type, forward, (chunk, rows) -> lists.add(new Lists(each, forward, chunk)));
            }
        }
        return lists;
    }

    @Override
    public void listChanges(Lists lists, ListChanges into) {
        HandleTable changed = delta.lists().heads(lists.type(), lists.forward(), lists.chunk());
        if (changed != null) {
            LinkCursor cursor = new LinkCursor(delta);
            changed.forEach((row, head) -> {
                cursor.start(lists.type(), lists.forward(), NodeIdLayout.id(lists.chunk(), row), head);
                put(cursor, row, into);
            });
        }
    }

    private void put(LinkCursor cursor, int row, ListChanges into) {
        while (cursor.next()) {
            int change = cursor.change(snapshot.visibility());
            if (change > 0) {
                into.add(row, cursor.neighbour(), cursor.slot());
            } else if (change < 0) {
                into.remove(row, cursor.neighbour(), cursor.slot());
            }
        }
    }

    @Override
    public Collection<Relationships> relationships() {
        List<Relationships> relationships = new ArrayList<>();
        for (int type = 0; type < snapshot.catalog().typeCount(); type++) {
            int each = type;
            delta.forEachLinkChunk(type, (number, chunk) -> {
                int[] slots = slots(chunk);
                if (slots.length > 0) {
                    relationships.add(new Relationships(each, number, slots, chunk.dirtyKeys()));
                }
            });
        }
        return relationships;
    }

    private int[] slots(DeltaChunk chunk) {
        Links links = delta.links();
        IntStream.Builder slots = IntStream.builder();
        chunk.entries().forEach((slot, link) -> {
            if (delta.stamps().revision(links.created(link)) <= snapshot.revision()) {
                slots.add(slot);
            }
        });
        return slots.build().toArray();
    }

    @Override
    public IndexChanges indexChanges(IndexDescriptor index) {
        IndexDelta changed = delta.index(index);
        return changed == null
                ? new IndexChanges(0, IndexDelta.NONE)
                : new IndexChanges(changed.count(), changed.entries((key, node) -> reader.holds(index, key, node)));
    }

    /** Between two pieces of work, so that no page is held for long. */
    public void refresh() {
        reader.refresh();
    }

    @Override
    public void close() {
        reader.close();
    }
}
