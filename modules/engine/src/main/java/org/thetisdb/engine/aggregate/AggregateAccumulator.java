package org.thetisdb.engine.aggregate;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.spill.ListFile;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;

/**
 * The state of one aggregate function for many groups, in arrays indexed by group number. Belongs to one worker;
 * {@link #merge} merges the workers' states, as a whole or by partitions of the groups.
 *
 * <p>Make one with {@link Aggregates#accumulator}.
 */
public interface AggregateAccumulator {
    /** Less than this of a list is not worth a piece on disk. */
    long LONG_BYTES = 16 << 10;

    /** Less than this of a list takes as much memory by where it is on disk. */
    long SHORT_BYTES = 256;

    /** Makes room for groups 0 to {@code groupCount - 1}; new ones are empty. To be called before they are used. */
    void reserve(int groupCount);

    /**
     * Says through what the graph is read from now on by those whose values are more than what is in the rows. To be
     * called before anything is added, and again when another worker takes over.
     *
     * @param evaluation of the worker that adds, merges and completes
     */
    default void readThrough(Supplier<EvaluationContext> evaluation) {
        // Most take values as they are.
    }

    /**
     * Has errors of what is added told by whom its {@linkplain #states states} are added to: they may never be. To be
     * called before anything is added.
     */
    default void deferErrors() {
        // Most take any value.
    }

    /**
     * Adds a batch.
     *
     * @param groups the group of each row
     * @param arguments a column for each argument of the aggregation; none for {@code count(*)}
     * @param multiplicities how often each row counts; null if once
     * @param count rows
     */
    void add(int[] groups, Vector[] arguments, long @Nullable [] multiplicities, int count);

    /** As {@link #add} for rows that are all of the same group: its state can be in registers meanwhile. */
    default void addToOne(int[] groups, Vector[] arguments, long @Nullable [] multiplicities, int count) {
        add(groups, arguments, multiplicities, count);
    }

    /**
     * Adds values whose totals are known: for count(), min() and max() of all kinds, for sum() and avg() of integers
     * whose sums have 64 bits. Others have none.
     *
     * @param groups the group of each entry, which may be there more than once
     * @param counts by entry, how many values, at least 0
     * @param totals by entry: their sum, or the least or the greatest of them; not looked at by count()
     * @param entryCount how many entries
     */
    default void addTotals(int[] groups, long[] counts, Vector totals, int entryCount) {
        throw new IllegalStateException("this aggregate takes no totals: entries=" + entryCount);
    }

    /** Puts in its place what waited for more to come, by the worker that has added it; more may come all the same. */
    default void settle() {
        // Most add what they are given at once.
    }

    /**
     * Adds the states of some groups of {@code other}, of the same class; they are not to be used there any more.
     * Several accumulators may take different groups of the same one at once, when it has {@linkplain
     * #settle settled} and nothing is added to it any more.
     *
     * @param otherGroups their numbers there, each below what was reserved
     * @param groups their numbers here
     * @param count how many of them
     */
    void merge(AggregateAccumulator other, int[] otherGroups, int[] groups, int count);

    /** How many columns {@link #states} has. */
    int stateColumnCount();

    /**
     * The states of some groups as rows, which {@link #addStates} understands: to be put on disk. Afterwards the groups
     * are only to be forgotten.
     *
     * @param groups each below what was reserved
     * @param count how many of them
     */
    Vector[] states(int[] groups, int count);

    /**
     * Adds states that an accumulator of the same kind has had.
     *
     * @param states what {@link #states} gave
     * @param groups the group of each row
     * @param count rows
     */
    void addStates(Vector[] states, int[] groups, int count);

    /**
     * Puts what is long on disk, such as lists, to take less memory. Further values may be added; what little is left
     * in memory is the caller's to {@linkplain #states save}.
     *
     * @param bytesMin what takes less stays: {@link #LONG_BYTES}, or {@link #SHORT_BYTES} if nothing else makes room
     * @throws ThetisException {@link ErrorCode#DISK_FULL}, {@link ErrorCode#IO_FAILED}
     */
    default void store(ListFile file, long bytesMin) {
        // Most states are a few numbers for each group.
    }

    /** Whether {@link #complete} has something to do. */
    default boolean isIncomplete() {
        return false;
    }

    /**
     * Does what is left to do before {@link #result}; nothing is added or merged any more.
     *
     * @param workingBytes what it may take for that
     * @param betweenPieces is called now and then while it takes long, and throws if the run is to end
     */
    default void complete(long workingBytes, Runnable betweenPieces) {
        // Most results are there at any time.
    }

    /** Writes the results of {@code count} groups from {@code firstGroup} on; {@code into} is reset. */
    void result(int firstGroup, int count, Vector into);

    /** Forgets all groups, and keeps the room for as many; false if a new accumulator is to be taken instead. */
    default boolean forget() {
        return false;
    }

    /** About how many bytes the state takes. */
    long bytes();

    /** As {@link #bytes}, when the values of so many more rows are there; lists that grow take more. */
    default long bytesWith(int rowCount) {
        return bytes();
    }
}
