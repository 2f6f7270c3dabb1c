package org.thetisdb.bench.snb;

import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One query's answer in canonical form: a value is null, Boolean, Long, Double, String or a List of these; a datetime
 * is a string {@code yyyy-MM-ddTHH:mm:ss.SSS+00:00}, a date {@code yyyy-MM-dd}.
 *
 * @param columns the column names, in order
 * @param rows the rows, in the order in which they came
 */
public record Answer(List<String> columns, List<List<Object>> rows) {
    private static final DateTimeFormatter DATETIME = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSxxx");

    /** Brings raw Java values, as a peer hands them out, into canonical form. */
    public static Answer canonical(List<String> columns, List<Object[]> rawRows) {
        List<List<Object>> rows = new ArrayList<>(rawRows.size());
        for (Object[] rawRow : rawRows) {
            List<Object> row = new ArrayList<>(rawRow.length);
            for (Object value : rawRow) {
                row.add(canonicalValue(value));
            }
            rows.add(Collections.unmodifiableList(row));
        }
        return new Answer(List.copyOf(columns), Collections.unmodifiableList(rows));
    }

    /**
     * The canonical form of one value.
     *
     * @throws IllegalArgumentException if the value has a type that no answer of these queries may contain
     */
    public static @Nullable Object canonicalValue(Object value) {
        return switch (value) {
            case null -> null;
            case Boolean bool -> bool;
            case Long number -> number;
            case Integer number -> (long) number;
            case Short number -> (long) number;
            case Byte number -> (long) number;
            case Double number -> number;
            case Float number -> (double) number;
            case String string -> string;
            case LocalDate date -> date.toString();
            case ZonedDateTime datetime -> DATETIME.format(datetime.withZoneSameInstant(ZoneOffset.UTC));
            case OffsetDateTime datetime -> DATETIME.format(datetime.withOffsetSameInstant(ZoneOffset.UTC));
            case Instant instant -> DATETIME.format(instant.atOffset(ZoneOffset.UTC));
            case Object[] array -> canonicalList(Arrays.asList(array));
            case long[] array -> {
                List<Object> list = new ArrayList<>(array.length);
                for (long number : array) {
                    list.add(number);
                }
                yield list;
            }
            case List<?> list -> canonicalList(list);
            default ->
                throw new IllegalArgumentException("an answer holds a value of an unexpected type: type="
                        + value.getClass().getName());
        };
    }

    private static List<Object> canonicalList(List<?> list) {
        List<Object> result = new ArrayList<>(list.size());
        for (Object entry : list) {
            result.add(canonicalValue(entry));
        }
        return Collections.unmodifiableList(result);
    }
}
