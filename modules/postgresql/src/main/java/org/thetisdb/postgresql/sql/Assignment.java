package org.thetisdb.postgresql.sql;

import java.util.List;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.schema.Column;
import org.thetisdb.postgresql.catalog.GraphColumn;
import org.thetisdb.postgresql.catalog.GraphTable;
import org.thetisdb.postgresql.catalog.Names;
import org.thetisdb.postgresql.failure.PostgresFailure;
import org.thetisdb.postgresql.failure.SqlState;
import org.thetisdb.postgresql.type.PgType;

/** What INSERT and UPDATE have in common: columns of a table that take values. */
final class Assignment {
    private final Translation translation;

    Assignment(Translation translation) {
        this.translation = translation;
    }

    /** Whether it is the word DEFAULT, which the library takes for a column. */
    static boolean isDefault(Expression expression) {
        return expression instanceof Column column && column.toString().equalsIgnoreCase("default");
    }

    /** The column of that name. */
    GraphColumn column(GraphTable table, String written, Object node) {
        String name = Translation.name(written, true);
        return Names.find(table.columns(), GraphColumn::name, name, Translation.isQuoted(written))
                .orElseThrow(() -> translation
                        .failure(
                                node,
                                SqlState.UNDEFINED_COLUMN,
                                "column \"" + name + "\" of relation \"" + table.name() + "\" does not exist")
                        .hint("cypher($$ ... $$) can set a property that nothing has yet"));
    }

    void requireDifferent(List<GraphColumn> columns, Object node) {
        for (int index = 0; index < columns.size(); index++) {
            if (columns.subList(0, index).contains(columns.get(index))) {
                throw translation.failure(
                        node,
                        SqlState.DUPLICATE_COLUMN,
                        "column \"" + columns.get(index).name() + "\" specified more than once");
            }
        }
    }

    /** A value as the column takes it: without a cast, where PostgreSQL needs none. */
    String value(Expr given, GraphColumn column, Object node) {
        Expr value = translation.as(given, column.type());
        PgType from = value.type();
        PgType to = column.type();
        if (from == to || from.isInteger() && to.isInteger() || from.element().isPresent() && to == PgType.JSONB) {
            return value.cypher();
        }
        if (from.isNumber() && to.isNumber()) {
            boolean numeric =
                    from == PgType.NUMERIC || node instanceof Expression written && Numbers.isNumeric(written);
            return to.isInteger() ? Numbers.whole(value.cypher(), numeric) : "toFloat(" + value.cypher() + ")";
        }
        if (to.isText()) {
            return translation.text(value);
        }
        boolean times = from.category() == 'D' && (to == PgType.TIMESTAMP || to == PgType.TIMESTAMPTZ);
        if (times && from != PgType.TIME && from != PgType.TIMETZ) {
            return new Times(translation).widened(value, to);
        }
        throw mismatch(column, from, node);
    }

    private PostgresFailure mismatch(GraphColumn column, PgType from, Object node) {
        return translation
                .failure(
                        node,
                        SqlState.DATATYPE_MISMATCH,
                        "column \"" + column.name() + "\" is of type "
                                + column.type().sqlName() + " but expression is of type " + from.sqlName())
                .hint("a cast may be what is missing");
    }
}
