package org.thetisdb;

import java.util.List;
import java.util.Map;
import org.thetisdb.cypher.syntax.CopyTree;
import org.thetisdb.value.Point;

/**
 * Rows as lines of text, so that COPY reads them back as what they were wherever the format can say it.
 *
 * <p>JSON lines: an object for each row. CSV: RFC 4180 with LF. Null is an empty field. Numbers, booleans and temporal
 * values stand bare; strings that could be taken for one of them are quoted, and so are lists, points and all the rest:
 * what is quoted is text unless the reader is told otherwise. Lists of plain values are separated by semicolons as the
 * import's are, points are as there, too; other values are JSON in a field.
 *
 * <p>Belongs to one thread.
 */
final class RowText {
    private static final char LIST_SEPARATOR = ';';

    private final CopyTree.Format format;
    private final boolean header;
    private final char delimiter;
    private final StringBuilder field = new StringBuilder();

    RowText(CopyTree.Format format, CopyTree.Options options) {
        this.format = format;
        this.header = options.header();
        this.delimiter = options.delimiter();
    }

    void appendHeader(StringBuilder text, List<String> columns) {
        if (format == CopyTree.Format.JSON_LINES || !header) {
            return;
        }
        String separator = "";
        for (String column : columns) {
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

    void append(StringBuilder text, Record row) {
        boolean csv = format == CopyTree.Format.CSV;
        if (!csv) {
            text.append('{');
        }
        for (int index = 0; index < row.size(); index++) {
            if (csv) {
                if (index > 0) {
                    text.append(delimiter);
                }
                appendField(text, row.get(index));
            } else {
                if (index > 0) {
                    text.append(',');
                }
                JsonOutput.appendString(text, row.keys().get(index));
                text.append(':');
                JsonOutput.append(text, row.get(index));
            }
        }
        text.append(csv ? "\n" : "}\n");
    }

    private void appendField(StringBuilder text, Object value) {
        switch (value) {
            case null -> {}
            case String string -> {
                if (needsQuotes(string) || !isSurelyText(string)) {
                    appendQuoted(text, string);
                } else {
                    text.append(string);
                }
            }
            case List<?> list when isPlain(list) -> appendQuoted(text, plainList(list));
            case List<?> ignored -> appendJson(text, value);
            case Map<?, ?> ignored -> appendJson(text, value);
            case Node ignored -> appendJson(text, value);
            case Relationship ignored -> appendJson(text, value);
            case Path ignored -> appendJson(text, value);
            case Point point -> appendQuoted(text, point(point));
            default -> {
                String plain = value.toString();
                if (needsQuotes(plain)) {
                    appendQuoted(text, plain);
                } else {
                    text.append(plain);
                }
            }
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
                    && !(element instanceof Map<?, ?>)
                    && !(element instanceof Node)
                    && !(element instanceof Relationship)
                    && !(element instanceof Path);
            String text = !plain ? "" : element instanceof Point point ? point(point) : element.toString();
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
            text.append(element instanceof Point point ? point(point) : element.toString());
        }
        return text.toString();
    }

    private static String point(Point point) {
        String height = point.isThreeDimensional() ? ", z: " + point.z() : "";
        return "{srid: " + point.srid() + ", x: " + point.x() + ", y: " + point.y() + height + "}";
    }

    private void appendJson(StringBuilder text, Object value) {
        field.setLength(0);
        JsonOutput.append(field, value);
        appendQuoted(text, field.toString());
    }

    private static void appendQuoted(StringBuilder text, String field) {
        text.append('"').append(field.replace("\"", "\"\"")).append('"');
    }
}
