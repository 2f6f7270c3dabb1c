package org.thetisdb.postgresql.sql;

import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.SignedExpression;
import org.jspecify.annotations.Nullable;
import org.thetisdb.postgresql.type.PgType;

/** Functions of numbers. */
final class NumberFunctions {
    private final Translation translation;

    NumberFunctions(Translation translation) {
        this.translation = translation;
    }

    @Nullable
    Expr translate(FunctionCall call) {
        return switch (call.name()) {
            case "abs" -> {
                Expr value = translation.as(call.argument(0), PgType.FLOAT8);
                yield Expr.of("abs(" + value.cypher() + ")", value.type());
            }
            case "ceil", "ceiling" -> Expr.of("ceil(" + call.argument(0, PgType.FLOAT8) + ")", PgType.FLOAT8);
            case "sqrt" -> Expr.of(Numbers.root(call.argument(0, PgType.FLOAT8)), PgType.FLOAT8);
            case "exp" -> Expr.of(exponential(call), PgType.FLOAT8);
            case "asin", "acos" -> Expr.of(Numbers.arc(call.name(), call.argument(0, PgType.FLOAT8)), PgType.FLOAT8);
            case "floor", "degrees", "radians", "sin", "cos", "tan", "atan" ->
                Expr.of(call.name() + "(" + call.argument(0, PgType.FLOAT8) + ")", PgType.FLOAT8);
            case "round" -> round(call);
            case "sign" -> Expr.of("toFloat(sign(" + call.argument(0, PgType.FLOAT8) + "))", PgType.FLOAT8);
            case "ln" -> Expr.of(Numbers.logarithm("log", call.argument(0, PgType.FLOAT8)), PgType.FLOAT8);
            case "log" -> log(call);
            case "pi" -> Expr.of("pi()", PgType.FLOAT8);
            case "random" -> Expr.of("rand()", PgType.FLOAT8);
            case "power", "pow" ->
                Expr.of(Numbers.power(call.argument(0, PgType.FLOAT8), call.argument(1, PgType.FLOAT8)), PgType.FLOAT8);
            case "mod" -> modulo(call);
            default -> null;
        };
    }

    /** What is numeric is never too small. */
    private static String exponential(FunctionCall call) {
        return Numbers.exponential(call.argument(0, PgType.FLOAT8), Numbers.isNumeric(call.written(0)));
    }

    private static Expr modulo(FunctionCall call) {
        String left = call.argument(0, PgType.INT8);
        String right = call.argument(1, PgType.INT8);
        boolean fractional = call.argument(0).type().isFractional()
                || call.argument(1).type().isFractional();
        return fractional
                ? Expr.of(Numbers.divided(left, "%", right), PgType.FLOAT8)
                : Expr.of("(" + left + " % " + right + ")", PgType.INT8);
    }

    /** With a number of places, it is numeric. */
    private Expr round(FunctionCall call) {
        String value = call.argument(0, PgType.FLOAT8);
        if (call.count() == 1) {
            return Expr.of(Numbers.rounded(value, 0, Numbers.isNumeric(call.written(0))), PgType.FLOAT8);
        }
        String places = call.argument(1, PgType.INT8);
        Expression written = call.written(1);
        boolean negative = written instanceof SignedExpression sign
                && sign.getSign() == '-'
                && JoinTree.bare(sign.getExpression()) instanceof LongValue;
        if (!negative) {
            return Expr.of("round(" + value + ", " + places + ", 'HALF_UP')", PgType.FLOAT8);
        }
        LongValue number = (LongValue) JoinTree.bare(((SignedExpression) written).getExpression());
        if (number.getStringValue().length() > 2) {
            throw translation.unsupported(call.node(), "round() to so many places");
        }
        return Expr.of(Numbers.rounded(value, -(int) number.getValue(), true), PgType.FLOAT8);
    }

    /** Of ten, or of the first of two; sixteen places, as PostgreSQL gives them, do not show how it was computed. */
    private static Expr log(FunctionCall call) {
        String first = Numbers.logarithm("log10", call.argument(0, PgType.FLOAT8));
        if (call.count() == 1) {
            return Expr.of(first, PgType.FLOAT8);
        }
        String quotient = Numbers.divided(Numbers.logarithm("log10", call.argument(1, PgType.FLOAT8)), "/", first);
        return Expr.of("round(" + quotient + ", 14, 'HALF_UP')", PgType.FLOAT8);
    }
}
