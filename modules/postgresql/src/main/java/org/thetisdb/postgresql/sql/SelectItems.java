package org.thetisdb.postgresql.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.AllTableColumns;
import net.sf.jsqlparser.statement.select.SelectItem;
import org.thetisdb.postgresql.failure.SqlState;
import org.thetisdb.postgresql.type.PgType;
import org.thetisdb.postgresql.type.ResultColumn;

/** What SELECT and RETURNING list. */
final class SelectItems {
    private final Translation translation;

    /**
     * Whether nothing is done with the values but to write them: then a cast to text is left to the writer, who writes
     * as PostgreSQL does.
     */
    private final boolean last;

    SelectItems(Translation translation, boolean last) {
        this.translation = translation;
        this.last = last;
    }

    /**
     * What one item of SELECT gives.
     *
     * @param raw whether the value is still to be written as text
     */
    record Item(Expr value, ResultColumn column, boolean raw) {}

    /** All of them, with {@code *} as what it stands for. */
    List<Item> of(List<SelectItem<?>> written, Scope scope, ExpressionTranslator output) {
        List<Item> items = new ArrayList<>();
        for (SelectItem<?> item : written) {
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
                items.addAll(
                        expression instanceof JoinTree.EveryColumn
                                        || scope.merged().isEmpty()
                                ? scope.relations().stream()
                                        .flatMap(relation -> all(relation, output).stream())
                                        .toList()
                                : merged(scope, output));
            } else {
                items.add(item(item, scope, output));
            }
        }
        return items;
    }

    /** All columns; what USING has made one comes once, in front of the tables that it joins. */
    private static List<Item> merged(Scope scope, ExpressionTranslator output) {
        List<Item> items = new ArrayList<>();
        List<Scope.Merged> waiting = new ArrayList<>(scope.merged());
        for (Relation relation : scope.relations()) {
            if (waiting.stream().anyMatch(each -> each.isOf(relation))) {
                waiting.forEach(each -> items.add(one(each.column(), output)));
                waiting.clear();
            }
            List<RelationColumn> rest = relation.columns().stream()
                    .filter(column -> scope.merged().stream()
                            .noneMatch(each -> each.sides().contains(column)))
                    .toList();
            items.addAll(all(new Relation(relation.alias(), rest, false), output));
        }
        return items;
    }

    private static Item one(RelationColumn column, ExpressionTranslator output) {
        return new Item(
                output.translate(column),
                new ResultColumn(column.name(), column.type(), column.table(), column.place()),
                false);
    }

    private static List<Item> all(Relation relation, ExpressionTranslator output) {
        return relation.columns().stream().map(column -> one(column, output)).toList();
    }

    private Item item(SelectItem<?> item, Scope scope, ExpressionTranslator output) {
        Expression expression = JoinTree.bare(item.getExpression());
        Optional<Expr> raw = last ? raw(expression, output) : Optional.empty();
        Expr value = raw.orElseGet(() -> output.translate(expression));
        if (value.parameter().isPresent()) {
            value = translation.as(value, PgType.TEXT);
        }
        String name = item.getAlias() == null
                ? ItemNames.of(expression)
                : Translation.name(item.getAlias().getName(), true);
        if (expression instanceof Column column && scope.has(column)) {
            RelationColumn found = scope.column(column);
            return new Item(value, new ResultColumn(name, value.type(), found.table(), found.place()), raw.isPresent());
        }
        return new Item(value, ResultColumn.of(name, value.type()), raw.isPresent());
    }

    /** What is cast to text, as it is. */
    private Optional<Expr> raw(Expression expression, ExpressionTranslator output) {
        if (!(expression instanceof CastExpression cast)
                || !TypeNames.of(translation, cast).isText()
                || !TypeNames.modifiers(translation, cast).isEmpty()) {
            return Optional.empty();
        }
        Expr inner = output.translate(cast.getLeftExpression());
        boolean plain = !inner.isUnknown()
                && inner.type() != PgType.OID
                && inner.type() != PgType.BOOL
                && inner.type() != PgType.FLOAT4
                && inner.type().element().isEmpty();
        return plain ? Optional.of(Expr.of(inner.cypher(), TypeNames.of(translation, cast))) : Optional.empty();
    }
}
