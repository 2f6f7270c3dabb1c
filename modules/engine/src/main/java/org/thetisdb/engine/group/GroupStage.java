package org.thetisdb.engine.group;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.operator.GroupedStage;
import org.thetisdb.engine.operator.TotalsStage;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.BatchParts;
import org.thetisdb.engine.pipeline.MemoryShare;
import org.thetisdb.engine.pipeline.Refusals;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.spill.ListFile;
import org.thetisdb.engine.spill.StoredLists;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorGrowth;

/**
 * Ends a worker's pipeline by putting its rows into groups of its own, which stay until the sink is reset. When they
 * are more than there is memory for, long lists of them go to disk; where that is not enough, all of them do, and the
 * table begins again.
 */
final class GroupStage implements TotalsStage, GroupedStage, BatchParts.Work {
    /** Strings of a batch that are worth looking at before they are added. */
    private static final long LONG_BYTES_MIN = 1 << 20;

    /** With fewer rows, one group is no better than several. */
    private static final int ROWS_OF_ONE_MIN = 64;

    private static final Vector[] NO_KEYS = {};

    private final Worker worker;
    private final GroupColumns columns;
    private final Evaluator[] keys;
    private final Evaluator[][] arguments;
    private final Optional<NodeKeys> nodeKeys;
    private final Optional<ColumnAnswers> answers;
    private final Refusals refusals = new Refusals();
    private final GroupTable table;
    private final StoredLists storedLists;
    private final SpilledGroups spilled;
    private final BatchParts parts;
    private final Vector[][] given;
    private Vector[] givenKeys = NO_KEYS;

    /** Whether groups of the last rows were found by nodes, and keys are those of some of them. */
    private boolean isByNodes;

    /** What the keys of the last rows took. */
    private long keyNanos;

    /** The group of each row; 0 as it was made where there is one group for all. */
    private int[] groups = {};

    private long[] multiplicities = {};

    /** Whether the table was charged since it was cleared, after totals were added. */
    private boolean isChargedForTotals;

    /**
     * @param spillBits by which groups that do not fit are divided
     * @param storedLists where long lists go
     */
    GroupStage(
            Worker worker,
            GroupColumns columns,
            AggregateSink.Work work,
            MemoryShare share,
            SpillBits spillBits,
            StoredLists storedLists) {
        this.worker = worker;
        spilled = new SpilledGroups(spillBits);
        this.storedLists = storedLists;
        this.columns = columns;
        keys = work.keys();
        nodeKeys = work.standIns().map(each -> new NodeKeys(worker, keys, each, share));
        arguments = work.arguments();
        answers = work.answers();
        given = new Vector[arguments.length][];
        parts = new BatchParts(worker, this);
        table = new GroupTable(worker, columns, work.accumulators(), share);
    }

    /** The groups that are in memory. */
    GroupTable table() {
        return table;
    }

    /** The groups that are not. */
    SpilledGroups spilled() {
        return spilled;
    }

    /** Puts all groups on disk, and releases their memory. */
    void spill() {
        if (table.count() > 0) {
            table.storeLists(fileOfLists());
            spilled.take(table, worker);
        }
        // Without groups it may still have the memory of those that made room.
        table.release();
    }

    private ListFile fileOfLists() {
        return storedLists.file(worker::newLastingFile);
    }

    /** Forgets all groups. */
    void clear() {
        isChargedForTotals = false;
        table.clear();
        nodeKeys.ifPresent(NodeKeys::clear);
        spilled.clear();
    }

    @Override
    public void push(Batch rows) {
        parts.push(rows);
    }

    @Override
    public void prepare(Batch rows) {
        if (!columns.keyless()) {
            prepareKeys(rows);
        }
        for (int item = 0; item < arguments.length; item++) {
            given[item] = evaluated(arguments[item], rows);
        }
    }

    private void prepareKeys(Batch rows) {
        if (nodeKeys.isEmpty()) {
            givenKeys = evaluated(keys, rows);
            return;
        }
        isByNodes = nodeKeys.get().find(rows, table.generation());
        long begun = System.nanoTime();
        givenKeys = isByNodes ? nodeKeys.get().keysOfNew(rows) : evaluated(keys, rows);
        keyNanos = System.nanoTime() - begun;
    }

    @Override
    public void process(Batch rows) {
        int count = rows.count();
        if (groups.length < count) {
            groups = new int[count];
            multiplicities = new long[count];
        }
        int generation = table.generation();
        makeRoomForStrings(isByNodes ? nodeKeys.get().newCount() : count);
        if (!table.hasRoom(count)) {
            makeRoomForRows();
        }
        if (isByNodes && generation != table.generation()) {
            // Groups that were known have gone to disk.
            prepareKeys(rows);
        }
        assignGroups(rows, count);
        boolean areOne = areOne(count);
        long[] times = multiplicities(rows);
        for (int item = 0; item < arguments.length; item++) {
            table.add(item, groups, areOne, given[item], times, count);
        }
        chargeTable();
    }

