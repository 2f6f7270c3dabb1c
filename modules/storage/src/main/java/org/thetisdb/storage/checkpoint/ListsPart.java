package org.thetisdb.storage.checkpoint;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.adjacency.ChangeWindow;
import org.thetisdb.storage.adjacency.RewrittenLists;

/**
 * The lists of one type, side and chunk: written with their changes, and of forward lists these counted by the label
 * sets of both ends. Made once, by one thread.
 */
final class ListsPart implements OrderedParts.Part {
    private final CheckpointRun run;
    private final CheckpointSource.Lists lists;
    private final int slotMinimum;
    private final boolean slotsCome;
    private final Listener listener;

    /** By the label sets of start and end: how many relationships came, less those that went. */
    private final Map<Long, Long> counts = new HashMap<>();

    /** Slots whose relationships of the base go. */
    private final BitSet gone = new BitSet();

    private int lastStartSet = GraphReader.NO_NODE;
    private int lastEndSet = GraphReader.NO_NODE;
    private long lastCount;

    /** Is told what was written. */
    interface Listener {
        /**
         * @param gone slots of forward lists whose relationships of the base go
         * @param slotCount of forward lists
         */
        void wrote(CheckpointSource.Lists lists, BitSet gone, int slotCount);
    }

    /**
     * @param slotMinimum of forward lists: slots below it count as having been in use
     * @param slotsCome whether that alone is a change
     */
    ListsPart(CheckpointRun run, CheckpointSource.Lists lists, int slotMinimum, boolean slotsCome, Listener listener) {
        this.run = run;
        this.lists = lists;
        this.slotMinimum = slotMinimum;
        this.slotsCome = slotsCome;
        this.listener = listener;
    }

    @Override
    public Runnable make(Workbench bench) {
        ChangeWindow changes = bench.changes;
        changes.start(run.source.listChanges(lists));
        if (changes.isEmpty() && !slotsCome) {
            return () -> {};
        }
        if (lists.forward()) {
            count(bench);
        }
        Optional<RewrittenLists> written = bench.listRewriter.rewrite(
                bench.segments(),
                lists.type(),
                lists.forward(),
                lists.chunk(),
                run.snapshot.rowCount(lists.chunk()),
                changes,
                slotMinimum);
        return () -> write(written);
    }

    private void write(Optional<RewrittenLists> written) {
        int type = lists.type();
        counts.forEach((sets, count) ->
                run.statistics.relationships((int) (sets >>> Integer.SIZE), type, sets.intValue(), count));
        if (written.isPresent()) {
            run.root.adjacency(
                    type,
                    lists.forward(),
                    lists.chunk(),
                    run.append(written.get().bytes()),
                    written.get().entryCount());
        } else {
            run.root.removeAdjacency(type, lists.forward(), lists.chunk());
        }
        listener.wrote(lists, gone, written.map(RewrittenLists::slotCount).orElse(0));
    }

    /** Counts the entries that come and go, and notes which go. */
    private void count(Workbench bench) {
        ChangeWindow changes = bench.changes;
        long[] starts = new long[CheckpointRun.BATCH_ROWS];
        long[] ends = new long[CheckpointRun.BATCH_ROWS];
        boolean[] removals = new boolean[CheckpointRun.BATCH_ROWS];
        int count = 0;
        for (changes.rewind(); changes.next(); ) {
            starts[count] = NodeIdLayout.id(lists.chunk(), changes.row());
            ends[count] = changes.neighbour();
            removals[count] = changes.isRemoval();
            if (removals[count]) {
                gone.set(changes.slot());
            }
            if (++count == starts.length) {
                count(bench, starts, ends, removals, count);
                count = 0;
            }
        }
        count(bench, starts, ends, removals, count);
        noteCount();
        bench.refresh();
    }

    private void count(Workbench bench, long[] starts, long[] ends, boolean[] removals, int count) {
        int[] startSets = labelSets(bench, starts, removals, count);
        int[] endSets = labelSets(bench, ends, removals, count);
        for (int entry = 0; entry < count; entry++) {
            if (startSets[entry] != lastStartSet || endSets[entry] != lastEndSet) {
                noteCount();
                lastStartSet = startSets[entry];
                lastEndSet = endSets[entry];
            }
            lastCount += removals[entry] ? -1 : 1;
        }
    }

    /** Nearly all entries have the sets of the one before. */
    private void noteCount() {
        if (lastCount != 0) {
            counts.merge((long) lastStartSet << Integer.SIZE | lastEndSet & 0xFFFF_FFFFL, lastCount, Long::sum);
            lastCount = 0;
        }
    }

    /**
     * The label set that an end of each entry had, if the entry goes, or has. Nearly all chunks are of one: then no
     * node is looked at, each of which may have to be fetched from a file.
     */
    private int[] labelSets(Workbench bench, long[] nodes, boolean[] removals, int count) {
        int[] sets = new int[count];
        boolean anyMixed = false;
        for (int entry = 0; entry < count; entry++) {
            int chunk = NodeIdLayout.chunk(nodes[entry]);
            sets[entry] = removals[entry] ? run.former.labelSet(chunk) : run.root.labelSetOf(chunk);
            anyMixed |= sets[entry] == Snapshot.MIXED;
        }
        if (anyMixed) {
            int[] before = RelationshipLists.labelSets(bench.before, nodes, count);
            int[] after = RelationshipLists.labelSets(bench.after, nodes, count);
            for (int entry = 0; entry < count; entry++) {
                sets[entry] = removals[entry] ? before[entry] : after[entry];
            }
        }
        return sets;
    }
}
