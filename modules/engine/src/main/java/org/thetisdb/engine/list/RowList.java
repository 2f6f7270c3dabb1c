package org.thetisdb.engine.list;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.Growth;
import org.thetisdb.engine.semantics.NodeList;
import org.thetisdb.value.HeapSize;
import org.thetisdb.value.vector.FlatList;
import org.thetisdb.value.vector.FlatListBuilder;
import org.thetisdb.value.vector.Vector;

/** The list that a row gets while it grows: flat as long as all elements are of one kind that can be. One thread. */
final class RowList {
    private @Nullable FlatListBuilder flat;
    private @Nullable List<@Nullable Object> boxed;

    /** Adds consecutive entries; returns what they take, in bytes. */
    long add(Vector values, int from, int count) {
        FlatListBuilder builder = flat;
        if (builder == null && boxed == null && FlatList.holds(values.kind())) {
            builder = new FlatListBuilder(values.kind());
            flat = builder;
        }
        if (builder != null && builder.kind() == values.kind() && !values.hasNulls()) {
            long before = builder.bytes();
            builder.addAll(values, from, count);
            return builder.bytes() - before;
        }
        return addBoxed(values, from, count);
    }

    private long addBoxed(Vector values, int from, int count) {
        List<@Nullable Object> list = box();
        long bytes = 0;
        for (int index = from; index < from + count; index++) {
            Object value = values.valueAt(index);
            list.add(value);
            bytes += Growth.REFERENCE_BYTES + HeapSize.of(value);
        }
        return bytes;
    }

    private List<@Nullable Object> box() {
        List<@Nullable Object> list = boxed;
        if (list == null) {
            list = new ArrayList<>();
            if (flat != null) {
                list.addAll(flat.list());
                flat = null;
            }
            boxed = list;
        }
        return list;
    }

    /** All elements; nothing may be added afterwards. */
    List<?> list() {
        if (flat != null) {
            return NodeList.orFlat(flat.list());
        }
        return boxed == null ? List.of() : Collections.unmodifiableList(boxed);
    }
}
