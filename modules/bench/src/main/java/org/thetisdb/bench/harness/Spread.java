package org.thetisdb.bench.harness;

import java.util.Arrays;
import java.util.Locale;

/**
 * The median of the rounds of a measurement, with the least and the greatest.
 *
 * @param median the middle value, or the mean of the two in the middle
 * @param least the least value
 * @param greatest the greatest value
 */
public record Spread(double median, double least, double greatest) {
    /** Sums up at least one value. */
    public static Spread of(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return new Spread(percentile(sorted, 50), sorted[0], sorted[sorted.length - 1]);
    }

    /** A percentile of sorted values; the 50th of an even number of them is the mean of the two in the middle. */
    public static double percentile(double[] sorted, double percent) {
        double place = percent / 100 * (sorted.length - 1);
        int below = (int) place;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }

    /** {@code median [least..greatest]}, with two decimals, as ratios are written. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.2f [%.2f..%.2f]", median, least, greatest);
    }

    /** The same for numbers that are large: without decimals, thousands in groups. */
    public String rounded() {
        return String.format(Locale.ROOT, "%,.0f [%,.0f..%,.0f]", median, least, greatest);
    }
}
