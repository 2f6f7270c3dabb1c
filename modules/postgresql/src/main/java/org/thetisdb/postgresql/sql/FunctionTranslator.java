package org.thetisdb.postgresql.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.ExtractExpression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.TrimFunction;
import org.jspecify.annotations.Nullable;
import org.thetisdb.CypherText;
import org.thetisdb.postgresql.failure.PostgresFailure;
import org.thetisdb.postgresql.failure.SqlState;
import org.thetisdb.postgresql.type.PgType;

/** Functions of SQL, and those of the database that SQL does not know. */
final class FunctionTranslator {
    private static final Set<String> KEYWORDS = Set.of(
            "current_user",
            "session_user",
            "user",
            "current_role",
            "current_schema",
            "current_catalog",
            "current_date",
            "current_timestamp",
            "current_time",
            "localtime",
            "localtimestamp");

    private final Translation translation;
    private final ExpressionTranslator expressions;

    FunctionTranslator(Translation translation, ExpressionTranslator expressions) {
        this.translation = translation;
        this.expressions = expressions;
    }

    static boolean isKeyword(String name) {
        return KEYWORDS.contains(name.toLowerCase(Locale.ROOT));
    }

    /** A function that is called without parentheses. */
    Expr keyword(Object node, String written) {
        String name = written.toLowerCase(Locale.ROOT).replace("()", "");
        return switch (name) {
            case "current_user", "session_user", "user", "current_role" ->
                text(translation.context().user(), PgType.NAME);
            case "current_schema" -> text("public", PgType.NAME);
            case "current_catalog" -> text(translation.context().database(), PgType.NAME);
            case "current_date" -> Expr.of("date()", PgType.DATE);
            case "current_timestamp" -> Expr.of("datetime()", PgType.TIMESTAMPTZ);
            case "localtimestamp" -> Expr.of("localdatetime()", PgType.TIMESTAMP);
            case "localtime" -> Expr.of("localtime()", PgType.TIME);
            case "current_time" -> Expr.of("time()", PgType.TIMETZ);
            default -> throw translation.unsupported(node, name);
        };
    }

    private static Expr text(String value, PgType type) {
        return Expr.of(Translation.cypher(value), type);
    }

    /** A call, with its arguments translated. */
    private record Call(Function node, String name, List<Expr> arguments) {
        int count() {
            return arguments.size();
        }
    }

    Expr translate(Function function) {
        List<String> parts = function.getMultipartName();
        String last = Translation.name(parts.getLast(), true);
        boolean ofCatalog = parts.size() == 1
                || parts.getFirst().equalsIgnoreCase("pg_catalog")
                || parts.getFirst().equalsIgnoreCase("information_schema");
        List<Expr> arguments = new ArrayList<>();
        if (function.getParameters() != null) {
            for (Expression argument : function.getParameters()) {
                arguments.add(expressions.translate(argument));
            }
        }
        Call call = new Call(function, last, arguments);
        if (ofCatalog) {
            Expr known = ofText(call);
            known = known == null ? ofNumbers(call) : known;
            known = known == null ? ofTimes(call) : known;
            known = known == null ? ofValues(call) : known;
            known = known == null ? ofSystem(call) : known;
            if (known != null) {
                return known;
            }
        }
        return ofDatabase(
                call,
                String.join(
                        ".",
                        parts.stream()
                                .map(part -> Translation.name(part, false))
                                .toList()));
    }

    private Expr argument(Call call, int index) {
        if (index >= call.count()) {
            throw translation.failure(
                    call.node(), SqlState.UNDEFINED_FUNCTION, "function " + call.name() + "() needs more arguments");
        }
        return call.arguments().get(index);
    }

    private String arg(Call call, int index, PgType type) {
        return translation.as(argument(call, index), type).cypher();
    }

    private String textArg(Call call, int index) {
        return translation.text(argument(call, index));
    }

