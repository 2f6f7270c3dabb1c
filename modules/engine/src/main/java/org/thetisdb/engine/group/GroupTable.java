package org.thetisdb.engine.group;

import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.aggregate.AggregateAccumulator;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.MemoryCharge;
import org.thetisdb.engine.pipeline.MemoryShare;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.engine.spill.ListFile;
import org.thetisdb.engine.table.KeyPartitions;
import org.thetisdb.engine.table.KeyTable;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Groups by their keys, with the state of each aggregate: those of a worker, or those of a partition.
 *
 * <p>Groups are numbered in the order in which they are first met. What the table takes is charged when its owner says
 * so, after each batch: a table that is refused memory can be {@linkplain #save saved} and cleared.
 *
 * <p>Threads: belongs to one worker while it is filled. When it is complete, several may take groups out of it by
 * {@link #merge} or {@link #push}, each others.
 */
final class GroupTable {
    /** The states of groups are in arrays that grow by half. */
    private static final double GROWTH = 1.5;

    /** What an aggregate's arrays have for each group, about. */
    private static final long STATE_BYTES = 16;

    /** Of what a worker may use for a while, the part for completing states. */
    private static final int WORKING_DIVISOR = 4;

    /** Completing states may take as much without asking. */
    private static final long WORKING_BYTES_MIN = 64 << 10;

    private static final int[] ONLY_GROUP = {0};

    private static final int GROUP_COUNT_MAX = Integer.MAX_VALUE - 8;

    private final GroupColumns columns;
    private final Supplier<AggregateAccumulator[]> fresh;
    private final Worker worker;
    private final KeyTable table;
    private final MemoryShare share;
    private final MemoryCharge charge;
    private final int[] savedSlots;
    private final long[] onlyCount = new long[1];
    private AggregateAccumulator[] accumulators;
    private int stateCapacity;

    /**
     * @param fresh makes empty accumulators, for each aggregation
     * @param share pays for the groups
     */
    GroupTable(Worker worker, GroupColumns columns, Supplier<AggregateAccumulator[]> fresh, MemoryShare share) {
        this.columns = columns;
        this.fresh = fresh;
        this.share = share;
        this.worker = worker;
        accumulators = made();
        charge = new MemoryCharge(worker, share);
        table = new KeyTable(columns.keys().length);
        int stateColumnCount = 0;
        for (AggregateAccumulator accumulator : accumulators) {
            stateColumnCount += accumulator.stateColumnCount();
        }
        savedSlots =
                IntStream.range(0, columns.keys().length + stateColumnCount).toArray();
    }

    private AggregateAccumulator[] made() {
        AggregateAccumulator[] made = fresh.get();
        for (AggregateAccumulator each : made) {
            each.readThrough(worker::evaluation);
            if (columns.phase() == GroupPhase.PARTIAL) {
                each.deferErrors();
            }
        }
        return made;
    }

    /** Has another worker merge and complete the groups: the one that added them may have ended. */
    void handTo(Worker other) {
        for (AggregateAccumulator each : accumulators) {
            each.readThrough(other::evaluation);
        }
    }

    /** An empty table for groups of the same kind, for a worker. */
    GroupTable another(Worker worker) {
        return new GroupTable(worker, columns, fresh, share);
    }

    /** How many groups there are. */
    int count() {
        return columns.keyless() ? columns.keylessGroupCount() : table.count();
    }

    /** Whether there is no other group than 0, whatever the rows. */
    boolean isOneGroup() {
        return columns.keyless() && columns.keylessGroupCount() == 1;
    }

    /** Whether the groups can be saved and read again one by one. */
    boolean canSpill() {
        return !columns.keyless() && table.count() > 1;
    }

    /** Writes the group of each row by its keys, making new ones as needed. */
    void findOrAdd(Vector[] keys, int rowCount, int[] groups) {
        table.findOrAdd(keys, rowCount, groups);
    }

    /**
     * Adds rows to an aggregate of their groups.
     *
     * @param item which aggregate
     * @param groups of rows whose group the table has found or made before
     * @param areOne whether all rows are of the same group
     * @param arguments of the final phase, its states' columns
     */
    void add(int item, int[] groups, boolean areOne, Vector[] arguments, long @Nullable [] times, int rowCount) {
        reserveStates();
        if (columns.phase() == GroupPhase.FINAL) {
            accumulators[item].addStates(arguments, groups, rowCount);
        } else if (areOne) {
            accumulators[item].addToOne(groups, arguments, times, rowCount);
        } else {
            accumulators[item].add(groups, arguments, times, rowCount);
        }
    }

    /** Writes the group of each row by its keys, a negative number where there is none. */
    void find(Vector[] keys, int rowCount, int[] groups) {
        table.find(keys, rowCount, groups);
    }

    /** Another number as soon as groups have others than before. */
    int generation() {
        return table.generation();
    }

    /** Adds values whose totals are known to an aggregate of some groups. */
    void addTotals(int item, int[] groups, long[] counts, Vector totals, int entryCount) {
        reserveStates();
        accumulators[item].addTotals(groups, counts, totals, entryCount);
    }

    /** Adds values whose total is known to an aggregate of the only group. */
    void addTotal(int item, long valueCount, Vector total) {
        Invariant.check(isOneGroup(), "totals are of one group", "groups", count(), "item", item);
        reserveStates();
        onlyCount[0] = valueCount;
        accumulators[item].addTotals(ONLY_GROUP, onlyCount, total, 1);
    }

    private void reserveStates() {
        if (count() > stateCapacity) {
            reserve((int) Math.min(GROUP_COUNT_MAX, (long) (GROWTH * count())));
        }
    }

    /** Charges what the table takes; an error if that is too much. */
    void charge() {
        charge.growTo(bytes());
    }

    /** Charges what the table takes; false if that is too much. */
    boolean tryCharge() {
        return charge.tryGrowTo(bytes());
    }

    /** Puts long lists of the groups on disk, and releases what they took. */
    void storeLists(ListFile file) {
        storeLists(file, AggregateAccumulator.LONG_BYTES);
    }

    /** Puts all lists on disk but for the shortest, where groups cannot be saved. */
    void storeAll(ListFile file) {
        storeLists(file, AggregateAccumulator.SHORT_BYTES);
    }

    private void storeLists(ListFile file, long bytesMin) {
        for (AggregateAccumulator accumulator : accumulators) {
            accumulator.store(file, bytesMin);
        }
        charge.shrinkTo(bytes());
    }

    /**
     * As {@link #tryCharge}, after putting long lists on disk. If that has made too little room for many more rows,
     * nothing is charged and it says false; but where groups cannot be saved, short lists go to disk, too.
     */
    boolean tryChargeWithout(ListFile file) {
        long before = stateBytes();
        storeLists(file);
        boolean isLess = stateBytes() <= before / 2;
        if (isLess && tryCharge()) {
            return true;
        }
        if (canSpill()) {
            return false;
        }
        storeAll(file);
        return tryCharge();
    }

    /**
     * Whether there is memory for the groups of so many more rows, should all be new; it is charged. A table that is
     * full is so before it grows, and can be {@linkplain #rewind used again} as it is.
     */
    boolean hasRoom(int rowCount) {
        long keyBytes = columns.keyless() ? table.bytes() : table.bytesWith(rowCount);
        long heldBytes = stateBytes();
        long stateBytes = stateBytesWith(rowCount);
        boolean isLong = !columns.keyless() && count() + rowCount > stateCapacity;
        if (keyBytes == table.bytes() && stateBytes == heldBytes && !isLong) {
            return true;
        }
        // Only arrays by groups grow so, and not what states hold beside them, such as lists.
        long moreGroups = isLong ? (long) (GROWTH * stateCapacity) - stateCapacity : 0;
        return charge.tryGrowTo(keyBytes + stateBytes + moreGroups * accumulators.length * STATE_BYTES);
    }

    /** Whether there is memory for the groups of another table beside that one, while arrays grow; it is charged. */
    boolean hasRoomFor(GroupTable other) {
        long heldBytes = bytes() + other.bytes();
        return charge.tryGrowTo(heldBytes + heldBytes / 2);
    }

    /** Whether there is memory for so many bytes of strings more, in an array that grows; it is charged. */
    boolean hasRoomForStrings(long stringBytes) {
        long heldBytes = bytes();
        return charge.tryGrowTo(heldBytes + heldBytes / 2 + stringBytes);
    }

    /** By how much the keys' strings may take more when some rows are added, where that is much. */
    long keyStringGrowth(Vector[] keys, int rowCount) {
        return columns.keyless() ? 0 : table.stringGrowth(keys, rowCount);
    }

    /** Whether all rows belong to groups that there are. */
    boolean hasAll(Vector[] keys, int rowCount) {
        return columns.keyless() || table.hasAll(keys, rowCount);
    }

    long stateBytes() {
        long bytes = 0;
        for (AggregateAccumulator accumulator : accumulators) {
            bytes += accumulator.bytes();
        }
        return bytes;
    }

    private long stateBytesWith(int rowCount) {
        long bytes = 0;
        for (AggregateAccumulator accumulator : accumulators) {
            bytes += accumulator.bytesWith(rowCount);
        }
        return bytes;
    }

    /** The groups by the hashes of their keys, of which {@code firstBit} is the lowest bit that counts. */
    KeyPartitions partitions(int firstBit, int bits) {
        return table.partitions(firstBit, bits);
    }

    /** What the groups take. */
    long bytes() {
        return table.bytes() + stateBytes();
    }

    /** All rows that there are have been added, by the worker that calls: others may merge the groups. */
    void settle() {
        for (AggregateAccumulator accumulator : accumulators) {
            accumulator.settle();
        }
    }

    /** Takes all groups of another table and clears it. */
    void merge(GroupTable other) {
        int otherCount = other.count();
        other.reserve();
        merge(other, Vectors.iota(new int[0], otherCount), otherCount);
        other.release();
        charge.shrinkTo(bytes());
    }

    /** Takes some groups of another table, which is complete. */
    void merge(GroupTable other, int[] otherGroups, int otherCount) {
        int[] groups = columns.keyless() ? otherGroups : new int[otherCount];
        if (!columns.keyless()) {
            table.merge(other.table, otherGroups, otherCount, groups);
        }
        reserve();
        for (int item = 0; item < accumulators.length; item++) {
            accumulators[item].merge(other.accumulators[item], otherGroups, groups, otherCount);
        }
    }

    /** Makes room for all groups: without keys there are some that no row has asked for. */
    void reserve() {
        reserve(count());
    }

    /** All groups are there: their rows may be pushed. */
    void complete(Worker worker) {
        reserve();
        boolean isIncomplete = false;
        for (AggregateAccumulator accumulator : accumulators) {
            isIncomplete |= accumulator.isIncomplete();
        }
        if (isIncomplete) {
            completeStates(worker);
        }
        settle();
    }

    private void completeStates(Worker worker) {
        long held = bytes();
        long workingBytes =
                worker.query().canSpill() ? worker.query().workingBytes(1) / WORKING_DIVISOR : WORKING_BYTES_MIN;
        while (workingBytes > WORKING_BYTES_MIN && !charge.tryGrowTo(held + workingBytes)) {
            workingBytes /= 2;
        }
        for (AggregateAccumulator accumulator : accumulators) {
            accumulator.complete(workingBytes, worker::betweenBatches);
        }
        charge.shrinkTo(bytes());
    }

    private void reserve(int groupCount) {
        for (AggregateAccumulator accumulator : accumulators) {
            accumulator.reserve(groupCount);
        }
        stateCapacity = Math.max(stateCapacity, groupCount);
    }

    /** The columns of what {@link #save} writes: keys, then states. */
    int[] savedSlots() {
        return savedSlots;
    }

    /** Makes rows of some groups, which {@link #restore} understands. */
    void save(int[] groups, int groupCount, Batch into) {
        into.fill(groupCount);
        int slot = 0;
        for (Vector key : table.keys()) {
            into.own(slot++).gather(key, groups, groupCount);
        }
        for (AggregateAccumulator accumulator : accumulators) {
            for (Vector state : accumulator.states(groups, groupCount)) {
                into.hold(slot++, state);
            }
        }
    }

    /** Whether there is memory for the strings of saved groups where long arrays have to grow; it is charged. */
    boolean hasRoomToRestore(Batch saved) {
        long growth = keyStringGrowth(columns(saved), saved.count());
        return growth == 0 || charge.tryGrowTo(bytes() + growth);
    }

    private Vector[] columns(Batch saved) {
        Vector[] all = new Vector[savedSlots.length];
        for (int slot = 0; slot < all.length; slot++) {
            all[slot] = saved.column(slot);
        }
        return all;
    }

    /** Adds saved groups. */
    void restore(Batch saved) {
        Vector[] all = columns(saved);
        int slot = table.keys().length;
        int[] groups = new int[saved.count()];
        table.findOrAdd(Arrays.copyOf(all, slot), saved.count(), groups);
        reserve();
        for (AggregateAccumulator accumulator : accumulators) {
            Vector[] states = Arrays.copyOfRange(all, slot, slot + accumulator.stateColumnCount());
            accumulator.addStates(states, groups, saved.count());
            slot += states.length;
        }
    }

    /** Pushes the groups from {@code first} up to {@code end}, all with room, as rows of keys and aggregates. */
    void push(int first, int end, Worker worker, Stage stage) {
        if (columns.keys().length == 0) {
            pushOnly(worker, stage);
            return;
        }
        Batch keys = worker.newBatch();
        keys.fill(count());
        for (int key = 0; key < columns.keys().length; key++) {
            keys.hold(columns.keys()[key], columns.keyless() ? rowNumbers(count()) : table.keys()[key]);
        }
        Batch rows = worker.newBatch();
        int batchRows = worker.batchRows();
        int[] groups = new int[Math.min(batchRows, end - first)];
        for (int from = first; from < end && !stage.isSatisfied(); from += batchRows) {
            int count = Math.min(batchRows, end - from);
            for (int index = 0; index < count; index++) {
                groups[index] = from + index;
            }
            rows.fillFrom(keys, groups, count);
            if (columns.phase() == GroupPhase.PARTIAL) {
                addStates(groups, count, rows);
            } else {
                addResults(from, count, rows);
            }
            stage.push(rows);
            worker.betweenBatches();
        }
    }

    /** As {@link #push}, for the only group that there is without keys, which is one of very many small queries. */
    private void pushOnly(Worker worker, Stage stage) {
        if (!stage.isSatisfied()) {
            Batch rows = worker.newBatch();
            rows.fill(1);
            addResults(0, 1, rows);
            stage.push(rows);
            worker.betweenBatches();
        }
    }

    private void addResults(int first, int groupCount, Batch rows) {
        for (int item = 0; item < accumulators.length; item++) {
            accumulators[item].result(first, groupCount, rows.own(columns.results()[item]));
        }
    }

    private void addStates(int[] groups, int groupCount, Batch rows) {
        int column = 0;
        for (AggregateAccumulator accumulator : accumulators) {
            for (Vector state : accumulator.states(groups, groupCount)) {
                rows.hold(columns.results()[column++], state);
            }
        }
    }

    private static Vector rowNumbers(int count) {
        Vector numbers = new Vector();
        numbers.reset(VectorKind.INTEGER, count);
        long[] entries = numbers.longs();
        for (int row = 0; row < count; row++) {
            entries[row] = row;
        }
        return numbers;
    }

    /** Forgets all groups, and keeps the memory for as many again, which stays charged. */
    void rewind() {
        table.rewind();
        AggregateAccumulator[] others = made();
        for (int item = 0; item < accumulators.length; item++) {
            if (!accumulators[item].forget()) {
                accumulators[item] = others[item];
                stateCapacity = 0;
            }
        }
    }

    /** Forgets all groups at the end of a run, and what was charged for them; keeps a little memory for the next. */
    void clear() {
        table.clear();
        forgetStates();
    }

    /** Forgets all groups, and releases all memory: there is too little. */
    void release() {
        table.release();
        forgetStates();
    }

    private void forgetStates() {
        accumulators = made();
        charge.release();
        stateCapacity = 0;
    }
}
