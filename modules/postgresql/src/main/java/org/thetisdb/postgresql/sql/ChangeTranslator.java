package org.thetisdb.postgresql.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.ReturningClause;
import net.sf.jsqlparser.statement.delete.Delete;
import net.sf.jsqlparser.statement.select.FromItem;
import net.sf.jsqlparser.statement.select.Join;
import net.sf.jsqlparser.statement.update.Update;
import net.sf.jsqlparser.statement.update.UpdateSet;
import org.jspecify.annotations.Nullable;
import org.thetisdb.CypherText;
import org.thetisdb.postgresql.catalog.GraphColumn;
import org.thetisdb.postgresql.failure.SqlState;
import org.thetisdb.postgresql.type.PgType;
import org.thetisdb.postgresql.type.ResultColumn;

/**
 * UPDATE and DELETE as clauses of Cypher. A row that several others fit is changed once, with one of them.
 *
 * <pre>
 *   FROM, USING, WHERE ──► FromTranslator
 *   UPDATE ──► WITH n, collect([rest of the row, new values])[0] AS x … SET n.a = …, n.b = … RETURN …
 *   DELETE ──► WITH n, collect([what is returned])[0] AS x DELETE n RETURN …
 * </pre>
 */
final class ChangeTranslator {
    private final Translation translation;

    ChangeTranslator(Translation translation) {
        this.translation = translation;
    }

    /** The table that is to be changed, declared in the scope. */
    GraphLeaf target(Table table, Scope scope) {
        if (new LeafTranslator(translation, scope).declare(table) instanceof LeafTranslator.Leaf.Graph graph) {
            return graph.leaf();
        }
        throw notWritable(table);
    }

    private RuntimeException notWritable(Table table) {
        return translation.failure(
                table, SqlState.WRONG_OBJECT_TYPE, "cannot change relation \"" + table.getName() + "\"");
    }

    /**
     * The rows that a change is about.
     *
     * @param joined whether the target may come several times, with others
     */
    private record Rows(
            FromTranslator from,
            GraphLeaf target,
            Scope scope,
            ExpressionTranslator expressions,
            String cypher,
            boolean joined) {
        /** Their variables, but for what is changed. */
        List<String> others() {
            List<String> others = new ArrayList<>(from.variables());
            others.remove(target.entity());
            return others;
        }
    }

    private Rows rows(Table table, List<Join> joins, @Nullable Expression condition) {
        Scope scope = new Scope(translation, Optional.empty());
        ExpressionTranslator expressions = new ExpressionTranslator(translation, scope);
        FromTranslator from = new FromTranslator(translation, scope, expressions);
        List<Expression> where = new ArrayList<>();
        if (condition != null) {
            JoinTree.conjuncts(condition, where);
        }
        List<JoinTree.Using> usings = new ArrayList<>();
        String cypher = from.translate(JoinTree.of(translation, table, joins, usings), usings, where);
        GraphLeaf target = from.graphLeaf(scope.relations().getFirst().alias()).orElseThrow(() -> notWritable(table));
        return new Rows(from, target, scope, expressions, cypher, !joins.isEmpty());
    }

    private static Join joined(FromItem item) {
        return new Join().setFromItem(item);
    }

    private static List<Join> joins(@Nullable FromItem first, @Nullable List<Join> others) {
        List<Join> joins = new ArrayList<>();
        if (first != null) {
            joins.add(joined(first));
        }
        if (others != null) {
            joins.addAll(others);
        }
        return joins;
    }

