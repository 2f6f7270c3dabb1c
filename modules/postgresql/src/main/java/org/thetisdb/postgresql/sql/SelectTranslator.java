package org.thetisdb.postgresql.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import net.sf.jsqlparser.expression.AllValue;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.JdbcParameter;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.NullValue;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.AllTableColumns;
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
 *   UNION            ──► … UNION [ALL] …, in CALL { } if it is sorted or cut
 * </pre>
 */
final class SelectTranslator {
    private final Translation translation;
    private final Optional<Scope> outer;

    /** In front of the columns' names. */
    private final String prefix;

    SelectTranslator(Translation translation) {
        this(translation, Optional.empty(), "");
    }

    SelectTranslator(Translation translation, Optional<Scope> outer, String prefix) {
        this.translation = translation;
        this.outer = outer;
        this.prefix = prefix;
    }

    /** A query, with the columns that it gives. */
    record Translated(String cypher, List<ResultColumn> columns) {
        Translated {
            columns = List.copyOf(columns);
        }
    }

    Translated translate(Select select) {
        with(select);
        if (select.getForMode() != null) {
            throw translation.unsupported(select, "FOR UPDATE and the like");
        }
        return switch (select) {
            case PlainSelect plain -> plain(plain, plain);
            case SetOperationList union -> union(union);
            case ParenthesedSelect inside -> parenthesed(inside);
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
            if (item.getAlias().getAliasColumns() != null || item.getWithItemList() != null) {
                throw translation.unsupported(select, "WITH that names columns");
            }
            translation
                    .common()
                    .put(
                            Translation.name(item.getAliasName(), true),
                            item.getSelect().getSelect());
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
        Translated found = translate(inside.getSelect());
        return hasTail(inside) ? wrapped(found, inside) : found;
    }

    /** Sorts and cuts what a query has given. */
    private Translated wrapped(Translated inner, Select outside) {
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
        List<Expr> items = columns.stream()
                .map(column -> Expr.of(column.cypher().get(), column.type()))
                .toList();
        ExpressionTranslator expressions = new ExpressionTranslator(translation, scope);
        String tail = orderBy(outside.getOrderByElements(), items, inner.columns(), expressions, true)
                + slice(outside, expressions);
        return new Translated(
                "CALL () { " + inner.cypher() + " } RETURN " + String.join(", ", names) + tail, inner.columns());
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

    private Translated union(SetOperationList union) {
        List<Select> parts = union.getSelects();
        // The library gives what is behind the last part to that part.
        Select last = parts.getLast();
        boolean lastHasTail = last instanceof PlainSelect && hasTail(last);
        List<Translated> translated = new ArrayList<>();
        for (Select part : parts) {
            boolean stripped = lastHasTail && part.equals(last);
            translated.add(stripped ? plain((PlainSelect) part, new PlainSelect()) : translate(part));
        }
        List<ResultColumn> columns = unified(union, translated);
        StringBuilder cypher = new StringBuilder();
        for (int index = 0; index < translated.size(); index++) {
            if (index > 0) {
                String operation =
                        union.getOperations().get(index - 1).toString().strip().toUpperCase(Locale.ROOT);
                if (!operation.equals("UNION ALL")
                        && !operation.equals("UNION")
                        && !operation.equals("UNION DISTINCT")) {
                    throw translation.unsupported(union, operation);
                }
                cypher.append(operation.equals("UNION ALL") ? " UNION ALL " : " UNION ");
            }
            cypher.append(translated.get(index).cypher());
        }
        Translated all = new Translated(cypher.toString(), columns);
        return hasTail(union) ? wrapped(all, union) : lastHasTail ? wrapped(all, last) : all;
    }

    private List<ResultColumn> unified(SetOperationList union, List<Translated> parts) {
        List<ResultColumn> columns = new ArrayList<>(parts.getFirst().columns());
        for (Translated part : parts) {
            if (part.columns().size() != columns.size()) {
                throw translation.failure(
                        union, SqlState.SYNTAX_ERROR, "each UNION query must have the same number of columns");
            }
            for (int index = 0; index < columns.size(); index++) {
                ResultColumn column = columns.get(index);
                PgType type = part.columns().get(index).type();
                PgType common = column.type() == PgType.UNKNOWN
                        ? type
                        : type == PgType.UNKNOWN ? column.type() : OperatorTranslator.wider(column.type(), type);
                columns.set(index, ResultColumn.of(column.name(), common));
            }
        }
        return columns;
    }

    /** What one item of SELECT gives. */
    private record Item(Expr value, ResultColumn column, Optional<Expression> source) {}

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
        if (select.getFromItem() != null) {
            JoinTree tree = JoinTree.of(
                    translation, select.getFromItem(), select.getJoins() == null ? List.of() : select.getJoins());
            cypher.append(new FromTranslator(translation, scope, expressions).translate(tree, where));
        } else if (!where.isEmpty()) {
            cypher.append("WITH 1 AS one WHERE ");
            cypher.append(String.join(
                    " AND ", where.stream().map(expressions::condition).toList()));
        }
        ExpressionTranslator output = expressions;
        boolean grouped = isGrouped(select, tail);
        Grouping grouping = new Grouping(translation);
        if (grouped) {
            keys(select, expressions, grouping);
            output = expressions.over(grouping);
        }
        List<Item> items = items(select, scope, output);
        String having = select.getHaving() == null ? "" : " WHERE " + output.condition(select.getHaving());
        List<Expr> values = items.stream().map(Item::value).toList();
        List<ResultColumn> columns = items.stream().map(Item::column).toList();
        boolean distinct = select.getDistinct() != null;
        String order = orderBy(tail.getOrderByElements(), values, columns, output, distinct);
        String slice = slice(tail, expressions);
        if (grouped) {
            cypher.append(cypher.isEmpty() ? "" : " ").append(grouping.clause()).append(having);
        }
        cypher.append(cypher.isEmpty() ? "" : " ").append(distinct ? "RETURN DISTINCT " : "RETURN ");
        for (int index = 0; index < values.size(); index++) {
            cypher.append(index == 0 ? "" : ", ").append(values.get(index).cypher());
            cypher.append(" AS ").append(prefix).append('c').append(index);
        }
        return new Translated(cypher.append(order).append(slice).toString(), columns);
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

    private void keys(PlainSelect select, ExpressionTranslator expressions, Grouping grouping) {
        if (select.getGroupBy() == null) {
            return;
        }
        for (Object each : select.getGroupBy().getGroupByExpressionList()) {
            Expression key = grouped(select, (Expression) each);
            grouping.key(translation.as(expressions.translate(key), PgType.TEXT));
        }
    }

    /** A number is the place of an item; a name that no table has is that of an item. */
    private Expression grouped(PlainSelect select, Expression key) {
        if (key instanceof LongValue place) {
            return item(select, place);
        }
        return JoinTree.bare(key);
    }

    private Expression item(PlainSelect select, LongValue place) {
        long number = place.getValue();
        if (number < 1 || number > select.getSelectItems().size()) {
            throw translation.failure(
                    place, SqlState.INVALID_COLUMN_REFERENCE, "GROUP BY position " + number + " is not in select list");
        }
        return select.getSelectItems().get((int) number - 1).getExpression();
    }

    private List<Item> items(PlainSelect select, Scope scope, ExpressionTranslator output) {
        List<Item> items = new ArrayList<>();
        for (SelectItem<?> item : select.getSelectItems()) {
            Expression expression = item.getExpression();
            if (expression instanceof AllTableColumns all) {
                String alias = Translation.name(all.getTable().getName(), true);
                Relation relation = scope.relation(alias)
                        .orElseThrow(() -> translation.failure(
                                all,
                                SqlState.UNDEFINED_TABLE,
                                "missing FROM-clause entry for table \"" + alias + "\""));
                items.addAll(all(relation, output));
            } else if (expression instanceof AllColumns) {
                if (scope.relations().isEmpty()) {
                    throw translation.failure(
                            item, SqlState.SYNTAX_ERROR, "SELECT * with no tables specified is not valid");
                }
                scope.relations().forEach(relation -> items.addAll(all(relation, output)));
            } else {
                items.add(item(item, scope, output));
            }
        }
        return items;
    }

    private static List<Item> all(Relation relation, ExpressionTranslator output) {
        return relation.columns().stream()
                .map(column -> new Item(
                        output.translate(new Column(
                                new Table("\"" + relation.alias().replace("\"", "\"\"") + "\""),
                                "\"" + column.name().replace("\"", "\"\"") + "\"")),
                        new ResultColumn(column.name(), column.type(), column.table(), column.place()),
                        Optional.empty()))
                .toList();
    }

    private Item item(SelectItem<?> item, Scope scope, ExpressionTranslator output) {
        Expression expression = JoinTree.bare(item.getExpression());
        Expr value = value(expression, output);
        if (value.parameter().isPresent()) {
            value = translation.as(value, PgType.TEXT);
        }
        String name = item.getAlias() == null
                ? ItemNames.of(expression)
                : Translation.name(item.getAlias().getName(), true);
        if (expression instanceof Column column && scope.has(column)) {
            RelationColumn found = scope.column(column);
            return new Item(
                    value, new ResultColumn(name, value.type(), found.table(), found.place()), Optional.of(expression));
        }
        return new Item(value, ResultColumn.of(name, value.type()), Optional.of(expression));
    }

    /** A cast to text that is the last thing done is left to the writer, who writes as PostgreSQL does. */
    private Expr value(Expression expression, ExpressionTranslator output) {
        if (expression instanceof CastExpression cast
                && TypeNames.of(translation, cast).isText()) {
            Expr inner = output.translate(cast.getLeftExpression());
            boolean plain = !inner.isUnknown()
                    && inner.type() != PgType.OID
                    && inner.type() != PgType.BOOL
                    && inner.type() != PgType.FLOAT4
                    && inner.type().element().isEmpty();
            if (plain) {
                return Expr.of(inner.cypher(), TypeNames.of(translation, cast));
            }
        }
        return output.translate(expression);
    }

    private String orderBy(
            @Nullable List<OrderByElement> elements,
            List<Expr> values,
            List<ResultColumn> columns,
            ExpressionTranslator expressions,
            boolean columnsOnly) {
        if (elements == null || elements.isEmpty()) {
            return "";
        }
        List<String> parts = new ArrayList<>();
        for (OrderByElement element : elements) {
            String key = orderKey(element.getExpression(), values, columns, expressions, columnsOnly);
            boolean first = element.getNullOrdering() == OrderByElement.NullOrdering.NULLS_FIRST;
            boolean last = element.getNullOrdering() == OrderByElement.NullOrdering.NULLS_LAST;
            // Null is the greatest value, in Cypher as in PostgreSQL.
            if (element.isAsc() && first || !element.isAsc() && last) {
                parts.add("(" + key + " IS NULL)" + (first ? " DESC" : ""));
            }
            parts.add(key + (element.isAsc() ? "" : " DESC"));
        }
        return " ORDER BY " + String.join(", ", parts);
    }

    private String orderKey(
            Expression written,
            List<Expr> values,
            List<ResultColumn> columns,
            ExpressionTranslator expressions,
            boolean columnsOnly) {
        Expression expression = JoinTree.bare(written);
        if (expression instanceof LongValue place) {
            long number = place.getValue();
            if (number < 1 || number > values.size()) {
                throw translation.failure(
                        place,
                        SqlState.INVALID_COLUMN_REFERENCE,
                        "ORDER BY position " + number + " is not in select list");
            }
            return prefix + "c" + (number - 1);
        }
        if (expression instanceof Column column && column.getTable() == null) {
            String name = Translation.name(column.getColumnName(), true);
            for (int index = 0; index < columns.size(); index++) {
                if (columns.get(index).name().equals(name)) {
                    return prefix + "c" + index;
                }
            }
        }
        Expr key = translation.as(expressions.translate(expression), PgType.TEXT);
        for (int index = 0; index < values.size(); index++) {
            if (values.get(index).cypher().equals(key.cypher())) {
                return prefix + "c" + index;
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
            boolean ties = select.getFetch()
                    .getFetchParameters()
                    .toString()
                    .toUpperCase(Locale.ROOT)
                    .contains("TIES");
            if (ties) {
                throw translation.unsupported(select, "FETCH WITH TIES");
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
