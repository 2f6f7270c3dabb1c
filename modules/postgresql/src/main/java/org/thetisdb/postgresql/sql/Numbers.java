package org.thetisdb.postgresql.sql;

import java.util.function.UnaryOperator;
import net.sf.jsqlparser.expression.BinaryExpression;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.DoubleValue;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.SignedExpression;
import net.sf.jsqlparser.expression.operators.arithmetic.Addition;
import net.sf.jsqlparser.expression.operators.arithmetic.Division;
import net.sf.jsqlparser.expression.operators.arithmetic.Multiplication;
import net.sf.jsqlparser.expression.operators.arithmetic.Subtraction;
import org.thetisdb.postgresql.failure.PostgresFailure;
import org.thetisdb.postgresql.failure.SqlState;

/**
 * What PostgreSQL holds for {@code numeric} and what for {@code double precision}: the one is rounded away from zero in
 * the middle, the other to the even neighbour. Stateless.
 */
final class Numbers {
    private static final String FINITE = "1.7976931348623157e308";
    private static final String OVERFLOW = failing(SqlState.NUMERIC_VALUE_OUT_OF_RANGE, "value out of range: overflow");
    private static final String UNDERFLOW =
            failing(SqlState.NUMERIC_VALUE_OUT_OF_RANGE, "value out of range: underflow");

    /** Characters of what may be computed several times instead. */
    private static final int SHORT = 40;

    private Numbers() {}

    /** Whether PostgreSQL computes it as numeric: literals with a point, casts, and what is made of such alone. */
    static boolean isNumeric(Expression written) {
        return switch (JoinTree.bare(written)) {
            case DoubleValue _ -> true;
            case SignedExpression sign -> isNumeric(sign.getExpression());
            case CastExpression cast -> cast.getColDataType().getDataType().matches("(?i)(numeric|decimal)\\b.*");
            case Addition sum -> ofBoth(sum);
            case Subtraction difference -> ofBoth(difference);
            case Multiplication product -> ofBoth(product);
            case Division quotient -> ofBoth(quotient);
            default -> false;
        };
    }

    private static boolean ofBoth(BinaryExpression binary) {
        Expression left = JoinTree.bare(binary.getLeftExpression());
        Expression right = JoinTree.bare(binary.getRightExpression());
        return isNumeric(left) && (isNumeric(right) || right instanceof LongValue)
                || isNumeric(right) && left instanceof LongValue;
    }

    /** Rounded to so many places. */
    static String rounded(String value, int places, boolean numeric) {
        String mode = numeric ? "'HALF_UP'" : "'HALF_EVEN'";
        if (places >= 0) {
            return "round(" + value + ", " + places + ", " + mode + ")";
        }
        String unit = "1e" + -places;
        return "(round(" + value + " / " + unit + ", 0, " + mode + ") * " + unit + ")";
    }

    /** As a whole number. */
    static String whole(String value, boolean numeric) {
        return "toInteger(" + rounded(value, 0, numeric) + ")";
    }

    /** A value of {@code numeric(precision, scale)}: rounded, or an error of 22003. */
    static String limited(String value, int precision, int scale) {
        String rounded = rounded(value, scale, true);
        // Cypher has nothing that fails on demand, but a sum that is too great does.
        return "CASE WHEN abs(" + rounded + ") >= 1e" + (precision - scale) + " THEN " + Long.MAX_VALUE + " + 1 ELSE "
                + rounded + " END";
    }

    /** Fails with a code of PostgreSQL's, which {@link PostgresFailure} finds in the text. */
    private static String failing(SqlState state, String message) {
        return "size(toString(date('" + PostgresFailure.MARK + state.code() + ": " + message + "')))";
    }

    /** What is long is computed once. */
    private static String once(String value, String name, UnaryOperator<String> use) {
        return value.length() <= SHORT
                ? use.apply(value)
                : "head([" + name + " IN [" + value + "] | " + use.apply(name) + "])";
    }

    static String root(String value) {
        return once(
                value,
                "x",
                x -> "(CASE WHEN " + x + " < 0 THEN "
                        + failing(SqlState.INVALID_POWER, "cannot take square root of a negative number")
                        + " ELSE sqrt(" + x
                        + ") END)");
    }

    /** @param function {@code log} or {@code log10} */
    static String logarithm(String function, String value) {
        return once(
                value,
                "x",
                x -> "(CASE WHEN " + x + " = 0 THEN "
                        + failing(SqlState.INVALID_LOGARITHM, "cannot take logarithm of zero") + " WHEN " + x
                        + " < 0 THEN "
                        + failing(SqlState.INVALID_LOGARITHM, "cannot take logarithm of a negative number") + " ELSE "
                        + function + "(" + x + ") END)");
    }

    static String arc(String function, String value) {
        return once(
                value,
                "x",
                x -> "(CASE WHEN abs(" + x + ") > 1 THEN "
                        + failing(SqlState.NUMERIC_VALUE_OUT_OF_RANGE, "input is out of range") + " ELSE " + function
                        + "(" + x
                        + ") END)");
    }

    /** @param small whether the result may be too small to be told from 0 */
    static String exponential(String value, boolean small) {
        return once(
                value,
                "x",
                x -> "(CASE WHEN abs(" + x + ") <= " + FINITE + " AND exp(" + x + ") > " + FINITE
                        + " THEN " + OVERFLOW
                        + (small ? "" : " WHEN exp(" + x + ") = 0 AND " + x + " >= -" + FINITE + " THEN " + UNDERFLOW)
                        + " ELSE exp(" + x + ") END)");
    }

    static String power(String base, String exponent) {
        return once(
                base,
                "x",
                x -> once(exponent, "y", y -> {
                    String plain = "(" + x + " ^ " + y + ")";
                    String finite = "abs(" + x + ") <= " + FINITE + " AND abs(" + y + ") <= " + FINITE;
                    return "(CASE WHEN " + x + " = 0 AND " + y + " < 0 THEN "
                            + failing(SqlState.INVALID_POWER, "zero raised to a negative power is undefined") + " WHEN "
                            + x
                            + " < 0 AND " + y + " <> floor(" + y + ") THEN "
                            + failing(
                                    SqlState.INVALID_POWER,
                                    "a negative number raised to a non-integer power yields a complex result")
                            + " WHEN abs" + plain + " > " + FINITE + " AND " + finite + " THEN " + OVERFLOW + " WHEN "
                            + plain
                            + " = 0 AND " + x + " <> 0 AND " + finite + " THEN " + UNDERFLOW + " ELSE " + plain
                            + " END)";
                }));
    }

    /** A quotient or remainder of fractions, which by zero is an error of 22012. */
    static String divided(String left, String operator, String right) {
        String plain = "(" + left + " " + operator + " " + right + ")";
        if (right.matches("\\(?-?[0-9.eE+]*[1-9][0-9.eE+]*\\)?")) {
            return plain;
        }
        // What is divided again and again would be written twice each time.
        String known = left.contains("CASE") ? "" : " AND " + left + " IS NOT NULL";
        return "(CASE WHEN " + right + " = 0" + known + " THEN 1 / 0 ELSE " + plain + " END)";
    }
}
