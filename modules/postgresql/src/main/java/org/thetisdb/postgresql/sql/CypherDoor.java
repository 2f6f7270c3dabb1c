package org.thetisdb.postgresql.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import net.sf.jsqlparser.expression.Alias;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.JdbcParameter;
import net.sf.jsqlparser.expression.StringValue;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.TableFunction;
import org.thetisdb.PreparedStatement;
import org.thetisdb.postgresql.failure.PostgresFailure;
import org.thetisdb.postgresql.failure.SqlState;
import org.thetisdb.postgresql.text.Token;
import org.thetisdb.postgresql.type.PgType;
import org.thetisdb.postgresql.type.ResultColumn;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * {@code SELECT * FROM cypher($$ … $$, …) AS (a bigint, b text)}: the text goes to the database as it is.
 *
 * <pre>
 *   cypher($$ … $$)                       no parameters
 *   cypher('graph', $$ … $$)              as users of Apache AGE write it; the name of the graph is not looked at
 *   cypher($$ … $p1 … $p2 $$, $1, $2)     parameters by their numbers
 *   cypher($$ … $name … $$, $1)           no $p1 in it: $1 is a jsonb (or agtype) object, parameters by its names
 * </pre>
 */
final class CypherDoor {
    private final Translation translation;
    private final int offset;

    CypherDoor(Translation translation, int offset) {
        this.translation = translation;
        this.offset = offset;
    }

    /** A call of the function. */
    record Call(Token text, List<ResultColumn> columns, OptionalInt mapParameter) {
        Call {
            columns = List.copyOf(columns);
        }
    }

    /** The query, if it is nothing but that. */
    Optional<PreparedQuery> open(Select select) {
        if (!(select instanceof PlainSelect plain)
                || !(plain.getFromItem() instanceof TableFunction table)
                || !isDoor(table.getFunction())
                || !isBare(plain)) {
            return Optional.empty();
        }
        Call call = call(table);
        Token text = call.text();
        return Optional.of(new PreparedQuery(
                text.text(),
                call.columns(),
                translation.parameters(),
                translation.constants(),
                Set.of(),
                call.mapParameter(),
                place -> text.textStart() < 0 ? text.start() + offset : text.textStart() + place + offset));
    }

    static boolean isDoor(Function function) {
        List<String> parts = function.getMultipartName();
        return parts.getLast().equalsIgnoreCase("cypher");
    }

    private static boolean isBare(PlainSelect select) {
        return select.getSelectItems().size() == 1
                && select.getSelectItems().getFirst().getExpression().getClass() == AllColumns.class
                && select.getJoins() == null
                && select.getWhere() == null
                && select.getGroupBy() == null
                && select.getHaving() == null
                && select.getDistinct() == null
                && !SelectTranslator.hasTail(select)
                && select.getWithItemsList() == null;
    }

    /** Reads a call: its text, its parameters and the columns that it promises. */
    Call call(TableFunction table) {
        Function function = table.getFunction();
        ExpressionList<?> arguments = function.getParameters();
        List<Expression> given = arguments == null ? List.of() : List.copyOf(arguments);
        int textAt = given.size() > 1 && given.get(1) instanceof StringValue ? 1 : 0;
        if (given.size() <= textAt || !(given.get(textAt) instanceof StringValue value)) {
            throw translation.failure(
                    function, SqlState.UNDEFINED_FUNCTION, "cypher() needs a text, such as cypher($$ RETURN 1 $$)");
        }
        Token text = translation.literal(value.getValue());
        List<Expression> values = given.subList(textAt + 1, given.size());
        Head head = head(text);
        OptionalInt map = mapParameter(function, values, head);
        return new Call(text, columns(table, head.columns()), map);
    }

    /** What the text returns and asks for: nothing if it cannot be prepared. */
    private record Head(List<String> columns, Set<String> parameters) {}

    private Head head(Token text) {
        try {
            PreparedStatement prepared = translation.catalog().database().prepare(text.text());
            return new Head(prepared.columns(), prepared.parameters());
        } catch (ThetisException failure) {
            if (failure.code() == ErrorCode.USAGE) {
                return new Head(List.of(), Set.of());
            }
            throw PostgresFailure.of(failure, place -> text.textStart() < 0 ? text.start() : text.textStart() + place);
        }
    }

    private OptionalInt mapParameter(Function function, List<Expression> values, Head head) {
        boolean byNumber = head.parameters().contains("p1") || values.size() != 1;
        int number = 0;
        for (Expression value : values) {
            number++;
            Expression plain = value;
            PgType type = PgType.UNKNOWN;
            if (value instanceof CastExpression cast) {
                type = TypeNames.of(translation, cast);
                plain = cast.getLeftExpression();
            }
            if (!(plain instanceof JdbcParameter parameter) || parameter.getIndex() != number) {
                throw translation.failure(
                        function,
                        SqlState.FEATURE_NOT_SUPPORTED,
                        "arguments of cypher() behind its text are $1, $2, ... in their order");
            }
            Expr expression = translation.parameter(number);
            translation.as(expression, type == PgType.UNKNOWN && !byNumber ? PgType.JSONB : type);
            PgType found = translation.parameters().get(number - 1);
            if (!byNumber && (found == PgType.JSONB || found == PgType.JSON)) {
                return OptionalInt.of(0);
            }
        }
        return OptionalInt.empty();
    }

    private List<ResultColumn> columns(TableFunction table, List<String> names) {
        if (table.getAlias() == null || table.getAlias().getAliasColumns() == null) {
            return names.stream()
                    .map(name -> ResultColumn.of(name, PgType.JSONB))
                    .toList();
        }
        List<ResultColumn> columns = new ArrayList<>();
        for (Alias.AliasColumn column : table.getAlias().getAliasColumns()) {
            PgType type =
                    column.colDataType == null ? PgType.JSONB : TypeNames.of(translation, table, column.colDataType);
            columns.add(ResultColumn.of(Translation.name(column.name, true), type));
        }
        if (!names.isEmpty() && names.size() != columns.size()) {
            throw translation.failure(
                    table.getFunction(),
                    SqlState.DATATYPE_MISMATCH,
                    "return row and column definition list do not match: returned=" + names.size() + ", defined="
                            + columns.size());
        }
        return columns;
    }
}
