package org.thetisdb.postgresql.sql;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import net.sf.jsqlparser.expression.CastExpression;
import org.thetisdb.postgresql.catalog.GraphTable;
import org.thetisdb.postgresql.failure.SqlState;
import org.thetisdb.postgresql.text.Token;
import org.thetisdb.postgresql.type.PgType;

/** Casts. */
final class CastTranslator {
    /** Places of seconds that all types of time have. */
    private static final int MICROSECONDS = 6;

    private final Translation translation;
    private final ExpressionTranslator expressions;

    CastTranslator(Translation translation, ExpressionTranslator expressions) {
        this.translation = translation;
        this.expressions = expressions;
    }

    Expr translate(CastExpression cast) {
        return limited(cast, converted(cast));
    }

    /** As {@code numeric(p, s)}, {@code varchar(n)} and the like have it. */
    private Expr limited(CastExpression cast, Expr value) {
        List<Integer> modifiers = TypeNames.modifiers(translation, cast);
        if (modifiers.isEmpty()) {
            return value;
        }
        int first = modifiers.getFirst();
        boolean seconds = value.type().category() == 'D' || value.type() == PgType.INTERVAL;
        if (value.type() == PgType.NUMERIC && first >= 1 && first <= 1000 && modifiers.size() <= 2) {
            int scale = modifiers.size() == 2 ? modifiers.getLast() : 0;
            return Expr.of(Numbers.limited(value.cypher(), first, scale), PgType.NUMERIC);
        }
        if (modifiers.size() == 1 && first >= 1 && (value.type() == PgType.VARCHAR || value.type() == PgType.BPCHAR)) {
            return Expr.of("left(" + value.cypher() + ", " + first + ")", value.type());
        }
        if (modifiers.size() == 1 && first >= 1 && first <= 53 && value.type() == PgType.FLOAT8) {
            return Expr.of(value.cypher(), first <= 24 ? PgType.FLOAT4 : PgType.FLOAT8);
        }
        if (modifiers.size() == 1 && seconds && (first == MICROSECONDS || value.type() != PgType.INTERVAL)) {
            return value.type() == PgType.INTERVAL || value.type() == PgType.DATE
                    ? value
                    : Expr.of(Times.rounded(value.type(), value.cypher(), first), value.type());
        }
        throw translation.unsupported(cast, "type " + value.type().sqlName() + " with " + modifiers);
    }

    private Expr converted(CastExpression cast) {
        if (cast.keyword != null && !cast.keyword.isEmpty() && !cast.keyword.equalsIgnoreCase("CAST")) {
            throw translation.unsupported(cast, cast.keyword);
        }
        PgType type = TypeNames.of(translation, cast);
        Expr value = expressions.translate(cast.getLeftExpression());
        if (type == PgType.REGCLASS && value.literal().isPresent()) {
            return regclass(cast, value.literal().get());
        }
        if (type == PgType.REGTYPE && value.literal().isPresent()) {
            String name =
                    value.literal().get().text().replace("pg_catalog.", "").toLowerCase(Locale.ROOT);
            PgType found = PgType.ofName(name)
                    .orElseThrow(() -> translation.failure(
                            cast, SqlState.UNDEFINED_OBJECT, "type \"" + name + "\" does not exist"));
            return Expr.of(Integer.toString(found.oid()), PgType.OID);
        }
        if (value.isUnknown()) {
            return translation.as(value, type == PgType.REGPROC ? PgType.TEXT : type);
        }
        return to(cast, value, type);
    }

    private Expr to(CastExpression cast, Expr value, PgType type) {
        PgType from = value.type();
        if (from == type || from.isText() && type.isText() || from == PgType.OID && type.isInteger()) {
            boolean names = from == PgType.OID && (type == PgType.REGCLASS || type == PgType.REGTYPE);
            return names ? named(value, type) : Expr.of(value.cypher(), type);
        }
        if (from.isInteger() && type.isInteger()) {
            return type == PgType.REGCLASS || type == PgType.REGTYPE
                    ? named(value, type)
                    : Expr.of(value.cypher(), type);
        }
        String text = value.cypher();
        String converted = switch (type) {
            case TEXT, VARCHAR, BPCHAR, NAME, CHAR ->
                from.element().isPresent() || from == PgType.JSONB ? text : "toString(" + text + ")";
            case INT2, INT4, INT8, OID ->
                from.isFractional()
                        ? Numbers.whole(text, from == PgType.NUMERIC || Numbers.isNumeric(cast.getLeftExpression()))
                        : "toInteger(" + text + ")";
            case FLOAT4, FLOAT8, NUMERIC -> "toFloat(" + text + ")";
            case BOOL -> "toBoolean(" + text + ")";
            case DATE, TIME, TIMETZ, TIMESTAMP, TIMESTAMPTZ -> new Times(translation).to(value, type);
            case INTERVAL -> "duration(" + text + ")";
            case JSON, JSONB -> text;
            default -> {
                if (from.element().isPresent() && type.element().isPresent()) {
                    yield text;
                }
                throw translation.failure(
                        cast,
                        SqlState.FEATURE_NOT_SUPPORTED,
                        "cannot cast type " + from.sqlName() + " to " + type.sqlName());
            }
        };
        return Expr.of(converted, type);
    }

    /** A number of a table or type as its name. */
    private Expr named(Expr value, PgType type) {
        String map = type == PgType.REGCLASS ? tableNames() : translation.typeNames();
        String number = "toString(" + value.cypher() + ")";
        return Expr.of("coalesce(" + map + "[" + number + "], " + number + ")", PgType.TEXT);
    }

    private String tableNames() {
        Map<String, Object> names = new HashMap<>();
        for (GraphTable table : translation.tables().tables()) {
            names.put(Integer.toString(table.oid()), quoted(table.name()));
        }
        return translation.constant("regclass", names);
    }

    private static String quoted(String name) {
        return name.matches("[a-z_][a-z0-9_]*") ? name : "\"" + name.replace("\"", "\"\"") + "\"";
    }

    private Expr regclass(CastExpression cast, Token literal) {
        String text = literal.text();
        if (text.matches("\\d+")) {
            return Expr.of(text, PgType.OID);
        }
        String name = text.startsWith("public.") ? text.substring(7) : text;
        boolean exact = Translation.isQuoted(name);
        String bare = name.startsWith("pg_catalog.") ? name.substring(11) : Translation.name(name, false);
        if (translation.ofPgCatalog(bare).isPresent()) {
            // These have numbers that nobody else has.
            return Expr.of(Integer.toString(1000 + Math.floorMod(bare.hashCode(), 9000)), PgType.OID);
        }
        GraphTable table = translation
                .table(bare, exact)
                .orElseThrow(() -> translation.failure(
                        cast, SqlState.UNDEFINED_TABLE, "relation \"" + bare + "\" does not exist"));
        return Expr.of(Integer.toString(table.oid()), PgType.OID);
    }
}
