package org.thetisdb.engine.aggregate;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.spill.ListFile;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Lists that grow, one for each group. */
final class ValueCollector {
    private final GroupRuns runs = new GroupRuns();
    private final Vector arranged = new Vector();
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
        GrowingList list = of(group);
        long before = list.bytes();
        list.add(source, row, times);
        noteGrowth(list, before);
    }

    /** Adds consecutive entries, none of them null. */
    void addRun(int group, Vector source, int from, int count) {
        GrowingList list = of(group);
        long before = list.bytes();
        list.addRun(source, from, count);
        noteGrowth(list, before);
    }

    /** Adds an entry for each row to its group's list, none of them null: run by run, where there are runs. */
    void addEach(int[] groupsOfRows, Vector source, int count) {
        if (isScattered(groupsOfRows, count) && runs.arrange(groupsOfRows, count)) {
            arranged.gather(source, runs.rows(), count);
            for (int group = 0; group < runs.groupEnd(); group++) {
                int from = runs.from(group);
                if (from < runs.end(group)) {
                    addRun(group, arranged, from, runs.end(group) - from);
                }
            }
            return;
        }
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

    /** How many elements the longest list has. */
    int longestSize() {
        return longestSize;
    }

    /** What the list takes in memory that takes most. */
    long largestBytes() {
        return largestBytes;
    }

    /** Puts what lists have in memory on disk, if it is not less than {@code bytesMin}. */
    void store(ListFile file, long bytesMin) {
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

    /** Takes lists out of another collector; one that is the first of its group is taken as it is. */
    void merge(ValueCollector other, int[] otherGroups, int[] intoGroups, int count) {
        for (int index = 0; index < count; index++) {
            GrowingList more = other.groups[otherGroups[index]];
            if (more == null) {
                continue;
            }
            other.groups[otherGroups[index]] = null;
            GrowingList list = groups[intoGroups[index]];
            if (list == null) {
                groups[intoGroups[index]] = more;
                noteGrowth(more, 0);
            } else {
                addAll(list, more.list());
            }
        }
    }

    private void addAll(GrowingList list, List<?> more) {
        long before = list.bytes();
        list.addAll(more);
        noteGrowth(list, before);
    }

    /** The list of a group, which is forgotten here; a new one if there is none. */
    GrowingList take(int group) {
        GrowingList list = groups[group];
        groups[group] = null;
        return list == null ? new GrowingList() : list;
    }

    /** The lists of some groups; null for those without values. */
    Vector lists(int[] groupsOfRows, int count) {
        Vector lists = new Vector();
        lists.reset(VectorKind.OBJECT, count);
        for (int row = 0; row < count; row++) {
            if (size(groupsOfRows[row]) == 0) {
                lists.setNull(row);
            } else {
                lists.objects()[row] = list(groupsOfRows[row]);
            }
        }
        return lists;
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
        addAll(of(group), list);
    }

    /** Puts all lists in order. */
    void sort(ElementOrder order) {
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
        GrowingList list = group < groups.length ? groups[group] : null;
        return list == null ? 0 : list.size();
    }

    List<?> list(int group) {
        GrowingList list = groups[group];
        return list == null ? List.of() : list.list();
    }

    long bytes() {
        return 8L * groups.length + listBytes;
    }
}
