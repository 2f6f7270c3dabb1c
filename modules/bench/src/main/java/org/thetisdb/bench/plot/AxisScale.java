package org.thetisdb.bench.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * From values to places on an axis. Immutable.
 *
 * @param least the value at the begin of the axis
 * @param greatest the value at its end, greater than the least
 * @param isLogarithmic whether equal ratios have equal lengths
 */
record AxisScale(double least, double greatest, boolean isLogarithmic) {
    private static final int STEPS = 5;
    private static final double PLAIN_MIN = 0.001;
    private static final double PLAIN_MAX = 100_000;

    /** An axis on which all values have a place; from 0 on if it is not logarithmic. */
    static AxisScale of(double[] values, boolean isLogarithmic) {
        double least = Double.POSITIVE_INFINITY;
        double greatest = 0;
        for (double value : values) {
            if (isLogarithmic ? value > 0 : value >= 0) {
                least = Math.min(least, value);
                greatest = Math.max(greatest, value);
            }
        }
        if (greatest == 0) {
            return new AxisScale(isLogarithmic ? 1 : 0, isLogarithmic ? 10 : 1, isLogarithmic);
        }
        if (isLogarithmic) {
            double low = Math.pow(10, Math.floor(Math.log10(least)));
            double high = Math.pow(10, Math.ceil(Math.log10(greatest)));
            return new AxisScale(low, high > low ? high : low * 10, true);
        }
        double step = step(greatest / STEPS);
        return new AxisScale(0, step * Math.ceil(greatest / step), false);
    }

    /** 1, 2 or 5 times a power of ten, at least as large. */
    private static double step(double least) {
        double power = Math.pow(10, Math.floor(Math.log10(least)));
        for (int factor : new int[] {1, 2, 5}) {
            if (factor * power >= least) {
                return factor * power;
            }
        }
        return 10 * power;
    }

    /** Whether a value has a place. */
    boolean holds(double value) {
        return !Double.isNaN(value) && value >= least;
    }

    /** Where a value is: 0 at the begin of the axis, 1 at its end. */
    double place(double value) {
        return isLogarithmic
                ? Math.log(value / least) / Math.log(greatest / least)
                : (value - least) / (greatest - least);
    }

    /** Values that are worth a line across the plot. */
    List<Double> ticks() {
        List<Double> ticks = new ArrayList<>();
        if (isLogarithmic) {
            long powers = Math.round(Math.log10(greatest / least));
            for (int power = 0; power <= powers; power++) {
                ticks.add(least * Math.pow(10, power));
            }
            return ticks;
        }
        double step = step(greatest / STEPS);
        long steps = Math.round(greatest / step);
        for (int tick = 0; tick <= steps; tick++) {
            ticks.add(tick * step);
        }
        return ticks;
    }

    /** A value as it is written beside the axis. */
    static String label(double value) {
        if (value == 0) {
            return "0";
        }
        boolean isPlain = value > PLAIN_MIN * 0.99 && value < PLAIN_MAX;
        String text = String.format(Locale.ROOT, isPlain ? "%.4f" : "%.0e", value);
        return isPlain ? text.replaceFirst("\\.?0+$", "") : text;
    }
}
