package org.thetisdb.engine.block;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Blocks of {@code round()}. Unlike others they branch, and what is close to a tie takes longer. Stateless and thread
 * safe.
 */
public final class RoundingBlocks {
    /** More digits than a FLOAT has behind its point. */
    public static final int PRECISION_MAX = 400;

    private static final double[] POWERS_OF_TEN = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12};

    /** What is below has a fraction of at least 10 bits. */
    private static final double SURE_MAX = 0x1p42;

    /** Two errors of rounding (the decimal's, the product's) are far less, below {@link #SURE_MAX}. */
    private static final double TIE_WIDTH = 0x1p-8;

    private RoundingBlocks() {}

    /** Ties go up, as in Cypher: round(-1.5) is -1.0. What is large or not finite stays as it is. */
    public static double round(double value) {
        return Math.abs(value) < 0x1p52 ? (double) Math.round(value) : value;
    }

    /** So many digits behind the point; ties go away from zero, but where there are to be none. */
    public static double round(double value, long precision) {
        if (precision == 0 || !Double.isFinite(value)) {
            return round(value);
        }
        if (precision > 0 && precision < POWERS_OF_TEN.length) {
            double power = POWERS_OF_TEN[(int) precision];
            double scaled = Math.abs(value) * power;
            double whole = Math.floor(scaled + 0.5);
            if (scaled < SURE_MAX && Math.abs(scaled - Math.floor(scaled) - 0.5) > TIE_WIDTH) {
                // A quotient of whole numbers that a double holds is the double next to it.
                double rounded = whole / power;
                return value < 0 && whole != 0 ? -rounded : rounded;
            }
        }
        return roundDoubt(value, precision) == 0 ? round(value, (int) precision, RoundingMode.HALF_UP) : value;
    }

    /** Whether there is no such precision. */
    public static long roundDoubt(double value, long precision) {
        return precision < 0 || precision > PRECISION_MAX ? -1 : 0;
    }

    /**
     * As the digits are written.
     *
     * @param value finite
     * @param precision 0 to {@link #PRECISION_MAX}
     */
    public static double round(double value, int precision, RoundingMode mode) {
        return BigDecimal.valueOf(value).setScale(precision, mode).doubleValue();
    }
}
