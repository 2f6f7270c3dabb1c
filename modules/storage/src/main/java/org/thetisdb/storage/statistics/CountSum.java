package org.thetisdb.storage.statistics;

import java.util.Arrays;

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
        int all = changes.length + own.sizeMax();
        Counter[] bothCounters = Arrays.copyOf(counters, all);
        long[] bothChanges = Arrays.copyOf(changes, all);
        int[] size = {changes.length};
        own.forEach((counter, change) -> {
            bothCounters[size[0]] = counter;
            bothChanges[size[0]++] = change;
        });
        return new CountSum(bothCounters, Arrays.copyOf(bothChanges, size[0]));
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
