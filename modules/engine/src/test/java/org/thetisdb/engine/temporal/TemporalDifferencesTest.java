package org.thetisdb.engine.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.Temporal;
import java.util.Map;
import java.util.Random;
import java.util.function.ToLongBiFunction;
import org.junit.jupiter.api.Test;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Kernels beside java.time. */
class TemporalDifferencesTest {
    private static final int ROWS = 500;

    private static final Map<String, ToLongBiFunction<Temporal, Temporal>> EXPECTED = Map.ofEntries(
            Map.entry("inseconds.milliseconds", (a, b) -> {
                Duration exact = Duration.between(zoned(a), zoned(b));
                return exact.toSeconds() * 1000 + exact.toMillisPart();
            }),
            Map.entry("inseconds.seconds", (a, b) -> seconds(a, b)),
            Map.entry("inseconds.minutes", (a, b) -> seconds(a, b) / 60),
            Map.entry("inseconds.hours", (a, b) -> seconds(a, b) / 3600),
            Map.entry("indays.days", (a, b) -> ChronoUnit.DAYS.between(zoned(a), zoned(b))),
            Map.entry("indays.weeks", (a, b) -> ChronoUnit.DAYS.between(zoned(a), zoned(b)) / 7),
            Map.entry("inmonths.months", (a, b) -> months(a, b)),
            Map.entry("inmonths.quarters", (a, b) -> months(a, b) / 3),
            Map.entry("inmonths.years", (a, b) -> months(a, b) / 12),
            Map.entry("between.months", (a, b) -> months(a, b)),
            Map.entry("between.quarters", (a, b) -> months(a, b) / 3),
            Map.entry("between.years", (a, b) -> months(a, b) / 12));

    private static ZonedDateTime zoned(Temporal value) {
        return switch (value) {
            case LocalDate date -> date.atStartOfDay(ZoneOffset.UTC);
            case LocalDateTime local -> local.atZone(ZoneOffset.UTC);
            default -> (ZonedDateTime) value;
        };
    }

    private static long seconds(Temporal from, Temporal to) {
        return Duration.between(zoned(from), zoned(to)).toSeconds();
    }

    private static long months(Temporal from, Temporal to) {
        return ChronoUnit.MONTHS.between(zoned(from), zoned(to));
    }

    /** Days and clocks that are often the same, or next to each other. */
    private static Temporal value(Random random, VectorKind kind, int days) {
        LocalDate date = LocalDate.ofEpochDay(random.nextInt(2 * days) - days);
        int hour = random.nextInt(3) * 11;
        int nanos = random.nextInt(3) * 499_999_999;
        LocalDateTime local = date.atTime(hour, random.nextInt(2), random.nextInt(2), nanos);
        return switch (kind) {
            case DATE -> date;
            case LOCAL_DATETIME -> local;
            default -> local.atZone(ZoneOffset.ofHours(random.nextInt(5) * 9 - 18));
        };
    }

    private static Vector column(Random random, VectorKind kind, int days) {
        Vector vector = new Vector();
        vector.reset(VectorKind.NULL, ROWS);
        for (int row = 0; row < ROWS; row++) {
            vector.setValue(row, random.nextInt(9) == 0 ? null : value(random, kind, days));
        }
        return vector;
    }

    @Test
    void eachComponent_isThatOfTheDuration() {
        for (int seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            VectorKind kind =
                    new VectorKind[] {VectorKind.DATE, VectorKind.LOCAL_DATETIME, VectorKind.ZONED_DATETIME}[seed % 3];
            int days = new int[] {3, 70, 2_000, 5_000_000}[random.nextInt(4)];
            Vector from = column(random, kind, days);
            Vector to = column(random, kind, days);
            for (Map.Entry<String, ToLongBiFunction<Temporal, Temporal>> each : EXPECTED.entrySet()) {
                String function = "duration." + each.getKey().split("\\.")[0];
                String component = each.getKey().split("\\.")[1];
                Vector into = new Vector();
                assertThat(TemporalDifferences.has(function, component)).isTrue();
                assertThat(TemporalDifferences.component(function, component, from, to, ROWS, into))
                        .isTrue();
                for (int row = 0; row < ROWS; row++) {
                    Temporal a = (Temporal) from.valueAt(row);
                    Temporal b = (Temporal) to.valueAt(row);
                    assertThat(into.valueAt(row))
                            .as("seed=%s, %s from %s to %s", seed, each.getKey(), a, b)
                            .isEqualTo(
                                    a == null || b == null
                                            ? null
                                            : each.getValue().applyAsLong(a, b));
                }
            }
        }
    }

    @Test
    void farDates_zonesThatChange_andMixedKinds_areLeftToOthers() {
        Vector near = one(LocalDate.of(2020, 1, 1));
        Vector far = one(LocalDate.MAX);
        Vector changing = one(ZonedDateTime.of(LocalDateTime.of(2020, 1, 1, 0, 0), ZoneId.of("Europe/Berlin")));
        Vector into = new Vector();
        for (Vector other : new Vector[] {far, changing, one(LocalDateTime.of(2020, 1, 1, 0, 0))}) {
            assertThat(TemporalDifferences.component("duration.indays", "days", near, other, 1, into))
                    .isFalse();
            assertThat(TemporalDifferences.component("duration.indays", "days", other, near, 1, into))
                    .isFalse();
        }
        assertThat(TemporalDifferences.component("duration.indays", "days", changing, changing, 1, into))
                .isFalse();
        assertThat(TemporalDifferences.has("duration.between", "seconds")).isFalse();
    }

    private static Vector one(Temporal value) {
        Vector vector = new Vector();
        vector.reset(VectorKind.NULL, 1);
        vector.setValue(0, value);
        return vector;
    }
}
