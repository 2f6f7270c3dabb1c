package org.thetisdb.storage.column;

import org.thetisdb.value.vector.Vector;

/** No value at all: nothing is stored, and nothing ever read. */
final class EmptyCodec implements ValueReader {
    @Override
    public void fetch(long value, Vector into, int index) {
        into.setNull(index);
    }

    @Override
    public void decode(int from, int values, Vector into, int at) {}

    @Override
    public void gather(long[] places, int length, Vector into, int at) {}
}
