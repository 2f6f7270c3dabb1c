package org.thetisdb.snb;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An update file, read day by day: its first column is the day of a row, and its rows are sorted by it. One thread. */
final class DatedRows implements AutoCloseable {
    private static final String DAY = "batch_id";

    private final Path file;
    private final Optional<CsvLines> lines;
    private final Map<String, Integer> columns = new HashMap<>();
    private @Nullable List<String> ahead;

    private DatedRows(Path file, Optional<CsvLines> lines) {
        this.file = file;
        this.lines = lines;
    }

    static DatedRows open(Path file) throws IOException {
        DatedRows rows = new DatedRows(file, Optional.of(new CsvLines(file)));
        try {
            rows.readHeader();
            rows.advance();
            return rows;
        } catch (IOException | RuntimeException failure) {
            rows.close();
            throw failure;
        }
    }

    static DatedRows none(Path file) {
        return new DatedRows(file, Optional.empty());
    }

    private void readHeader() throws IOException {
        String header = lines.orElseThrow().next();
        if (header == null || !header.startsWith(DAY + "|")) {
            throw new IOException("the first column is not " + DAY + ": file=" + file + ", header=" + header);
        }
        for (String column : CsvLines.fields(header)) {
            columns.put(column, columns.size());
        }
    }

    private void advance() throws IOException {
        String line = lines.orElseThrow().next();
        ahead = line == null ? null : CsvLines.fields(line);
    }

    /** The day of the next row, or null at the end. */
    @Nullable
    String nextDay() {
        return ahead == null ? null : ahead.getFirst();
    }

    /** The rows of a day, none if the next row is of another. */
    List<Row> take(String day) throws IOException {
        List<Row> rows = new ArrayList<>();
        while (ahead != null && ahead.getFirst().equals(day)) {
            rows.add(new Row(ahead));
            advance();
        }
        return rows;
    }

    /** The rows of a day by an id column; rows that {@link Children#of} does not fetch have no owner. */
    <T> Children<T> takeBy(String day, String idColumn, Function<Row, T> value) throws IOException {
        Map<Long, List<T>> byId = new LinkedHashMap<>();
        for (Row row : take(day)) {
            byId.computeIfAbsent(row.integer(idColumn), id -> new ArrayList<>(1))
                    .add(value.apply(row));
        }
        return new Children<>(file, day, byId);
    }

    @Override
    public void close() throws IOException {
        if (lines.isPresent()) {
            lines.get().close();
        }
    }

    /** One row, its fields by the names of their columns. An empty field is null. */
    final class Row {
        private final List<String> fields;

        private Row(List<String> fields) {
            this.fields = fields;
        }

        @Nullable
        String text(String column) {
            Integer index = columns.get(column);
            if (index == null) {
                throw new IllegalStateException("no such column: column=" + column + ", file=" + file);
            }
            String field = fields.get(index);
            return field.isEmpty() ? null : field;
        }

        private String required(String column) {
            String text = text(column);
            if (text == null) {
                throw new IllegalStateException(
                        "an empty field: column=" + column + ", row=" + fields + ", file=" + file);
            }
            return text;
        }

        long integer(String column) {
            return Long.parseLong(required(column));
        }

        ZonedDateTime datetime(String column) {
            return OffsetDateTime.parse(required(column)).toZonedDateTime();
        }

        LocalDate date(String column) {
            return LocalDate.parse(required(column));
        }

        List<String> texts(String column) {
            String text = text(column);
            return text == null ? List.of() : Arrays.asList(text.split(";", -1));
        }
    }

    /** The rows of one day that belong to entities of that day, by the entity's id. */
    static final class Children<T> {
        private final Path file;
        private final String day;
        private final Map<Long, List<T>> byId;

        private Children(Path file, String day, Map<Long, List<T>> byId) {
            this.file = file;
            this.day = day;
            this.byId = byId;
        }

        /** The values of an entity, in the order of the file; each can be fetched once. */
        List<T> of(long id) {
            List<T> values = byId.remove(id);
            return values == null ? List.of() : List.copyOf(values);
        }

        /** The only value of an entity, or null if there is none. */
        @Nullable
        T onlyOrNull(long id) {
            List<T> values = of(id);
            if (values.size() > 1) {
                throw new IllegalStateException("more than one row: id=" + id + ", day=" + day + ", file=" + file);
            }
            return values.isEmpty() ? null : values.getFirst();
        }

        /** The only value of an entity that must have one. */
        T only(long id) {
            T value = onlyOrNull(id);
            if (value == null) {
                throw new IllegalStateException("no row: id=" + id + ", day=" + day + ", file=" + file);
            }
            return value;
        }

        /** Fails if there are rows that no entity has fetched. */
        void requireAllFetched() {
            if (!byId.isEmpty()) {
                throw new IllegalStateException("rows whose entity is not inserted on the same day: id="
                        + byId.keySet().iterator().next() + ", count=" + byId.size() + ", day=" + day + ", file="
                        + file);
            }
        }
    }
}
