package org.thetisdb.engine.group;

import org.thetisdb.engine.aggregate.AggregateCounts;
import org.thetisdb.engine.pipeline.Batch;

/** How often each row counts, where expansions were counted instead of followed. */
public final class Multiplicities {
    private Multiplicities() {}

    /** The products of the columns, row by row, in {@code into}. */
    public static long[] product(Batch rows, int[] slots, long[] into) {
        int count = rows.count();
        System.arraycopy(rows.column(slots[0]).longs(), 0, into, 0, count);
        for (int factor = 1; factor < slots.length; factor++) {
            long[] times = rows.column(slots[factor]).longs();
            for (int row = 0; row < count; row++) {
                into[row] = AggregateCounts.times(into[row], times[row]);
            }
        }
        return into;
    }
}
