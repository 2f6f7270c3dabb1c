package org.thetisdb.engine.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.Temporal;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Kernels beside java.time. */
class TemporalKernelsTest {
    private static final int ROWS = 400;

    private static final List<String> KEYS = List.of(
            "year",
            "quarter",
            "month",
            "week",
            "weekYear",
            "day",
            "dayOfWeek",
            "weekDay",
            "dayOfQuarter",
            "quarterDay",
            "ordinalDay",
            "dayOfYear",
            "hour",
            "minute",
            "second",
            "epochSeconds",
            "epochMillis");

    private static final List<String> DATE_UNITS =
            List.of("millennium", "century", "decade", "year", "weekYear", "quarter", "month", "week", "day");

    /** Days near each other, the same around 1970, days of a few years, and days of many thousand years. */
    private static long day(Random random, int spread) {
        return switch (spread) {
            case 0 -> 15_000 + random.nextInt(400);
            case 1 -> random.nextInt(1_000) - 500;
            case 2 -> random.nextInt(40_000) - 20_000;
            default -> random.nextInt(70_000_000) - 35_000_000;
        };
    }

    private static Temporal value(Random random, VectorKind kind, int spread) {
        LocalDate date = LocalDate.ofEpochDay(day(random, spread));
        LocalDateTime local =
                date.atTime(random.nextInt(24), random.nextInt(60), random.nextInt(60), random.nextInt(1_000_000_000));
        return switch (kind) {
            case DATE -> date;
            case LOCAL_DATETIME -> local;
            default -> local.atZone(ZoneOffset.ofTotalSeconds(60 * (random.nextInt(36 * 60) - 18 * 60)));
        };
    }

    private static Vector column(Random random, VectorKind kind, int spread) {
        Vector vector = new Vector();
        vector.reset(VectorKind.NULL, ROWS);
        for (int row = 0; row < ROWS; row++) {
            vector.setValue(row, random.nextInt(9) == 0 ? null : value(random, kind, spread));
        }
        return vector;
    }

    private static List<Vector> columns(Random random) {
        List<Vector> columns = new ArrayList<>();
        for (VectorKind kind : List.of(VectorKind.DATE, VectorKind.LOCAL_DATETIME, VectorKind.ZONED_DATETIME)) {
            for (int spread = 0; spread < 4; spread++) {
                Vector column = column(random, kind, spread);
                assertThat(column.kind()).isEqualTo(kind);
                columns.add(column);
            }
        }
        return columns;
    }

    @Test
    void component_ofRandomColumns_isThatOfTheBoxedValue() {
        long seed = 5;
        for (Vector column : columns(new Random(seed))) {
            for (String key : KEYS) {
                Vector result = new Vector();
                boolean isThere = TemporalKernels.component(column, ROWS, key, result);
                for (int row = 0; isThere && row < ROWS; row++) {
                    Object value = column.valueAt(row);
                    assertThat(result.valueAt(row))
                            .as("seed=%d %s of %s", seed, key, value)
                            .isEqualTo(value == null ? null : Components.of(value, key));
                }
                boolean isOfTime = List.of("hour", "minute", "second").contains(key);
                boolean isOfEpoch = key.startsWith("epoch");
                assertThat(isThere)
                        .as(key)
                        .isEqualTo(!(isOfEpoch && column.kind() != VectorKind.ZONED_DATETIME)
                                && !(isOfTime && column.kind() == VectorKind.DATE));
            }
        }
    }

    private static LocalDate first(LocalDate date, String unit) {
        int year = date.getYear();
        return switch (unit) {
            case "millennium" -> LocalDate.of(year - Math.floorMod(year, 1000), 1, 1);
            case "century" -> LocalDate.of(year - Math.floorMod(year, 100), 1, 1);
            case "decade" -> LocalDate.of(year - Math.floorMod(year, 10), 1, 1);
            case "year" -> date.withDayOfYear(1);
            case "quarter" -> date.minusDays(date.get(IsoFields.DAY_OF_QUARTER) - 1);
            case "month" -> date.withDayOfMonth(1);
            case "week" -> date.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
            case "day" -> date;
            default ->
                LocalDate.of(date.get(IsoFields.WEEK_BASED_YEAR), 1, 4)
                        .with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
        };
    }

