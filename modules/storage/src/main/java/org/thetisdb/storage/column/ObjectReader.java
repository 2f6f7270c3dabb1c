package org.thetisdb.storage.column;

import org.thetisdb.value.vector.Vector;

/** The decoding half of a codec whose values are objects: they are made one by one. */
interface ObjectReader extends ValueReader {
    Object object(long value);

    @Override
    default void fetch(long value, Vector into, int index) {
        into.objects()[index] = object(value);
    }

    @Override
    default void decode(int from, int values, Vector into, int at) {
        Object[] objects = into.objects();
        for (int i = 0; i < values; i++) {
            objects[at + i] = object(from + i);
        }
    }
}
