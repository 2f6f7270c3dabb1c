package org.thetisdb.postgresql.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import net.sf.jsqlparser.expression.AllValue;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.JdbcParameter;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.NullValue;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.Join;
import net.sf.jsqlparser.statement.select.Limit;
import net.sf.jsqlparser.statement.select.OrderByElement;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.SelectItem;
import net.sf.jsqlparser.statement.select.SetOperationList;
import net.sf.jsqlparser.statement.select.TableStatement;
import net.sf.jsqlparser.statement.select.Values;
import net.sf.jsqlparser.statement.select.WithItem;
import org.jspecify.annotations.Nullable;
import org.thetisdb.postgresql.failure.SqlState;
import org.thetisdb.postgresql.type.PgType;
import org.thetisdb.postgresql.type.ResultColumn;

/**
 * A query as clauses of Cypher that end with {@code RETURN … AS c0, … AS c1}.
 *
 * <pre>
 *   FROM, WHERE      ──► FromTranslator
 *   GROUP BY, HAVING ──► WITH keys, aggregates WHERE …
 *   SELECT           ──► RETURN [DISTINCT] … ORDER BY … SKIP … LIMIT …
 *   UNION, EXCEPT …  ──► SetTranslator; in CALL { } if it is sorted or cut
 * </pre>
 */
final class SelectTranslator {
    private static final Set<String> FETCH_WORDS = Set.of("ROW", "ROWS", "ONLY");
    private static final Set<String> GROUPING_FUNCTIONS = Set.of("rollup", "cube");

    private final Translation translation;
    private final Optional<Scope> outer;

    /** In front of the columns' names. */
    private final String prefix;

    /** Whether its rows are what the client gets. */
    private final boolean last;

    /** The types that literals without one take, by their places; of a part of a UNION. */
    private final List<PgType> wanted;

    SelectTranslator(Translation translation) {
        this(translation, Optional.empty(), "", true, List.of());
    }

    SelectTranslator(Translation translation, Optional<Scope> outer, String prefix) {
        this(translation, outer, prefix, false, List.of());
    }

    private SelectTranslator(
            Translation translation, Optional<Scope> outer, String prefix, boolean last, List<PgType> wanted) {
        this.translation = translation;
        this.outer = outer;
        this.prefix = prefix;
        this.last = last;
        this.wanted = wanted;
    }

    /** The same, for what is a part of a query. */
    private SelectTranslator part() {
        return wanting(wanted);
    }

    /** The same, for what is a part of a query whose columns are of these types. */
    SelectTranslator wanting(List<PgType> types) {
        return new SelectTranslator(translation, outer, prefix, false, types);
    }

    List<PgType> wanted() {
        return wanted;
    }

    /**
     * A query.
     *
     * @param cypher ends with RETURN
     * @param columns that it gives
     * @param chain UNION or UNION ALL, if it is parts that are chained by it and by nothing else
     */
    record Translated(String cypher, List<ResultColumn> columns, Optional<String> chain) {
        Translated {
            columns = List.copyOf(columns);
        }

        Translated(String cypher, List<ResultColumn> columns) {
            this(cypher, columns, Optional.empty());
        }
    }

    Translated translate(Select select) {
        with(select);
        return switch (select) {
            case PlainSelect plain -> plain(plain, plain);
            case SetOperationList sets -> new SetTranslator(translation, part()).translate(sets);
            case ParenthesedSelect inside -> parenthesed(inside);
            case Values values when hasTail(values) -> wrapped(values(values), values);
            case Values values -> values(values);
            case TableStatement _ ->
                throw translation.unsupported(select, "TABLE").hint("SELECT * FROM does it");
            default -> throw translation.unsupported(select, "this kind of query");
        };
    }

    private void with(Select select) {
        if (select.getWithItemsList() == null) {
            return;
        }
        for (WithItem<?> item : select.getWithItemsList()) {
            if (item.isRecursive()) {
                throw translation.unsupported(select, "WITH RECURSIVE");
            }
            if (!(item.getParenthesedStatement() instanceof ParenthesedSelect)) {
                throw translation.unsupported(select, "a change in WITH");
            }
            translation.common().put(Translation.name(item.getAliasName(), true), item);
        }
    }

    /** Whether it sorts or cuts. */
    static boolean hasTail(Select select) {
        return select.getOrderByElements() != null
                || select.getLimit() != null
                || select.getOffset() != null
                || select.getFetch() != null;
    }

    private Translated parenthesed(ParenthesedSelect inside) {
        return hasTail(inside) ? wrapped(part().translate(inside.getSelect()), inside) : translate(inside.getSelect());
    }

