package org.thetisdb.engine.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.thetisdb.engine.testing.ExpressionHarness.arithmetic;
import static org.thetisdb.engine.testing.ExpressionHarness.f;
import static org.thetisdb.engine.testing.ExpressionHarness.literal;
import static org.thetisdb.engine.testing.ExpressionHarness.map;
import static org.thetisdb.engine.testing.ExpressionHarness.text;
import static org.thetisdb.engine.testing.ExpressionHarness.value;

import org.junit.jupiter.api.Test;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Expression.Arithmetic.Operator;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

class TemporalFunctionsTest {
    @Test
    void date_fromTextInAllForms_isTheDay() {
        assertThat(text("date", "2015-07-21")).isEqualTo("2015-07-21");
        assertThat(text("date", "20150721")).isEqualTo("2015-07-21");
        assertThat(text("date", "2015-07")).isEqualTo("2015-07-01");
        assertThat(text("date", "201507")).isEqualTo("2015-07-01");
        assertThat(text("date", "2015-W30-2")).isEqualTo("2015-07-21");
        assertThat(text("date", "2015W302")).isEqualTo("2015-07-21");
        assertThat(text("date", "2015-W30")).isEqualTo("2015-07-20");
        assertThat(text("date", "2015W30")).isEqualTo("2015-07-20");
        assertThat(text("date", "2015-202")).isEqualTo("2015-07-21");
        assertThat(text("date", "2015202")).isEqualTo("2015-07-21");
        assertThat(text("date", "2015-Q2-60")).isEqualTo("2015-05-30");
        assertThat(text("date", "2015")).isEqualTo("2015-01-01");
        assertThat(text("date", "-0034-03-01")).isEqualTo("-0034-03-01");
    }

