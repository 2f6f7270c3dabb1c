package org.thetisdb.postgresql.sql;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.sf.jsqlparser.expression.AnalyticExpression;
import net.sf.jsqlparser.expression.AnalyticType;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.statement.select.OrderByElement;
import org.thetisdb.postgresql.failure.SqlState;
import org.thetisdb.postgresql.type.PgType;

/**
 * Window functions: {@code sum(a) OVER (PARTITION BY b ORDER BY c)}. What the rows of a query have is collected by
 * partition and sorted; then each row is computed with its place in that list.
 *
 * <pre>
 *   select list, ORDER BY ──► WindowTranslator: a variable for each ──► WindowFrame: from which row to which
 *                                    │
 *   … WITH … ORDER BY … WITH partition, collect(row) … UNWIND range(0, n - 1) AS i WITH rows[i], … AS w ◄── clauses
 * </pre>
 */
final class WindowTranslator {
    private static final Set<String> RANKS = Set.of("row_number", "rank", "dense_rank", "percent_rank", "cume_dist");

    private final Translation translation;
    private final Map<String, Window> windows = new LinkedHashMap<>();

    WindowTranslator(Translation translation) {
        this.translation = translation;
    }

    /** Whether it is one. */
    static boolean isOne(Expression expression) {
        return expression instanceof AnalyticExpression analytic && analytic.getType() != AnalyticType.FILTER_ONLY;
    }

    boolean isEmpty() {
        return windows.isEmpty();
    }

    /** The clauses that compute all of them, for rows that are these variables; what they are afterwards, too. */
    String clauses(List<String> variables) {
        StringBuilder clauses = new StringBuilder();
        List<String> known = new ArrayList<>(variables);
        for (Window window : windows.values()) {
            clauses.append(window.clauses(known));
            known.addAll(window.results());
        }
        return clauses.toString();
    }

    /** The variable that will hold its value. */
    Expr translate(AnalyticExpression call, ExpressionTranslator rows) {
        requireKnown(call);
        List<Expr> partition = new ArrayList<>();
        if (call.getPartitionExpressionList() != null) {
            for (Expression each : call.getPartitionExpressionList()) {
                partition.add(translation.as(rows.translate(each), PgType.TEXT));
            }
        }
        List<String> keys = new ArrayList<>();
        List<String> order = new ArrayList<>();
        if (call.getOrderByElements() != null) {
            for (OrderByElement each : call.getOrderByElements()) {
                keys.add(translation
                        .as(rows.translate(each.getExpression()), PgType.TEXT)
                        .cypher());
                order.add(SelectTranslator.direction(each));
            }
        }
        List<String> parts = partition.stream().map(Expr::cypher).toList();
        Window window = windows.computeIfAbsent(
                parts + " " + keys + " " + order, _ -> new Window(translation, parts, keys, order));
        return value(call, rows, window);
    }

    private void requireKnown(AnalyticExpression call) {
        if (call.getWindowName() != null) {
            throw translation.unsupported(call, "a window that is named");
        }
        if (call.isDistinct()) {
            throw translation.unsupported(call, "DISTINCT in a window function");
        }
        if (call.isIgnoreNulls() || call.isIgnoreNullsOutside() || call.getKeep() != null) {
            throw translation.unsupported(call, "IGNORE NULLS and KEEP");
        }
    }

    private void requireFew(AnalyticExpression call, String name) {
        int most = name.equals("lag") || name.equals("lead") ? 3 : RANKS.contains(name) ? 0 : 1;
        boolean tooMany = most < 3 && (call.getOffset() != null || call.getDefaultValue() != null)
                || most == 0 && call.getExpression() != null;
        if (tooMany) {
            throw translation.failure(
                    call, SqlState.UNDEFINED_FUNCTION, "function " + name + "() does not take so many arguments");
        }
    }

