package org.thetisdb.bench.adaptive;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.thetisdb.bench.harness.Spread;

/** How numbers stand in tables. */
final class Numbers {
    private static final String NONE = "–";

    private Numbers() {}

    /** A time or a count, with three digits or more. */
    static String plain(double value) {
        if (Double.isNaN(value)) {
            return NONE;
        }
        return String.format(
                Locale.ROOT, value < 0.1 ? "%.5f" : value < 10 ? "%.3f" : value < 100 ? "%.1f" : "%,.0f", value);
    }

    /** A ratio with its spread over rounds. */
    static String ratio(Optional<Spread> ratio) {
        return ratio.map(Spread::toString).orElse(NONE);
    }

    /** A ratio by itself. */
    static String ratio(double ratio) {
        return Double.isNaN(ratio) ? NONE : String.format(Locale.ROOT, "%.2f", ratio);
    }

    /** A share of 0 to 1, in per cent. */
    static String percent(double share) {
        return Double.isNaN(share) ? NONE : String.format(Locale.ROOT, "%.0f %%", 100 * share);
    }

    /** The geometric mean of what are numbers; not a number if none is. */
    static double geometricMean(List<Double> values) {
        return Math.exp(values.stream()
                .filter(value -> !value.isNaN())
                .mapToDouble(Math::log)
                .average()
                .orElse(Double.NaN));
    }
}