    /** Sorts and cuts what a query has given. */
    Translated wrapped(Translated inner, Select outside) {
        List<String> names = new ArrayList<>();
        Scope scope = new Scope(translation, Optional.empty());
        List<RelationColumn> columns = new ArrayList<>();
        for (int index = 0; index < inner.columns().size(); index++) {
            String name = prefix + "c" + index;
            names.add(name + " AS " + name);
            columns.add(new RelationColumn(
                    inner.columns().get(index).name(),
                    () -> name,
                    inner.columns().get(index).type(),
                    0,
                    0));
        }
        scope.add(new Relation("", columns, false), outside);
        List<SelectItems.Item> items = new ArrayList<>();
        for (int index = 0; index < columns.size(); index++) {
            RelationColumn column = columns.get(index);
            Expr value = Expr.of(column.cypher().get(), column.type());
            items.add(new SelectItems.Item(value, inner.columns().get(index), false));
        }
        ExpressionTranslator expressions = new ExpressionTranslator(translation, scope);
        String tail = orderBy(outside.getOrderByElements(), items, expressions, true) + slice(outside, expressions);
        return new Translated(inBraces(inner.cypher()) + " RETURN " + String.join(", ", names) + tail, inner.columns());
    }

    private Translated values(Values values) {
        Scope scope = new Scope(translation, outer);
        ValuesRows rows = ValuesRows.of(translation, new ExpressionTranslator(translation, scope), values);
        String variable = translation.name("v");
        List<String> items = new ArrayList<>();
        List<ResultColumn> columns = new ArrayList<>();
        for (PgType type : rows.types()) {
            int index = columns.size();
            items.add(variable + "[" + index + "] AS " + prefix + "c" + index);
            columns.add(ResultColumn.of("column" + (index + 1), type));
        }
        return new Translated(
                "UNWIND " + rows.cypher() + " AS " + variable + " RETURN " + String.join(", ", items), columns);
    }

    /** A query whose ORDER BY and the like belong to the whole that it is the last part of. */
    Translated withoutTail(Select select) {
        return switch (select) {
            case PlainSelect plain -> plain(plain, new PlainSelect());
            case Values values -> values(values);
            default -> translate(select);
        };
    }

    /** The columns' names in Cypher, as RETURN gives them. */
    List<String> names(List<ResultColumn> columns) {
        return IntStream.range(0, columns.size())
                .mapToObj(index -> prefix + "c" + index)
                .toList();
    }

    /** In braces; what stands round the query is seen in it. */
    String inBraces(String cypher) {
        return (outer.isPresent() ? "CALL (*) { " : "CALL () { ") + cypher + " }";
    }

    /**
     * A query of one SELECT.
     *
     * @param tail whose ORDER BY, LIMIT and OFFSET are meant
     */
    private Translated plain(PlainSelect select, Select tail) {
        requireSupported(select);
        Scope scope = new Scope(translation, outer);
        ExpressionTranslator expressions = new ExpressionTranslator(translation, scope);
        StringBuilder cypher = new StringBuilder();
        List<Expression> where = new ArrayList<>();
        if (select.getWhere() != null) {
            JoinTree.conjuncts(select.getWhere(), where);
        }
        List<String> variables = List.of("one");
        if (select.getFromItem() != null) {
            List<JoinTree.Using> usings = new ArrayList<>();
            List<Join> joins = select.getJoins() == null ? List.of() : select.getJoins();
            JoinTree tree = JoinTree.of(translation, select.getFromItem(), joins, usings);
            FromTranslator from = new FromTranslator(translation, scope, expressions);
            cypher.append(from.translate(tree, usings, where));
            variables = from.variables();
        } else if (!where.isEmpty()) {
            cypher.append("WITH 1 AS one WHERE ");
            cypher.append(String.join(
                    " AND ", where.stream().map(expressions::condition).toList()));
        }
        ExpressionTranslator output = expressions;
        boolean grouped = isGrouped(select, tail);
        Grouping grouping = new Grouping(translation);
        if (grouped) {
            keys(select, scope, expressions, grouping);
            output = expressions.over(grouping);
        }
        String having = select.getHaving() == null ? "" : " WHERE " + output.condition(select.getHaving());
        WindowTranslator windows = new WindowTranslator(translation);
        output = output.with(windows);
        List<SelectItems.Item> items =
                typed(new SelectItems(translation, last).of(select.getSelectItems(), scope, output));
        List<Expr> values = items.stream().map(SelectItems.Item::value).toList();
        List<ResultColumn> columns =
                items.stream().map(SelectItems.Item::column).toList();
        boolean distinct = select.getDistinct() != null;
        String order = orderBy(tail.getOrderByElements(), items, output, distinct);
        String slice = slice(tail, expressions);
        if (grouped) {
            cypher.append(cypher.isEmpty() ? "" : " ").append(grouping.clause()).append(having);
            variables = grouping.variables();
        }
        if (!windows.isEmpty()) {
            cypher.append(cypher.isEmpty() ? "WITH 1 AS one" : "").append(windows.clauses(variables));
        }
        cypher.append(cypher.isEmpty() ? "" : " ").append(distinct ? "RETURN DISTINCT " : "RETURN ");
        for (int index = 0; index < values.size(); index++) {
            cypher.append(index == 0 ? "" : ", ").append(values.get(index).cypher());
            cypher.append(" AS ").append(prefix).append('c').append(index);
        }
        return new Translated(cypher.append(order).append(slice).toString(), columns);
    }