    SelectTranslator.Translated update(Update update) {
        boolean other = update.getWithItemsList() != null
                || update.getStartJoins() != null && !update.getStartJoins().isEmpty()
                || update.getOrderByElements() != null
                || update.getLimit() != null;
        if (other) {
            throw translation.unsupported(update.getTable(), "UPDATE with WITH, ORDER BY or LIMIT");
        }
        Rows rows = rows(update.getTable(), joins(update.getFromItem(), update.getJoins()), update.getWhere());
        Assignment assignment = new Assignment(translation);
        List<GraphColumn> columns = new ArrayList<>();
        List<String> values = new ArrayList<>();
        for (UpdateSet set : update.getUpdateSets()) {
            if (set.getColumns().size() != set.getValues().size()) {
                throw translation.unsupported(set.getColumn(0), "UPDATE of several columns by a query");
            }
            for (int index = 0; index < set.getColumns().size(); index++) {
                GraphColumn column = assignment.column(
                        rows.target().table(), set.getColumn(index).getColumnName(), set.getColumn(index));
                if (column.role() != GraphColumn.Role.PROPERTY) {
                    throw translation
                            .unsupported(set.getColumn(index), "UPDATE of \"" + column.name() + "\"")
                            .hint("delete the row, and insert another");
                }
                columns.add(column);
                Expression value = set.getValue(index);
                values.add(
                        Assignment.isDefault(value)
                                ? "null"
                                : assignment.value(rows.expressions().translate(value), column, value));
            }
        }
        assignment.requireDifferent(columns, update.getTable());
        String entity = rows.target().entity();
        List<String> carried = rows.others();
        List<String> names = new ArrayList<>(carried);
        carried.addAll(values);
        StringBuilder set = new StringBuilder();
        for (GraphColumn column : columns) {
            String name = translation.name("e");
            names.add(name);
            set.append(set.isEmpty() ? " SET " : ", ");
            set.append(entity)
                    .append('.')
                    .append(CypherText.name(column.name()))
                    .append(" = ")
                    .append(name);
        }
        return returning(rows.cypher() + once(rows, carried, names) + set, update.getReturningClause(), rows.scope());
    }

    /** Each entity once, with what belongs to it under its names. */
    private String once(Rows rows, List<String> values, List<String> names) {
        String entity = rows.target().entity();
        if (!rows.joined()) {
            StringBuilder plain = new StringBuilder(" WITH " + entity);
            for (int index = 0; index < names.size(); index++) {
                plain.append(", ").append(values.get(index)).append(" AS ").append(names.get(index));
            }
            return plain.toString();
        }
        String row = translation.name("x");
        StringBuilder cypher = new StringBuilder(
                " WITH " + entity + ", collect([" + String.join(", ", values) + "])[0] AS " + row + " WITH " + entity);
        for (int index = 0; index < names.size(); index++) {
            cypher.append(", " + row + "[" + index + "] AS " + names.get(index));
        }
        return cypher.toString();
    }

    SelectTranslator.Translated delete(Delete delete) {
        boolean other = delete.getWithItemsList() != null
                || delete.getTables() != null && !delete.getTables().isEmpty()
                || delete.getJoins() != null
                        && (delete.getUsingList() == null
                                || delete.getUsingList().isEmpty())
                || delete.getOrderByElements() != null
                || delete.getLimit() != null;
        if (other) {
            throw translation.unsupported(delete.getTable(), "DELETE of several tables, with WITH, ORDER BY or LIMIT");
        }
        List<Join> using = new ArrayList<>();
        if (delete.getUsingList() != null) {
            delete.getUsingList().forEach(table -> using.add(joined(table)));
        }
        using.addAll(joins(null, delete.getJoins()));
        Rows rows = rows(delete.getTable(), using, delete.getWhere());
        String entity = rows.target().entity();
        if (delete.getReturningClause() == null) {
            return counted(rows.cypher() + (rows.joined() ? " WITH DISTINCT " + entity : "") + " DELETE " + entity);
        }
        List<SelectItems.Item> items =
                new SelectItems(translation, true).of(delete.getReturningClause(), rows.scope(), rows.expressions());
        List<String> names = new ArrayList<>();
        items.forEach(_ -> names.add(translation.name("c")));
        List<String> values = items.stream().map(item -> item.value().cypher()).toList();
        return new SelectTranslator.Translated(
                rows.cypher() + once(rows, values, names) + " DELETE " + entity + " RETURN " + String.join(", ", names),
                items.stream().map(SelectItems.Item::column).toList());
    }

    /** What is returned behind a change: the items, or the number of rows. */
    SelectTranslator.Translated returning(String change, @Nullable ReturningClause clause, Scope scope) {
        if (clause == null) {
            return counted(change);
        }
        List<SelectItems.Item> items =
                new SelectItems(translation, true).of(clause, scope, new ExpressionTranslator(translation, scope));
        StringBuilder cypher = new StringBuilder(change);
        List<ResultColumn> columns = new ArrayList<>();
        for (SelectItems.Item item : items) {
            cypher.append(columns.isEmpty() ? " RETURN " : ", ");
            cypher.append(translation.as(item.value(), PgType.TEXT).cypher())
                    .append(" AS c")
                    .append(columns.size());
            columns.add(item.column());
        }
        return new SelectTranslator.Translated(cypher.toString(), columns);
    }

    private static SelectTranslator.Translated counted(String change) {
        return new SelectTranslator.Translated(change + " RETURN count(*) AS c0", List.of());
    }
}
