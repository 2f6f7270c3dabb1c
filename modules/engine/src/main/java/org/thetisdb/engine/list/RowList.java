package org.thetisdb.engine.list;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.Growth;
import org.thetisdb.engine.semantics.ShortListBuilder;
import org.thetisdb.value.HeapSize;
import org.thetisdb.value.vector.Vector;

/** The list that a row gets while it grows: without objects as long as all elements are of one kind. One thread. */
final class RowList {
    private @Nullable ShortListBuilder few;
    private @Nullable List<@Nullable Object> boxed;

    /** Adds consecutive entries; returns what they take, in bytes. */
    long add(Vector values, int from, int count) {
        ShortListBuilder builder = few;
        if (builder == null && boxed == null && ShortListBuilder.holds(values.kind())) {
            builder = new ShortListBuilder(values.kind());
            few = builder;
        }
        if (builder == null || builder.kind() != values.kind() || values.hasNulls()) {
            return addBoxed(values, from, count);
        }
        long before = builder.bytes();
        int done = 0;
        while (done < count) {
            done += builder.addAll(values, from + done, count - done);
        }
        return builder.bytes() - before;
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
            if (few != null) {
                list.addAll(few.list());
                few = null;
            }
            boxed = list;
        }
        return list;
    }

    /** All elements; nothing may be added afterwards. */
    List<?> list() {
        if (few != null) {
            return few.list();
        }
        return boxed == null ? List.of() : Collections.unmodifiableList(boxed);
    }
}
