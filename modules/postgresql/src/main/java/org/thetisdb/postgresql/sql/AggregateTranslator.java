package org.thetisdb.postgresql.sql;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import net.sf.jsqlparser.expression.AnalyticExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.JdbcParameter;
import net.sf.jsqlparser.expression.StringValue;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.statement.select.AllColumns;
import org.thetisdb.postgresql.failure.SqlState;
import org.thetisdb.postgresql.type.PgType;

/** Aggregates: of nothing they are null, as SQL has it, but for counts. */
final class AggregateTranslator {
    private static final Set<String> TAKING_NULLS = Set.of("array_agg", "json_agg", "jsonb_agg");

    private final Translation translation;
    private final ExpressionTranslator expressions;

    AggregateTranslator(Translation translation, ExpressionTranslator expressions) {
        this.translation = translation;
        this.expressions = expressions;
    }

    /** What is to be aggregated. */
    private record Call(
            Expression node,
            String name,
            List<Expression> arguments,
            boolean all,
            boolean distinct,
            Optional<Expression> filter) {}

    Expr translate(Expression expression) {
        return switch (expression) {
            case Function function -> translate(of(function));
            case AnalyticExpression analytic -> translate(of(analytic));
            default -> throw new IllegalStateException("no aggregate: " + expression);
        };
    }

    private Call of(Function function) {
        if (function.getOrderByElements() != null) {
            throw translation.unsupported(function, "ORDER BY in an aggregate");
        }
        ExpressionList<?> parameters = function.getParameters();
        // Where the library says that of all columns, it means the word ALL.
        boolean all = parameters != null
                && parameters.size() == 1
                && parameters.getFirst().getClass() == AllColumns.class;
        List<Expression> arguments = parameters == null || all ? List.of() : List.copyOf(parameters);
        String name = Aggregates.bareName(function.getMultipartName().getLast());
        return new Call(function, name, arguments, all, function.isDistinct(), Optional.empty());
    }

    private Call of(AnalyticExpression analytic) {
        if (analytic.getFuncOrderBy() != null) {
            throw translation.unsupported(analytic, "ORDER BY in an aggregate");
        }
        boolean all = isOfAll(analytic);
        List<Expression> arguments = Stream.of(
                        Optional.ofNullable(all ? null : analytic.getExpression()),
                        Optional.ofNullable(analytic.getOffset()),
                        Optional.ofNullable(analytic.getDefaultValue()))
                .flatMap(Optional::stream)
                .toList();
        return new Call(
                analytic,
                Aggregates.bareName(analytic.getName()),
                arguments,
                all,
                analytic.isDistinct(),
                Optional.ofNullable(analytic.getFilterExpression()));
    }

    /** Whether it counts rows. */
    static boolean isOfAll(AnalyticExpression analytic) {
        return analytic.isAllColumns() && analytic.getExpression() == null
                || analytic.getExpression() != null && analytic.getExpression().getClass() == AllColumns.class;
    }

    private Expr translate(Call call) {
        if (call.all()) {
            if (!call.name().equals("count")) {
                throw translation.failure(
                        call.node(), SqlState.UNDEFINED_FUNCTION, "function " + call.name() + "(*) does not exist");
            }
            return Expr.of(
                    call.filter()
                            .map(filter -> "count(CASE WHEN " + expressions.condition(filter) + " THEN 1 END)")
                            .orElse("count(*)"),
                    PgType.INT8);
        }
        int wanted = call.name().equals("string_agg") ? 2 : 1;
        if (call.arguments().size() != wanted) {
            throw translation.failure(
                    call.node(),
                    SqlState.UNDEFINED_FUNCTION,
                    "function " + call.name() + "() does not take "
                            + call.arguments().size() + " arguments");
        }
        Expr argument = expressions.translate(call.arguments().getFirst());
        Expr typed = translation.as(argument, PgType.TEXT);
        boolean takesNulls = TAKING_NULLS.contains(call.name());
        // In a list of its own, a null is something.
        String element = takesNulls ? "[" + typed.cypher() + "]" : typed.cypher();
        String value = call.filter()
                .map(filter -> "CASE WHEN " + expressions.condition(filter) + " THEN " + element + " END")
                .orElse(element);
        return aggregate(call, (call.distinct() ? "DISTINCT " : "") + value, value, typed.type());
    }

