package org.thetisdb.storage.delta;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.Catalog.IndexDescriptor;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.adjacency.ChangeFeed;
import org.thetisdb.storage.adjacency.ListChanges;
import org.thetisdb.storage.arena.HandleTable;
import org.thetisdb.storage.arena.ReadAhead;
import org.thetisdb.storage.arena.RecordArena;
import org.thetisdb.storage.checkpoint.CheckpointSource;
import org.thetisdb.storage.file.LogMark;

/**
 * What a checkpoint at one revision has to write. Goes over all that is dirty, whoever wrote it: what was not
 * committed by then, or rolled back, comes out as the base has it. Threads as {@link CheckpointSource} has them; writers
 * may continue.
 */
public final class DeltaCheckpointSource implements CheckpointSource, AutoCloseable {
    private static final int[] NO_SLOTS = {};

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
        Set<Lists> lists = new LinkedHashSet<>();
        for (int type = 0; type < snapshot.catalog().typeCount(); type++) {
            for (boolean forward : new boolean[] {true, false}) {
                int each = type;
                delta.lists().forEachChunk(type, forward, (chunk, rows) -> lists.add(new Lists(each, forward, chunk)));
            }
        }
        delta.runs().forEachPlace((type, forward, chunk) -> lists.add(new Lists(type, forward, chunk)));
        return lists;
    }

    @Override
    public ChangeFeed listChanges(Lists lists) {
        return new Feed(lists);
    }

    /** Goes along the lists of a chunk, row by row. */
    private final class Feed implements ChangeFeed {
        private final Lists lists;
        private final @Nullable HandleTable heads;
        private final boolean hasRuns;
        private final LinkCursor cursor = new LinkCursor(delta);

        /** The row of whose list the cursor gives the next link; -1 before the first. */
        private int row = -1;

        Feed(Lists lists) {
            this.lists = lists;
            this.heads = delta.lists().heads(lists.type(), lists.forward(), lists.chunk());
            this.hasRuns = delta.runs().has(lists.type(), lists.forward(), lists.chunk(), snapshot.visibility());
            cursor.seenBy(snapshot.visibility());
        }

        @Override
        public void restart() {
            row = -1;
        }

        @Override
        public boolean fill(ListChanges into) {
            while (!into.isFull()) {
                while (row < 0 || !cursor.next()) {
                    if (!nextRow()) {
                        return false;
                    }
                }
                int change = cursor.change(snapshot.visibility());
                if (change > 0) {
                    into.add(row, cursor.neighbour(), cursor.slot());
                } else if (change < 0) {
                    into.remove(row, cursor.neighbour(), cursor.slot());
                }
            }
            return true;
        }

        private boolean nextRow() {
            // Of runs nobody knows which rows they have.
            int next = hasRuns ? row + 1 : heads == null ? -1 : heads.next(row + 1);
            if (next < 0 || next >= NodeIdLayout.CHUNK_ROWS) {
                return false;
            }
            row = next;
            int head = heads == null ? RecordArena.NONE : heads.get(row);
            cursor.start(lists.type(), lists.forward(), NodeIdLayout.id(lists.chunk(), row), head);
            return true;
        }
    }

    @Override
    public Collection<Relationships> relationships() {
        List<Relationships> relationships = new ArrayList<>();
        for (int type = 0; type < snapshot.catalog().typeCount(); type++) {
            int each = type;
            delta.forEachLinkChunk(type, (number, chunk) -> {
                int last = chunk.entries().last(this::isMade);
                if (last >= 0) {
                    relationships.add(new Relationships(each, number, last + 1, chunk.dirtyKeys()));
                }
            });
        }
        return relationships;
    }

    /** Whether a link is of the base, or was made up to the snapshot. */
    private boolean isMade(int link) {
        return delta.stamps().revision(delta.links().created(link)) <= snapshot.revision();
    }

    @Override
    public int[] changedSlots(int type, int number, int fromSlot, int endSlot) {
        DeltaChunk chunk = delta.linkChunk(type, number);
        if (chunk == null) {
            return NO_SLOTS;
        }
        IntStream.Builder slots = IntStream.builder();
        ReadAhead ahead = new ReadAhead(delta.arena());
        chunk.entries().forEach(fromSlot, endSlot, (slot, link) -> {
            ahead.at(link);
            if (isMade(link)) {
                slots.add(slot);
            }
        });
        return slots.build().toArray();
    }

    @Override
    public IndexChanges indexChanges(IndexDescriptor index) {
        IndexDelta changed = delta.index(index);
        return changed == null
                ? new IndexChanges(0, IndexDelta.NONE, false)
                : new IndexChanges(
                        changed.count(),
                        changed.entries((key, node) -> reader.holds(index, key, node)),
                        delta.arena().isInFile());
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
