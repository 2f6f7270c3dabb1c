package org.thetisdb.postgresql.type;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import org.thetisdb.CypherText;
import org.thetisdb.Node;
import org.thetisdb.Path;
import org.thetisdb.Relationship;
import org.thetisdb.postgresql.failure.PostgresFailure;
import org.thetisdb.postgresql.failure.SqlState;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.Point;

/** A value of a record as the type of its column has it. Stateless. */
public final class Conversion {
    private static final int SHOWN_CHARACTERS_MAX = 60;

    private Conversion() {}

    /**
     * Converts where nothing is lost.
     *
     * @param zone of timestamps that are asked for as text or without a zone
     * @return Long, Double, Boolean, String, a class of {@code java.time}, an IsoDuration or a List, as the type wants;
     *     of JSON the text
     * @throws PostgresFailure 22003 if a number does not fit, 42804 if the value is of another type
     */
    public static Object to(PgType type, Object value, ZoneId zone) {
        return switch (type) {
            case BOOL -> value instanceof Boolean ? value : fail(type, value);
            case INT2 -> whole(type, value, Short.MIN_VALUE, Short.MAX_VALUE);
            case INT4 -> whole(type, value, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case OID, REGPROC, REGCLASS, REGTYPE, VOID -> whole(type, value, 0, 0xFFFF_FFFFL);
            case INT8, TID -> whole(type, value, Long.MIN_VALUE, Long.MAX_VALUE);
            case FLOAT4, FLOAT8 -> fraction(type, value);
            case NUMERIC -> value instanceof Long || value instanceof Double ? value : fail(type, value);
            case TEXT, VARCHAR, BPCHAR, NAME, CHAR, UNKNOWN, UUID -> text(value, zone);
            case JSON, JSONB -> json(value);
            case DATE, TIME, TIMETZ, TIMESTAMP, TIMESTAMPTZ -> temporal(type, value, zone);
            case INTERVAL -> value instanceof IsoDuration ? value : fail(type, value);
            case BYTEA -> fail(type, value);
            default -> value instanceof List ? value : fail(type, value);
        };
    }

    private static Object whole(PgType type, Object value, long least, long greatest) {
        long number;
        if (value instanceof Long whole) {
            number = whole;
        } else if (value instanceof Double fraction && fraction == (long) (double) fraction) {
            number = (long) (double) fraction;
        } else {
            throw fail(type, value);
        }
        if (number < least || number > greatest) {
            throw PostgresFailure.of(
                    SqlState.NUMERIC_VALUE_OUT_OF_RANGE, type.sqlName() + " is out of range: value=" + number);
        }
        return number;
    }

    private static Object fraction(PgType type, Object value) {
        return switch (value) {
            case Double number -> number;
            case Long number -> (double) number;
            default -> fail(type, value);
        };
    }

    private static Object temporal(PgType type, Object value, ZoneId zone) {
        Object converted = switch (type) {
            case DATE -> value instanceof LocalDate ? value : null;
            case TIME -> value instanceof LocalTime ? value : null;
            case TIMETZ -> value instanceof LocalTime time ? time.atOffset(ZoneOffset.UTC) : offsetTime(value);
            case TIMESTAMP ->
                switch (value) {
                    case LocalDateTime time -> time;
                    case LocalDate date -> date.atStartOfDay();
                    case ZonedDateTime time -> time.withZoneSameInstant(zone).toLocalDateTime();
                    default -> null;
                };
            default ->
                switch (value) {
                    case ZonedDateTime time -> time;
                    case LocalDateTime time -> time.atZone(zone);
                    case LocalDate date -> date.atStartOfDay(zone);
                    default -> null;
                };
        };
        if (converted == null) {
            throw fail(type, value);
        }
        return converted;
    }

    private static Object offsetTime(Object value) {
        if (value instanceof OffsetTime) {
            return value;
        }
        throw fail(PgType.TIMETZ, value);
    }

    private static String text(Object value, ZoneId zone) {
        return switch (value) {
            case String text -> text;
            case List<?> _, Map<?, ?> _, Node _, Relationship _, Path _, Point _ -> json(value);
            default -> {
                StringBuilder text = new StringBuilder();
                TextFormat.append(text, ofValue(value), value, zone);
                yield text.toString();
            }
        };
    }

    private static String json(Object value) {
        StringBuilder text = new StringBuilder();
        GraphJson.append(text, value);
        return text.toString();
    }

    /** {@return the type that a value has by itself} */
    public static PgType ofValue(Object value) {
        return switch (value) {
            case Long _ -> PgType.INT8;
            case Double _ -> PgType.FLOAT8;
            case Boolean _ -> PgType.BOOL;
            case String _ -> PgType.TEXT;
            case LocalDate _ -> PgType.DATE;
            case LocalTime _ -> PgType.TIME;
            case OffsetTime _ -> PgType.TIMETZ;
            case LocalDateTime _ -> PgType.TIMESTAMP;
            case ZonedDateTime _ -> PgType.TIMESTAMPTZ;
            case IsoDuration _ -> PgType.INTERVAL;
            default -> PgType.JSONB;
        };
    }

    private static PostgresFailure fail(PgType type, Object value) {
        String text = CypherText.of(value);
        String shown = text.length() <= SHOWN_CHARACTERS_MAX ? text : text.substring(0, SHOWN_CHARACTERS_MAX) + "...";
        throw PostgresFailure.of(
                        SqlState.DATATYPE_MISMATCH,
                        "a value is not of its column's type: type=" + type.sqlName() + ", value=" + shown)
                .hint("ask for it as text or jsonb, by a cast or by cypher($$ ... $$) AS (name jsonb)");
    }
}
