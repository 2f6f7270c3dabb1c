package org.thetisdb.postgresql.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import net.sf.jsqlparser.expression.AnalyticExpression;
import net.sf.jsqlparser.expression.AnyComparisonExpression;
import net.sf.jsqlparser.expression.AnyType;
import net.sf.jsqlparser.expression.ArrayConstructor;
import net.sf.jsqlparser.expression.ArrayExpression;
import net.sf.jsqlparser.expression.BinaryExpression;
import net.sf.jsqlparser.expression.BooleanValue;
import net.sf.jsqlparser.expression.CaseExpression;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.DateTimeLiteralExpression;
import net.sf.jsqlparser.expression.DoubleValue;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.ExtractExpression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.IntervalExpression;
import net.sf.jsqlparser.expression.JdbcParameter;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.NotExpression;
import net.sf.jsqlparser.expression.NullValue;
import net.sf.jsqlparser.expression.RowGetExpression;
import net.sf.jsqlparser.expression.SignedExpression;
import net.sf.jsqlparser.expression.StringValue;
import net.sf.jsqlparser.expression.TimeKeyExpression;
import net.sf.jsqlparser.expression.TrimFunction;
import net.sf.jsqlparser.expression.WhenClause;
import net.sf.jsqlparser.expression.operators.relational.Between;
import net.sf.jsqlparser.expression.operators.relational.ExistsExpression;
import net.sf.jsqlparser.expression.operators.relational.IsBooleanExpression;
import net.sf.jsqlparser.expression.operators.relational.IsNullExpression;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.Select;
import org.thetisdb.postgresql.failure.PostgresFailure;
import org.thetisdb.postgresql.failure.SqlState;
import org.thetisdb.postgresql.text.Token;
import org.thetisdb.postgresql.type.PgType;

/** Expressions of SQL as expressions of Cypher, with their types. */
final class ExpressionTranslator {
    private final Translation translation;
    private final Scope scope;
    private final Optional<Grouping> grouping;
    private final Optional<WindowTranslator> windows;
    private final OperatorTranslator operators;
    private final FunctionTranslator functions;

    ExpressionTranslator(Translation translation, Scope scope) {
        this(translation, scope, Optional.empty(), Optional.empty());
    }

    private ExpressionTranslator(
            Translation translation, Scope scope, Optional<Grouping> grouping, Optional<WindowTranslator> windows) {
        this.translation = translation;
        this.scope = scope;
        this.grouping = grouping;
        this.windows = windows;
        this.operators = new OperatorTranslator(translation, this);
        this.functions = new FunctionTranslator(translation, this);
    }

    /** The same, for what is behind a grouping. */
    ExpressionTranslator over(Grouping groups) {
        return new ExpressionTranslator(translation, scope, Optional.of(groups), Optional.empty());
    }

    /** The same, for where window functions may stand. */
    ExpressionTranslator with(WindowTranslator others) {
        return new ExpressionTranslator(translation, scope, grouping, Optional.of(others));
    }

    /** An expression that is true, false or null. */
    String condition(Expression expression) {
        Expr found = translation.as(translate(expression), PgType.BOOL);
        if (found.type() != PgType.BOOL) {
            throw translation.failure(
                    expression,
                    SqlState.DATATYPE_MISMATCH,
                    "a condition must be type boolean, not type " + found.type().sqlName());
        }
        return found.cypher();
    }

    /** Behind a grouping: its keys and aggregates, and what is made of them. */
    Expr translate(Expression expression) {
        if (WindowTranslator.isOne(expression)) {
            return window((AnalyticExpression) expression);
        }
        if (grouping.isPresent()) {
            if (Aggregates.isOne(expression)) {
                return grouping.get().aggregate(new ExpressionTranslator(translation, scope).aggregate(expression));
            }
            if (!grouping.get().keys().isEmpty() && !Aggregates.isIn(expression) && !Aggregates.hasWindow(expression)) {
                Expr plain = new ExpressionTranslator(translation, scope).plain(expression);
                Expr key = grouping.get().keys().get(plain.cypher());
                if (key != null) {
                    return key;
                }
            }
        }
        return plain(expression);
    }

    private Expr aggregate(Expression expression) {
        return new AggregateTranslator(translation, this).translate(expression);
    }

