package org.thetisdb.engine.between;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.expand.TypeSet;
import org.thetisdb.engine.hash.PairTable;
import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.Shared;
import org.thetisdb.engine.pipeline.MemoryCharge;
import org.thetisdb.engine.pipeline.RunState;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.storage.Expansion;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.GraphReader.Side;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.Statistics;

/**
 * All relationships of some types by the two nodes that each connects, for rows whose nodes come in no order: a look
 * into it takes a tenth of a search in one of two lists, which have to be found first.
 *
 * <p>It is made when so many rows have been searched for that making it takes no longer: who asks for few rows never
 * waits for it, and who asks for many takes at most about twice what is best, whatever was estimated (ski rental). One
 * worker makes it while the others go on. Where there is no memory to spare there is none, and rows are searched for as
 * before. A statement that writes has none: what it holds would change.
 *
 * <p>Threads: shared by all workers of a run.
 */
final class RelationshipTable implements RunState {
    /** Where a plan's instance has it, whatever assembly of a subplan asks. */
    record Spec() implements Shared<RelationshipTable> {
        @Override
        public RelationshipTable createState(Assembly assembly) {
            return new RelationshipTable();
        }
    }

    /** A search takes as long as it takes to put so many relationships into the table: 130 ns and 15. */
    private static final int RELATIONSHIPS_PER_SEARCH = 8;

    /** As long as a relationship it takes to pass so many nodes that have none. */
    private static final int NODES_PER_RELATIONSHIP = 8;

    /** With as much more there is room for what statistics do not know. */
    private static final int SPARE_DIVISOR = 8;

    private static final int PIECE = 1024;
    private static final long UNKNOWN = -1;

    private final AtomicLong searchedRows = new AtomicLong();
    private final AtomicBoolean isBegun = new AtomicBoolean();
    private volatile long rowsMin = UNKNOWN;
    private volatile @Nullable PairTable made;

    /**
     * The table, if there is one by now, or if it is time to make one: pairs of a start and an end, with the
     * relationship's id if these are wanted.
     *
     * @param rowCount how many rows are to be searched for, if there is none
     */
    @Nullable
    PairTable forRows(Worker worker, TypeSet types, boolean withRelationships, int rowCount) {
        PairTable table = made;
        if (table != null || isBegun.get() || worker.query().transaction().isPresent()) {
            return table;
        }
        if (rowsMin == UNKNOWN) {
            Statistics statistics = worker.snapshot().statistics();
            rowsMin = (count(statistics, types) + statistics.nodeCount() / NODES_PER_RELATIONSHIP)
                    / RELATIONSHIPS_PER_SEARCH;
        }
        if (searchedRows.addAndGet(rowCount) < rowsMin || !isBegun.compareAndSet(false, true)) {
            return null;
        }
        table = make(worker, types, withRelationships);
        made = table;
        return table;
    }

    private static long count(Statistics statistics, TypeSet types) {
        long count = types.ids().length == 0 ? statistics.relationshipCount() : 0;
        for (int type : types.ids()) {
            count += statistics.relationships(Statistics.ANY, type, Statistics.ANY);
        }
        return count;
    }

    private static @Nullable PairTable make(Worker worker, TypeSet types, boolean withRelationships) {
        Snapshot snapshot = worker.snapshot();
        long expected = count(snapshot.statistics(), types);
        long entriesMax = expected + expected / SPARE_DIVISOR + PIECE;
        if (entriesMax > PairTable.ENTRIES_MAX
                || !PairTable.fits(NodeIdLayout.id(snapshot.chunkCount(), 0))
                || !new MemoryCharge(worker, "ExpandInto")
                        .growIfThereIs(PairTable.bytes((int) entriesMax, withRelationships))) {
            return null;
        }
        PairTable table = new PairTable((int) entriesMax, withRelationships);
        return fill(table, worker, types, withRelationships) ? table : null;
    }

    /** Whether there was room for all. */
    private static boolean fill(PairTable table, Worker worker, TypeSet types, boolean withRelationships) {
        Snapshot snapshot = worker.snapshot();
        GraphReader reader = worker.reader();
        Expansion expansion = reader.expansion();
        long[] nodes = new long[PIECE];
        int[] rows = new int[PIECE];
        long[] relationships = new long[PIECE];
        long[] ends = new long[PIECE];
        for (int chunk = 0; chunk < snapshot.chunkCount(); chunk++) {
            int rowCount = snapshot.rowCount(chunk);
            for (int first = 0; first < rowCount; first += PIECE) {
                int nodeCount = reader.nodes(chunk, first, Math.min(PIECE, rowCount - first), nodes);
                expansion.start(nodes, null, nodeCount, types.ids(), Side.FORWARD, withRelationships);
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
                worker.betweenBatches();
            }
        }
        return true;
    }

    @Override
    public void reset() {
        made = null;
        rowsMin = UNKNOWN;
        searchedRows.set(0);
        isBegun.set(false);
    }
}