    private List<SelectItems.Item> typed(List<SelectItems.Item> items) {
        if (wanted.size() != items.size()) {
            return items;
        }
        List<SelectItems.Item> typed = new ArrayList<>();
        for (SelectItems.Item item : items) {
            Expr value = item.value().literal().isEmpty()
                    ? item.value()
                    : translation.as(item.value(), wanted.get(typed.size()));
            typed.add(
                    value.equals(item.value())
                            ? item
                            : new SelectItems.Item(
                                    value, ResultColumn.of(item.column().name(), value.type()), false));
        }
        return typed;
    }

    private void requireSupported(PlainSelect select) {
        if (select.getDistinct() != null && select.getDistinct().getOnSelectItems() != null) {
            throw translation.unsupported(select, "DISTINCT ON");
        }
        if (select.getIntoTables() != null) {
            throw translation.unsupported(select, "SELECT INTO");
        }
        if (select.getWindowDefinitions() != null || select.getQualify() != null || select.getTop() != null) {
            throw translation.unsupported(select, "WINDOW, QUALIFY or TOP");
        }
        boolean sets = select.getGroupBy() != null
                && select.getGroupBy().getGroupingSets() != null
                && !select.getGroupBy().getGroupingSets().isEmpty();
        if (sets) {
            throw translation.unsupported(select, "GROUPING SETS");
        }
    }

    private boolean isGrouped(PlainSelect select, Select tail) {
        boolean inOrder = tail.getOrderByElements() != null
                && tail.getOrderByElements().stream().anyMatch(each -> Aggregates.isIn(each.getExpression()));
        return select.getGroupBy() != null
                || select.getHaving() != null
                || inOrder
                || select.getSelectItems().stream()
                        .map(SelectItem::getExpression)
                        .anyMatch(item -> !(item instanceof AllColumns) && Aggregates.isIn(item));
    }

    private void keys(PlainSelect select, Scope scope, ExpressionTranslator expressions, Grouping grouping) {
        if (select.getGroupBy() == null) {
            return;
        }
        for (Object each : select.getGroupBy().getGroupByExpressionList()) {
            Expression key = grouped(select, scope, (Expression) each);
            grouping.key(translation.as(expressions.translate(key), PgType.TEXT));
        }
    }

    /** A number is the place of an item; a name that no table has is that of an item. */
    private Expression grouped(PlainSelect select, Scope scope, Expression key) {
        if (key instanceof LongValue place) {
            return item(select, place);
        }
        Expression bare = JoinTree.bare(key);
        if (bare instanceof Function function
                && GROUPING_FUNCTIONS.contains(function.getName().toLowerCase(Locale.ROOT))) {
            throw translation.unsupported(key, "GROUP BY " + function.getName().toUpperCase(Locale.ROOT));
        }
        if (bare instanceof Column column && column.getTable() == null && !scope.hasOwn(column)) {
            String name = Translation.name(column.getColumnName(), true);
            return select.getSelectItems().stream()
                    .filter(item -> item.getAlias() != null
                            && Translation.name(item.getAlias().getName(), true).equals(name))
                    .findFirst()
                    .<Expression>map(item -> JoinTree.bare(item.getExpression()))
                    .orElse(bare);
        }
        return bare;
    }

    private Expression item(PlainSelect select, LongValue place) {
        long number = place.getValue();
        if (number < 1 || number > select.getSelectItems().size()) {
            throw translation.failure(
                    place, SqlState.INVALID_COLUMN_REFERENCE, "GROUP BY position " + number + " is not in select list");
        }
        return select.getSelectItems().get((int) number - 1).getExpression();
    }