    @Nullable
    private Expr ofText(Call call) {
        return switch (call.name()) {
            case "lower" -> Expr.of("toLower(" + textArg(call, 0) + ")", PgType.TEXT);
            case "upper" -> Expr.of("toUpper(" + textArg(call, 0) + ")", PgType.TEXT);
            case "length", "char_length", "character_length" -> Expr.of("size(" + textArg(call, 0) + ")", PgType.INT4);
            case "btrim" -> trimmed(call, "btrim");
            case "ltrim" -> trimmed(call, "ltrim");
            case "rtrim" -> trimmed(call, "rtrim");
            case "replace" ->
                Expr.of(
                        "replace(" + textArg(call, 0) + ", " + textArg(call, 1) + ", " + textArg(call, 2) + ")",
                        PgType.TEXT);
            case "left", "right" ->
                Expr.of(call.name() + "(" + textArg(call, 0) + ", " + arg(call, 1, PgType.INT8) + ")", PgType.TEXT);
            case "substr", "substring", "substring_from" -> substring(call);
            case "reverse" -> Expr.of("reverse(" + textArg(call, 0) + ")", PgType.TEXT);
            case "concat" -> concat(call);
            case "starts_with" ->
                Expr.of("(" + textArg(call, 0) + " STARTS WITH " + textArg(call, 1) + ")", PgType.BOOL);
            case "strpos" -> position(textArg(call, 0), textArg(call, 1));
            case "strpos_in" -> position(textArg(call, 1), textArg(call, 0));
            case "quote_ident" -> Expr.of(textArg(call, 0), PgType.TEXT);
            default -> null;
        };
    }

    private Expr trimmed(Call call, String name) {
        String characters = call.count() > 1 ? ", " + textArg(call, 1) : "";
        return Expr.of(name + "(" + textArg(call, 0) + characters + ")", PgType.TEXT);
    }

    /** SQL counts from 1, and what is before the first character takes from the length. */
    private Expr substring(Call call) {
        String text = textArg(call, 0);
        String start = arg(call, 1, PgType.INT8);
        String from = "CASE WHEN " + start + " > 1 THEN " + start + " - 1 ELSE 0 END";
        if (call.count() == 2) {
            return Expr.of("substring(" + text + ", " + from + ")", PgType.TEXT);
        }
        String end = "(" + start + " - 1 + " + arg(call, 2, PgType.INT8) + ")";
        String length = "CASE WHEN " + end + " > (" + from + ") THEN " + end + " - (" + from + ") ELSE 0 END";
        return Expr.of("substring(" + text + ", " + from + ", " + length + ")", PgType.TEXT);
    }

    private Expr concat(Call call) {
        List<String> parts = new ArrayList<>();
        for (int index = 0; index < call.count(); index++) {
            parts.add("coalesce(" + textArg(call, index) + ", '')");
        }
        return Expr.of(parts.isEmpty() ? "''" : "(" + String.join(" + ", parts) + ")", PgType.TEXT);
    }

    private static Expr position(String text, String part) {
        return Expr.of(
                "CASE WHEN " + text + " CONTAINS " + part + " THEN size(split(" + text + ", " + part + ")[0]) + 1 WHEN "
                        + text + " IS NULL OR " + part + " IS NULL THEN null ELSE 0 END",
                PgType.INT4);
    }

    Expr trim(TrimFunction trim) {
        Expression whole = trim.getFromExpression() == null ? trim.getExpression() : trim.getFromExpression();
        String text = translation.as(expressions.translate(whole), PgType.TEXT).cypher();
        String side = trim.getTrimSpecification() == null
                ? "BOTH"
                : trim.getTrimSpecification().name().toUpperCase(Locale.ROOT);
        String name = side.equals("LEADING") ? "ltrim" : side.equals("TRAILING") ? "rtrim" : "btrim";
        String characters = trim.getFromExpression() == null || trim.getExpression() == null
                ? ""
                : ", "
                        + translation
                                .as(expressions.translate(trim.getExpression()), PgType.TEXT)
                                .cypher();
        return Expr.of(name + "(" + text + characters + ")", PgType.TEXT);
    }