    private Expr plain(Expression expression) {
        return switch (expression) {
            case NullValue _ -> Expr.of("null", PgType.UNKNOWN);
            case LongValue number -> whole(number);
            case DoubleValue number -> Expr.of(fraction(number), PgType.FLOAT8);
            case BooleanValue flag -> Expr.of(flag.getValue() ? "true" : "false", PgType.BOOL);
            case StringValue text -> literal(text.getValue());
            case JdbcParameter parameter -> translation.parameter(parameter.getIndex());
            case Column column -> column(column);
            case CastExpression cast -> new CastTranslator(translation, this).translate(cast);
            case DateTimeLiteralExpression time ->
                typed(
                        time.getValue(),
                        time.getType().name().equals("TIMESTAMPTZ")
                                ? PgType.TIMESTAMPTZ
                                : PgType.ofName(time.getType().name().toLowerCase(Locale.ROOT))
                                        .orElse(PgType.TIMESTAMP));
            case IntervalExpression interval -> interval(interval);
            case TimeKeyExpression time -> functions.keyword(time, time.getStringValue());
            case SignedExpression sign -> operators.signed(sign);
            case NotExpression not -> Expr.of("(NOT " + condition(not.getExpression()) + ")", PgType.BOOL);
            case IsNullExpression test ->
                Expr.of(
                        "(" + translate(test.getLeftExpression()).cypher()
                                + (test.isNot() || test.isUseNotNull() ? " IS NOT NULL)" : " IS NULL)"),
                        PgType.BOOL);
            case IsBooleanExpression test -> isBoolean(test);
            case Between between -> operators.between(between);
            case ExistsExpression exists -> exists(exists);
            case BinaryExpression binary -> operators.binary(binary);
            case CaseExpression choice -> choice(choice);
            case ExtractExpression extract -> new TimeFunctions(translation, this).extract(extract);
            case TrimFunction trim -> functions.trim(trim);
            case ArrayConstructor array -> array(array);
            case ArrayExpression element -> element(element);
            case RowGetExpression field -> field(field);
            case ParenthesedSelect select -> scalar(select);
            case Select select -> scalar(select);
            case ParenthesedExpressionList<?> list when list.size() == 1 -> translate(list.getFirst());
            case AnalyticExpression _ -> throw noAggregate(expression);
            case Function function -> function(function);
            default ->
                throw translation.unsupported(
                        expression, "this expression (" + expression.getClass().getSimpleName() + ")");
        };
    }

    private Expr window(AnalyticExpression window) {
        ExpressionTranslator rows = new ExpressionTranslator(translation, scope, grouping, Optional.empty());
        return windows.orElseThrow(() ->
                        translation.failure(window, SqlState.WINDOWING_ERROR, "window functions are not allowed here"))
                .translate(window, rows);
    }

    private RuntimeException noAggregate(Expression expression) {
        return translation.failure(expression, SqlState.GROUPING_ERROR, "aggregate functions are not allowed here");
    }

    private Expr function(Function function) {
        if (Aggregates.isOne(function)) {
            throw noAggregate(function);
        }
        boolean array = function.getName().equalsIgnoreCase("array")
                && function.getParameters() != null
                && function.getParameters().size() == 1
                && function.getParameters().getFirst() instanceof Select;
        if (array) {
            Collected list = collected((Select) function.getParameters().getFirst());
            return Expr.of(list.cypher(), list.type().array().orElse(PgType.TEXT_ARRAY));
        }
        return functions.translate(function);
    }

    private Expr whole(LongValue number) {
        try {
            long value = number.getValue();
            return Expr.of(Long.toString(value), value == (int) value ? PgType.INT4 : PgType.INT8);
        } catch (NumberFormatException tooLarge) {
            return Expr.of(number.getStringValue() + ".0", PgType.FLOAT8);
        }
    }

    private static String fraction(DoubleValue number) {
        return Translation.cypher(number.getValue());
    }

    private Expr literal(String number) {
        return new Expr(
                text(translation.literal(number)),
                PgType.UNKNOWN,
                Optional.of(translation.literal(number)),
                OptionalInt.empty());
    }

    private static String text(Token token) {
        return Translation.cypher(token.text());
    }

