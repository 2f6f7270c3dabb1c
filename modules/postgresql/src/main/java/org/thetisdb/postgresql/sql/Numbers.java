package org.thetisdb.postgresql.sql;

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

/**
 * What PostgreSQL holds for {@code numeric} and what for {@code double precision}: the one is rounded away from zero in
 * the middle, the other to the even neighbour. Stateless.
 */
final class Numbers {
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
