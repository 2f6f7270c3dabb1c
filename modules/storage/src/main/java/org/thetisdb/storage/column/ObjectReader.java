package org.thetisdb.storage.column;

import org.jspecify.annotations.Nullable;
import org.thetisdb.value.vector.ObjectBytes;
import org.thetisdb.value.vector.Vector;

/** The decoding half of a codec whose values are objects: they are made one by one, and counted as they are. */
interface ObjectReader extends ValueReader {
    /** The value; null only where a damaged file has one among those that are there. */
    @Nullable
    Object object(long value);

    @Override
    default void fetch(long value, Vector into, int index) {
        Object made = object(value);
        into.objectBytes().made(made);
        into.objects()[index] = made;
    }

    @Override
    default void decode(int from, int values, Vector into, int at) {
        Object[] objects = into.objects();
        ObjectBytes bytes = into.objectBytes();
        for (int i = 0; i < values; i++) {
            Object made = object(from + i);
            bytes.made(made);
            objects[at + i] = made;
        }
    }
}
