package org.thetisdb.postgresql.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.TrimFunction;
import org.jspecify.annotations.Nullable;
import org.thetisdb.CypherText;
import org.thetisdb.postgresql.failure.SqlState;
import org.thetisdb.postgresql.text.Token;
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
    private final NumberFunctions numbers;
    private final TimeFunctions times;

    FunctionTranslator(Translation translation, ExpressionTranslator expressions) {
        this.translation = translation;
        this.expressions = expressions;
        this.numbers = new NumberFunctions(translation);
        this.times = new TimeFunctions(translation, expressions);
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
            default -> {
                Expr time = times.keyword(name);
                if (time == null) {
                    throw translation.unsupported(node, name);
                }
                yield time;
            }
        };
    }

    private static Expr text(String value, PgType type) {
        return Expr.of(Translation.cypher(value), type);
    }

    Expr translate(Function function) {
        List<String> parts = function.getMultipartName();
        String last = Translation.name(parts.getLast(), true);
        boolean ofCatalog = parts.size() == 1
                || parts.getFirst().equalsIgnoreCase("pg_catalog")
                || parts.getFirst().equalsIgnoreCase("information_schema");
        if (function.isDistinct() || function.isAllColumns() || function.getOrderByElements() != null) {
            throw translation.failure(
                    function,
                    SqlState.WRONG_OBJECT_TYPE,
                    last + " is not an aggregate function, and takes no such words");
        }
        List<Expr> arguments = new ArrayList<>();
        if (function.getParameters() != null) {
            for (Expression argument : function.getParameters()) {
                arguments.add(expressions.translate(argument));
            }
        }
        FunctionCall call = new FunctionCall(translation, function, last, arguments);
        if (ofCatalog) {
            Expr known = ofText(call);
            known = known == null ? numbers.translate(call) : known;
            known = known == null ? times.translate(call) : known;
            known = known == null ? ofValues(call) : known;
            if (known != null) {
                call.requireAllRead();
                return known;
            }
            // Of these, what they are asked about often changes nothing.
            known = ofSystem(call);
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

    @Nullable
    private Expr ofText(FunctionCall call) {
        return switch (call.name()) {
            case "lower" -> Expr.of("toLower(" + call.text(0) + ")", PgType.TEXT);
            case "upper" -> Expr.of("toUpper(" + call.text(0) + ")", PgType.TEXT);
            case "length", "char_length", "character_length" -> Expr.of("size(" + call.text(0) + ")", PgType.INT4);
            case "btrim" -> trimmed(call, "btrim");
            case "ltrim" -> trimmed(call, "ltrim");
            case "rtrim" -> trimmed(call, "rtrim");
            case "replace" -> replace(call);
            case "left", "right" -> end(call);
            case "substr", "substring", "substring_from" ->
                substring(call, call.argument(1, PgType.INT8), call.count() > 2 ? call.argument(2, PgType.INT8) : "");
            case "substring_for" -> substring(call, "1", call.argument(1, PgType.INT8));
            case "reverse" -> Expr.of("reverse(" + call.text(0) + ")", PgType.TEXT);
            case "concat" -> concat(call);
            case "starts_with" -> Expr.of("(" + call.text(0) + " STARTS WITH " + call.text(1) + ")", PgType.BOOL);
            case "strpos" -> position(call.text(0), call.text(1));
            case "strpos_in" -> position(call.text(1), call.text(0));
            case "quote_ident" -> Expr.of(call.text(0), PgType.TEXT);
            default -> null;
        };
    }

    private Expr trimmed(FunctionCall call, String name) {
        String characters = call.count() > 1 ? ", " + call.text(1) : "";
        return Expr.of(name + "(" + call.text(0) + characters + ")", PgType.TEXT);
    }

    /** Nothing is found nowhere. */
    private static Expr replace(FunctionCall call) {
        String text = call.text(0);
        String part = call.text(1);
        String replaced = "replace(" + text + ", " + part + ", " + call.text(2) + ")";
        boolean known = call.argument(1).literal().isPresent() && !part.equals("''");
        return Expr.of(
                known ? replaced : "CASE WHEN " + part + " = '' THEN " + text + " ELSE " + replaced + " END",
                PgType.TEXT);
    }

    /** So many characters; of a negative number, all but so many at the other end. */
    private static Expr end(FunctionCall call) {
        String text = call.text(0);
        String count = call.argument(1, PgType.INT8);
        String plain = call.name() + "(" + text + ", " + count + ")";
        if (count.matches("\\d+")) {
            return Expr.of(plain, PgType.TEXT);
        }
        String rest = "size(" + text + ") + " + count;
        return Expr.of(
                "CASE WHEN " + count + " >= 0 THEN " + plain + " WHEN " + rest + " > 0 THEN " + call.name() + "(" + text
                        + ", " + rest + ") WHEN " + rest + " IS NOT NULL THEN '' END",
                PgType.TEXT);
    }

    /** SQL counts from 1, and what is before the first character takes from the length. */
    private static Expr substring(FunctionCall call, String start, String count) {
        String text = call.text(0);
        String from = "CASE WHEN " + start + " > 1 THEN " + start + " - 1 ELSE 0 END";
        if (count.isEmpty()) {
            return Expr.of("substring(" + text + ", " + from + ")", PgType.TEXT);
        }
        // A negative length is left to the database, which has an error for it.
        String end = "(" + start + " - 1 + " + count + ")";
        String length = "CASE WHEN " + count + " < 0 THEN " + count + " WHEN " + end + " > (" + from + ") THEN " + end
                + " - (" + from + ") ELSE 0 END";
        return Expr.of("substring(" + text + ", " + from + ", " + length + ")", PgType.TEXT);
    }

    private Expr concat(FunctionCall call) {
        List<String> parts = new ArrayList<>();
        for (int index = 0; index < call.count(); index++) {
            Expr part = call.argument(index);
            // Here a boolean is what a result shows of it, t or f; a cast makes it true or false.
            String text = part.type() == PgType.BOOL
                    ? "CASE " + part.cypher() + " WHEN true THEN 't' WHEN false THEN 'f' END"
                    : call.text(index);
            parts.add("coalesce(" + text + ", '')");
        }
        return Expr.of(parts.isEmpty() ? "''" : "(" + String.join(" + ", parts) + ")", PgType.TEXT);
    }

    private static Expr position(String text, String part) {
        return Expr.of(
                "CASE WHEN " + part + " = '' AND " + text + " IS NOT NULL THEN 1 WHEN " + text + " CONTAINS " + part
                        + " THEN size(split(" + text + ", " + part + ")[0]) + 1 WHEN " + text + " IS NULL OR " + part
                        + " IS NULL THEN null ELSE 0 END",
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
    private Expr ofValues(FunctionCall call) {
        return switch (call.name()) {
            case "coalesce" -> {
                PgType type = expressions.commonType(call.all());
                yield Expr.of("coalesce(" + all(call, type) + ")", type);
            }
            case "nullif" -> {
                PgType type = expressions.commonType(call.all());
                yield Expr.of("nullIf(" + all(call, type) + ")", type);
            }
            case "greatest", "least" -> {
                PgType type = expressions.commonType(call.all());
                String sorted = "[e IN [" + all(call, type) + "] WHERE e IS NOT NULL]";
                String operator = call.name().equals("greatest") ? ">" : "<";
                yield Expr.of(
                        "reduce(m = null, e IN " + sorted + " | CASE WHEN m IS NULL OR e " + operator
                                + " m THEN e ELSE m END)",
                        type);
            }
            case "array_length", "array_upper" -> ofFirst(call, "size(" + call.argument(0, PgType.TEXT_ARRAY) + ")");
            case "array_lower" -> ofFirst(call, "1");
            case "cardinality" -> Expr.of("size(" + call.argument(0, PgType.TEXT_ARRAY) + ")", PgType.INT4);
            case "array_to_string" -> {
                String separator = call.argument(1, PgType.TEXT);
                yield Expr.of(
                        "substring(reduce(t = '', e IN " + call.argument(0, PgType.TEXT_ARRAY) + " | t + " + separator
                                + " + toString(e)), size(" + separator + "))",
                        PgType.TEXT);
            }
            case "to_json", "to_jsonb" -> Expr.of(call.argument(0, PgType.TEXT), PgType.JSONB);
            default -> null;
        };
    }

    /** Of the first dimension; there is no other, and of an empty array none. */
    private static Expr ofFirst(FunctionCall call, String found) {
        String array = call.argument(0, PgType.TEXT_ARRAY);
        return Expr.of(
                "CASE WHEN " + call.argument(1, PgType.INT4) + " = 1 AND size(" + array + ") > 0 THEN " + found
                        + " END",
                PgType.INT4);
    }

    private String all(FunctionCall call, PgType type) {
        return String.join(
                ", ",
                call.all().stream()
                        .map(argument -> translation.as(argument, type).cypher())
                        .toList());
    }

    @Nullable
    private Expr ofSystem(FunctionCall call) {
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
            case "pg_size_pretty" ->
                Expr.of("(toString(" + call.argument(0, PgType.INT8) + ") + ' bytes')", PgType.TEXT);
            case "current_setting" -> setting(call);
            // Of the keys of indexes, of which there are none.
            case "_pg_expandarray" -> Expr.of("null", PgType.UNKNOWN);
            case "pg_backend_pid" -> Expr.of("0", PgType.INT4);
            // Definitions of what there is none of: defaults, constraints, indexes, views, triggers and the like.
            default -> call.name().startsWith("pg_get_") ? Expr.of("null", PgType.TEXT) : null;
        };
    }

    private Expr formatType(FunctionCall call) {
        String number = "toString(" + call.argument(0, PgType.OID) + ")";
        return Expr.of(translation.typeNames() + "[" + number + "]", PgType.TEXT);
    }

    private Expr setting(FunctionCall call) {
        String name = call.argument(0)
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
    private Expr ofDatabase(FunctionCall call, String name) {
        PgType type = translation.functions().result(name).orElseThrow(() -> call.missing(name));
        List<String> arguments = call.all().stream()
                .map(argument -> translation.as(argument, PgType.TEXT).cypher())
                .toList();
        String written = String.join(
                ".", List.of(name.split("\\.")).stream().map(CypherText::name).toList());
        return Expr.of(written + "(" + String.join(", ", arguments) + ")", type);
    }
}
