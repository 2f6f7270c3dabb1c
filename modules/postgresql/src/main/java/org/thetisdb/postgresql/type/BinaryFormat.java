package org.thetisdb.postgresql.type;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.thetisdb.postgresql.failure.PostgresFailure;
import org.thetisdb.postgresql.failure.SqlState;
import org.thetisdb.postgresql.wire.MessageWriter;
import org.thetisdb.value.IsoDuration;

/** Values in PostgreSQL's binary format. Stateless. */
public final class BinaryFormat {
    /** 2000-01-01, from which PostgreSQL counts. */
    static final long EPOCH_DAYS = 10_957;

    static final long MICROS_PER_SECOND = 1_000_000;
    static final long EPOCH_SECONDS = EPOCH_DAYS * 86_400;
    private static final BigInteger TEN_THOUSAND = BigInteger.valueOf(10_000);

    private BinaryFormat() {}

    /** Writes length and bytes of a value that was converted to the type. */
    public static void write(MessageWriter writer, PgType type, Object value, ZoneId zone) {
        switch (value) {
            case Boolean flag -> writer.int32(1).int8(flag ? 1 : 0);
            case Long number when type == PgType.NUMERIC -> numeric(writer, BigDecimal.valueOf(number));
            case Long id
            when type == PgType.TID -> writer.int32(6).int32(TupleId.block(id)).int16(TupleId.offset(id));
            case Long number when type == PgType.INT2 -> writer.int32(2).int16((int) (long) number);
            case Long number when type == PgType.INT8 -> writer.int32(8).int64(number);
            case Long number -> writer.int32(4).int32((int) (long) number);
            case Double number
            when type == PgType.FLOAT4 -> writer.int32(4).int32(Float.floatToIntBits((float) (double) number));
            case Double number when type == PgType.NUMERIC -> numericOf(writer, number);
            case Double number -> writer.int32(8).int64(Double.doubleToLongBits(number));
            case LocalDate date -> writer.int32(4).int32(Math.toIntExact(date.toEpochDay() - EPOCH_DAYS));
            case LocalTime time -> writer.int32(8).int64(time.toNanoOfDay() / 1000);
            case OffsetTime time ->
                writer.int32(12)
                        .int64(time.toLocalTime().toNanoOfDay() / 1000)
                        .int32(-time.getOffset().getTotalSeconds());
            case LocalDateTime time ->
                writer.int32(8).int64(micros(time.toEpochSecond(ZoneOffset.UTC), time.getNano()));
            case ZonedDateTime time -> writer.int32(8).int64(micros(time.toEpochSecond(), time.getNano()));
            case IsoDuration duration ->
                writer.int32(16)
                        .int64(Math.multiplyExact(duration.seconds(), MICROS_PER_SECOND)
                                + duration.nanoseconds() / 1000)
                        .int32(Math.toIntExact(duration.days()))
                        .int32(Math.toIntExact(duration.months()));
            case List<?> list -> array(writer, type, list, zone);
            default -> text(writer, type, String.valueOf(value));
        }
    }

    private static long micros(long epochSecond, int nanos) {
        return Math.multiplyExact(epochSecond - EPOCH_SECONDS, MICROS_PER_SECOND) + nanos / 1000;
    }

    private static void text(MessageWriter writer, PgType type, String text) {
        if (type == PgType.UUID) {
            UUID id = uuid(text);
            writer.int32(16).int64(id.getMostSignificantBits()).int64(id.getLeastSignificantBits());
        } else if (type == PgType.JSONB) {
            int place = writer.reserve();
            writer.int8(1).bytes(text.getBytes(StandardCharsets.UTF_8)).fill(place);
        } else {
            writer.value(text);
        }
    }

    private static UUID uuid(String text) {
        try {
            return UUID.fromString(text);
        } catch (IllegalArgumentException wrong) {
            throw PostgresFailure.of(
                    SqlState.INVALID_TEXT_REPRESENTATION, "invalid input syntax for type uuid: \"" + text + "\"");
        }
    }

    private static void numericOf(MessageWriter writer, double number) {
        if (Double.isFinite(number)) {
            numeric(writer, new BigDecimal(Double.toString(number)));
        } else {
            int sign = Double.isNaN(number) ? 0xC000 : number > 0 ? 0xD000 : 0xF000;
            writer.int32(8).int16(0).int16(0).int16(sign).int16(0);
        }
    }

    /** Groups of four decimal digits, the first of weight {@code 10000^weight}. */
    private static void numeric(MessageWriter writer, BigDecimal number) {
        BigDecimal plain = number.scale() < 0 ? number.setScale(0) : number;
        int scale = plain.scale();
        int fractionGroups = (scale + 3) / 4;
        BigInteger unscaled = plain.setScale(fractionGroups * 4).unscaledValue().abs();
        List<Integer> groups = new ArrayList<>();
        while (unscaled.signum() > 0) {
            BigInteger[] parts = unscaled.divideAndRemainder(TEN_THOUSAND);
            groups.add(parts[1].intValue());
            unscaled = parts[0];
        }
        int weight = groups.size() - 1 - fractionGroups;
        Collections.reverse(groups);
        while (!groups.isEmpty() && groups.getLast() == 0) {
            groups.removeLast();
        }
        int place = writer.reserve();
        writer.int16(groups.size()).int16(groups.isEmpty() ? 0 : weight);
        writer.int16(number.signum() < 0 ? 0x4000 : 0).int16(scale);
        groups.forEach(writer::int16);
        writer.fill(place);
    }

    private static void array(MessageWriter writer, PgType type, List<?> list, ZoneId zone) {
        PgType element = type.element()
                .orElseThrow(() -> PostgresFailure.of(
                        SqlState.FEATURE_NOT_SUPPORTED, "no binary format for type " + type.sqlName()));
        int place = writer.reserve();
        writer.int32(list.isEmpty() ? 0 : 1).int32(list.contains(null) ? 1 : 0).int32(element.oid());
        if (!list.isEmpty()) {
            boolean vector = type == PgType.INT2VECTOR || type == PgType.OIDVECTOR;
            writer.int32(list.size()).int32(vector ? 0 : 1);
        }
        for (Object value : list) {
            if (value == null) {
                writer.int32(-1);
            } else {
                write(writer, element, Conversion.to(element, value, zone), zone);
            }
        }
        writer.fill(place);
    }
}
