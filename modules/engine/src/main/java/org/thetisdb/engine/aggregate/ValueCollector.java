package org.thetisdb.engine.aggregate;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.spill.ListFile;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Lists that grow, one for each group: a list, and behind it values that {@linkplain WaitingValues wait}, either of which
 * may be missing.
 *
 * <p>Belongs to one worker; when {@linkplain #arrange arranged}, several may read.
 */
final class ValueCollector {
    private final GroupRuns runs = new GroupRuns();
    private final Vector arranged = new Vector();
    private final WaitingValues waiting = new WaitingValues();
    private @Nullable GrowingList[] groups = {};
    private long listBytes;
    private int longestSize;
    private long largestBytes;

    void reserve(int groupCount) {
        if (groups.length < groupCount) {
            groups = Arrays.copyOf(groups, Aggregates.grown(groups.length, groupCount));
        }
    }

    private GrowingList of(int group) {
        GrowingList list = groups[group];
        if (list == null) {
            list = new GrowingList();
            groups[group] = list;
            listBytes += list.bytes();
        }
        return list;
    }

    /** Adds an entry, which is not null, so many times. */
    void add(int group, Vector source, int row, long times) {
        settle();
        GrowingList list = of(group);
        long before = list.bytes();
        list.add(source, row, times);
        noteGrowth(list, before);
    }

    /** Adds consecutive entries, none of them null. */
    void addRun(int group, Vector source, int from, int count) {
        settle();
        GrowingList list = of(group);
        long before = list.bytes();
        list.addRun(source, from, count);
        noteGrowth(list, before);
    }

    /** Adds an entry for each row to its group's list, none of them null: run by run, where there are runs. */
    void addEach(int[] groupsOfRows, Vector source, int count) {
        if (waiting.isEmpty()) {
            if (!isScattered(groupsOfRows, count)) {
                addRuns(groupsOfRows, source, count);
                return;
            }
            if (runs.arrange(groupsOfRows, count)) {
                addArranged(source, count);
                return;
            }
        }
        boolean canWait = WaitingValues.canWait(source, count);
        if (!canWait || !waiting.hasRoom(source.kind(), count, groups.length)) {
            settle();
        }
        if (canWait) {
            waiting.add(groupsOfRows, source, count);
        } else {
            addRuns(groupsOfRows, source, count);
        }
    }

    private void addArranged(Vector source, int count) {
        arranged.gather(source, runs.rows(), count);
        for (int group = 0; group < runs.groupEnd(); group++) {
            int from = runs.from(group);
            if (from < runs.end(group)) {
                addRun(group, arranged, from, runs.end(group) - from);
            }
        }
    }

    private void addRuns(int[] groupsOfRows, Vector source, int count) {
        int from = 0;
        while (from < count) {
            int group = groupsOfRows[from];
            int end = from + 1;
            while (end < count && groupsOfRows[end] == group) {
                end++;
            }
            addRun(group, source, from, end - from);
            from = end;
        }
    }

    /** Adds what waits to the lists. */
    private void settle() {
        if (!waiting.isEmpty()) {
            waiting.addTo(this);
        }
    }

    /** Puts what waits in order, so that lists can be asked for by several workers. */
    void arrange() {
        if (!waiting.isEmpty()) {
            waiting.arrange();
        }
    }

    /** Whether most rows have another group than the row before. */
    private static boolean isScattered(int[] groupsOfRows, int count) {
        int changes = 0;
        for (int row = 1; row < count; row++) {
            changes += groupsOfRows[row] == groupsOfRows[row - 1] ? 0 : 1;
        }
        return 2 * changes > count;
    }

    private void noteGrowth(GrowingList list, long formerBytes) {
        listBytes += list.bytes() - formerBytes;
        longestSize = Math.max(longestSize, list.size());
        largestBytes = Math.max(largestBytes, list.bytes());
    }

    /** How many elements the longest list has, without those that wait. */
    int longestSize() {
        return longestSize;
    }

    /** Whether a group may have more than so many elements. */
    boolean mayHaveMore(int count) {
        arrange();
        return longestSize + waiting.longestSize() > count;
    }

    /** What the list takes in memory that takes most, without elements that wait. */
    long largestBytes() {
        return largestBytes;
    }

    /** Puts what lists have in memory on disk, if it is not less than {@code bytesMin}. */
    void store(ListFile file, long bytesMin) {
        arrange();
        if (!waiting.isEmpty() && waiting.longestBytes() >= bytesMin) {
            settle();
            waiting.clear();
        }
        listBytes = 0;
        largestBytes = 0;
        for (GrowingList list : groups) {
            if (list != null) {
                list.store(file, bytesMin);
                listBytes += list.bytes();
                largestBytes = Math.max(largestBytes, list.bytes());
            }
        }
    }

    /**
     * Takes values out of another collector, which is {@linkplain #arrange arranged}; a list that is the first of its
     * group is taken as it is.
     */
    void merge(ValueCollector other, int[] otherGroups, int[] intoGroups, int count) {
        other.arrange();
        int waitingCount = 0;
        for (int index = 0; index < count; index++) {
            waitingCount += other.waiting.size(otherGroups[index]);
            GrowingList more = other.groups[otherGroups[index]];
            if (more == null) {
                continue;
            }
            settle();
            other.groups[otherGroups[index]] = null;
            GrowingList list = groups[intoGroups[index]];
            if (list == null) {
                groups[intoGroups[index]] = more;
                noteGrowth(more, 0);
            } else {
                addAll(list, more.list());
            }
        }
        if (waitingCount > 0) {
            mergeWaiting(other.waiting, waitingCount, otherGroups, intoGroups, count);
        }
    }

    private void mergeWaiting(WaitingValues others, int waitingCount, int[] otherGroups, int[] intoGroups, int count) {
        if (!waiting.hasRoom(others.kind(), waitingCount, groups.length)) {
            settle();
        }
        waiting.addGroups(others, otherGroups, intoGroups, count);
    }

    private void addAll(GrowingList list, List<?> more) {
        long before = list.bytes();
        list.addAll(more);
        noteGrowth(list, before);
    }

    /** The list of a group, which is forgotten here; a new one if there is none. */
    GrowingList take(int group) {
        settle();
        GrowingList list = groups[group];
        groups[group] = null;
        return list == null ? new GrowingList() : list;
    }

    /** The lists of some groups; null for those without values. */
    Vector lists(int[] groupsOfRows, int count) {
        arrange();
        Vector some = new Vector();
        Vector lists = new Vector();
        lists.reset(VectorKind.OBJECT, count);
        for (int row = 0; row < count; row++) {
            List<?> list = list(groupsOfRows[row], some);
            if (list.isEmpty()) {
                lists.setNull(row);
            } else {
                lists.objects()[row] = list;
            }
        }
        return lists;
    }

    /** Writes the lists of {@code count} groups from {@code first} on. */
    void lists(int first, int count, Object[] into) {
        Vector some = new Vector();
        for (int index = 0; index < count; index++) {
            into[index] = list(first + index, some);
        }
    }

    /** Adds the values of lists, which are not null. */
    void addLists(Vector lists, int[] groupsOfRows, int count) {
        for (int row = 0; row < count; row++) {
            if (lists.valueAt(row) instanceof List<?> list) {
                addAll(groupsOfRows[row], list);
            }
        }
    }

    /** Adds values, which are not null. */
    void addAll(int group, List<?> list) {
        settle();
        addAll(of(group), list);
    }

    /** Puts all lists in order. */
    void sort(ElementOrder order) {
        settle();
        for (int group = 0; group < groups.length; group++) {
            GrowingList list = groups[group];
            if (list != null && list.size() > 1) {
                long before = list.bytes();
                GrowingList sorted = order.sorted(list.list());
                groups[group] = sorted;
                noteGrowth(sorted, before);
            }
        }
    }

    int size(int group) {
        arrange();
        GrowingList list = group < groups.length ? groups[group] : null;
        return (list == null ? 0 : list.size()) + waiting.size(group);
    }

    /** The list of a group. */
    List<?> list(int group) {
        return list(group, new Vector());
    }

    /** @param some scratch */
    private List<?> list(int group, Vector some) {
        arrange();
        GrowingList list = groups[group];
        if (waiting.size(group) == 0) {
            return list == null ? List.of() : list.list();
        }
        GrowingList all = new GrowingList();
        if (list != null) {
            all.addAll(list.list());
        }
        waiting.addTo(all, group, some);
        return all.list();
    }

    long bytes() {
        return 8L * groups.length + listBytes + waiting.bytes();
    }

    /** As {@link #bytes}, when so many more values are there that may wait. */
    long bytesWith(int count) {
        return 8L * groups.length + listBytes + waiting.bytesWith(count);
    }
}
