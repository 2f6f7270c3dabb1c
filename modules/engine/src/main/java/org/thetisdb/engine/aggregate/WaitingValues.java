package org.thetisdb.engine.aggregate;

import java.util.Arrays;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Values of many groups as they come, where each row is of another group than the row before. A list that is looked up
 * for one value is not in the processor's caches, and by the next of its values it is not any more; so values are kept
 * one after the other, and put in order by their groups when somebody asks for those of a group.
 *
 * <pre>
 *   groups   7 2 9 2 7 1 …              rows, by groups    5 | 1 3 | … | 0 4 | 2
 *   values   a b c d e f …   ──arrange──►   values of 2    b d
 * </pre>
 *
 * <p>It is the counting sort of radix partitions (Manegold, Boncz, Kersten: Optimizing Main-Memory Join on Modern
 * Hardware, 2002), in one pass. Beside lists it takes less memory where groups have few values.
 *
 * <p>Belongs to one worker; when arranged, several may read.
 */
final class WaitingValues {
    /** Of a group, on the average: more are as well added to its list. */
    private static final int ROWS_OF_GROUP_MAX = 32;

    private static final int ROWS_MIN = 1 << 12;
    private static final int ROWS_MAX = 1 << 23;

    /** Longer strings, on the average, are copied for longer than it takes to look up a list. */
    private static final int STRING_BYTES_MAX = 64;

    /** Of a row, beside its value: its group, and its place among the rows of all groups. */
    private static final long ROW_BYTES = 2L * Integer.BYTES;

    private static final double GROWTH = 1.5;
    private static final int SLICE_ROWS = 1 << 10;
    private static final int[] NONE = {};

    private int[] groups = NONE;
    private Vector values = new Vector();
    private GroupRuns runs = new GroupRuns();
    private boolean isArranged;

    boolean isEmpty() {
        return values.count() == 0;
    }

    /** Whether such values may wait. */
    static boolean canWait(Vector source, int count) {
        return switch (source.kind()) {
            case NULL, OBJECT -> false;
            case STRING -> source.stringBytes() <= (long) STRING_BYTES_MAX * count;
            default -> true;
        };
    }

    /** Of which all are, if there are some. */
    VectorKind kind() {
        return values.kind();
    }

    /** Whether so many more values may wait. */
    boolean hasRoom(VectorKind kind, int count, int groupCount) {
        int rows = values.count() + count;
        long rowsMax = Math.clamp((long) ROWS_OF_GROUP_MAX * groupCount, ROWS_MIN, ROWS_MAX);
        return isEmpty() || values.kind() == kind && rows <= rowsMax;
    }

    /** What they take, in bytes, and what it takes to add them to lists. */
    long bytes() {
        return rowBytes() * groups.length;
    }

    /** As {@link #bytes}, while arrays grow for so many more. */
    long bytesWith(int count) {
        boolean grows = !isEmpty() && values.count() + count > groups.length;
        return grows ? (long) ((1 + GROWTH) * bytes()) : bytes();
    }

    private long rowBytes() {
        return ROW_BYTES + 2 * (isEmpty() ? Long.BYTES : values.bytesReserved() / values.count());
    }

    /** Adds a value for each row, none of them null. */
    void add(int[] groupsOfRows, Vector source, int count) {
        int before = values.count();
        reserve(before + count);
        System.arraycopy(groupsOfRows, 0, groups, before, count);
        values.append(source, count);
        isArranged = false;
    }

    private void reserve(int count) {
        if (groups.length < count) {
            groups = Arrays.copyOf(groups, Math.max(count, Math.max(ROWS_MIN, (int) (GROWTH * groups.length))));
        }
    }

    /** Puts them in order, if they are not. */
    void arrange() {
        if (!isArranged) {
            runs.arrange(groups, values.count(), greatest() + 1);
            isArranged = true;
        }
    }

    private int greatest() {
        int greatest = -1;
        for (int row = 0; row < values.count(); row++) {
            greatest = Math.max(greatest, groups[row]);
        }
        return greatest;
    }

    /** How many a group has; to be arranged before. */
    int size(int group) {
        return isEmpty() || group >= runs.groupEnd() ? 0 : runs.end(group) - runs.from(group);
    }

    /** How many there are of all groups. */
    int count() {
        return values.count();
    }

    /** About how many bytes those of a group take at most; to be arranged before. */
    long longestBytes() {
        return rowBytes() * longestSize();
    }

    /** The most that a group has; to be arranged before. */
    int longestSize() {
        int longest = 0;
        for (int group = 0; !isEmpty() && group < runs.groupEnd(); group++) {
            longest = Math.max(longest, size(group));
        }
        return longest;
    }

    /**
     * Adds the values of a group to a list, in the order in which they came; to be arranged before.
     *
     * @param some scratch
     */
    void addTo(GrowingList list, int group, Vector some) {
        int end = isEmpty() || group >= runs.groupEnd() ? 0 : runs.end(group);
        for (int from = end - size(group); from < end; from += SLICE_ROWS) {
            int[] rows = Arrays.copyOfRange(runs.rows(), from, Math.min(end, from + SLICE_ROWS));
            some.gather(values, rows, rows.length);
            list.addRun(some, 0, rows.length);
        }
    }

    /** Adds the values of some groups of others, which are arranged. */
    void addGroups(WaitingValues others, int[] otherGroups, int[] intoGroups, int count) {
        Vector some = new Vector();
        int[] rows = new int[SLICE_ROWS];
        int[] groupOfRow = new int[SLICE_ROWS];
        int filled = 0;
        for (int index = 0; index < count; index++) {
            int group = otherGroups[index];
            int size = others.size(group);
            int done = 0;
            while (done < size) {
                int added = Math.min(size - done, SLICE_ROWS - filled);
                System.arraycopy(others.runs.rows(), others.runs.from(group) + done, rows, filled, added);
                Arrays.fill(groupOfRow, filled, filled + added, intoGroups[index]);
                filled += added;
                done += added;
                if (filled == SLICE_ROWS) {
                    some.gather(others.values, rows, filled);
                    add(groupOfRow, some, filled);
                    filled = 0;
                }
            }
        }
        some.gather(others.values, rows, filled);
        add(groupOfRow, some, filled);
    }

    /** Adds all to their lists, and keeps the room for as many. */
    void addTo(ValueCollector lists) {
        arrange();
        Vector all = values;
        // Lists are asked for their sizes meanwhile.
        values = new Vector();
        Vector some = new Vector();
        int[] rows = new int[SLICE_ROWS];
        for (int group = 0; group < runs.groupEnd(); group++) {
            for (int from = runs.from(group); from < runs.end(group); from += SLICE_ROWS) {
                int count = Math.min(SLICE_ROWS, runs.end(group) - from);
                System.arraycopy(runs.rows(), from, rows, 0, count);
                some.gather(all, rows, count);
                lists.addRun(group, some, 0, count);
            }
        }
        all.reset(all.kind(), 0);
        values = all;
        isArranged = false;
    }

    /** Forgets all, and gives the memory back. */
    void clear() {
        groups = NONE;
        values = new Vector();
        runs = new GroupRuns();
        isArranged = false;
    }
}
