package org.thetisdb.postgresql.sql;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.stream.Stream;
import net.sf.jsqlparser.expression.AnalyticExpression;
import net.sf.jsqlparser.expression.AnalyticType;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.ExpressionVisitorAdapter;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.TrimFunction;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.Select;

/** Which functions are aggregates. Stateless. */
final class Aggregates {
    private static final Set<String> NAMES = Set.of(
            "count",
            "sum",
            "avg",
            "min",
            "max",
            "bool_and",
            "bool_or",
            "every",
            "string_agg",
            "array_agg",
            "stddev",
            "stddev_samp",
            "stddev_pop",
            "variance",
            "var_samp",
            "var_pop",
            "json_agg",
            "jsonb_agg");

    private Aggregates() {}

    /** Whether it is one, perhaps with a FILTER. */
    static boolean isOne(Expression expression) {
        if (expression instanceof Function function) {
            return NAMES.contains(function.getMultipartName().getLast().toLowerCase(Locale.ROOT));
        }
        return expression instanceof AnalyticExpression analytic
                && analytic.getType() == AnalyticType.FILTER_ONLY
                && NAMES.contains(bareName(analytic.getName()));
    }

    static String bareName(String name) {
        return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    }

    /** Whether one is in it, but not in a query in it. */
    static boolean isIn(Expression expression) {
        return has(expression, Aggregates::isOne);
    }

    /** Whether a window function is in it, but not in a query in it. */
    static boolean hasWindow(Expression expression) {
        return has(expression, WindowTranslator::isOne);
    }

    private static List<Expression> parts(TrimFunction trim) {
        return Stream.of(Optional.ofNullable(trim.getExpression()), Optional.ofNullable(trim.getFromExpression()))
                .flatMap(Optional::stream)
                .toList();
    }

    private static boolean has(Expression expression, Predicate<Expression> test) {
        AtomicBoolean found = new AtomicBoolean();
        expression.accept(
                new ExpressionVisitorAdapter<Void>() {
                    @Override
                    public <S> Void visit(Function function, S context) {
                        if (test.test(function)) {
                            found.set(true);
                        }
                        return super.visit(function, context);
                    }

                    @Override
                    public <S> Void visit(AnalyticExpression analytic, S context) {
                        if (test.test(analytic)) {
                            found.set(true);
                        }
                        return super.visit(analytic, context);
                    }

                    @Override
                    public <S> Void visit(TrimFunction trim, S context) {
                        // The library's own way through it takes for granted that both parts are there.
                        for (Expression part : parts(trim)) {
                            part.accept(this, context);
                        }
                        return null;
                    }

                    @Override
                    public <S> Void visit(Select select, S context) {
                        return null;
                    }

                    @Override
                    public <S> Void visit(ParenthesedSelect select, S context) {
                        return null;
                    }
                },
                null);
        return found.get();
    }
}
