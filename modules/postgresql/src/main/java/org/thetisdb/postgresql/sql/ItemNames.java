package org.thetisdb.postgresql.sql;

import java.util.Locale;
import net.sf.jsqlparser.expression.AnalyticExpression;
import net.sf.jsqlparser.expression.ArrayConstructor;
import net.sf.jsqlparser.expression.BooleanValue;
import net.sf.jsqlparser.expression.CaseExpression;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.ExtractExpression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.TimeKeyExpression;
import net.sf.jsqlparser.expression.TrimFunction;
import net.sf.jsqlparser.expression.operators.relational.ExistsExpression;
import net.sf.jsqlparser.schema.Column;

/** What a column is called that has no name of its own, as PostgreSQL calls it. Stateless. */
final class ItemNames {
    private ItemNames() {}

    static String of(Expression expression) {
        return switch (expression) {
            case Column column -> Translation.name(column.getColumnName(), true);
            case Function function -> function(function);
            case AnalyticExpression analytic -> Aggregates.bareName(analytic.getName());
            case CastExpression cast -> cast(cast);
            case CaseExpression _ -> "case";
            case ExtractExpression _ -> "extract";
            case ExistsExpression _ -> "exists";
            case ArrayConstructor _ -> "array";
            case BooleanValue _ -> "bool";
            case TrimFunction _ -> "btrim";
            case TimeKeyExpression time ->
                time.getStringValue().toLowerCase(Locale.ROOT).replace("()", "");
            default -> "?column?";
        };
    }

    private static String function(Function function) {
        String name = Translation.name(function.getMultipartName().getLast(), true);
        return switch (name) {
            case "substring_from" -> "substring";
            case "strpos_in" -> "position";
            default -> name;
        };
    }

    private static String cast(CastExpression cast) {
        String inner = of(JoinTree.bare(cast.getLeftExpression()));
        if (!inner.equals("?column?")) {
            return inner;
        }
        String type = cast.getColDataType().getDataType();
        return type.substring(type.lastIndexOf('.') + 1).replace("\"", "").toLowerCase(Locale.ROOT);
    }
}
