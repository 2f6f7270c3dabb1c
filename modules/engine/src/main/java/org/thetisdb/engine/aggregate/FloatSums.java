package org.thetisdb.engine.aggregate;

import java.util.Arrays;
import org.thetisdb.value.vector.Vector;

/**
 * Sums of floats by group, and beside each what rounding has lost, which is added at the end (A. Neumaier,
 * Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen, 1974). Takes no memory before the
 * first float.
 *
 * <p>Belongs to one accumulator.
 */
final class FloatSums {
    private double[] sums = {};
    private double[] lost = {};

    /** Whether a group has any float. */
    private boolean[] areThere = {};

    boolean isEmpty() {
        return sums.length == 0;
    }

    /** Whether the group has any float. */
    boolean has(int group) {
        return areThere.length > 0 && areThere[group];
    }

    /** Floats follow: makes room for groups below {@code capacity}. */
    void begin(int capacity) {
        if (isEmpty()) {
            sums = new double[capacity];
            lost = new double[capacity];
            areThere = new boolean[capacity];
        }
    }

    /** Makes room for more groups, if there is any float. */
    void reserve(int capacity) {
        if (!isEmpty()) {
            sums = Arrays.copyOf(sums, capacity);
            lost = Arrays.copyOf(lost, capacity);
            areThere = Arrays.copyOf(areThere, capacity);
        }
    }

    /** After {@link #begin}. */
    void add(int group, double value) {
        double former = sums[group];
        double sum = former + value;
        lost[group] += lost(former, value, sum);
        sums[group] = sum;
        areThere[group] = true;
    }

    private static double lost(double former, double value, double sum) {
        return Math.abs(former) >= Math.abs(value) ? former - sum + value : value - sum + former;
    }

    /** Adds each value to its group. After {@link #begin}. */
    void addEach(int[] groups, double[] values, int count) {
        double[] into = sums;
        double[] lostInto = lost;
        boolean[] there = areThere;
        for (int row = 0; row < count; row++) {
            int group = groups[row];
            double former = into[group];
            double sum = former + values[row];
            lostInto[group] += lost(former, values[row], sum);
            into[group] = sum;
            there[group] = true;
        }
    }

    /** Adds all values to one group. After {@link #begin}. */
    void addAll(int group, double[] values, int count) {
        double sum = sums[group];
        double lostOfAll = lost[group];
        for (int row = 0; row < count; row++) {
            double former = sum;
            sum = former + values[row];
            lostOfAll += lost(former, values[row], sum);
        }
        sums[group] = sum;
        lost[group] = lostOfAll;
        areThere[group] = true;
    }

    /** Adds what another has of a group. */
    void add(int group, FloatSums other, int otherGroup) {
        addState(group, other.sums[otherGroup], other.lost[otherGroup]);
    }

    /** Adds a sum and what it has lost. After {@link #begin}. */
    void addState(int group, double sum, double lostOfSum) {
        add(group, sum);
        lost[group] += lostOfSum;
    }

    /** The sum of a group that has floats, and of a number besides. */
    double total(int group, double more) {
        double sum = sums[group] + more;
        // What an infinite sum has lost is NaN and means nothing.
        return Double.isFinite(sum) ? sum + lost[group] : sum;
    }

    /** The sums of some groups as a column, null where a group has none. */
    Vector sumsOf(int[] groups, int count) {
        if (isEmpty()) {
            return StateColumns.nulls(count);
        }
        Vector column = StateColumns.doubles(sums, groups, count);
        for (int row = 0; row < count; row++) {
            if (!areThere[groups[row]]) {
                column.setNull(row);
            }
        }
        return column;
    }

    /** What {@link #sumsOf} has lost. */
    Vector lostOf(int[] groups, int count) {
        return isEmpty() ? StateColumns.nulls(count) : StateColumns.doubles(lost, groups, count);
    }

    void forget() {
        sums = new double[0];
        lost = new double[0];
        areThere = new boolean[0];
    }

    /** About how many bytes they take. */
    long bytes() {
        return 17L * sums.length;
    }
}