    private void chargeTable() {
        if (!table.tryCharge() && !table.tryChargeWithout(fileOfLists())) {
            if (table.canSpill()) {
                spilled.makeRoom(table, fileOfLists(), worker);
            } else {
                table.charge();
            }
        }
    }

    @Override
    public boolean wantsNodes() {
        return answers.isPresent() && refusals.isTime();
    }

    @Override
    public boolean takeNodes(Batch rows, long @Nullable [] chosen) {
        if (answers.isEmpty() || !refusals.note(answers.get().ask(worker.evaluation(), rows, chosen))) {
            return false;
        }
        ColumnAnswers answered = answers.get();
        boolean mayGrow = answered.grows() || !isChargedForTotals;
        if (mayGrow && !table.hasRoom(answered.groupCount())) {
            makeRoomForRows();
        }
        answered.addTo(table);
        if (mayGrow) {
            chargeTable();
            isChargedForTotals = true;
        }
        return true;
    }

    private void makeRoomForRows() {
        if (table.canSpill()) {
            spilled.makeRoom(table, fileOfLists(), worker);
        } else {
            table.storeAll(fileOfLists());
        }
    }

    @Override
    public void addTotal(int aggregation, long count, Vector total) {
        table.addTotal(aggregation, count, total);
    }

    @Override
    public int generation() {
        return table.generation();
    }

    @Override
    public void find(Vector[] keyColumns, int rowCount, int[] found) {
        table.find(keyColumns, rowCount, found);
    }

    @Override
    public Vector[] lastKeys() {
        return isByNodes ? NO_KEYS : givenKeys;
    }

    @Override
    public void addTotals(int aggregation, int[] groupOfEntry, long[] counts, Vector totals, int entryCount) {
        table.addTotals(aggregation, groupOfEntry, counts, totals, entryCount);
    }

    /** Long strings of one batch may be more than there is memory for, while an array grows. */
    private void makeRoomForStrings(int count) {
        long argumentBytes = 0;
        for (Vector[] columnsOfItem : given) {
            argumentBytes += stringBytes(columnsOfItem);
        }
        long keyBytes = stringBytes(givenKeys);
        boolean areArgumentsLong = argumentBytes >= LONG_BYTES_MIN;
        long growth = table.keyStringGrowth(givenKeys, count);
        if ((areArgumentsLong || keyBytes >= LONG_BYTES_MIN || growth > 0)
                && !table.hasRoomForStrings(keyBytes + argumentBytes + growth)
                && (areArgumentsLong || !table.hasAll(givenKeys, count))) {
            makeRoomForRows();
        }
    }

    private static long stringBytes(Vector[] vectors) {
        long bytes = 0;
        for (Vector vector : vectors) {
            bytes += VectorGrowth.isCopyLongerThan(vector, LONG_BYTES_MIN)
                    ? VectorGrowth.copiedStringBytes(vector, 0, vector.count())
                    : vector.stringBytes();
        }
        return bytes;
    }

    private Vector[] evaluated(Evaluator[] evaluators, Batch rows) {
        Vector[] vectors = new Vector[evaluators.length];
        for (int index = 0; index < vectors.length; index++) {
            vectors[index] = evaluators[index].evaluate(worker.evaluation(), rows);
            worker.evaluation().trace().copied(vectors[index]);
        }
        return vectors;
    }

    private void assignGroups(Batch rows, int count) {
        if (nodeKeys.isPresent()) {
            assignByNodes(nodeKeys.get(), count);
        } else if (!columns.keyless()) {
            table.findOrAdd(givenKeys, count, groups);
        } else if (columns.subplan().isPresent()) {
            long[] numbers = rows.column(columns.subplan().get().rowSlot()).longs();
            for (int row = 0; row < count; row++) {
                groups[row] = (int) numbers[row];
            }
        }
    }

    /** Rows that are sorted by their key, or nearly so, are often of one group; one pass tells, if they are many. */
    private boolean areOne(int count) {
        if (table.isOneGroup()) {
            return true;
        }
        int different = count < ROWS_OF_ONE_MIN ? 1 : 0;
        for (int row = 1; row < count; row++) {
            different |= groups[row] ^ groups[0];
        }
        return different == 0;
    }

    private void assignByNodes(NodeKeys nodes, int count) {
        if (isByNodes) {
            nodes.assign(table, count, groups);
        } else {
            long begun = System.nanoTime();
            table.findOrAdd(givenKeys, count, groups);
            nodes.noteByKeys(keyNanos + System.nanoTime() - begun, count);
        }
    }

    /** How often each row counts; null if once. */
    private long @Nullable [] multiplicities(Batch rows) {
        if (columns.multiplicities().length == 0) {
            return null;
        }
        return Multiplicities.product(rows, columns.multiplicities(), multiplicities);
    }

    @Override
    public boolean takesLongBatches() {
        return true;
    }

    @Override
    public void finish() {
        // The groups stay until the sink has merged all parts.
        table.settle();
    }

    @Override
    public boolean isSatisfied() {
        return false;
    }
}
