package org.thetisdb.engine.aggregate;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.thetisdb.engine.semantics.ValueSemantics;
import org.thetisdb.value.vector.TypedList;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Finds the number at a place of a long list in ascending order without sorting it: each pass over the list counts how
 * many numbers have each value of the highest bits that are still open, and knows then which value the one that is
 * looked for has.
 *
 * <pre>
 *   least … greatest           what all numbers lie between: the bits above are known
 *        │ pass 1: counts by the next 14 bits
 *        ▼
 *   least' … greatest'         what the one lies between
 *        │ …
 *        ▼
 *   least = greatest           or few are left between them: these are sorted
 * </pre>
 *
 * <p>Numbers are compared as longs that have their order: integers themselves, others by the bits of the double. Where
 * integers and floats are mixed, those with the same double are told apart in the end.
 *
 * <p>Takes as much memory as the counts and {@link #SORTED_MAX} numbers, however long the list. Used by one thread.
 */
final class RankSelection {
    private static final int DIGIT_BITS = 14;
    private static final int SORTED_MAX = 1 << 14;
    private static final int RUN_ELEMENTS = 4096;

    /** Takes the order of each number, one after another. */
    private interface Orders {
        void accept(long order);
    }

    private final List<?> list;
    private final Runnable betweenRuns;
    private final VectorKind kind;
    private final Vector run = new Vector();
    private long least = Long.MAX_VALUE;
    private long greatest = Long.MIN_VALUE;

    /**
     * @param list of numbers, at least one
     * @param betweenRuns is called for each few thousand of them, and throws if the run is to end
     */
    RankSelection(List<?> list, Runnable betweenRuns) {
        this.list = list;
        this.betweenRuns = betweenRuns;
        this.kind = list instanceof TypedList typed ? typed.kind() : VectorKind.OBJECT;
        forEach(order -> {
            least = Math.min(least, order);
            greatest = Math.max(greatest, order);
        });
    }

    private void forEach(Orders orders) {
        if (!(list instanceof TypedList typed)) {
            int count = 0;
            for (Object number : list) {
                orders.accept(orderOfDouble(((Number) number).doubleValue()));
                if (++count % RUN_ELEMENTS == 0) {
                    betweenRuns.run();
                }
            }
            return;
        }
        for (int from = 0; from < list.size(); from += run.count()) {
            betweenRuns.run();
            run.reset(kind, 0);
            typed.appendTo(run, from, Math.min(RUN_ELEMENTS, list.size() - from));
            if (kind == VectorKind.INTEGER) {
                for (int index = 0; index < run.count(); index++) {
                    orders.accept(run.longs()[index]);
                }
            } else {
                for (int index = 0; index < run.count(); index++) {
                    orders.accept(orderOfDouble(run.doubles()[index]));
                }
            }
        }
    }

    /** NaN is the greatest, and -0.0 comes before 0.0. */
    private static long orderOfDouble(double value) {
        long bits = Double.doubleToLongBits(value);
        return bits ^ bits >> Long.SIZE - 1 & Long.MAX_VALUE;
    }

    private static double doubleOfOrder(long order) {
        return Double.longBitsToDouble(order ^ order >> Long.SIZE - 1 & Long.MAX_VALUE);
    }

    /**
     * The number at a place of all in ascending order.
     *
     * @param place from 0
     */
    Object at(int place) {
        long low = least;
        long high = greatest;
        int rank = place;
        int left = list.size();
        while (low != high && left > SORTED_MAX) {
            int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(high - low) - DIGIT_BITS);
            int[] counts = counts(low, high, shift);
            int digit = 0;
            while (rank >= counts[digit]) {
                rank -= counts[digit++];
            }
            left = counts[digit];
            low += (long) digit << shift;
            long end = low + (1L << shift) - 1;
            // The last range may end beyond the greatest number, or beyond all longs.
            high = Long.compareUnsigned(end - low, high - low) < 0 ? end : high;
        }
        return low == high ? only(low, rank) : sorted(low, high, left, rank);
    }

    private int[] counts(long low, long high, int shift) {
        int[] counts = new int[1 << DIGIT_BITS];
        forEach(order -> {
            if (order >= low && order <= high) {
                counts[(int) (order - low >>> shift)]++;
            }
        });
        return counts;
    }

    private Object only(long order, int rank) {
        return kind == VectorKind.OBJECT ? mixed(order, order, rank) : number(order);
    }

    private Object sorted(long low, long high, int count, int rank) {
        if (kind == VectorKind.OBJECT) {
            return mixed(low, high, rank);
        }
        long[] orders = new long[count];
        int[] filled = {0};
        forEach(order -> {
            if (order >= low && order <= high) {
                orders[filled[0]++] = order;
            }
        });
        Arrays.sort(orders);
        return number(orders[rank]);
    }

    private Object number(long order) {
        // Not one conditional expression, which would make a double of both.
        if (kind == VectorKind.INTEGER) {
            return order;
        }
        return doubleOfOrder(order);
    }

    /** Of integers and floats, which are few, or of which no more than some thousand differ. */
    private Object mixed(long low, long high, int rank) {
        Map<Object, Integer> counts = new TreeMap<>(ValueSemantics::order);
        for (Object number : list) {
            long order = orderOfDouble(((Number) number).doubleValue());
            if (order >= low && order <= high) {
                counts.merge(Objects.requireNonNull(number), 1, Integer::sum);
            }
        }
        int left = rank;
        for (Map.Entry<Object, Integer> each : counts.entrySet()) {
            left -= each.getValue();
            if (left < 0) {
                return each.getKey();
            }
        }
        throw new IllegalStateException("a place of a list beyond its numbers: rank=" + rank);
    }
}