    private Expr aggregate(Call call, String argument, String value, PgType type) {
        return switch (call.name()) {
            case "count" -> Expr.of("count(" + argument + ")", PgType.INT8);
            case "sum" -> {
                requireNumber(call, type);
                PgType result = type.isInteger() ? PgType.INT8 : type;
                yield Expr.of(ofSome(value, "sum(" + argument + ")"), result);
            }
            case "avg" -> {
                requireNumber(call, type);
                yield Expr.of("avg(" + argument + ")", type == PgType.INTERVAL ? type : PgType.FLOAT8);
            }
            case "min", "max" -> Expr.of(call.name() + "(" + argument + ")", type);
            case "bool_and", "every" -> Expr.of(ofSome(value, "NOT false IN collect(" + argument + ")"), PgType.BOOL);
            case "bool_or" -> Expr.of(ofSome(value, "true IN collect(" + argument + ")"), PgType.BOOL);
            case "array_agg" ->
                Expr.of(ofSome(value, unwrapped(argument)), type.array().orElse(PgType.TEXT_ARRAY));
            case "json_agg", "jsonb_agg" -> Expr.of(ofSome(value, unwrapped(argument)), PgType.JSONB);
            case "string_agg" -> joined(call, argument, value);
            case "stddev", "stddev_samp" ->
                Expr.of("CASE WHEN count(" + value + ") > 1 THEN stDev(" + argument + ") END", PgType.FLOAT8);
            case "stddev_pop" -> Expr.of(ofSome(value, "stDevP(" + argument + ")"), PgType.FLOAT8);
            case "variance", "var_samp" ->
                Expr.of("CASE WHEN count(" + value + ") > 1 THEN stDev(" + argument + ") ^ 2 END", PgType.FLOAT8);
            default -> Expr.of(ofSome(value, "stDevP(" + argument + ") ^ 2"), PgType.FLOAT8);
        };
    }

    private static String unwrapped(String argument) {
        return "[e IN collect(" + argument + ") | e[0]]";
    }

    private static String ofSome(String value, String aggregate) {
        return "CASE WHEN count(" + value + ") > 0 THEN " + aggregate + " END";
    }

    /** What stands between two is that of the second of them; a null is nothing. */
    private Expr joined(Call call, String argument, String value) {
        Expression written = JoinTree.bare(call.arguments().get(1));
        Expr separator = translation.as(expressions.translate(written), PgType.TEXT);
        if (written instanceof StringValue || written instanceof JdbcParameter) {
            String joined = "substring(reduce(t = '', e IN collect(" + argument + ") | t + " + separator.cypher()
                    + " + e), size(" + separator.cypher() + "))";
            return Expr.of(ofSome(value, joined), PgType.TEXT);
        }
        String pairs = "collect(" + (call.distinct() ? "DISTINCT " : "") + "CASE WHEN " + value + " IS NOT NULL THEN ["
                + value + ", coalesce(" + separator.cypher() + ", '')] END)";
        String joined = "substring(reduce(t = '', e IN " + pairs + " | t + e[1] + e[0]), size(coalesce(head(" + pairs
                + ")[1], '')))";
        return Expr.of(ofSome(value, joined), PgType.TEXT);
    }

    private void requireNumber(Call call, PgType type) {
        if (!type.isNumber() && type != PgType.INTERVAL) {
            throw translation.failure(
                    call.node(),
                    SqlState.UNDEFINED_FUNCTION,
                    "function " + call.name() + "(" + type.sqlName() + ") does not exist");
        }
    }
}