    private String orderBy(
            @Nullable List<OrderByElement> elements,
            List<SelectItems.Item> items,
            ExpressionTranslator expressions,
            boolean columnsOnly) {
        if (elements == null || elements.isEmpty()) {
            return "";
        }
        List<String> parts = new ArrayList<>();
        for (OrderByElement element : elements) {
            parts.add(direction(element)
                    .replace("{}", orderKey(element.getExpression(), items, expressions, columnsOnly)));
        }
        return " ORDER BY " + String.join(", ", parts);
    }

    /** How ORDER BY has it, with braces for the key. Null is the greatest value, in Cypher as in PostgreSQL. */
    static String direction(OrderByElement element) {
        boolean first = element.getNullOrdering() == OrderByElement.NullOrdering.NULLS_FIRST;
        boolean last = element.getNullOrdering() == OrderByElement.NullOrdering.NULLS_LAST;
        String nulls = element.isAsc() && first || !element.isAsc() && last
                ? "({} IS NULL)" + (first ? " DESC" : "") + ", "
                : "";
        return nulls + "{}" + (element.isAsc() ? "" : " DESC");
    }

    private String orderKey(
            Expression written, List<SelectItems.Item> items, ExpressionTranslator expressions, boolean columnsOnly) {
        Expression expression = JoinTree.bare(written);
        if (expression instanceof LongValue place) {
            long number = place.getValue();
            if (number < 1 || number > items.size()) {
                throw translation.failure(
                        place,
                        SqlState.INVALID_COLUMN_REFERENCE,
                        "ORDER BY position " + number + " is not in select list");
            }
            return sorted(items, (int) number - 1);
        }
        if (expression instanceof Column column && column.getTable() == null) {
            String name = Translation.name(column.getColumnName(), true);
            for (int index = 0; index < items.size(); index++) {
                if (items.get(index).column().name().equals(name)) {
                    return sorted(items, index);
                }
            }
        }
        Expr key = translation.as(expressions.translate(expression), PgType.TEXT);
        for (int index = 0; index < items.size(); index++) {
            String value = items.get(index).value().cypher();
            if (value.equals(key.cypher())) {
                return prefix + "c" + index;
            }
            if (items.get(index).raw() && key.cypher().equals("toString(" + value + ")")) {
                return sorted(items, index);
            }
        }
        if (columnsOnly) {
            throw translation.failure(
                    expression,
                    SqlState.INVALID_COLUMN_REFERENCE,
                    "for SELECT DISTINCT and UNION, ORDER BY expressions must appear in select list");
        }
        return key.cypher();
    }

    /** A column as it is sorted: as text, if it will be written as such. */
    private String sorted(List<SelectItems.Item> items, int index) {
        String column = prefix + "c" + index;
        return items.get(index).raw() ? "toString(" + column + ")" : column;
    }

    private String slice(Select select, ExpressionTranslator expressions) {
        StringBuilder slice = new StringBuilder();
        if (select.getOffset() != null) {
            slice.append(" SKIP ").append(count(select.getOffset().getOffset(), expressions));
        }
        Limit limit = select.getLimit();
        if (limit != null) {
            if (limit.getOffset() != null || limit.getByExpressions() != null) {
                throw translation.unsupported(select, "LIMIT with two numbers");
            }
            Expression rows = limit.getRowCount();
            if (rows != null && !(rows instanceof AllValue) && !(rows instanceof NullValue)) {
                slice.append(" LIMIT ").append(count(rows, expressions));
            }
        }
        if (select.getFetch() != null) {
            for (String word : select.getFetch().getFetchParameters()) {
                if (!FETCH_WORDS.contains(word.toUpperCase(Locale.ROOT))) {
                    throw translation.unsupported(select, "FETCH with " + word);
                }
            }
            Expression count = select.getFetch().getExpression();
            slice.append(" LIMIT ").append(count == null ? "1" : count(count, expressions));
        }
        return slice.toString();
    }

    private String count(Expression expression, ExpressionTranslator expressions) {
        Expression bare = JoinTree.bare(expression);
        Expression plain = bare instanceof CastExpression cast ? cast.getLeftExpression() : bare;
        if (plain instanceof LongValue number) {
            return Long.toString(number.getValue());
        }
        if (plain instanceof JdbcParameter || plain instanceof Function || bare instanceof CastExpression) {
            return translation.as(expressions.translate(plain), PgType.INT8).cypher();
        }
        throw translation.unsupported(expression, "LIMIT or OFFSET that is neither a number nor a parameter");
    }
}
