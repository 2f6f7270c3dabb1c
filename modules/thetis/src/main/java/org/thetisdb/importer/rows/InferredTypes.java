package org.thetisdb.importer.rows;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.thetisdb.importer.csv.BadCells;
import org.thetisdb.importer.csv.ColumnParser;
import org.thetisdb.importer.csv.FieldTable;
import org.thetisdb.importer.csv.ScalarType;
import org.thetisdb.importer.csv.ValueType;
import org.thetisdb.value.vector.Vector;

/**
 * Finds the narrowest type that all values of a column have. Text in quotes is text, {@code 007} and {@code +1} are
 * text, and a number is a float only if a float is that very number; times with and without an offset do not mix.
 */
final class InferredTypes {
    private static final ScalarType[] TYPES = {
        ScalarType.INTEGER,
        ScalarType.FLOAT,
        ScalarType.BOOLEAN,
        ScalarType.DATE,
        ScalarType.LOCAL_DATETIME,
        ScalarType.ZONED_DATETIME,
        ScalarType.LOCAL_TIME,
        ScalarType.TIME,
        ScalarType.DURATION
    };

    private static final Pattern DECIMAL =
            Pattern.compile("-?(0|[1-9][0-9]{0,39})(\\.[0-9]{1,40})?([eE][-+]?[0-9]{1,3})?");
    private static final Pattern OFFSET = Pattern.compile(".*[0-9](Z|[-+][0-9:]+)(\\[.*])?");

    private final ColumnParser parser;
    private final Vector scratch = new Vector();
    private final List<List<ScalarType>> possible = new ArrayList<>();
    private final boolean[] seen;

    /** @param columnCount those that have types of their own among them */
    InferredTypes(ColumnParser parser, int columnCount) {
        this.parser = parser;
        this.seen = new boolean[columnCount];
        for (int column = 0; column < columnCount; column++) {
            possible.add(new ArrayList<>(List.of(TYPES)));
        }
    }

    /** Takes the column's values in these rows into account. */
    void add(FieldTable table, int column, byte quote) {
        List<ScalarType> types = possible.get(column);
        for (int row = 0; row < table.rowCount() && !types.isEmpty(); row++) {
            if (table.isNull(row, column)) {
                continue;
            }
            seen[column] = true;
            int start = table.starts()[row * table.fieldCount() + column];
            if (start > 0 && table.bytes()[start - 1] == quote) {
                types.clear();
            } else {
                String text = table.text(row, column);
                types.removeIf(type -> !isWrittenSo(type, text));
            }
        }
        types.removeIf(type -> !isReadable(table, column, type));
    }

    /** Whether a value of the type may be written like this; whether it can be read is not asked. */
    private static boolean isWrittenSo(ScalarType type, String text) {
        return switch (type) {
            case INTEGER -> text.length() <= 20 && DECIMAL.matcher(text).matches() && !text.equals("-0");
            case FLOAT -> isExact(text);
            case BOOLEAN -> text.equals("true") || text.equals("false");
            case ZONED_DATETIME, TIME -> OFFSET.matcher(text).matches();
            default -> true;
        };
    }

    private static boolean isExact(String text) {
        if (text.equals("NaN") || text.equals("Infinity") || text.equals("-Infinity")) {
            return true;
        }
        if (!DECIMAL.matcher(text).matches()) {
            return false;
        }
        double number = Double.parseDouble(text);
        return Double.isFinite(number) && new BigDecimal(text).compareTo(new BigDecimal(Double.toString(number))) == 0;
    }

    private boolean isReadable(FieldTable table, int column, ScalarType type) {
        boolean[] wrong = new boolean[1];
        parser.parse(table, column, new ValueType(type, false), scratch, new BadCells() {
            @Override
            public void badField(FieldTable of, int row, int field, String expected) {
                wrong[0] = true;
            }

            @Override
            public void badRow(long line, String found, String expected) {
                wrong[0] = true;
            }
        });
        return !wrong[0];
    }

    /** The column's type; text if there are no values. */
    ValueType type(int column) {
        Optional<ScalarType> first = possible.get(column).stream().findFirst();
        return new ValueType(seen[column] && first.isPresent() ? first.get() : ScalarType.STRING, false);
    }
}
