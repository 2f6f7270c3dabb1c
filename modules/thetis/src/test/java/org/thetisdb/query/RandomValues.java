package org.thetisdb.query;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.Point;

/** Boxed values of each type, many of them extreme. */
final class RandomValues {
    static final List<CypherType.Kind> TEMPORAL = List.of(
            CypherType.Kind.DATE,
            CypherType.Kind.LOCAL_TIME,
            CypherType.Kind.TIME,
            CypherType.Kind.LOCAL_DATETIME,
            CypherType.Kind.ZONED_DATETIME);

    private static final List<Long> INTEGERS = List.of(
            0L, 1L, -1L, 2L, 3L, 7L, 12L, 100L, 1L << 31, -(1L << 31), 1L << 53, Long.MAX_VALUE, Long.MIN_VALUE);

    @SuppressWarnings("FloatingPointLiteralPrecision") // Rounded as any text would be.
    private static final List<Double> FLOATS = List.of(
            0.0,
            -0.0,
            0.1,
            0.3,
            0.5,
            1.5,
            -2.5,
            1e10,
            1e300,
            -1e-300,
            Double.MIN_VALUE,
            Double.MAX_VALUE,
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            9.223372036854775807e18,
            4503599627370497.5);

    private static final List<String> TEXTS = List.of(
            "",
            " ",
            "a",
            "abc",
            "aXbXc",
            "aaa",
            "😀",
            "a😀b😀",
            "ß",
            "İΣ",
            "é",
            " a\t\n",
            "\u00a0x\u2003",
            "ﬁ",
            "X",
            "Xb",
            "true",
            "FALSE",
            "1",
            "-7",
            "2.9",
            "1e3",
            " 5",
            "+5",
            ".5",
            "5.",
            "0x10",
            "NaN",
            "Infinity",
            "1d",
            "1e400",
            "9223372036854775808",
            "-9223372036854775808",
            "9223372036854775807.9",
            "٣");
    private static final List<String> ZONES =
            List.of("Europe/Paris", "America/New_York", "Asia/Kolkata", "UTC", "Australia/Lord_Howe", "Pacific/Apia");

    private final RandomGenerator random;

    RandomValues(RandomGenerator random) {
        this.random = random;
    }

    <T> T one(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    boolean chance(int oneOf) {
        return random.nextInt(oneOf) == 0;
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    Object ofType(CypherType type) {
        return switch (type.kind()) {
            case BOOLEAN -> random.nextBoolean();
            case INTEGER -> integer();
            case FLOAT -> floating();
            case NUMBER -> random.nextBoolean() ? integer() : floating();
            case STRING -> text();
            case DATE -> date();
            case LOCAL_TIME -> localTime();
            case TIME -> localTime().atOffset(offset());
            case LOCAL_DATETIME -> date().atTime(localTime());
            case ZONED_DATETIME -> zoned();
            case DURATION -> duration();
            case POINT -> point();
            case LIST -> list(type.element().orElse(CypherType.ANY));
            case MAP -> Map.of("a", integer());
            case ANY, NULL, NODE, RELATIONSHIP, PATH -> any();
        };
    }

    Object any() {
        CypherType.Kind kind = CypherType.Kind.values()[2 + below(11)];
        return ofType(CypherType.of(kind));
    }

    private List<Object> list(CypherType element) {
        List<Object> list = new ArrayList<>();
        for (int count = below(4); count > 0; count--) {
            list.add(chance(8) ? null : ofType(element));
        }
        return list;
    }

    long integer() {
        return chance(2) ? one(INTEGERS) : random.nextLong() >> below(64);
    }

    double floating() {
        return switch (below(4)) {
            case 0, 1 -> one(FLOATS);
            case 2 -> Math.round(random.nextGaussian() * 1e6) / 1e4;
            default -> Double.longBitsToDouble(random.nextLong());
        };
    }

    String text() {
        return chance(3) ? one(TEXTS) + one(TEXTS) : one(TEXTS);
    }

    LocalDate date() {
        return switch (below(8)) {
            case 0 -> one(List.of(LocalDate.MIN, LocalDate.MAX, LocalDate.of(0, 1, 1), LocalDate.of(-1, 12, 31)));
            case 1 -> LocalDate.of(2020, 2, 29);
            case 2 -> LocalDate.of(2000 + below(40), 12, 26 + below(6));
            case 3 -> LocalDate.of(2020, 3, 29);
            case 4 -> LocalDate.ofEpochDay(random.nextInt());
            default ->
                LocalDate.of(2015 + below(10), 1 + below(12), 1 + below(28)).plusDays(below(4));
        };
    }

    LocalTime localTime() {
        return switch (below(5)) {
            case 0 -> LocalTime.MIDNIGHT;
            case 1 -> LocalTime.MAX;
            case 2 -> LocalTime.of(2, 30);
            default -> LocalTime.ofNanoOfDay(random.nextLong(86_400_000_000_000L));
        };
    }

    ZoneOffset offset() {
        return switch (below(4)) {
            case 0 -> ZoneOffset.UTC;
            case 1 -> ZoneOffset.ofTotalSeconds(random.nextInt(-64_800, 64_801));
            default -> ZoneOffset.ofHours(random.nextInt(-18, 19));
        };
    }

    ZoneId zone() {
        return chance(2) ? offset() : ZoneId.of(one(ZONES));
    }

    private ZonedDateTime zoned() {
        LocalDateTime local = date().atTime(localTime());
        return Math.abs(local.getYear()) > 999_999_990 ? local.atZone(ZoneOffset.UTC) : local.atZone(zone());
    }

    IsoDuration duration() {
        return switch (below(6)) {
            case 0 -> IsoDuration.ZERO;
            case 1 -> new IsoDuration(integer(), integer(), integer(), below(IsoDuration.NANOS_PER_SECOND));
            case 2 -> new IsoDuration(0, 0, random.nextInt(-200_000, 200_000), 500_000_000);
            case 3 -> new IsoDuration(0, random.nextInt(-40, 40), 86_400L * random.nextInt(-3, 3), 0);
            default ->
                new IsoDuration(
                        random.nextInt(-30, 30),
                        random.nextInt(-40, 40),
                        random.nextInt(-100_000, 100_000),
                        chance(2) ? 0 : below(IsoDuration.NANOS_PER_SECOND));
        };
    }

    Point point() {
        double x = random.nextInt(-180, 181);
        double y = random.nextInt(-90, 91);
        double z = chance(3) ? -0.0 : random.nextInt(0, 1000);
        return switch (below(4)) {
            case 0 -> Point.of(Point.WGS_84, x, y);
            case 1 -> new Point(Point.WGS_84_3D, x, y, z);
            case 2 -> Point.of(Point.CARTESIAN, chance(4) ? -0.0 : x, chance(4) ? 0.0 : y);
            default -> new Point(Point.CARTESIAN_3D, x, y, z);
        };
    }

    /** Some of the fields, each of its value or, rarely, of any. */
    Map<String, Object> fields(Map<String, List<?>> choices) {
        Map<String, Object> fields = new LinkedHashMap<>();
        choices.forEach((key, values) -> {
            if (chance(2)) {
                fields.put(key, chance(40) ? any() : one(values));
            }
        });
        return fields;
    }

    OffsetTime time() {
        return localTime().atOffset(offset());
    }
}
