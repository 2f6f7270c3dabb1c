package org.thetisdb.rows;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.thetisdb.cypher.syntax.CopyTree;
import org.thetisdb.importer.csv.ValueText;
import org.thetisdb.json.JsonWriter;
import org.thetisdb.value.Point;

/**
 * Rows as lines of text, so that COPY reads them back as what they were.
 *
 * <p>JSON lines: an object for each row; what JSON has no notation for is an object with its type. CSV: RFC 4180 with
 * LF. Null is an empty field. Numbers, booleans and temporal values are bare; strings that could be taken for one of
 * them are quoted, and so are lists, points and all the rest: what is quoted is text unless the header tells otherwise.
 * Lists of plain values are separated by semicolons as the import's are, points are as there, too; other values are
 * JSON in a field.
 *
 * <p>The header of CSV tells types where values alone do not ({@link CsvForms}). The first rows are looked at before it
 * is written; if a later one does not fit it, the file has to be begun again, with what is known by then.
 *
 * <p>Belongs to one thread.
 */
final class RowText {
    private static final char LIST_SEPARATOR = ';';

    /** Rows that are looked at before the header is written. */
    private static final int ROWS_AHEAD = 1024;

    private final CopyTree.Format format;
    private final boolean header;
    private final boolean types;
    private final char delimiter;
    private final StringBuilder field = new StringBuilder();
    private Optional<CsvForms> forms = Optional.empty();
    private List<String> columns = List.of();
    private List<String> written = List.of();

    RowText(CopyTree.Format format, CopyTree.Options options) {
        this.format = format;
        this.header = options.header();
        this.types = options.types();
        this.delimiter = options.delimiter();
    }

    /** How many rows are to be at hand for {@link #begin}. */
    int rowsAhead() {
        return hasForms() ? ROWS_AHEAD : 0;
    }

    private boolean hasForms() {
        return format == CopyTree.Format.CSV && header && types;
    }

    /**
     * Begins a file.
     *
     * @param ahead the first rows; they are not written yet
     */
    void begin(StringBuilder text, List<String> names, List<Object[]> ahead) {
        columns = names;
        if (format == CopyTree.Format.JSON_LINES || !header) {
            return;
        }
        written = columns;
        if (hasForms()) {
            CsvForms known = forms.orElseGet(() -> new CsvForms(columns));
            forms = Optional.of(known);
            ahead.forEach(known::widen);
            written = known.header();
        }
        String separator = "";
        for (String column : written) {
            text.append(separator);
            if (needsQuotes(column) || column.isEmpty()) {
                appendQuoted(text, column);
            } else {
                text.append(column);
            }
            separator = String.valueOf(delimiter);
        }
        text.append('\n');
    }

    /** Appends a row, unless it does not fit the header: then false, and the file is to be begun again. */
    boolean append(StringBuilder text, Object[] row) {
        if (format == CopyTree.Format.JSON_LINES) {
            appendObject(text, row);
            return true;
        }
        if (forms.isPresent() && forms.get().widen(row) && !forms.get().header().equals(written)) {
            return false;
        }
        for (int index = 0; index < row.length; index++) {
            if (index > 0) {
                text.append(delimiter);
            }
            Object value = row[index];
            if (forms.isEmpty()) {
                appendField(text, value);
            } else if (value != null) {
                CsvForms.Field formed = forms.get().field(index, value);
                appendField(
                        text,
                        formed.text(),
                        formed.quoted() || value instanceof String && !isSurelyText(formed.text()));
            }
        }
        text.append('\n');
        return true;
    }

    private void appendObject(StringBuilder text, Object[] row) {
        text.append('{');
        for (int index = 0; index < row.length; index++) {
            if (index > 0) {
                text.append(',');
            }
            JsonWriter.appendString(text, columns.get(index));
            text.append(':');
            JsonWriter.append(text, row[index], types);
        }
        text.append("}\n");
    }

    private void appendField(StringBuilder text, String field, boolean quoted) {
        if (quoted || needsQuotes(field)) {
            appendQuoted(text, field);
        } else {
            text.append(field);
        }
    }

    /** Without a word about types. */
    private void appendField(StringBuilder text, Object value) {
        switch (value) {
            case null -> {}
            case String string -> appendField(text, string, !isSurelyText(string));
            case List<?> list when isPlain(list) -> appendQuoted(text, plainList(list));
            case List<?> ignored -> appendJson(text, value);
            case Map<?, ?> ignored -> appendJson(text, value);
            case Point point -> appendQuoted(text, ValueText.plain(point));
            default -> appendField(text, value.toString(), false);
        }
    }

    /** Whether a reader would misunderstand where the bare field ends. */
    private boolean needsQuotes(String text) {
        for (int index = 0; index < text.length(); index++) {
            char unit = text.charAt(index);
            if (unit == delimiter || unit == '"' || unit == '\n' || unit == '\r' || unit == '\uFEFF') {
                return true;
            }
        }
        return false;
    }

    /** Whether it cannot be a number, boolean, temporal value or duration, nor null. */
    private static boolean isSurelyText(String text) {
        if (text.isEmpty() || !Character.isLetter(text.charAt(0))) {
            return false;
        }
        boolean word = text.equalsIgnoreCase("true")
                || text.equalsIgnoreCase("false")
                || text.equalsIgnoreCase("NaN")
                || text.equalsIgnoreCase("Infinity");
        boolean duration = text.length() > 2
                && (text.charAt(0) == 'P' || text.charAt(0) == 'p')
                && "0123456789+-.Tt".indexOf(text.charAt(1)) >= 0;
        return !word && !duration;
    }

    private static boolean isPlain(List<?> list) {
        for (Object element : list) {
            boolean plain = element != null
                    && element.getClass() == list.get(0).getClass()
                    && !(element instanceof List<?>)
                    && !(element instanceof Map<?, ?>);
            String text = plain ? ValueText.plain(element) : "";
            if (text.isEmpty() || text.indexOf(LIST_SEPARATOR) >= 0) {
                return false;
            }
        }
        return true;
    }

    private static String plainList(List<?> list) {
        StringBuilder text = new StringBuilder();
        for (Object element : list) {
            if (!text.isEmpty()) {
                text.append(LIST_SEPARATOR);
            }
            text.append(ValueText.plain(element));
        }
        return text.toString();
    }

    private void appendJson(StringBuilder text, Object value) {
        field.setLength(0);
        JsonWriter.append(field, value);
        appendQuoted(text, field.toString());
    }

    private static void appendQuoted(StringBuilder text, String field) {
        text.append('"').append(field.replace("\"", "\"\"")).append('"');
    }
}