    @Test
    void date_fromFields_isTheDay() {
        assertThat(text("date", map("year", 1984L, "month", 10L, "day", 11L))).isEqualTo("1984-10-11");
        assertThat(text("date", map("year", 1984L, "week", 10L, "dayOfWeek", 3L)))
                .isEqualTo("1984-03-07");
        assertThat(text("date", map("year", 1817L, "week", 1L, "dayOfWeek", 2L)))
                .isEqualTo("1816-12-31");
        assertThat(text("date", map("year", 1984L, "ordinalDay", 202L))).isEqualTo("1984-07-20");
        assertThat(text("date", map("year", 1984L, "quarter", 3L, "dayOfQuarter", 45L)))
                .isEqualTo("1984-08-14");
        assertThatThrownBy(() -> f("date", map("month", 1L)))
                .isInstanceOfSatisfying(
                        ThetisException.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.INVALID_TEMPORAL));
    }

    @Test
    void date_fromAnotherDate_replacesFields() {
        Object other = f("date", "1984-11-11");
        assertThat(text("date", map("date", other, "year", 28L))).isEqualTo("0028-11-11");
        assertThat(text("date", map("date", other, "day", 28L))).isEqualTo("1984-11-28");
        assertThat(text("date", map("date", other, "week", 1L))).isEqualTo("1984-01-08");
        assertThat(text("date", map("date", other, "ordinalDay", 28L))).isEqualTo("1984-01-28");
        assertThat(text("date", map("date", other, "quarter", 3L))).isEqualTo("1984-08-11");
    }

    @Test
    void time_fromTextAndFields_isTheTime() {
        assertThat(text("localtime", "214032.142")).isEqualTo("21:40:32.142");
        assertThat(text("localtime", "2140")).isEqualTo("21:40");
        assertThat(text("localtime", "21")).isEqualTo("21:00");
        assertThat(text("time", "214032-0100")).isEqualTo("21:40:32-01:00");
        assertThat(text("time", "22+18:00")).isEqualTo("22:00+18:00");
        assertThat(text("time", "2140-02")).isEqualTo("21:40-02:00");
        assertThat(text(
                        "localtime",
                        map("hour", 12L, "minute", 31L, "second", 14L, "millisecond", 645L, "nanosecond", 3L)))
                .isEqualTo("12:31:14.645000003");
        assertThat(text(
                        "localtime",
                        map(
                                "hour",
                                12L,
                                "minute",
                                31L,
                                "second",
                                14L,
                                "millisecond",
                                645L,
                                "microsecond",
                                876L,
                                "nanosecond",
                                123L)))
                .isEqualTo("12:31:14.645876123");
        assertThat(text(
                        "localtime",
                        map("hour", 12L, "minute", 31L, "second", 14L, "microsecond", 645876L, "nanosecond", 3L)))
                .isEqualTo("12:31:14.645876003");
        Object other =
                f("time", map("hour", 12L, "minute", 31L, "second", 14L, "microsecond", 645876L, "timezone", "+01:00"));
        assertThat(text("time", map("time", other, "timezone", "+05:00"))).isEqualTo("16:31:14.645876+05:00");
        assertThat(text("time", map("time", other, "second", 42L, "timezone", "+05:00")))
                .isEqualTo("16:31:42.645876+05:00");
    }

    @Test
    void datetime_fromTextFieldsAndOthers_isTheInstant() {
        assertThat(text("datetime", "2015-07-20T2140-02")).isEqualTo("2015-07-20T21:40-02:00");
        assertThat(text("datetime", "2015-W30-2T214032.142Z")).isEqualTo("2015-07-21T21:40:32.142Z");
        assertThat(text("datetime", "2015-07-21T21:40:32.142+02:00[Europe/Stockholm]"))
                .isEqualTo("2015-07-21T21:40:32.142+02:00[Europe/Stockholm]");
        assertThat(text("datetime", "1818-07-21T21:40:32.142+00:53:28[Europe/Stockholm]"))
                .endsWith("[Europe/Stockholm]");
        assertThat(text("localdatetime", "2015202T21")).isEqualTo("2015-07-21T21:00");
        assertThat(text(
                        "datetime",
                        map("year", 1984L, "month", 10L, "day", 11L, "hour", 12L, "timezone", "Europe/Stockholm")))
                .isEqualTo("1984-10-11T12:00+01:00[Europe/Stockholm]");
        assertThat(text("datetime", map("epochSeconds", 416779L, "nanosecond", 999999999L)))
                .isEqualTo("1970-01-05T19:46:19.999999999Z");
        assertThat(text("datetime.fromepochmillis", 237821673987L)).isEqualTo("1977-07-15T13:34:33.987Z");
        Object date = f("date", "1984-10-11");
        Object time = f("time", "12:31:14.645876+01:00");
        assertThat(text(
                        "datetime",
                        map("date", date, "time", time, "day", 28L, "second", 42L, "timezone", "Pacific/Honolulu")))
                .isEqualTo("1984-10-28T01:31:42.645876-10:00[Pacific/Honolulu]");
    }

    @Test
    void truncate_toEachUnit_isItsStart() {
        Object datetime = f("datetime", "2017-10-11T12:31:14.645876123+01:00");
        assertThat(text("datetime.truncate", "millennium", datetime)).isEqualTo("2000-01-01T00:00+01:00");
        assertThat(text("datetime.truncate", "weekYear", f("datetime", "1984-02-03T00:00Z")))
                .isEqualTo("1984-01-02T00:00Z");
        assertThat(text("datetime.truncate", "quarter", datetime)).isEqualTo("2017-10-01T00:00+01:00");
        assertThat(text("datetime.truncate", "millisecond", datetime, map("nanosecond", 2L)))
                .isEqualTo("2017-10-11T12:31:14.645000002+01:00");
        assertThat(text("datetime.truncate", "microsecond", datetime, map("nanosecond", 2L)))
                .isEqualTo("2017-10-11T12:31:14.645876002+01:00");
        assertThat(text("datetime.truncate", "day", datetime, map("timezone", "Europe/Stockholm")))
                .isEqualTo("2017-10-11T00:00+02:00[Europe/Stockholm]");
        assertThat(text("date.truncate", "decade", f("date", "1984-10-11"), map("day", 2L)))
                .isEqualTo("1980-01-02");
        assertThat(text("date.truncate", "week", f("date", "1984-10-11"), map("dayOfWeek", 2L)))
                .isEqualTo("1984-10-09");
        assertThat(text("localtime.truncate", "hour", f("localtime", "12:31:14")))
                .isEqualTo("12:00");
        assertThat(text("time.truncate", "minute", f("time", "12:31:14+01:00"))).isEqualTo("12:31+01:00");
        assertThat(text("localdatetime.truncate", "second", datetime)).isEqualTo("2017-10-11T12:31:14");
    }

    @Test
    void duration_fromTextAndParts_flowsFractionsDown() {
        assertThat(text("duration", "P14DT16H12M")).isEqualTo("P14DT16H12M");
        assertThat(text("duration", "P5M1.5D")).isEqualTo("P5M1DT12H");
        assertThat(text("duration", "P0.75M")).isEqualTo("P22DT19H51M49.5S");
        assertThat(text("duration", "PT0.75M")).isEqualTo("PT45S");
        assertThat(text("duration", "P2.5W")).isEqualTo("P17DT12H");
        assertThat(text("duration", "P12Y5M14DT16H12M70S")).isEqualTo("P12Y5M14DT16H13M10S");
        assertThat(text("duration", "P2012-02-02T14:37:21.545")).isEqualTo("P2012Y2M2DT14H37M21.545S");
        assertThat(text("duration", map("months", 5L, "days", 1.5))).isEqualTo("P5M1DT12H");
        assertThat(text(
                        "duration",
                        map(
                                "years",
                                12.5,
                                "months",
                                5.5,
                                "days",
                                14.5,
                                "hours",
                                16.5,
                                "minutes",
                                12.5,
                                "seconds",
                                70.5,
                                "nanoseconds",
                                3L)))
                .isEqualTo("P12Y11M29DT33H58M13.500000003S");
        assertThat(text("duration", map("seconds", 1L, "milliseconds", -1L))).isEqualTo("PT0.999S");
    }

    @Test
    void durationBetween_ofMixedTypes_takesMissingPartsFromTheOther() {
        assertThat(text("duration.between", f("date", "1984-10-11"), f("date", "2015-06-24")))
                .isEqualTo("P30Y8M13D");
        assertThat(text("duration.between", f("date", "1984-10-11"), f("localdatetime", "2016-07-21T21:45:22.142")))
                .isEqualTo("P31Y9M10DT21H45M22.142S");
        assertThat(text("duration.between", f("localtime", "14:30"), f("date", "2015-06-24")))
                .isEqualTo("PT-14H-30M");
        assertThat(text("duration.between", f("localdatetime", "2015-07-21T21:40:32.142"), f("time", "16:30+0100")))
                .isEqualTo("PT-5H-10M-32.142S");
        assertThat(text("duration.between", f("datetime", "2014-07-21T21:40:36.143+0200"), f("time", "16:30+0100")))
                .isEqualTo("PT-4H-10M-36.143S");
        Object midnight =
                f("datetime", map("year", 2017L, "month", 10L, "day", 29L, "hour", 0L, "timezone", "Europe/Stockholm"));
        assertThat(text("duration.inseconds", midnight, f("localtime", "04:00")))
                .isEqualTo("PT5H");
        assertThat(text("duration.inseconds", midnight, f("date", "2017-10-30")))
                .isEqualTo("PT25H");
        assertThat(text("duration.inmonths", f("date", "1984-10-11"), f("date", "2015-06-24")))
                .isEqualTo("P30Y8M");
        assertThat(text("duration.indays", f("date", "1984-10-11"), f("date", "2015-06-24")))
                .isEqualTo("P11213D");
    }

    @Test
    void arithmetic_ofTemporalValues_keepsPartsApart() {
        Object duration = f("duration", "P12Y5M14DT16H13M10.000000001S");
        assertThat(String.valueOf(value(arithmetic(Operator.ADD, f("date", "1984-10-11"), duration))))
                .isEqualTo("1997-03-25");
        assertThat(String.valueOf(value(arithmetic(Operator.SUBTRACT, f("date", "1984-10-11"), duration))))
                .isEqualTo("1972-04-27");
        assertThat(String.valueOf(value(arithmetic(Operator.ADD, f("localtime", "12:31:14.000000001"), duration))))
                .isEqualTo("04:44:24.000000002");
        assertThat(String.valueOf(value(arithmetic(Operator.MULTIPLY, duration, 0.5))))
                .isEqualTo("P6Y2M22DT13H21M8S");
        assertThat(String.valueOf(value(arithmetic(Operator.DIVIDE, f("duration", "P49D"), 49L))))
                .isEqualTo("P1D");
        assertThat(String.valueOf(value(arithmetic(Operator.SUBTRACT, duration, duration))))
                .isEqualTo("PT0S");
    }

    @Test
    void components_ofAllTypes_matchTheCalendar() {
        Object date = f("date", "1984-10-11");
        assertThat(component(date, "quarter")).isEqualTo(4L);
        assertThat(component(date, "week")).isEqualTo(41L);
        assertThat(component(date, "weekYear")).isEqualTo(1984L);
        assertThat(component(date, "ordinalDay")).isEqualTo(285L);
        assertThat(component(date, "dayOfQuarter")).isEqualTo(11L);
        assertThat(component(date, "weekDay")).isEqualTo(4L);
        Object datetime = f("datetime", "1984-11-11T12:31:14.645876123+01:00[Europe/Stockholm]");
        assertThat(component(datetime, "microsecond")).isEqualTo(645876L);
        assertThat(component(datetime, "timezone")).isEqualTo("Europe/Stockholm");
        assertThat(component(datetime, "offsetMinutes")).isEqualTo(60L);
        assertThat(component(datetime, "epochMillis")).isEqualTo(469020674645L);
        Object duration = f("duration", "P1Y4M10DT1H1M1.111111111S");
        assertThat(component(duration, "quarters")).isEqualTo(5L);
        assertThat(component(duration, "monthsOfQuarter")).isEqualTo(1L);
        assertThat(component(duration, "minutes")).isEqualTo(61L);
        assertThat(component(duration, "secondsOfMinute")).isEqualTo(1L);
        assertThat(component(duration, "milliseconds")).isEqualTo(3661111L);
    }

    private static Object component(Object value, String key) {
        return value(new Expression.Property(literal(value), key));
    }
}
