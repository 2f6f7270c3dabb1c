package org.thetisdb.importer.csv;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Turns one column of a table into a vector. The entry of a field that is wrong is null and the field is reported. Has
 * scratch space, so every thread has its own.
 */
public final class ColumnParser {
    private final NumberText numbers = new NumberText();
    private final TemporalText temporals = new TemporalText();
    private final Vector element = new Vector();
    private final byte listSeparator;

    public ColumnParser(CsvFormat format) {
        listSeparator = format.listSeparator();
    }

    /** Fills {@code target} with the field's values in all rows. */
    public void parse(FieldTable table, int field, ValueType type, Vector target, BadCells errors) {
        int rowCount = table.rowCount();
        target.reset(type.list() ? VectorKind.OBJECT : type.scalar().kind(), rowCount);
        if (type.list()) {
            parseLists(table, field, type.scalar(), target, errors);
            return;
        }
        switch (type.scalar()) {
            case INTEGER, INT32, INT16, INT8 -> parseIntegers(table, field, type.scalar(), target, errors);
            case STRING -> parseStrings(table, field, target);
            case ZONED_DATETIME -> parseZonedDateTimes(table, field, target, errors);
            default -> parseOthers(table, field, type.scalar(), target, errors);
        }
    }

    private void parseIntegers(FieldTable table, int field, ScalarType type, Vector target, BadCells errors) {
        byte[] bytes = table.bytes();
        int[] starts = table.starts();
        int[] lengths = table.lengths();
        long[] longs = target.longs();
        long min = type.integerMin();
        long max = type.integerMax();
        int index = field;
        for (int row = 0; row < target.count(); row++, index += table.fieldCount()) {
            if (lengths[index] == FieldTable.NULL) {
                target.setNull(row);
            } else if (numbers.integer(bytes, starts[index], lengths[index])
                    && numbers.integer >= min
                    && numbers.integer <= max) {
                longs[row] = numbers.integer;
            } else {
                target.setNull(row);
                errors.badField(table, row, field, type.expected());
            }
        }
    }

    private static void parseStrings(FieldTable table, int field, Vector target) {
        byte[] bytes = table.bytes();
        int[] starts = table.starts();
        int[] lengths = table.lengths();
        int index = field;
        for (int row = 0; row < target.count(); row++, index += table.fieldCount()) {
            int length = lengths[index];
            if (length == FieldTable.NULL) {
                target.setNull(row);
            } else {
                // The row would not be here if it were not UTF-8.
                target.setString(row, bytes, starts[index], length);
            }
        }
    }

    private void parseZonedDateTimes(FieldTable table, int field, Vector target, BadCells errors) {
        byte[] bytes = table.bytes();
        int[] starts = table.starts();
        int[] lengths = table.lengths();
        long[] seconds = target.longs();
        long[] packed = target.longs2();
        int index = field;
        for (int row = 0; row < target.count(); row++, index += table.fieldCount()) {
            if (lengths[index] == FieldTable.NULL) {
                target.setNull(row);
            } else if (temporals.zonedDateTime(bytes, starts[index], lengths[index])) {
                seconds[row] = temporals.first;
                packed[row] = temporals.second;
            } else {
                target.setNull(row);
                errors.badField(table, row, field, ScalarType.ZONED_DATETIME.expected());
            }
        }
    }

    private void parseOthers(FieldTable table, int field, ScalarType type, Vector target, BadCells errors) {
        int index = field;
        for (int row = 0; row < target.count(); row++, index += table.fieldCount()) {
            int length = table.lengths()[index];
            if (length == FieldTable.NULL) {
                target.setNull(row);
            } else if (!parseOne(table.bytes(), table.starts()[index], length, type, target, row)) {
                target.setNull(row);
                errors.badField(table, row, field, type.expected());
            }
        }
    }

    boolean parseOne(byte[] bytes, int start, int length, ScalarType type, Vector target, int row) {
        return switch (type) {
            case INTEGER, INT32, INT16, INT8 -> {
                boolean valid = numbers.integer(bytes, start, length)
                        && numbers.integer >= type.integerMin()
                        && numbers.integer <= type.integerMax();
                target.longs()[row] = numbers.integer;
                yield valid;
            }
            case FLOAT -> {
                boolean valid = numbers.number(bytes, start, length);
                target.doubles()[row] = numbers.number;
                yield valid;
            }
            case BOOLEAN -> parseBoolean(bytes, start, length, target, row);
            case STRING, CHARACTER -> {
                target.setString(row, bytes, start, length);
                yield type == ScalarType.STRING || Utf8.characterCount(bytes, start, length) == 1;
            }
            case DATE -> temporals.date(bytes, start, length) && store(target, row);
            case LOCAL_TIME -> temporals.localTime(bytes, start, length) && store(target, row);
            case TIME -> temporals.time(bytes, start, length) && store(target, row);
            case LOCAL_DATETIME -> temporals.localDateTime(bytes, start, length) && store(target, row);
            case ZONED_DATETIME -> temporals.zonedDateTime(bytes, start, length) && store(target, row);
            case DURATION -> storeObject(ObjectText.duration(text(bytes, start, length)), target, row);
            case POINT -> storeObject(ObjectText.point(text(bytes, start, length)), target, row);
            case ANY -> storeObject(ValueText.read(text(bytes, start, length)), target, row);
        };
    }

    private boolean store(Vector target, int row) {
        target.longs()[row] = temporals.first;
        if (target.kind().usesLongs2()) {
            target.longs2()[row] = temporals.second;
        }
        return true;
    }

    private static boolean storeObject(Optional<Object> value, Vector target, int row) {
        if (value.isEmpty()) {
            return false;
        }
        target.objects()[row] = value.get();
        return true;
    }

    private static boolean parseBoolean(byte[] bytes, int start, int length, Vector target, int row) {
        String text = text(bytes, start, length);
        boolean isTrue = text.equalsIgnoreCase("true");
        target.longs()[row] = isTrue ? 1 : 0;
        return isTrue || text.equalsIgnoreCase("false");
    }

    static String text(byte[] bytes, int start, int length) {
        return new String(bytes, start, length, StandardCharsets.UTF_8);
    }

    /** A quoted empty field is the empty list; an empty entry of a list is the empty string or an error. */
    private void parseLists(FieldTable table, int field, ScalarType type, Vector target, BadCells errors) {
        int index = field;
        for (int row = 0; row < target.count(); row++, index += table.fieldCount()) {
            int length = table.lengths()[index];
            if (length == FieldTable.NULL) {
                target.setNull(row);
                continue;
            }
            List<Object> values = new ArrayList<>();
            if (parseList(table.bytes(), table.starts()[index], length, type, values)) {
                target.objects()[row] = List.copyOf(values);
            } else {
                target.setNull(row);
                String separator = String.valueOf((char) listSeparator);
                errors.badField(
                        table, row, field, "a list separated by '" + separator + "', each entry " + type.expected());
            }
        }
    }

    private boolean parseList(byte[] bytes, int start, int length, ScalarType type, List<Object> values) {
        int end = start + length;
        int entryStart = start;
        while (length > 0 && entryStart <= end) {
            int entryEnd = entryStart;
            while (entryEnd < end && bytes[entryEnd] != listSeparator) {
                entryEnd++;
            }
            element.reset(type.kind(), 1);
            if (!parseOne(bytes, entryStart, entryEnd - entryStart, type, element, 0)) {
                return false;
            }
            values.add(element.valueAt(0));
            entryStart = entryEnd + 1;
        }
        return true;
    }
}
