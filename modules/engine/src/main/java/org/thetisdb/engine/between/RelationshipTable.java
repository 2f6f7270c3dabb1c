package org.thetisdb.engine.between;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.expand.TypeSet;
import org.thetisdb.engine.hash.PairTable;
import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.Shared;
import org.thetisdb.engine.pipeline.MemoryCharge;
import org.thetisdb.engine.pipeline.RowNanos;
import org.thetisdb.engine.pipeline.RunState;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.storage.Expansion;
import org.thetisdb.storage.GraphReader.Side;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.Statistics;

/**
 * All relationships of some types by the two nodes that each connects, for rows whose nodes come in no order: a look
 * into it takes a tenth of a search in long lists, which have to be found first.
 *
 * <p>It is made when searches have taken as long, beyond what looks would take, as making it is going to: who asks for
 * few rows never waits for it, and who asks for many takes at most about twice what is best, whatever was estimated
 * (ski rental). What a search takes is measured: where lists are short and come in order, it is less than a look into a
 * table that does not stay in the processor's caches, and no table is made. One worker makes it while the others go on.
 * Where there is no memory to spare there is none. A statement that writes has none: what it holds would change.
 *
 * <p>Threads: shared by all workers of a run.
 */
final class RelationshipTable implements RunState {
    /** Where a plan's instance has it, whatever assembly of a subplan asks. */
    record Spec() implements Shared<RelationshipTable> {
        @Override
        public RelationshipTable createState(Assembly assembly) {
            return new RelationshipTable(assembly.variant().exchangesForced());
        }
    }

    /** A larger table does not stay in the processor's caches. */
    private static final long NEAR_BYTES_MAX = 8 << 20;

    /** What a look takes, in nanoseconds, and what a relationship does that is put there. */
    private static final double NEAR_NANOS = 15;

    /** The same of a larger one, whose memory is new as well. */
    private static final double FAR_NANOS = 60;

    /** What it takes to pass a node that has no relationship, in nanoseconds. */
    private static final double NODE_NANOS = 2;

    /** More is taken for the time of code that is not compiled yet. */
    private static final double SEARCH_NANOS_MAX = 200;

    /** Batches to measure before it is decided. */
    private static final int MEASURED_BATCHES = 4;

    /** Of smaller batches a row's time is not known. */
    static final int MEASURED_ROWS_MIN = 64;

    /** With as much more there is room for what statistics do not know. */
    private static final int SPARE_DIVISOR = 8;

    private static final int PIECE = 1024;

    private final boolean isForced;
    private final AtomicLong savedNanos = new AtomicLong();
    private final AtomicBoolean isBegun = new AtomicBoolean();
    private volatile @Nullable PairTable made;

    /** @param isForced whether it is made for the first row */
    private RelationshipTable(boolean isForced) {
        this.isForced = isForced;
    }

    /**
     * The table, if there is one by now, or if it is time to make one: pairs of a start and an end, with the
     * relationship's id if these are wanted.
     *
     * @param rowCount how many rows are to be searched for, if there is none
     * @param search what this worker has measured of searches
     */
    @Nullable
    PairTable forRows(Worker worker, TypeSet types, boolean withRelationships, int rowCount, RowNanos search) {
        PairTable table = made;
        if (table != null
                || isBegun.get()
                || worker.query().transaction().isPresent()
                || !isForced && !isTime(worker, types, withRelationships, rowCount, search)
                || !isBegun.compareAndSet(false, true)) {
            return table;
        }
        table = make(worker, types, withRelationships);
        made = table;
        return table;
    }

    /** Whether searches have taken so much longer than looks would, that making the table takes no longer. */
    private boolean isTime(Worker worker, TypeSet types, boolean withRelationships, int rowCount, RowNanos search) {
        if (rowCount < MEASURED_ROWS_MIN || search.count() < MEASURED_BATCHES) {
            return false;
        }
        Statistics statistics = worker.snapshot().statistics();
        long count = count(statistics, types);
        double nanos = tableBytes(count, withRelationships) <= NEAR_BYTES_MAX ? NEAR_NANOS : FAR_NANOS;
        double saved = Math.min(search.nanos(), SEARCH_NANOS_MAX) - nanos;
        return saved > 0
                && savedNanos.addAndGet((long) (saved * rowCount))
                        >= nanos * count + NODE_NANOS * statistics.nodeCount();
    }

    private static long count(Statistics statistics, TypeSet types) {
        long count = types.ids().length == 0 ? statistics.relationshipCount() : 0;
        for (int type : types.ids()) {
            count += statistics.relationships(Statistics.ANY, type, Statistics.ANY);
        }
        return count;
    }

    private static int entriesMax(long expected) {
        return (int) Math.min(PairTable.ENTRIES_MAX, expected + expected / SPARE_DIVISOR + PIECE);
    }

    private static long tableBytes(long expected, boolean withRelationships) {
        return PairTable.bytes(entriesMax(expected), withRelationships);
    }

    private static @Nullable PairTable make(Worker worker, TypeSet types, boolean withRelationships) {
        long expected = count(worker.snapshot().statistics(), types);
        if (expected > PairTable.ENTRIES_MAX
                || !PairTable.fits(NodeIdLayout.id(worker.snapshot().chunkCount(), 0))
                || !new MemoryCharge(worker, "ExpandInto").growIfThereIs(tableBytes(expected, withRelationships))) {
            return null;
        }
        PairTable table = new PairTable(entriesMax(expected), withRelationships);
        return fill(table, worker, types, withRelationships) ? table : null;
    }

    /** Whether there was room for all. */
    private static boolean fill(PairTable table, Worker worker, TypeSet types, boolean withRelationships) {
        Snapshot snapshot = worker.snapshot();
        Expansion expansion = worker.reader().expansion();
        Piece piece = new Piece(new long[PIECE], new int[PIECE], new long[PIECE], new long[PIECE]);
        boolean isRoom = true;
        for (int chunk = 0; isRoom && chunk < snapshot.chunkCount(); chunk++) {
            int rowCount = snapshot.rowCount(chunk);
            for (int first = 0; isRoom && first < rowCount; first += PIECE) {
                int count = worker.reader().nodes(chunk, first, Math.min(PIECE, rowCount - first), piece.nodes());
                expansion.start(piece.nodes(), null, count, types.ids(), Side.FORWARD, withRelationships);
                isRoom = piece.addAll(table, expansion);
                worker.betweenBatches();
            }
        }
        return isRoom;
    }

    /** Nodes, and relationships of theirs: by row, the index of the node that it starts at, and where it ends. */
    private record Piece(long[] nodes, int[] rows, long[] relationships, long[] ends) {
        boolean addAll(PairTable table, Expansion expansion) {
            int count = expansion.next(rows, relationships, ends, PIECE);
            while (count > 0) {
                for (int index = 0; index < count; index++) {
                    if (table.isFull()) {
                        return false;
                    }
                    table.add(PairTable.pair(nodes[rows[index]], ends[index]), relationships[index]);
                }
                count = expansion.next(rows, relationships, ends, PIECE);
            }
            return true;
        }
    }

    @Override
    public void reset() {
        made = null;
        savedNanos.set(0);
        isBegun.set(false);
    }
}
