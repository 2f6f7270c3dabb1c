package org.thetisdb.postgresql.sql;

import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import net.sf.jsqlparser.expression.ExtractExpression;
import net.sf.jsqlparser.expression.LongValue;
import org.jspecify.annotations.Nullable;
import org.thetisdb.postgresql.type.PgType;

/** Functions of dates, times and intervals. */
final class TimeFunctions {
    private static final Set<String> UNITS =
            Set.of("year", "quarter", "month", "week", "day", "hour", "minute", "second", "decade", "century");

    private final Translation translation;
    private final ExpressionTranslator expressions;
    private final Times times;

    TimeFunctions(Translation translation, ExpressionTranslator expressions) {
        this.translation = translation;
        this.expressions = expressions;
        this.times = new Times(translation);
    }

    /** What is called without parentheses. */
    @Nullable
    Expr keyword(String name) {
        String here = "({timezone: " + times.zone() + "})";
        return switch (name) {
            case "current_date" -> Expr.of("date" + here, PgType.DATE);
            case "current_timestamp" -> Expr.of("datetime()", PgType.TIMESTAMPTZ);
            case "localtimestamp" -> Expr.of("localdatetime" + here, PgType.TIMESTAMP);
            case "localtime" -> Expr.of("localtime" + here, PgType.TIME);
            case "current_time" -> Expr.of("time" + here, PgType.TIMETZ);
            default -> null;
        };
    }

    @Nullable
    Expr translate(FunctionCall call) {
        return switch (call.name()) {
            case "now", "transaction_timestamp" -> Expr.of("datetime.transaction()", PgType.TIMESTAMPTZ);
            case "statement_timestamp" -> Expr.of("datetime.statement()", PgType.TIMESTAMPTZ);
            case "clock_timestamp" -> Expr.of("datetime.realtime()", PgType.TIMESTAMPTZ);
            case "current_timestamp", "localtimestamp", "current_time", "localtime" -> keyword(call);
            case "date_part" -> part(call.node(), unit(call), translation.as(call.argument(1), PgType.TIMESTAMP));
            case "date_trunc" -> truncated(call);
            case "to_timestamp" ->
                Expr.of(
                        "datetime.fromEpochMillis(toInteger(" + call.argument(0, PgType.FLOAT8) + " * 1000))",
                        PgType.TIMESTAMPTZ);
            default -> null;
        };
    }

    /** With a number of places. */
    private Expr keyword(FunctionCall call) {
        Expr now = Objects.requireNonNull(keyword(call.name()));
        call.argument(0);
        if (call.written(0) instanceof LongValue places
                && places.getStringValue().matches("\\d{1,3}")) {
            return Expr.of(Times.rounded(now.type(), now.cypher(), (int) places.getValue()), now.type());
        }
        throw translation.unsupported(call.node(), call.name() + " with this");
    }

    private String unit(FunctionCall call) {
        return call.argument(0)
                .literal()
                .map(token -> token.text().toLowerCase(Locale.ROOT))
                .orElseThrow(() -> translation.unsupported(call.node(), "a unit of time that is no literal"));
    }

    private Expr truncated(FunctionCall call) {
        String unit = unit(call);
        Expr time = translation.as(call.argument(1), PgType.TIMESTAMP);
        if (!UNITS.contains(unit)) {
            throw translation.unsupported(call.node(), "date_trunc by " + unit);
        }
        if (time.type().category() != 'D' || time.type() == PgType.TIME || time.type() == PgType.TIMETZ) {
            throw translation.unsupported(
                    call.node(), "date_trunc() of " + time.type().sqlName());
        }
        boolean instant = time.type() == PgType.TIMESTAMPTZ || time.type() == PgType.DATE;
        String fields =
                instant ? times.fields(Expr.of(times.to(time, PgType.TIMESTAMPTZ), PgType.TIMESTAMPTZ)) : time.cypher();
        String function = (instant ? "datetime" : "localdatetime") + ".truncate('" + unit + "', ";
        // PostgreSQL's centuries begin with their first year, 2001, those of Cypher with 2000.
        String found = unit.equals("century")
                ? "(" + function + fields + " - duration({years: 1})) + duration({years: 1}))"
                : function + fields + ")";
        return instant ? Expr.of(Times.utc(found), PgType.TIMESTAMPTZ) : Expr.of(found, PgType.TIMESTAMP);
    }

    Expr extract(ExtractExpression extract) {
        Expr time = translation.as(expressions.translate(extract.getExpression()), PgType.TIMESTAMP);
        return part(extract, extract.getName().replace("'", "").toLowerCase(Locale.ROOT), time);
    }

    private Expr part(Object node, String unit, Expr time) {
        String found = time.type() == PgType.INTERVAL
                ? ofInterval(node, unit, time.cypher())
                : ofTime(node, unit, time, times.fields(time));
        return Expr.of("toFloat(" + found + ")", PgType.FLOAT8);
    }

    private String ofTime(Object node, String unit, Expr time, String value) {
        return switch (unit) {
            case "year", "month", "day", "hour", "minute", "quarter", "week" -> value + "." + unit;
            case "doy" -> value + ".ordinalDay";
            case "isodow" -> value + ".dayOfWeek";
            case "dow" -> "(" + value + ".dayOfWeek % 7)";
            case "isoyear" -> value + ".weekYear";
            case "second" -> "(" + value + ".second + " + value + ".microsecond / 1000000.0)";
            case "epoch" ->
                switch (time.type()) {
                    case TIMESTAMPTZ -> "(" + time.cypher() + ".epochMillis / 1000.0)";
                    case DATE -> "duration.inSeconds(date('1970-01-01'), " + value + ").seconds";
                    default ->
                        throw translation.unsupported(
                                node, "the epoch of " + time.type().sqlName());
                };
            default -> throw translation.unsupported(node, "the part " + unit + " of a time");
        };
    }

    /** Months go up to years, but neither days to months nor hours to days. */
    private String ofInterval(Object node, String unit, String value) {
        return switch (unit) {
            case "year" -> value + ".years";
            case "month" -> value + ".monthsOfYear";
            case "day" -> value + ".days";
            case "hour" -> value + ".hours";
            case "minute" -> value + ".minutesOfHour";
            case "second" -> "(" + value + ".secondsOfMinute + " + value + ".microsecondsOfSecond / 1000000.0)";
            default -> throw translation.unsupported(node, "the part " + unit + " of an interval");
        };
    }
}
