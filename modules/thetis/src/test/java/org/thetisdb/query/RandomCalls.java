package org.thetisdb.query;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.FunctionCatalog;

/** Arguments for each function: mostly of the types that it takes, and for texts and maps mostly with a meaning. */
final class RandomCalls {
    private static final List<String> DATES = List.of(
            "2015-07-21",
            "20150721",
            "2015-07",
            "201507",
            "2015-W30-2",
            "2015W302",
            "2015-W30",
            "2015W30",
            "2015-202",
            "2015202",
            "2015",
            "2020-02-29",
            "2019-02-29",
            "2020-366",
            "2019-366",
            "2020-W53-7",
            "2019-W53",
            "2015-Q3-45",
            "2015Q345",
            "2015-Q2",
            "2015-Q5",
            "+999999999-12-31",
            "-999999999-01-01",
            "+1000000000-01-01",
            "-0001-01-01",
            "2015-7-1",
            "2015-13",
            "2015-00",
            "2015-01-00",
            "201507211",
            "2015-W54",
            "2015-W00",
            "2015-W01-0",
            "2015-Q1-91",
            "2015-Q1-00",
            "+2015",
            "-5-01-01",
            "",
            "x",
            "2015-07-21 ",
            "2015-000");
    private static final List<String> TIMES = List.of(
            "21:40:32.142",
            "214032.142",
            "21:40:32",
            "214032",
            "21:40",
            "2140",
            "21",
            "24:00",
            "23:59:60",
            "21:40:32,5",
            "21:40:32.1234567891",
            "21:4",
            "9:00",
            "",
            "21:40:32.",
            "2140:32",
            "21:4032");
    private static final List<String> OFFSETS = List.of(
            "",
            "Z",
            "+01:00",
            "+0100",
            "+01",
            "-18:00",
            "+18:01",
            "+19",
            "-00:00",
            "+02:05:59",
            "+020559",
            "+1",
            "+01:60",
            "z");
    private static final List<String> REGIONS =
            List.of("", "", "", "[Europe/Paris]", "[America/New_York]", "[UTC]", "[No/Where]", "[]");
    private static final List<String> TIME_ZONES = List.of(
            "Europe/Paris",
            "+05:00",
            "Z",
            "-02:05:07",
            "+0100",
            "America/New York",
            "America/New_York",
            "UTC",
            "nowhere",
            "",
            "europe/paris",
            "UTC+1",
            "GMT",
            "+19:00");
    private static final List<String> DURATIONS = List.of(
            "P14DT16H12M",
            "P5M1.5D",
            "P0.75M",
            "PT0.75M",
            "P2.5W",
            "P12Y5M14DT16H12M70S",
            "P2012-02-02T14:37:21.545",
            "P",
            "PT",
            "P1DT",
            "",
            "PT-0.000000001S",
            "-P1D",
            "+P1Y",
            "P-1Y2M",
            "P1H",
            "P1M1Y",
            "PT1S1M",
            "P0.1Y",
            "PT1.5H",
            "P9223372036854775807D",
            "P9223372036854775808D",
            "P1,5D",
            "PT0.0000000001S",
            "P1Y1.5M",
            "P1.5Y1.5M",
            "p1d",
            "P2012-02-02",
            "P20120202T143721",
            "PT.5S",
            "P1D ",
            "--P1D",
            "PT+1S");
    private static final List<String> UNITS = List.of(
            "millennium",
            "century",
            "decade",
            "year",
            "weekYear",
            "quarter",
            "month",
            "week",
            "day",
            "hour",
            "minute",
            "second",
            "millisecond",
            "microsecond",
            "nanosecond",
            "DAY",
            "eon");
    private static final List<?> SMALL = List.of(0L, 1L, 2L, 5L, 12L, 23L, 28L, 31L, 53L, 59L, 92L, -1L);

    private final RandomValues values;

    RandomCalls(RandomValues values) {
        this.values = values;
    }

