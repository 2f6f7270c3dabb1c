package org.thetisdb.postgresql.sql;

import java.util.ArrayList;
import java.util.List;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.statement.select.Values;
import org.thetisdb.postgresql.failure.SqlState;
import org.thetisdb.postgresql.type.PgType;

/**
 * VALUES as a list of lists.
 *
 * @param cypher the list
 * @param types of the columns
 */
record ValuesRows(String cypher, List<PgType> types) {
    ValuesRows {
        types = List.copyOf(types);
    }

    static ValuesRows of(Translation translation, ExpressionTranslator expressions, Values values) {
        List<List<Expr>> rows =
                rows(values).stream().map(row -> row(expressions, row)).toList();
        int width = rows.getFirst().size();
        if (rows.stream().anyMatch(row -> row.size() != width)) {
            throw translation.failure(values, SqlState.SYNTAX_ERROR, "VALUES lists must all be the same length");
        }
        List<PgType> types = new ArrayList<>();
        for (int index = 0; index < width; index++) {
            int at = index;
            types.add(
                    expressions.commonType(rows.stream().map(row -> row.get(at)).toList()));
        }
        List<String> texts = new ArrayList<>();
        for (List<Expr> row : rows) {
            List<String> parts = new ArrayList<>();
            for (int index = 0; index < width; index++) {
                parts.add(translation.as(row.get(index), types.get(index)).cypher());
            }
            texts.add("[" + String.join(", ", parts) + "]");
        }
        return new ValuesRows("[" + String.join(", ", texts) + "]", types);
    }

    /** The rows as they are written. */
    static List<ExpressionList<?>> rows(Values values) {
        ExpressionList<?> given = values.getExpressions();
        boolean many = !given.isEmpty() && given.stream().allMatch(ExpressionList.class::isInstance);
        List<ExpressionList<?>> rows = new ArrayList<>();
        if (many) {
            given.forEach(row -> rows.add((ExpressionList<?>) row));
        } else {
            rows.add(given);
        }
        return rows;
    }

    private static List<Expr> row(ExpressionTranslator expressions, ExpressionList<?> values) {
        List<Expr> row = new ArrayList<>();
        for (Expression value : values) {
            row.add(expressions.translate(value));
        }
        return row;
    }
}