    private Expr value(AnalyticExpression call, ExpressionTranslator rows, Window window) {
        String name = Aggregates.bareName(call.getName());
        requireFew(call, name);
        WindowFrame frame = WindowFrame.of(translation, call, window.isOrdered());
        return switch (name) {
            case "row_number" -> window.result("(" + window.place() + " + 1)", PgType.INT8);
            case "rank" -> window.result("(" + window.peersFrom() + " + 1)", PgType.INT8);
            case "dense_rank" -> window.result(window.peerGroup(), PgType.INT8);
            case "percent_rank" ->
                window.result(
                        "CASE WHEN " + window.count() + " > 1 THEN toFloat(" + window.peersFrom() + ") / ("
                                + window.count() + " - 1) ELSE 0.0 END",
                        PgType.FLOAT8);
            case "cume_dist" ->
                window.result("(toFloat(" + window.peersTo() + ") / " + window.count() + ")", PgType.FLOAT8);
            case "lag", "lead" -> shifted(call, rows, window, name.equals("lag") ? " - " : " + ");
            case "first_value" -> at(argument(call, rows), window, frame, frame.from(window));
            case "last_value" -> at(argument(call, rows), window, frame, "(" + frame.to(window) + " - 1)");
            case "count", "sum", "avg", "min", "max" -> aggregate(call, name, rows, window, frame);
            default -> throw translation.unsupported(call, "the window function " + name);
        };
    }

    private Expr argument(AnalyticExpression call, ExpressionTranslator rows) {
        if (call.getExpression() == null) {
            throw translation.failure(
                    call, SqlState.UNDEFINED_FUNCTION, "function " + call.getName() + "() needs an argument");
        }
        return translation.as(rows.translate(call.getExpression()), PgType.TEXT);
    }

    private Expr shifted(AnalyticExpression call, ExpressionTranslator rows, Window window, String sign) {
        Expr value = argument(call, rows);
        long offset = 1;
        if (call.getOffset() != null) {
            if (!(call.getOffset() instanceof LongValue number)) {
                throw translation.unsupported(call, "an offset that is no number");
            }
            offset = number.getValue();
        }
        String otherwise = "null";
        if (call.getDefaultValue() != null) {
            Expr given = translation.as(rows.translate(call.getDefaultValue()), value.type());
            otherwise = window.list(given.cypher()) + "[" + window.place() + "]";
        }
        String at = "(" + window.place() + sign + offset + ")";
        return window.result(
                "CASE WHEN 0 <= " + at + " AND " + at + " < " + window.count() + " THEN " + window.list(value.cypher())
                        + "[" + at + "] ELSE " + otherwise + " END",
                value.type());
    }

    private static Expr at(Expr value, Window window, WindowFrame frame, String place) {
        return window.result(
                "CASE WHEN " + frame.from(window) + " < " + frame.to(window) + " THEN " + window.list(value.cypher())
                        + "[" + place + "] END",
                value.type());
    }

    private Expr aggregate(
            AnalyticExpression call, String name, ExpressionTranslator rows, Window window, WindowFrame frame) {
        Optional<String> filter =
                Optional.ofNullable(call.getFilterExpression()).map(rows::condition);
        boolean all = AggregateTranslator.isOfAll(call);
        if (all && !name.equals("count")) {
            throw translation.failure(call, SqlState.UNDEFINED_FUNCTION, "function " + name + "(*) does not exist");
        }
        Expr argument = all ? Expr.of("1", PgType.INT8) : argument(call, rows);
        String value = filter.map(test -> "CASE WHEN " + test + " THEN " + argument.cypher() + " END")
                .orElse(argument.cypher());
        PgType type = argument.type();
        boolean sums = name.equals("sum") || name.equals("avg");
        if (sums && !type.isNumber() && type != PgType.INTERVAL) {
            throw translation.failure(
                    call, SqlState.UNDEFINED_FUNCTION, "function " + name + "(" + type.sqlName() + ") does not exist");
        }
        String counted =
                "coalesce(" + window.fold("CASE WHEN " + value + " IS NULL THEN 0 ELSE 1 END", "+", frame) + ", 0)";
        return switch (name) {
            case "count" -> window.result(counted, PgType.INT8);
            case "sum" -> window.result(window.fold(value, "+", frame), type.isInteger() ? PgType.INT8 : type);
            case "avg" ->
                window.result(
                        "(" + window.fold(value, "+", frame) + " / " + (type == PgType.INTERVAL ? "" : "1.0 / ")
                                + "nullIf(" + counted + ", 0))",
                        type == PgType.INTERVAL ? type : PgType.FLOAT8);
            default -> window.result(window.fold(value, name.equals("min") ? "<=" : ">=", frame), type);
        };
    }
}
