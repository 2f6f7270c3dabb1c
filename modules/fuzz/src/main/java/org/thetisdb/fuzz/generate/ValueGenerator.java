package org.thetisdb.fuzz.generate;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import org.thetisdb.fuzz.query.Sort;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.Point;

/** Values of a sort: few different ones, so that they meet, and now and then one at the edge of its type. */
final class ValueGenerator {
    private static final long NANOS_PER_DAY = 86_400_000_000_000L;
    private static final List<String> WORDS =
            List.of("", "a", "b", "ab", "abc", "Abc", "x y", " a ", "ä", "ß", "12", "-3", "1.5", "true", "null", "日本");
    private static final List<Long> EXTREME_INTEGERS = List.of(
            Long.MIN_VALUE,
            Long.MIN_VALUE + 1,
            Long.MAX_VALUE,
            Long.MAX_VALUE - 1,
            1L << 53,
            (1L << 53) + 1,
            -(1L << 31) - 1,
            1L << 32);
    private static final List<Double> EXTREME_FLOATS = List.of(
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            Double.MAX_VALUE,
            Double.MIN_VALUE,
            1e-300,
            9007199254740992.0,
            0x1p63);
    private static final List<ZoneId> ZONES = List.of(
            ZoneOffset.UTC, ZoneOffset.ofHours(2), ZoneOffset.ofHoursMinutes(-3, -30), ZoneId.of("Europe/Berlin"));

    private final Chance chance;

    ValueGenerator(Chance chance) {
        this.chance = chance;
    }

    /** A value to be stored under a key; none is null. */
    Object stored(Vocabulary.Key key) {
        return switch (key.name()) {
            case "n" -> chance.percent(50) ? chance.of(EXTREME_INTEGERS) : smallInteger();
            case "x" -> chance.percent(50) ? chance.of(EXTREME_FLOATS) : smallFloat();
            case "w" -> longWord();
            default -> of(key.sort());
        };
    }

    /** A value of a sort that has literals. */
    Object of(Sort sort) {
        return switch (sort) {
            case BOOLEAN -> chance.percent(50);
            case INTEGER -> chance.percent(4) ? chance.of(EXTREME_INTEGERS) : smallInteger();
            case FLOAT, ROUGH -> smallFloat();
            case STRING -> chance.of(WORDS);
            case DATE -> date();
            case LOCAL_TIME -> localTime();
            case TIME -> OffsetTime.of(localTime(), ZoneOffset.ofHours(chance.between(-2, 2)));
            case LOCAL_DATETIME -> LocalDateTime.of(date(), localTime());
            case ZONED_DATETIME -> ZonedDateTime.of(date(), localTime(), chance.of(ZONES));
            case DURATION -> duration();
            case POINT -> point();
            case ANY -> of(chance.of(Sort.INTEGER, Sort.STRING, Sort.BOOLEAN, Sort.DATE, Sort.INTEGER_LIST));
            case INTEGER_LIST, INTEGER_BAG -> list(Sort.INTEGER);
            case STRING_LIST, STRING_BAG -> list(Sort.STRING);
            case ANY_BAG -> list(Sort.ANY);
            default -> throw new IllegalArgumentException("no value is of this sort: sort=" + sort);
        };
    }

    long smallInteger() {
        return chance.between(-3, 9);
    }

    /** Multiples of a quarter, whose sums are exact. */
    double smallFloat() {
        return chance.between(-12, 40) / 4.0 + 0.125;
    }

    private String longWord() {
        return chance.percent(10) ? chance.of(WORDS).concat("long ").repeat(60) : "w" + chance.below(6);
    }

    private LocalDate date() {
        if (chance.percent(8)) {
            return chance.of(
                    LocalDate.of(-1, 12, 31), LocalDate.of(9999, 12, 31), LocalDate.EPOCH, LocalDate.of(2000, 2, 29));
        }
        return LocalDate.of(2024, 1, 30).plusDays(chance.below(5) * 30L);
    }

    private LocalTime localTime() {
        if (chance.percent(20)) {
            return chance.of(LocalTime.MIDNIGHT, LocalTime.MAX, LocalTime.ofNanoOfDay(1), LocalTime.NOON);
        }
        return LocalTime.ofNanoOfDay(NANOS_PER_DAY / 16 * chance.below(16) + chance.below(3) * 1_000_000L);
    }

    private IsoDuration duration() {
        return IsoDuration.of(
                chance.between(-2, 14),
                chance.between(-3, 40),
                chance.between(-5, 5) * 1800L,
                chance.percent(30) ? chance.below(1_000_000_000) : 0);
    }

    private Point point() {
        double first = chance.between(-4, 4) / 2.0;
        double second = chance.between(-4, 4) / 2.0;
        return switch (chance.below(4)) {
            case 0 -> new Point(Point.CARTESIAN_3D, first, second, chance.below(3));
            case 1 -> Point.of(Point.WGS_84, first, second);
            default -> Point.of(Point.CARTESIAN, first, second);
        };
    }

    private List<Object> list(Sort sort) {
        List<Object> values = new ArrayList<>();
        for (int count = chance.below(4); count > 0; count--) {
            values.add(of(sort));
        }
        return values;
    }
}
