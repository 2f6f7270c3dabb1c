package org.thetisdb.engine.expand;

import org.thetisdb.value.vector.Vector;

/** Completes columns of relationships. */
public final class Relationships {
    private Relationships() {}

    /** Writes start and end nodes beside the ids: {@code near[rows[i]]} and {@code far[i]}, in the stored direction. */
    public static void fillEnds(Vector relationships, long[] near, int[] rows, long[] far, int count, boolean forward) {
        long[] nearEnds = forward ? relationships.longs2() : relationships.longs3();
        long[] farEnds = forward ? relationships.longs3() : relationships.longs2();
        for (int index = 0; index < count; index++) {
            nearEnds[index] = near[rows[index]];
            farEnds[index] = far[index];
        }
    }
}