    @Nullable
    private Expr ofNumbers(Call call) {
        return switch (call.name()) {
            case "abs" -> {
                String value = arg(call, 0, PgType.FLOAT8);
                PgType type = translation
                        .as(call.arguments().getFirst(), PgType.FLOAT8)
                        .type();
                yield Expr.of("abs(" + value + ")", type);
            }
            case "ceil", "ceiling" -> Expr.of("ceil(" + arg(call, 0, PgType.FLOAT8) + ")", PgType.FLOAT8);
            case "floor", "sqrt", "exp", "degrees", "radians", "sin", "cos", "tan", "asin", "acos", "atan" ->
                Expr.of(call.name() + "(" + arg(call, 0, PgType.FLOAT8) + ")", PgType.FLOAT8);
            case "round" ->
                Expr.of(
                        "round(" + arg(call, 0, PgType.FLOAT8)
                                + (call.count() > 1 ? ", " + arg(call, 1, PgType.INT8) : "") + ")",
                        PgType.FLOAT8);
            case "sign" -> Expr.of("toFloat(sign(" + arg(call, 0, PgType.FLOAT8) + "))", PgType.FLOAT8);
            case "ln" -> Expr.of("log(" + arg(call, 0, PgType.FLOAT8) + ")", PgType.FLOAT8);
            case "log" -> Expr.of("log10(" + arg(call, 0, PgType.FLOAT8) + ")", PgType.FLOAT8);
            case "pi" -> Expr.of("pi()", PgType.FLOAT8);
            case "random" -> Expr.of("rand()", PgType.FLOAT8);
            case "power", "pow" ->
                Expr.of("(" + arg(call, 0, PgType.FLOAT8) + " ^ " + arg(call, 1, PgType.FLOAT8) + ")", PgType.FLOAT8);
            case "mod" ->
                Expr.of("(" + arg(call, 0, PgType.INT8) + " % " + arg(call, 1, PgType.INT8) + ")", PgType.INT8);
            default -> null;
        };
    }

    @Nullable
    private Expr ofTimes(Call call) {
        return switch (call.name()) {
            case "now", "transaction_timestamp" -> Expr.of("datetime.transaction()", PgType.TIMESTAMPTZ);
            case "statement_timestamp" -> Expr.of("datetime.statement()", PgType.TIMESTAMPTZ);
            case "clock_timestamp" -> Expr.of("datetime.realtime()", PgType.TIMESTAMPTZ);
            case "date_part" ->
                part(call.node(), unit(call), translation.as(call.arguments().get(1), PgType.TIMESTAMP));
            case "date_trunc" -> truncated(call);
            case "to_timestamp" ->
                Expr.of(
                        "datetime.fromEpochMillis(toInteger(" + arg(call, 0, PgType.FLOAT8) + " * 1000))",
                        PgType.TIMESTAMPTZ);
            default -> null;
        };
    }

    private String unit(Call call) {
        arg(call, 1, PgType.TIMESTAMP);
        return call.arguments()
                .getFirst()
                .literal()
                .map(token -> token.text().toLowerCase(Locale.ROOT))
                .orElseThrow(() -> translation.unsupported(call.node(), "a unit of time that is no literal"));
    }

    private Expr truncated(Call call) {
        String unit = unit(call);
        if (!Set.of("year", "quarter", "month", "week", "day", "hour", "minute", "second", "decade", "century")
                .contains(unit)) {
            throw translation.unsupported(call.node(), "date_trunc by " + unit);
        }
        Expr time = translation.as(call.arguments().get(1), PgType.TIMESTAMP);
        String name = time.type() == PgType.TIMESTAMPTZ ? "datetime" : "localdatetime";
        return Expr.of(
                name + ".truncate('" + unit + "', " + time.cypher() + ")",
                time.type() == PgType.TIMESTAMPTZ ? PgType.TIMESTAMPTZ : PgType.TIMESTAMP);
    }