    @Test
    void truncated_toUnitsOfDates_isTheirFirstDay() {
        long seed = 6;
        for (Vector column : columns(new Random(seed))) {
            for (String unit : DATE_UNITS) {
                Vector dates = new Vector();
                Vector same = new Vector();
                assertThat(TemporalKernels.truncated(column, ROWS, unit, VectorKind.DATE, dates))
                        .isTrue();
                assertThat(TemporalKernels.truncated(column, ROWS, unit, column.kind(), same))
                        .isTrue();
                for (int row = 0; row < ROWS; row++) {
                    Object value = column.valueAt(row);
                    String what = "seed=" + seed + " " + unit + " of " + value;
                    if (value == null) {
                        assertThat(dates.valueAt(row)).as(what).isNull();
                        assertThat(same.valueAt(row)).as(what).isNull();
                        continue;
                    }
                    LocalDate first = first(TemporalFields.dateOf(value), unit);
                    assertThat(TemporalTruncation.date(TemporalFields.dateOf(value), unit))
                            .as(what)
                            .isEqualTo(first);
                    assertThat(dates.valueAt(row)).as(what).isEqualTo(first);
                    assertThat(same.valueAt(row))
                            .as(what)
                            .isEqualTo(
                                    switch (value) {
                                        case LocalDateTime ignored -> first.atStartOfDay();
                                        case ZonedDateTime zoned -> first.atStartOfDay(zoned.getZone());
                                        default -> first;
                                    });
                }
            }
        }
    }

    @Test
    void truncated_toUnitsOfTimes_isWithoutWhatIsSmaller() {
        long seed = 7;
        for (Vector column : columns(new Random(seed))) {
            for (ChronoUnit unit : List.of(ChronoUnit.HOURS, ChronoUnit.MINUTES, ChronoUnit.SECONDS)) {
                String name = unit.name().substring(0, unit.name().length() - 1);
                Vector result = new Vector();
                boolean isThere = TemporalKernels.truncated(column, ROWS, name, column.kind(), result);
                assertThat(isThere).isEqualTo(column.kind() != VectorKind.DATE);
                for (int row = 0; isThere && row < ROWS; row++) {
                    Object value = column.valueAt(row);
                    assertThat(result.valueAt(row))
                            .as("seed=%d %s of %s", seed, name, value)
                            .isEqualTo(
                                    switch (value) {
                                        case null -> null;
                                        case LocalDateTime local -> local.truncatedTo(unit);
                                        default -> ((ZonedDateTime) value).truncatedTo(unit);
                                    });
                }
            }
        }
    }

    @Test
    void truncated_ofWhatHasNoKernel_isLeftToOthers() {
        Vector result = new Vector();
        Vector zones = new Vector();
        zones.reset(VectorKind.NULL, 1);
        zones.setValue(0, LocalDateTime.of(2020, 3, 4, 5, 6).atZone(ZoneId.of("Europe/Paris")));
        assertThat(TemporalKernels.truncated(zones, 1, "month", VectorKind.ZONED_DATETIME, result))
                .isFalse();
        Vector far = new Vector();
        far.reset(VectorKind.NULL, 1);
        far.setValue(0, LocalDate.MIN);
        assertThat(TemporalKernels.truncated(far, 1, "millennium", VectorKind.DATE, result))
                .isFalse();
        assertThat(TemporalKernels.truncated(far, 1, "fortnight", VectorKind.DATE, result))
                .isFalse();
        assertThat(TemporalKernels.truncated(far, 1, "hour", VectorKind.DATE, result))
                .isFalse();
    }
}
