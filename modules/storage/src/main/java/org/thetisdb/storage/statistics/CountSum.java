package org.thetisdb.storage.statistics;

import java.util.Arrays;
import java.util.Map;

/** What the changes of many commits come to, counter by counter; a counter may have several parts. Immutable. */
public final class CountSum {
    /** Nothing has changed. */
    static final CountSum NONE = new CountSum(new Counter[0], new long[0]);

    /** May continue after the changes. */
    private final Counter[] counters;

    private final long[] changes;

    CountSum(Counter[] counters, long[] changes) {
        this.counters = counters;
        this.changes = changes;
    }

    /** Together with what a transaction has changed by itself. */
    public CountSum plus(CountChanges own) {
        int size = changes.length;
        int all = size + own.byCounter().size();
        Counter[] bothCounters = Arrays.copyOf(counters, all);
        long[] bothChanges = Arrays.copyOf(changes, all);
        for (Map.Entry<Counter, Long> entry : own.byCounter().entrySet()) {
            bothCounters[size] = entry.getKey();
            bothChanges[size++] = entry.getValue();
        }
        return new CountSum(bothCounters, bothChanges);
    }

    int size() {
        return changes.length;
    }

    Counter counter(int index) {
        return counters[index];
    }

    long change(int index) {
        return changes[index];
    }

    boolean isZero() {
        for (long change : changes) {
            if (change != 0) {
                return false;
            }
        }
        return true;
    }
}
