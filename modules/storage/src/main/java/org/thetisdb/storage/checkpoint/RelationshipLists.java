package org.thetisdb.storage.checkpoint;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.thetisdb.storage.Expansion;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.GraphReader.Side;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.storage.column.BlockedColumnRewriter.ChangedSlots;
import org.thetisdb.storage.column.EncodedColumn;

/**
 * Writes the lists that changed, the relationship columns that changed with them or alone, and brings the counts of
 * relationships by label sets up to date. Comes after {@link NodeChunks}. Used once, by one thread.
 *
 * <p>Counts: a relationship that goes is taken from the label sets that its ends had, one that comes is added to those
 * that they have now; of those that stay, only the ones at nodes with other labels are counted again.
 */
final class RelationshipLists {
    private final CheckpointRun run;
    /** By type and chunk: slots whose relationships of the base are gone. */
    private final Map<Long, BitSet> removed = new HashMap<>();
    /** By type and chunk: one above the greatest slot that was changed. */
    private final Map<Long, Integer> slotMinimums = new HashMap<>();
    /** By type and chunk, of forward lists that were written: the new slot count. */
    private final Map<Long, Integer> slotCounts = new TreeMap<>();

    RelationshipLists(CheckpointRun run) {
        this.run = run;
    }

    private static long place(int type, int chunk) {
        return (long) type << 32 | chunk;
    }

    void write() {
        Map<Long, CheckpointSource.Relationships> changed = new TreeMap<>();
        // The changes may continue: chunks that came after the snapshot are the next checkpoint's.
        int chunkCount = run.snapshot.chunkCount();
        run.source.relationships().stream()
                .filter(group -> group.chunk() < chunkCount)
                .forEach(group -> changed.put(place(group.type(), group.chunk()), group));
        changed.values()
                .forEach(group -> slotMinimums.merge(place(group.type(), group.chunk()), group.slotEnd(), Math::max));
        Set<CheckpointSource.Lists> lists = new LinkedHashSet<>(run.source.lists());
        // Slots of relationships that came and went meanwhile count as used: their ids are in the history.
        changed.values().stream()
                .filter(group ->
                        slotMinimum(group.type(), group.chunk()) > slotCountBefore(group.type(), group.chunk()))
                .forEach(group -> lists.add(new CheckpointSource.Lists(group.type(), true, group.chunk())));
        lists.removeIf(changedLists -> changedLists.chunk() >= chunkCount);
        lists.forEach(this::writeLists);
        run.parts.drain();
        recountRelabelled();
        for (long place : slotCounts.keySet()) {
            changed.putIfAbsent(
                    place, new CheckpointSource.Relationships((int) (place >>> 32), (int) place, 0, new int[0]));
        }
        changed.values().forEach(this::writeColumns);
        run.parts.drain();
    }

    private int slotCountBefore(int type, int chunk) {
        boolean known =
                chunk < run.former.chunkCount() && type < run.former.catalog().typeCount();
        int count = known ? run.before.adjacency().slotCount(type, chunk) : 0;
        run.before.refresh();
        return count;
    }

    private int slotMinimum(int type, int chunk) {
        return Math.max(slotCountBefore(type, chunk), slotMinimums.getOrDefault(place(type, chunk), 0));
    }

    private void writeLists(CheckpointSource.Lists lists) {
        int type = lists.type();
        int chunk = lists.chunk();
        int slotMinimum = lists.forward() ? slotMinimum(type, chunk) : 0;
        boolean slotsCome = lists.forward() && slotMinimum > slotCountBefore(type, chunk);
        run.parts.add(
                run.snapshot.rowCount(chunk), new ListsPart(run, lists, slotMinimum, slotsCome, this::noteWritten));
    }

    private void noteWritten(CheckpointSource.Lists lists, BitSet gone, int slotCount) {
        if (lists.forward()) {
            removed.put(place(lists.type(), lists.chunk()), gone);
            slotCounts.put(place(lists.type(), lists.chunk()), slotCount);
        }
    }

    static int[] labelSets(GraphReader reader, long[] nodes, int count) {
        int[] sets = new int[count];
        reader.labelSets(nodes, null, count, sets);
        reader.refresh();
        return sets;
    }

    /** Counts the relationships again that stay and of which an end has other labels. */
    private void recountRelabelled() {
        run.relabelled.forEachBatch(CheckpointRun.BATCH_ROWS, nodes -> {
            recount(nodes, true);
            recount(nodes, false);
        });
    }