    private Expr typed(String quoted, PgType type) {
        String number = quoted.replace("'", "");
        return translation.as(literal(number), type);
    }

    private Expr interval(IntervalExpression interval) {
        if (interval.getParameter() == null || !interval.getParameter().startsWith("'")) {
            throw translation.unsupported(interval, "this form of INTERVAL");
        }
        if (interval.getIntervalType() != null) {
            throw translation.unsupported(interval, "INTERVAL with a unit behind it");
        }
        return typed(interval.getParameter(), PgType.INTERVAL);
    }

    private Expr column(Column column) {
        if (column.getArrayConstructor() != null) {
            Column plain = new Column(column.getTable(), column.getColumnName());
            Expr array = column(plain);
            if (column.getArrayConstructor().getExpressions().size() != 1) {
                throw translation.unsupported(column, "a subscript of several parts");
            }
            Expr index = translate(column.getArrayConstructor().getExpressions().getFirst());
            return Expr.of(
                    "(" + array.cypher() + ")[" + index.cypher() + " - 1]",
                    array.isUnknown() ? PgType.UNKNOWN : array.type().element().orElse(PgType.TEXT));
        }
        boolean plainName = column.getTable() == null && !Translation.isQuoted(column.getColumnName());
        if (plainName && FunctionTranslator.isKeyword(column.getColumnName()) && !scope.has(column)) {
            return functions.keyword(column, column.getColumnName());
        }
        RelationColumn found = scope.column(column);
        if (grouping.isPresent() && scope.isOwn(found)) {
            throw ungrouped(column, found);
        }
        return Expr.of(found.cypher().get(), found.type());
    }

    /** A column that {@code *} stands for, whether or not another one has its name. */
    Expr translate(RelationColumn column) {
        String text = column.cypher().get();
        if (grouping.isEmpty()) {
            return Expr.of(text, column.type());
        }
        Expr key = grouping.get().keys().get(text);
        if (key == null) {
            throw ungrouped(column, column);
        }
        return key;
    }

    private PostgresFailure ungrouped(Object node, RelationColumn column) {
        return translation.failure(
                node,
                SqlState.GROUPING_ERROR,
                "column \"" + column.name()
                        + "\" must appear in the GROUP BY clause or be used in an aggregate function");
    }

    private Expr isBoolean(IsBooleanExpression test) {
        String value = condition(test.getLeftExpression());
        String same = "coalesce(" + value + " = " + test.isTrue() + ", false)";
        return Expr.of(test.isNot() ? "(NOT " + same + ")" : same, PgType.BOOL);
    }

    private Expr exists(ExistsExpression exists) {
        Expression inner = JoinTree.bare(exists.getRightExpression());
        if (!(inner instanceof Select select)) {
            throw translation.unsupported(exists, "EXISTS with this");
        }
        SelectTranslator.Translated found = sub(select);
        String test = "EXISTS { " + found.cypher() + " }";
        return Expr.of(exists.isNot() ? "(NOT " + test + ")" : test, PgType.BOOL);
    }

    private SelectTranslator.Translated sub(Select select) {
        Scope around = grouping.map(scope::grouped).orElse(scope);
        return new SelectTranslator(translation, Optional.of(around), translation.name("q") + "_").translate(select);
    }

    /** A query of one column as a list. */
    record Collected(String cypher, PgType type) {}

    Collected collected(Select select) {
        SelectTranslator.Translated found = sub(select);
        if (found.columns().size() != 1) {
            throw translation.failure(select, SqlState.SYNTAX_ERROR, "subquery must return only one column");
        }
        return new Collected(
                "COLLECT { " + found.cypher() + " }", found.columns().getFirst().type());
    }

    private Expr scalar(Select select) {
        Collected list = collected(select);
        return Expr.of("head(" + list.cypher() + ")", list.type());
    }

    private Expr array(ArrayConstructor array) {
        List<Expr> elements = new ArrayList<>();
        for (Expression element : array.getExpressions()) {
            elements.add(translate(element));
        }
        PgType type = elements.isEmpty() ? PgType.TEXT : commonType(elements);
        List<String> texts = elements.stream()
                .map(element -> translation.as(element, type).cypher())
                .toList();
        return Expr.of("[" + String.join(", ", texts) + "]", type.array().orElse(PgType.TEXT_ARRAY));
    }