    Expr extract(ExtractExpression extract) {
        Expr time = translation.as(expressions.translate(extract.getExpression()), PgType.TIMESTAMP);
        return part(extract, extract.getName().replace("'", "").toLowerCase(Locale.ROOT), time);
    }

    private Expr part(Object node, String unit, Expr time) {
        String value = time.cypher();
        boolean interval = time.type() == PgType.INTERVAL;
        String found = switch (unit) {
            case "year", "month", "day", "hour", "minute", "quarter", "week" ->
                value + "." + (interval ? unit + "s" : unit);
            case "doy" -> value + ".ordinalDay";
            case "isodow" -> value + ".dayOfWeek";
            case "dow" -> "(" + value + ".dayOfWeek % 7)";
            case "isoyear" -> value + ".weekYear";
            case "second" -> "(" + value + ".second + " + value + ".microsecond / 1000000.0)";
            case "epoch" ->
                switch (time.type()) {
                    case TIMESTAMPTZ -> "(" + value + ".epochMillis / 1000.0)";
                    case DATE -> "duration.inSeconds(date('1970-01-01'), " + value + ").seconds";
                    default ->
                        throw translation.unsupported(
                                node, "the epoch of " + time.type().sqlName());
                };
            default -> throw translation.unsupported(node, "the part " + unit + " of a time");
        };
        if (interval && !Set.of("year", "month", "day", "hour", "minute").contains(unit)) {
            throw translation.unsupported(node, "the part " + unit + " of an interval");
        }
        return Expr.of("toFloat(" + found + ")", PgType.FLOAT8);
    }

    @Nullable
    private Expr ofValues(Call call) {
        return switch (call.name()) {
            case "coalesce" -> {
                PgType type = expressions.commonType(call.arguments());
                yield Expr.of("coalesce(" + all(call, type) + ")", type);
            }
            case "nullif" -> {
                PgType type = expressions.commonType(call.arguments());
                yield Expr.of("nullIf(" + all(call, type) + ")", type);
            }
            case "greatest", "least" -> {
                PgType type = expressions.commonType(call.arguments());
                String sorted = "[e IN [" + all(call, type) + "] WHERE e IS NOT NULL]";
                String operator = call.name().equals("greatest") ? ">" : "<";
                yield Expr.of(
                        "reduce(m = null, e IN " + sorted + " | CASE WHEN m IS NULL OR e " + operator
                                + " m THEN e ELSE m END)",
                        type);
            }
            case "array_length", "array_upper" ->
                Expr.of("nullIf(size(" + arg(call, 0, PgType.TEXT_ARRAY) + "), 0)", PgType.INT4);
            case "array_lower" -> Expr.of("1", PgType.INT4);
            case "cardinality" -> Expr.of("size(" + arg(call, 0, PgType.TEXT_ARRAY) + ")", PgType.INT4);
            case "array_to_string" -> {
                String separator = arg(call, 1, PgType.TEXT);
                yield Expr.of(
                        "substring(reduce(t = '', e IN " + arg(call, 0, PgType.TEXT_ARRAY) + " | t + " + separator
                                + " + toString(e)), size(" + separator + "))",
                        PgType.TEXT);
            }
            case "to_json", "to_jsonb" -> Expr.of(arg(call, 0, PgType.TEXT), PgType.JSONB);
            default -> null;
        };
    }

    private String all(Call call, PgType type) {
        return String.join(
                ", ",
                call.arguments().stream()
                        .map(argument -> translation.as(argument, type).cypher())
                        .toList());
    }

