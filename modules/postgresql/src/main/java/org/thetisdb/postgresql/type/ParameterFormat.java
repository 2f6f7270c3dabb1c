package org.thetisdb.postgresql.type;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.thetisdb.JsonInput;
import org.thetisdb.postgresql.failure.PostgresFailure;
import org.thetisdb.postgresql.failure.SqlState;
import org.thetisdb.postgresql.wire.Body;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.ThetisException;

/** Values that clients send, in text or in binary, as Cypher takes them. Stateless. */
public final class ParameterFormat {
    private ParameterFormat() {}

    /** {@return the value of a text} */
    public static @Nullable Object ofText(PgType type, String text, ZoneId zone) {
        try {
            return switch (type) {
                case BOOL -> bool(text);
                case INT2, INT4, INT8, OID, REGPROC, REGCLASS, REGTYPE -> Long.parseLong(text.strip());
                case TID -> TupleId.parse(text.strip());
                case FLOAT4, FLOAT8 -> floating(text.strip());
                case NUMERIC -> numeric(text.strip());
                case DATE -> LocalDate.parse(text.strip());
                case TIME -> TemporalText.time(text.strip());
                case TIMETZ -> TemporalText.offsetTime(text.strip());
                case TIMESTAMP -> TemporalText.timestamp(text.strip());
                case TIMESTAMPTZ -> TemporalText.zoned(text.strip(), zone).withZoneSameInstant(ZoneOffset.UTC);
                case INTERVAL -> TemporalText.interval(text.strip());
                case JSON, JSONB -> json(text);
                default ->
                    type.element().isPresent()
                            ? ArrayText.parse(
                                    text, element -> ofText(type.element().get(), element, zone))
                            : text;
            };
        } catch (NumberFormatException | DateTimeException | ArithmeticException wrong) {
            boolean temporal = type.category() == 'D' || type.category() == 'T';
            throw PostgresFailure.of(
                    temporal ? SqlState.INVALID_DATETIME_FORMAT : SqlState.INVALID_TEXT_REPRESENTATION,
                    "invalid input syntax for type " + type.sqlName() + ": \"" + text + "\"");
        }
    }

    private static @Nullable Object json(String text) {
        try {
            return JsonInput.read(text, "the value");
        } catch (ThetisException wrong) {
            throw PostgresFailure.of(
                    SqlState.INVALID_TEXT_REPRESENTATION, "invalid input syntax for type json: " + wrong.getMessage());
        }
    }

