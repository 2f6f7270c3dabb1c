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
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.SelectItem;
import net.sf.jsqlparser.statement.select.SetOperationList;
import net.sf.jsqlparser.statement.select.Values;
import org.thetisdb.postgresql.type.PgType;

/** What a column is called that has no name of its own, as PostgreSQL calls it. Stateless. */
final class ItemNames {
    private ItemNames() {}

    static String of(Expression expression) {
        return switch (expression) {
            case Column column -> Translation.name(column.getColumnName(), true);
            case Function function -> function(function);
            case AnalyticExpression analytic -> Aggregates.bareName(analytic.getName());
            case CastExpression cast -> cast(cast);
            case CaseExpression choice -> choice(choice);
            case Select select -> select(select);
            case ExtractExpression _ -> "extract";
            case ExistsExpression _ -> "exists";
            case ArrayConstructor _ -> "array";
            case BooleanValue _ -> "bool";
            case TrimFunction trim -> trim(trim);
            case TimeKeyExpression time ->
                time.getStringValue().toLowerCase(Locale.ROOT).replace("()", "");
            default -> "?column?";
        };
    }

    private static String function(Function function) {
        String name = Translation.name(function.getMultipartName().getLast(), true);
        return switch (name) {
            case "substring_from", "substring_for" -> "substring";
            case "strpos_in" -> "position";
            default -> name;
        };
    }

    private static boolean isOfName(CastExpression cast) {
        Expression inner = JoinTree.bare(cast.getLeftExpression());
        return inner instanceof CastExpression nested
                ? isOfName(nested)
                : inner instanceof Column || inner instanceof Function;
    }

    private static String trim(TrimFunction trim) {
        return switch (trim.getTrimSpecification()) {
            case LEADING -> "ltrim";
            case TRAILING -> "rtrim";
            case null, default -> "btrim";
        };
    }

    /** The name of what is cast, unless that is the name of a type or a word for want of a better one. */
    private static String cast(CastExpression cast) {
        Expression value = JoinTree.bare(cast.getLeftExpression());
        String inner = of(value);
        boolean weak = inner.equals("?column?")
                || inner.equals("case")
                || value instanceof CastExpression
                || value instanceof BooleanValue;
        if (!weak || value instanceof CastExpression nested && isOfName(nested)) {
            return inner;
        }
        String written = cast.getColDataType().getDataType();
        String type = written.substring(written.lastIndexOf('.') + 1)
                .replaceAll("\\s*\\([^)]*\\)|\\[]|\"", "")
                .replaceAll("\\s+", " ")
                .strip()
                .toLowerCase(Locale.ROOT);
        return PgType.ofName(type.equals("char") ? "bpchar" : type)
                .map(PgType::internalName)
                .orElse(type);
    }

    /** The name of what is there otherwise, if it has one. */
    private static String choice(CaseExpression choice) {
        Expression otherwise = choice.getElseExpression() == null ? choice : JoinTree.bare(choice.getElseExpression());
        return otherwise instanceof Column || otherwise instanceof Function ? of(otherwise) : "case";
    }

    /** The name of its one column. */
    private static String select(Select select) {
        return switch (select) {
            case ParenthesedSelect inside -> select(inside.getSelect());
            case SetOperationList sets -> select(sets.getSelects().getFirst());
            case Values _ -> "column1";
            case PlainSelect plain
            when !plain.getSelectItems().isEmpty() -> {
                SelectItem<?> item = plain.getSelectItems().getFirst();
                yield item.getAlias() == null
                        ? of(JoinTree.bare(item.getExpression()))
                        : Translation.name(item.getAlias().getName(), true);
            }
            default -> "?column?";
        };
    }
}