    @Nullable
    private Expr ofSystem(Call call) {
        return switch (call.name()) {
            case "version" -> text("PostgreSQL 15.0 (Thetis), the wire protocol over a graph", PgType.TEXT);
            case "current_database" -> text(translation.context().database(), PgType.NAME);
            case "current_schema" -> text("public", PgType.NAME);
            case "current_schemas" -> Expr.of("['pg_catalog', 'public']", PgType.NAME_ARRAY);
            case "current_user", "session_user", "user" ->
                text(translation.context().user(), PgType.NAME);
            case "pg_get_userbyid" -> text(translation.context().user(), PgType.NAME);
            case "pg_table_is_visible",
                    "pg_type_is_visible",
                    "pg_function_is_visible",
                    "pg_is_other_temp_schema",
                    "pg_collation_is_visible",
                    "has_table_privilege",
                    "has_schema_privilege",
                    "has_database_privilege",
                    "has_column_privilege",
                    "has_any_column_privilege",
                    "pg_relation_is_publishable" ->
                Expr.of(call.name().equals("pg_is_other_temp_schema") ? "false" : "true", PgType.BOOL);
            case "pg_is_in_recovery" -> Expr.of("false", PgType.BOOL);
            case "pg_my_temp_schema" -> Expr.of("0", PgType.OID);
            case "pg_encoding_to_char" -> text("UTF8", PgType.NAME);
            case "getdatabaseencoding" -> text("UTF8", PgType.NAME);
            case "format_type" -> formatType(call);
            case "obj_description",
                    "col_description",
                    "shobj_description",
                    "pg_tablespace_location",
                    "inet_server_addr",
                    "inet_client_addr" -> Expr.of("null", PgType.TEXT);
            case "pg_relation_size", "pg_table_size", "pg_total_relation_size", "pg_indexes_size", "pg_database_size" ->
                Expr.of("0", PgType.INT8);
            case "pg_size_pretty" -> Expr.of("(toString(" + arg(call, 0, PgType.INT8) + ") + ' bytes')", PgType.TEXT);
            case "current_setting" -> setting(call);
            // Of the keys of indexes, of which there are none.
            case "_pg_expandarray" -> Expr.of("null", PgType.UNKNOWN);
            case "pg_backend_pid" -> Expr.of("0", PgType.INT4);
            // Definitions of what there is none of: defaults, constraints, indexes, views, triggers and the like.
            default -> call.name().startsWith("pg_get_") ? Expr.of("null", PgType.TEXT) : null;
        };
    }

    private Expr formatType(Call call) {
        String number = "toString(" + arg(call, 0, PgType.OID) + ")";
        return Expr.of(translation.typeNames() + "[" + number + "]", PgType.TEXT);
    }

    private Expr setting(Call call) {
        String name = call.arguments()
                .getFirst()
                .literal()
                .map(Token::text)
                .orElseThrow(() -> translation.unsupported(call.node(), "a setting whose name is no literal"));
        return translation.context().settings().entrySet().stream()
                .filter(entry -> entry.getKey().equalsIgnoreCase(name))
                .findFirst()
                .map(entry -> text(entry.getValue(), PgType.TEXT))
                .orElseGet(() -> {
                    if (call.count() > 1) {
                        return Expr.of("null", PgType.TEXT);
                    }
                    throw translation.failure(
                            call.node(),
                            SqlState.UNDEFINED_OBJECT,
                            "unrecognized configuration parameter \"" + name + "\"");
                });
    }

    /** A function of Cypher, built in or of a program, under its own name. */
    private Expr ofDatabase(Call call, String name) {
        PgType type = translation.functions().result(name).orElseThrow(() -> missing(call, name));
        List<String> arguments = call.arguments().stream()
                .map(argument -> translation.as(argument, PgType.TEXT).cypher())
                .toList();
        String written = String.join(
                ".", List.of(name.split("\\.")).stream().map(CypherText::name).toList());
        return Expr.of(written + "(" + String.join(", ", arguments) + ")", type);
    }

    private PostgresFailure missing(Call call, String name) {
        List<String> types = call.arguments().stream()
                .map(argument -> argument.type().sqlName())
                .toList();
        return translation.failure(
                call.node(),
                SqlState.UNDEFINED_FUNCTION,
                "function " + name + "(" + String.join(", ", types) + ") does not exist");
    }
}