    private static boolean bool(String text) {
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "t", "true", "yes", "on", "1", "y" -> true;
            case "f", "false", "no", "off", "0", "n" -> false;
            default -> throw new NumberFormatException(text);
        };
    }

    private static double floating(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "infinity", "inf", "+infinity" -> Double.POSITIVE_INFINITY;
            case "-infinity", "-inf" -> Double.NEGATIVE_INFINITY;
            case "nan" -> Double.NaN;
            default -> finite(text);
        };
    }

    private static double finite(String text) {
        double value = Double.parseDouble(text);
        if (Double.isInfinite(value)) {
            throw PostgresFailure.of(
                    SqlState.NUMERIC_VALUE_OUT_OF_RANGE, "\"" + text + "\" is out of range for type double precision");
        }
        return value;
    }

    /** A whole number that fits stays one. */
    private static Object numeric(String text) {
        if (text.equalsIgnoreCase("nan") || text.toLowerCase(Locale.ROOT).contains("inf")) {
            return floating(text);
        }
        return ofDecimal(new BigDecimal(text));
    }

    private static Object ofDecimal(BigDecimal number) {
        if (number.scale() <= 0 && number.precision() - number.scale() < 19) {
            return number.longValueExact();
        }
        return number.doubleValue();
    }

    /** {@return the value of bytes} */
    public static @Nullable Object ofBytes(PgType type, byte[] bytes, ZoneId zone) {
        Body body = new Body(bytes);
        @Nullable Object value = ofBody(type, body, zone);
        if (body.remaining() > 0) {
            throw wrongBytes(type, bytes.length);
        }
        return value;
    }

    private static PostgresFailure wrongBytes(PgType type, int count) {
        return PostgresFailure.of(
                SqlState.INVALID_BINARY_REPRESENTATION,
                "incorrect binary format of a parameter: type=" + type.sqlName() + ", bytes=" + count);
    }

    private static @Nullable Object ofBody(PgType type, Body body, ZoneId zone) {
        int count = body.remaining();
        if (type.bytes() > 0 && type != PgType.NAME && type != PgType.CHAR && count != type.bytes()) {
            throw wrongBytes(type, count);
        }
        try {
            return switch (type) {
                case BOOL -> body.int8() != 0;
                case INT2 -> (long) body.int16();
                case INT4, REGPROC -> (long) body.int32();
                case OID, REGCLASS, REGTYPE -> body.int32() & 0xFFFF_FFFFL;
                case TID -> TupleId.id(body.int32(), body.int16());
                case INT8 -> body.int64();
                case FLOAT4 -> (double) Float.intBitsToFloat(body.int32());
                case FLOAT8 -> Double.longBitsToDouble(body.int64());
                case NUMERIC -> numeric(body);
                case DATE -> LocalDate.ofEpochDay(body.int32() + BinaryFormat.EPOCH_DAYS);
                case TIME -> LocalTime.ofNanoOfDay(Math.multiplyExact(body.int64(), 1000L));
                case TIMETZ ->
                    OffsetTime.of(
                            LocalTime.ofNanoOfDay(Math.multiplyExact(body.int64(), 1000L)),
                            ZoneOffset.ofTotalSeconds(-body.int32()));
                case TIMESTAMP -> timestamp(body.int64());
                case TIMESTAMPTZ -> timestamp(body.int64()).atZone(ZoneOffset.UTC);
                case INTERVAL -> interval(body);
                case UUID -> new UUID(body.int64(), body.int64()).toString();
                case JSONB -> jsonb(body);
                case JSON -> json(Body.decode(body.bytes(count)));
                case BYTEA -> throw PostgresFailure.unsupported("a parameter of type bytea");
                default -> type.element().isPresent() ? array(type, body, zone) : Body.decode(body.bytes(count));
            };
        } catch (DateTimeException | ArithmeticException wrong) {
            throw PostgresFailure.of(
                    SqlState.INVALID_DATETIME_FORMAT, "a parameter of type " + type.sqlName() + " is out of range");
        }
    }

    private static @Nullable Object jsonb(Body body) {
        if (body.int8() != 1) {
            throw wrongBytes(PgType.JSONB, body.remaining());
        }
        return json(Body.decode(body.bytes(body.remaining())));
    }

    private static LocalDateTime timestamp(long micros) {
        return LocalDateTime.ofEpochSecond(
                Math.addExact(Math.floorDiv(micros, BinaryFormat.MICROS_PER_SECOND), BinaryFormat.EPOCH_SECONDS),
                (int) Math.floorMod(micros, BinaryFormat.MICROS_PER_SECOND) * 1000,
                ZoneOffset.UTC);
    }

    private static IsoDuration interval(Body body) {
        long micros = body.int64();
        long days = body.int32();
        return IsoDuration.of(
                body.int32(),
                days,
                Math.floorDiv(micros, BinaryFormat.MICROS_PER_SECOND),
                Math.floorMod(micros, BinaryFormat.MICROS_PER_SECOND) * 1000);
    }

    private static Object numeric(Body body) {
        int groups = body.int16() & 0xFFFF;
        int weight = body.int16();
        int sign = body.int16() & 0xFFFF;
        int scale = body.int16() & 0xFFFF;
        switch (sign) {
            case 0xC000 -> {
                return Double.NaN;
            }
            case 0xD000 -> {
                return Double.POSITIVE_INFINITY;
            }
            case 0xF000 -> {
                return Double.NEGATIVE_INFINITY;
            }
            default -> {}
        }
        if (groups > 8_192 || body.remaining() != 2 * groups) {
            throw wrongBytes(PgType.NUMERIC, body.remaining());
        }
        BigInteger digits = BigInteger.ZERO;
        for (int index = 0; index < groups; index++) {
            digits = digits.multiply(BigInteger.valueOf(10_000)).add(BigInteger.valueOf(body.int16()));
        }
        BigDecimal number = new BigDecimal(digits, 4 * (groups - 1 - weight));
        if (number.signum() != 0 && Math.abs((long) number.precision() - number.scale()) > 400) {
            throw new ArithmeticException("beyond the range of double precision");
        }
        return ofDecimal((sign == 0x4000 ? number.negate() : number).setScale(scale, RoundingMode.HALF_UP));
    }

    private static List<@Nullable Object> array(PgType type, Body body, ZoneId zone) {
        int dimensions = body.int32();
        body.int32();
        int elementOid = body.int32();
        PgType element = PgType.ofOid(elementOid)
                .orElseThrow(() -> PostgresFailure.unsupported("an array of type number " + elementOid));
        List<@Nullable Object> values = new ArrayList<>();
        if (dimensions == 0) {
            return values;
        }
        if (dimensions != 1) {
            throw PostgresFailure.unsupported("an array of " + dimensions + " dimensions");
        }
        int count = body.int32();
        body.int32();
        if (count < 0 || count > body.remaining() / 4) {
            throw wrongBytes(type, body.remaining());
        }
        for (int index = 0; index < count; index++) {
            int length = body.int32();
            values.add(length == -1 ? null : ofBytes(element, body.bytes(length), zone));
        }
        return values;
    }
}
