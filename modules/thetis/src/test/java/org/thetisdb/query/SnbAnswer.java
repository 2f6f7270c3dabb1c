package org.thetisdb.query;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Compares an answer with an expected one: integers, strings and lists exactly, floats to a relative 1e-9. */
final class SnbAnswer {
    private static final double RELATIVE_TOLERANCE = 1e-9;
    private static final DateTimeFormatter DATETIME = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSxxx");

    private SnbAnswer() {}

    /** Nothing if they are equal, else the first difference in words. */
    static Optional<String> difference(SnbData.Case expected, Table found) {
        if (!expected.columns().equals(found.columns())) {
            return Optional.of("columns: expected=" + expected.columns() + " found=" + found.columns());
        }
        if (expected.rows().size() != found.rows().size()) {
            return Optional.of("row count: expected=" + expected.rows().size() + " found="
                    + found.rows().size());
        }
        List<List<Object>> rest = new ArrayList<>(found.rows());
        for (int index = 0; index < expected.rows().size(); index++) {
            JsonNode row = expected.rows().get(index);
            int match = expected.ordered() ? (equalLists(row, rest.getFirst()) ? 0 : -1) : find(row, rest);
            if (match < 0) {
                return Optional.of("row " + index + ": expected=" + row + " found=" + rest.getFirst());
            }
            rest.remove(match);
        }
        return Optional.empty();
    }

    private static int find(JsonNode row, List<List<Object>> rows) {
        for (int index = 0; index < rows.size(); index++) {
            if (equalLists(row, rows.get(index))) {
                return index;
            }
        }
        return -1;
    }

    private static boolean equalLists(JsonNode expected, List<?> found) {
        if (expected.size() != found.size()) {
            return false;
        }
        for (int index = 0; index < expected.size(); index++) {
            if (!equalValues(expected.get(index), found.get(index))) {
                return false;
            }
        }
        return true;
    }

    private static boolean equalValues(JsonNode expected, Object found) {
        return switch (found) {
            case null -> expected.isNull();
            case Boolean flag -> expected.isBoolean() && expected.asBoolean() == flag;
            case Long number -> expected.isIntegralNumber() && expected.asLong() == number;
            case Double number -> expected.isFloatingPointNumber() && equalFloats(expected.asDouble(), number);
            case String text -> expected.isString() && expected.asString().equals(text);
            case LocalDate date -> expected.isString() && expected.asString().equals(date.toString());
            case ZonedDateTime time ->
                expected.isString()
                        && expected.asString().equals(DATETIME.format(time.withZoneSameInstant(ZoneOffset.UTC)));
            case List<?> list -> expected.isArray() && equalLists(expected, list);
            default -> false;
        };
    }

    private static boolean equalFloats(double expected, double found) {
        return Double.compare(expected, found) == 0
                || Math.abs(expected - found) <= RELATIVE_TOLERANCE * Math.max(Math.abs(expected), Math.abs(found));
    }
}