    private void recount(long[] nodes, boolean forward) {
        int capacity = CheckpointRun.BATCH_ROWS;
        int[] rows = new int[capacity];
        long[] relationships = new long[capacity];
        long[] neighbours = new long[capacity];
        Expansion expansion = run.before.expansion();
        expansion.start(nodes, null, nodes.length, new int[0], forward ? Side.FORWARD : Side.BACKWARD, true);
        int found;
        while ((found = expansion.next(rows, relationships, neighbours, capacity)) > 0) {
            long[] starts = new long[found];
            long[] ends = new long[found];
            for (int index = 0; index < found; index++) {
                starts[index] = forward ? nodes[rows[index]] : neighbours[index];
                ends[index] = forward ? neighbours[index] : nodes[rows[index]];
            }
            int[] startsBefore = labelSets(run.before, starts, found);
            int[] endsBefore = labelSets(run.before, ends, found);
            int[] startsAfter = labelSets(run.after, starts, found);
            int[] endsAfter = labelSets(run.after, ends, found);
            for (int index = 0; index < found; index++) {
                // Relationships whose start has other labels were counted from there.
                boolean counted = !forward && run.relabelled.contains(starts[index]);
                if (!counted && !isRemoved(relationships[index])) {
                    int type = RelationshipIdLayout.type(relationships[index]);
                    run.statistics.relationships(startsBefore[index], type, endsBefore[index], -1);
                    run.statistics.relationships(startsAfter[index], type, endsAfter[index], 1);
                }
            }
        }
        run.pause();
    }

    private boolean isRemoved(long relationship) {
        BitSet gone =
                removed.get(place(RelationshipIdLayout.type(relationship), RelationshipIdLayout.chunk(relationship)));
        return gone != null && gone.get(RelationshipIdLayout.slot(relationship));
    }

    private void writeColumns(CheckpointSource.Relationships group) {
        int type = group.type();
        int chunk = group.chunk();
        Integer rewrittenCount = slotCounts.get(place(type, chunk));
        int slotCount = rewrittenCount != null ? rewrittenCount : slotCountBefore(type, chunk);
        Set<Integer> keys = new TreeSet<>();
        for (int key : group.propertyKeyIds()) {
            keys.add(key);
        }
        if (rewrittenCount != null && type < run.former.catalog().typeCount()) {
            // Slots came or went: all columns have as many rows as there are slots, and nothing in free ones.
            for (int key : run.former.relationshipKeys(type)) {
                if (run.former.relationshipColumn(type, key).has(chunk)) {
                    keys.add(key);
                }
            }
        }
        for (int key : keys) {
            writeColumn(type, chunk, key, slotCount);
        }
    }

    private void writeColumn(int type, int chunk, int key, int slotCount) {
        if (slotCount == 0) {
            run.root.removeRelationshipColumn(type, key, chunk);
            return;
        }
        run.parts.add(slotCount, bench -> {
            Optional<EncodedColumn> column = bench.columnRewriter.rewrite(
                    bench.before.relationshipColumn(type, key, chunk),
                    slotCount,
                    block -> changedSlots(bench, type, chunk, key, block, slotCount));
            return () -> put(type, chunk, key, column);
        });
    }

    private void put(int type, int chunk, int key, Optional<EncodedColumn> written) {
        if (written.isPresent()) {
            run.root.relationshipColumn(
                    type,
                    key,
                    chunk,
                    run.append(written.get().bytes()),
                    written.get().zoneMap());
        } else {
            run.root.removeRelationshipColumn(type, key, chunk);
        }
    }

    /** What changed in a block of a column. */
    private ChangedSlots changedSlots(Workbench bench, int type, int chunk, int key, int block, int slotCount) {
        int from = block * NodeIdLayout.CHUNK_ROWS;
        int[] slots = run.source.changedSlots(type, chunk, from, from + NodeIdLayout.CHUNK_ROWS);
        int count = (int) IntStream.of(slots).filter(slot -> slot < slotCount).count();
        long[] ids = new long[count];
        boolean[] free = new boolean[count];
        for (int index = 0; index < count; index++) {
            ids[index] = RelationshipIdLayout.id(type, chunk, slots[index]);
            free[index] = !bench.after.relationshipExists(ids[index]);
        }
        return new ChangedSlots(count, slots, free, (first, some, into) -> {
            int end = first + some;
            bench.after.relationshipProperty(
                    key, Arrays.copyOfRange(ids, first, end), Arrays.copyOfRange(free, first, end), some, into);
        });
    }
}
