package org.thetisdb.engine.table;

import java.util.Arrays;
import org.thetisdb.engine.hash.HashMixer;
import org.thetisdb.engine.semantics.ValueSemantics;
import org.thetisdb.value.vector.Vector;

/** How keys become hashes. */
public enum KeyHashing {
    /** Values that fall into one group have equal hashes, others hardly ever. */
    USUAL {
        @Override
        void hash(Vector[] columns, int from, int count, long[] into, long[] scratch) {
            ValueSemantics.hash(columns[0], from, count, into);
            for (int key = 1; key < columns.length; key++) {
                ValueSemantics.hash(columns[key], from, count, scratch);
                for (int row = 0; row < count; row++) {
                    into[row] = HashMixer.combine(into[row], scratch[row]);
                }
            }
        }
    },
    /** All keys collide: a table gives the same answers, slowly. For tests. */
    COLLIDING {
        @Override
        void hash(Vector[] columns, int from, int count, long[] into, long[] scratch) {
            Arrays.fill(into, 0, count, 0);
        }
    };

    /**
     * Computes the hashes of rows over all key columns.
     *
     * @param from the first row; its hash is {@code into[0]}
     */
    abstract void hash(Vector[] columns, int from, int count, long[] into, long[] scratch);
}
