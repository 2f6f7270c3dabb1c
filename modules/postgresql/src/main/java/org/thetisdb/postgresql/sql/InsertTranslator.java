package org.thetisdb.postgresql.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.JdbcParameter;
import net.sf.jsqlparser.expression.NullValue;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.insert.Insert;
import net.sf.jsqlparser.statement.select.Values;
import org.thetisdb.CypherText;
import org.thetisdb.postgresql.catalog.GraphColumn;
import org.thetisdb.postgresql.catalog.GraphTable;
import org.thetisdb.postgresql.failure.SqlState;

/**
 * INSERT as clauses of Cypher.
 *
 * <pre>
 *   VALUES  ──► UNWIND [[…], …] AS v ─┐
 *   SELECT  ──► CALL () { … } ────────┴─► CREATE (n:Label {a: v[0], …}) RETURN …
 *                                         MATCH both ends CREATE (_start)-[r:TYPE {…}]->(_end) RETURN …
 * </pre>
 */
final class InsertTranslator {
    private final Translation translation;
    private final Scope scope;
    private final Assignment assignment;

    InsertTranslator(Translation translation) {
        this.translation = translation;
        this.scope = new Scope(translation, Optional.empty());
        this.assignment = new Assignment(translation);
    }

    /** Rows, and how a column of them is read. */
    private record Source(String clause, List<String> values) {}

    SelectTranslator.Translated translate(Insert insert) {
        if (insert.getConflictAction() != null || insert.getWithItemsList() != null || insert.isOverriding()) {
            throw translation.unsupported(insert.getTable(), "INSERT with WITH, OVERRIDING or ON CONFLICT");
        }
        ChangeTranslator changes = new ChangeTranslator(translation);
        GraphLeaf leaf = changes.target(insert.getTable(), scope);
        GraphTable table = leaf.table();
        List<GraphColumn> columns = columns(insert, table);
        Source source = source(insert, columns);
        StringBuilder cypher = new StringBuilder(source.clause());
        List<String> properties = new ArrayList<>();
        for (int index = 0; index < columns.size(); index++) {
            String value = source.values().get(index);
            switch (columns.get(index).role()) {
                case PROPERTY ->
                    properties.add(CypherText.name(columns.get(index).name()) + ": " + value);
                case START ->
                    cypher.append(" OPTIONAL MATCH (_start) WHERE id(_start) = ")
                            .append(value);
                case END ->
                    cypher.append(" OPTIONAL MATCH (_end) WHERE id(_end) = ").append(value);
                case ID -> {
                    // The database chooses it.
                }
            }
        }
        cypher.append(cypher.isEmpty() ? "CREATE " : " CREATE ");
        cypher.append(leaf.created("{" + String.join(", ", properties) + "}", "_start", "_end"));
        return changes.returning(cypher.toString(), insert.getReturningClause(), scope);
    }

    private List<GraphColumn> columns(Insert insert, GraphTable table) {
        List<GraphColumn> columns = new ArrayList<>();
        if (insert.getColumns() != null) {
            for (Column each : insert.getColumns()) {
                columns.add(assignment.column(table, each.getColumnName(), each));
            }
        } else if (!insert.isOnlyDefaultValues()) {
            columns.addAll(table.columns());
        }
        assignment.requireDifferent(columns, insert.getTable());
        for (GraphColumn each : table.columns()) {
            boolean end = each.role() == GraphColumn.Role.START || each.role() == GraphColumn.Role.END;
            if (end && !columns.contains(each)) {
                throw translation.failure(
                        insert.getTable(),
                        SqlState.NOT_NULL_VIOLATION,
                        "null value in column \"" + each.name() + "\" of relation \"" + table.name()
                                + "\" violates not-null constraint");
            }
        }
        return columns;
    }

    private Source source(Insert insert, List<GraphColumn> columns) {
        if (insert.isOnlyDefaultValues()) {
            return new Source("", List.of());
        }
        if (insert.getSelect() instanceof Values values && !SelectTranslator.hasTail(values)) {
            return rows(values, columns, insert.getColumns() != null);
        }
        if (insert.getSelect() == null) {
            throw translation.unsupported(insert.getTable(), "this form of INSERT");
        }
        String prefix = translation.name("s") + "_";
        SelectTranslator selects = new SelectTranslator(translation, Optional.empty(), prefix);
        SelectTranslator.Translated found = selects.translate(insert.getSelect());
        List<GraphColumn> taken =
                taken(insert.getTable(), columns, found.columns().size(), insert.getColumns() != null);
        List<String> values = new ArrayList<>();
        for (int index = 0; index < taken.size(); index++) {
            GraphColumn column = taken.get(index);
            if (column.role() == GraphColumn.Role.ID) {
                throw chosen(insert.getTable());
            }
            Expr value =
                    Expr.of(prefix + "c" + index, found.columns().get(index).type());
            values.add(assignment.value(value, column, insert.getTable()));
        }
        trim(columns, taken.size());
        return new Source(selects.inBraces(found.cypher()), values);
    }

    private Source rows(Values values, List<GraphColumn> columns, boolean named) {
        ExpressionTranslator expressions =
                new ExpressionTranslator(translation, new Scope(translation, Optional.empty()));
        List<String> rows = new ArrayList<>();
        int width = -1;
        for (ExpressionList<?> row : ValuesRows.rows(values)) {
            List<GraphColumn> taken = taken(values, columns, row.size(), named);
            if (width >= 0 && width != row.size()) {
                throw translation.failure(values, SqlState.SYNTAX_ERROR, "VALUES lists must all be the same length");
            }
            width = row.size();
            List<String> parts = new ArrayList<>();
            for (int index = 0; index < width; index++) {
                parts.add(value(row.get(index), taken.get(index), expressions));
            }
            rows.add("[" + String.join(", ", parts) + "]");
        }
        trim(columns, width);
        String variable = translation.name("v");
        List<String> read = new ArrayList<>();
        for (int index = 0; index < width; index++) {
            read.add(variable + "[" + index + "]");
        }
        return new Source("UNWIND [" + String.join(", ", rows) + "] AS " + variable, read);
    }

    private String value(Expression written, GraphColumn column, ExpressionTranslator expressions) {
        Expression plain = JoinTree.bare(written);
        if (plain instanceof NullValue || Assignment.isDefault(plain)) {
            return "null";
        }
        if (column.role() == GraphColumn.Role.ID) {
            if (!(plain instanceof JdbcParameter parameter)) {
                throw chosen(written);
            }
            translation.as(translation.parameter(parameter.getIndex()), column.type());
            translation.nullParameters().add(parameter.getIndex() - 1);
            return "null";
        }
        return assignment.value(expressions.translate(plain), column, written);
    }

    private RuntimeException chosen(Object node) {
        return translation
                .failure(node, SqlState.GENERATED_ALWAYS, "cannot insert a non-DEFAULT value into column \"_id\"")
                .hint("the database chooses ids; RETURNING _id tells them");
    }

    /** Fewer values than columns are those of the first ones, if no columns were named. */
    private List<GraphColumn> taken(Object node, List<GraphColumn> columns, int count, boolean named) {
        if (named && count < columns.size()) {
            throw translation.failure(node, SqlState.SYNTAX_ERROR, "INSERT has more target columns than expressions");
        }
        if (count > columns.size()) {
            throw translation.failure(node, SqlState.SYNTAX_ERROR, "INSERT has more expressions than target columns");
        }
        return columns.subList(0, count);
    }

    private static void trim(List<GraphColumn> columns, int count) {
        columns.subList(count, columns.size()).clear();
    }
}