    List<Object> arguments(FunctionCatalog.Function function) {
        int most = Math.min(function.maxArguments(), function.minArguments() + 2);
        int count = function.minArguments() + values.below(most - function.minArguments() + 1);
        List<Object> arguments = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            if (values.chance(30)) {
                arguments.add(null);
            } else if (values.chance(40)) {
                arguments.add(values.any());
            } else {
                arguments.add(argument(function, index));
            }
        }
        return arguments;
    }

    private Object argument(FunctionCatalog.Function function, int index) {
        CypherType type = values.one(function.parameter(index));
        String name = function.name();
        if (type.kind() == CypherType.Kind.STRING) {
            return text(name, index);
        }
        if (type.kind() == CypherType.Kind.MAP) {
            return map(name);
        }
        if (name.equals("round") && index == 1 || name.matches("left|right|substring|replace") && values.chance(2)) {
            return (long) values.below(8) - 2;
        }
        return values.ofType(type);
    }

    private Object text(String name, int index) {
        if (name.endsWith(".truncate")) {
            return values.one(UNITS);
        }
        return switch (name) {
            case "date" -> values.one(DATES);
            case "localtime" -> values.one(TIMES);
            case "time" -> values.one(TIMES) + values.one(OFFSETS);
            case "localdatetime" -> values.one(DATES) + (values.chance(6) ? "" : "T" + values.one(TIMES));
            case "datetime" ->
                values.one(DATES)
                        + (values.chance(6) ? "" : "T" + values.one(TIMES) + values.one(OFFSETS))
                        + values.one(REGIONS);
            case "duration" -> values.one(DURATIONS);
            case "normalize" ->
                index == 0 ? values.text() : values.one(List.of("NFC", "NFD", "NFKC", "NFKD", "nfc", "X"));
            case "round" ->
                values.one(List.of("UP", "DOWN", "CEILING", "FLOOR", "HALF_UP", "HALF_DOWN", "HALF_EVEN", "up", "X"));
            default -> name.contains(".") ? values.one(TIME_ZONES) : values.text();
        };
    }

    private Map<String, Object> map(String name) {
        return switch (name) {
            case "point" -> point();
            case "duration" -> duration();
            default -> temporal(name);
        };
    }

    private Map<String, Object> point() {
        Map<String, List<?>> choices = new LinkedHashMap<>();
        List<?> numbers = List.of(0L, 1.5, -0.0, 90L, 91L, 180L, 181.0, Double.NaN, Double.POSITIVE_INFINITY);
        boolean named = values.chance(2);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(named ? "longitude" : "x", values.one(numbers));
        fields.put(named ? "latitude" : "y", values.one(List.of(0L, 1.5, -0.0, 89L, 91L)));
        choices.put(values.chance(2) ? "height" : "z", List.of(0L, 3.5));
        if (values.chance(2)) {
            choices.put("crs", List.of("cartesian", "WGS-84", "wgs-84-3d", "cartesian-3D", "moon"));
        } else {
            choices.put("srid", List.of(4326L, 4979L, 7203L, 9157L, 1L));
        }
        fields.putAll(values.fields(choices));
        return fields;
    }

    private Map<String, Object> duration() {
        Map<String, List<?>> choices = new LinkedHashMap<>();
        List<?> numbers = List.of(0L, 1L, -1L, 1.5, 0.1, -0.7, 12L, 100L, Long.MAX_VALUE, 1e18, Double.NaN);
        List<?> small = List.of(1L, -2L, 0.1, 0.75, -1.5, 13L);
        for (String unit : List.of(
                "years",
                "quarters",
                "months",
                "weeks",
                "days",
                "hours",
                "minutes",
                "seconds",
                "milliseconds",
                "microseconds",
                "nanoseconds")) {
            if (values.chance(3)) {
                choices.put(unit, values.chance(5) ? numbers : small);
            }
        }
        return values.fields(choices);
    }

    private Map<String, Object> temporal(String name) {
        Map<String, Object> fields = new LinkedHashMap<>();
        boolean date = !name.startsWith("time") && !name.startsWith("localtime");
        boolean time = !name.equals("date") && !name.startsWith("date.");
        boolean truncated = name.endsWith(".truncate");
        if (date) {
            dateFields(fields, truncated);
        }
        if (time) {
            timeFields(fields, truncated);
        }
        if (values.chance(4)) {
            fields.put("timezone", values.one(TIME_ZONES));
        }
        if (name.equals("datetime") && values.chance(12)) {
            fields.clear();
            fields.put(values.chance(2) ? "epochSeconds" : "epochMillis", values.one(List.of(0L, -1L, 1234567890123L)));
            fields.putAll(values.fields(Map.of("nanosecond", List.of(0L, 5L, 999_999L, 1_000_000L))));
        }
        if (date && time && values.chance(8)) {
            fields.put("datetime", values.ofType(CypherType.of(values.one(RandomValues.TEMPORAL))));
        }
        return fields;
    }

    private void dateFields(Map<String, Object> fields, boolean truncated) {
        if (!truncated && values.chance(2)) {
            fields.put("date", values.ofType(CypherType.of(values.one(RandomValues.TEMPORAL))));
        }
        if (!fields.containsKey("date") || values.chance(3)) {
            fields.put("year", values.one(List.of(0L, -1L, 2015L, 2019L, 2020L, 2021L, 999_999_999L, 1_000_000_000L)));
        }
        List<List<String>> kinds = List.of(
                List.of("month", "day"),
                List.of("month", "day"),
                List.of("week", "dayOfWeek"),
                List.of("quarter", "dayOfQuarter"),
                List.of("ordinalDay"));
        for (String key : values.one(kinds)) {
            if (!values.chance(4)) {
                List<?> usual = List.of(1L, 2L, 3L, 4L, 7L);
                fields.put(key, values.chance(3) ? values.one(SMALL) : values.one(usual));
            }
        }
        if (values.chance(30)) {
            fields.put(values.one(List.of("week", "day", "quarter", "ordinalDay")), 1L);
        }
    }

    private void timeFields(Map<String, Object> fields, boolean truncated) {
        if (!truncated && values.chance(3)) {
            fields.put("time", values.ofType(CypherType.of(values.one(RandomValues.TEMPORAL))));
        }
        for (String key : List.of("hour", "minute", "second")) {
            if (values.chance(6)) {
                break;
            }
            if (!fields.containsKey("time") || values.chance(3)) {
                fields.put(key, values.one(SMALL));
            }
        }
        List<?> parts = List.of(0L, 1L, 123L, 999L, 1000L, 123_456L, 999_999_999L);
        for (String key : List.of("millisecond", "microsecond", "nanosecond")) {
            if (values.chance(4)) {
                fields.put(key, values.one(parts));
            }
        }
    }
}