    /** Of a row that is none: there are no other rows in one column. */
    private Expr field(RowGetExpression field) {
        if (!translate(field.getExpression()).isUnknown()) {
            throw translation.unsupported(field, "a field of a value");
        }
        return Expr.of("null", PgType.UNKNOWN);
    }

    private Expr element(ArrayExpression element) {
        if (element.getIndexExpression() == null) {
            throw translation.unsupported(element, "a slice of an array");
        }
        Expr array = translate(element.getObjExpression());
        Expr index = translation.as(translate(element.getIndexExpression()), PgType.INT8);
        return Expr.of(
                "(" + array.cypher() + ")[" + index.cypher() + " - 1]",
                array.type().element().orElse(PgType.UNKNOWN));
    }

    private Expr choice(CaseExpression choice) {
        List<Expr> results = new ArrayList<>();
        for (WhenClause when : choice.getWhenClauses()) {
            results.add(translate(when.getThenExpression()));
        }
        if (choice.getElseExpression() != null) {
            results.add(translate(choice.getElseExpression()));
        }
        PgType type = commonType(results);
        StringBuilder text = new StringBuilder("CASE");
        Optional<Expr> compared =
                Optional.ofNullable(choice.getSwitchExpression()).map(this::translate);
        for (int index = 0; index < choice.getWhenClauses().size(); index++) {
            WhenClause when = choice.getWhenClauses().get(index);
            String test = compared.isEmpty()
                    ? condition(when.getWhenExpression())
                    : operators.equal(choice, compared.get(), translate(when.getWhenExpression()));
            text.append(" WHEN ").append(test).append(" THEN ");
            text.append(translation.as(results.get(index), type).cypher());
        }
        if (choice.getElseExpression() != null) {
            text.append(" ELSE ").append(translation.as(results.getLast(), type).cypher());
        }
        return Expr.of(text.append(" END").toString(), type);
    }

    /** The type that all of them can have; of those without any, text. */
    PgType commonType(List<Expr> expressions) {
        PgType common = PgType.UNKNOWN;
        for (Expr expression : expressions) {
            PgType type = expression.type();
            if (type == PgType.UNKNOWN || type == common) {
                continue;
            }
            common = common == PgType.UNKNOWN ? type : OperatorTranslator.wider(common, type);
        }
        return common == PgType.UNKNOWN ? PgType.TEXT : common;
    }

    /** ANY or ALL on the right side of a comparison: its list, and which of both. */
    Optional<Quantified> quantified(Expression expression, Expr left) {
        if (expression instanceof AnyComparisonExpression any) {
            Collected list = collected(any.getSelect());
            return Optional.of(
                    new Quantified(Expr.of(list.cypher(), list.type()), list.type(), any.getAnyType() == AnyType.ALL));
        }
        if (!(expression instanceof Function function)
                || function.getParameters() == null
                || function.getParameters().size() != 1) {
            return Optional.empty();
        }
        String name = function.getName().toLowerCase(Locale.ROOT);
        if (!name.equals("any") && !name.equals("some") && !name.equals("all")) {
            return Optional.empty();
        }
        boolean all = name.equals("all");
        if (function.getParameters().getFirst() instanceof ArrayConstructor array) {
            return Optional.of(listed(array, left, all));
        }
        Expr list = translate(function.getParameters().getFirst());
        return Optional.of(new Quantified(list, list.type().element().orElse(PgType.UNKNOWN), all));
    }

    /** Elements without a type take that of what they are compared with. */
    private Quantified listed(ArrayConstructor array, Expr left, boolean all) {
        List<Expr> every = new ArrayList<>();
        every.add(left);
        for (Expression element : array.getExpressions()) {
            every.add(translate(element));
        }
        PgType type = commonType(every);
        List<String> elements = new ArrayList<>();
        for (Expr element : every.subList(1, every.size())) {
            Expr typed = translation.as(element, type);
            operators.requireComparable(array, typed.type(), type);
            elements.add(typed.cypher());
        }
        return new Quantified(Expr.of("[" + String.join(", ", elements) + "]", PgType.TEXT_ARRAY), type, all);
    }

    /** A list on the right side of a comparison. */
    record Quantified(Expr list, PgType element, boolean all) {}
}
