package org.thetisdb.engine.aggregate;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.semantics.NodeList;
import org.thetisdb.value.HeapSize;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Lists that grow, one for each group: ids as long as all elements are nodes, boxed values otherwise. */
final class ValueCollector {
    private static final long LIST_BYTES = 56;

    /** An id, or a reference, in an array that is half full. */
    private static final long ELEMENT_BYTES = 16;

    /** One group's list: {@code ids} is used until {@code values} are there. */
    private static final class Values {
        long[] ids = {};

        @Nullable
        Object @Nullable [] values;

        int size;
        long valueBytes;

        void addId(long id) {
            if (size == ids.length) {
                ids = Arrays.copyOf(ids, Math.max(4, size * 2));
            }
            ids[size++] = id;
        }

        void add(@Nullable Object value) {
            if (values == null) {
                values = new Object[Math.max(4, size * 2)];
                for (int index = 0; index < size; index++) {
                    values[index] = new NodeReference(ids[index]);
                }
                ids = new long[0];
            }
            if (size == values.length) {
                values = Arrays.copyOf(values, size * 2);
            }
            values[size++] = value;
        }

        void addAll(Values more) {
            valueBytes += more.valueBytes;
            for (int index = 0; index < more.size; index++) {
                if (more.values == null && values == null) {
                    addId(more.ids[index]);
                } else {
                    add(more.values == null ? new NodeReference(more.ids[index]) : more.values[index]);
                }
            }
        }
    }

    private Values[] groups = {};
    private long elements;
    private long lists;
    private long valueBytes;

    void reserve(int groupCount) {
        if (groups.length < groupCount) {
            groups = Arrays.copyOf(groups, Aggregates.grown(groups.length, groupCount));
        }
    }

    private Values of(int group) {
        Values values = groups[group];
        if (values == null) {
            values = new Values();
            groups[group] = values;
            lists++;
        }
        return values;
    }

    void add(int group, Vector source, int row, long times) {
        Values values = of(group);
        elements += times;
        if (source.kind() == VectorKind.NODE && values.values == null) {
            for (long time = 0; time < times; time++) {
                values.addId(source.longs()[row]);
            }
            return;
        }
        Object value = source.valueAt(row);
        long bytes = HeapSize.of(value);
        values.valueBytes += bytes;
        valueBytes += bytes;
        for (long time = 0; time < times; time++) {
            values.add(value);
        }
    }

    /** Takes lists out of another collector; one that is the first of its group is taken as it is. */
    void merge(ValueCollector other, int[] otherGroups, int[] intoGroups, int count) {
        for (int index = 0; index < count; index++) {
            Values more = other.groups[otherGroups[index]];
            if (more == null) {
                continue;
            }
            other.groups[otherGroups[index]] = null;
            elements += more.size;
            valueBytes += more.valueBytes;
            if (groups[intoGroups[index]] == null) {
                groups[intoGroups[index]] = more;
                lists++;
            } else {
                groups[intoGroups[index]].addAll(more);
            }
        }
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
                addList(of(groupsOfRows[row]), list);
            }
        }
    }

    private void addList(Values values, List<?> list) {
        elements += list.size();
        if (list instanceof NodeList nodes && values.values == null) {
            for (int index = 0; index < nodes.size(); index++) {
                values.addId(nodes.id(index));
            }
            return;
        }
        for (Object value : list) {
            long bytes = HeapSize.of(value);
            values.valueBytes += bytes;
            valueBytes += bytes;
            values.add(value);
        }
    }

    int size(int group) {
        return groups[group] == null ? 0 : groups[group].size;
    }

    List<?> list(int group) {
        Values values = groups[group];
        if (values == null || values.size == 0) {
            return List.of();
        }
        return values.values == null
                ? new NodeList(Arrays.copyOf(values.ids, values.size))
                : Collections.unmodifiableList(Arrays.asList(Arrays.copyOf(values.values, values.size)));
    }

    long bytes() {
        return 8L * groups.length + LIST_BYTES * lists + ELEMENT_BYTES * elements + valueBytes;
    }
}
