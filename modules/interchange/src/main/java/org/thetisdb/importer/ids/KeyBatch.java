package org.thetisdb.importer.ids;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.thetisdb.importer.csv.BadCells;
import org.thetisdb.importer.csv.FieldTable;
import org.thetisdb.importer.csv.ScalarType;

/** The keys in one column of a table: {@code first}, for string ids {@code second} too, and which rows have none. */
public final class KeyBatch {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int SAFE_DIGITS = 18;

    long[] first = {};
    long[] second = {};
    private boolean[] absent = {};
    private int count;
    private int absentCount;

    /** Reads the keys; a field that is no key is reported and counts as absent. */
    public void parse(FieldTable table, int field, IdType type, BadCells errors) {
        count = table.rowCount();
        absentCount = 0;
        if (first.length < count) {
            first = new long[count];
            second = new long[count];
            absent = new boolean[count];
        }
        for (int row = 0; row < count; row++) {
            int index = row * table.fieldCount() + field;
            int length = table.lengths()[index];
            absent[row] = length == FieldTable.NULL;
            if (!absent[row]) {
                int start = table.starts()[index];
                if (type == IdType.STRING) {
                    hash(table.bytes(), start, length, row);
                } else if (!parseInteger(table.bytes(), start, length, row)) {
                    absent[row] = true;
                    errors.badField(table, row, field, "an id: " + ScalarType.INTEGER.expected());
                }
            }
            absentCount += absent[row] ? 1 : 0;
        }
    }

    public int count() {
        return count;
    }

    public boolean isAbsent(int row) {
        return absent[row];
    }

    public int absentCount() {
        return absentCount;
    }

    private boolean parseInteger(byte[] bytes, int start, int length, int row) {
        boolean negative = length > 0 && bytes[start] == '-';
        int position = negative ? start + 1 : start;
        int end = start + length;
        if (position == end) {
            return false;
        }
        if (end - position > SAFE_DIGITS) {
            try {
                first[row] = Long.parseLong(new String(bytes, start, length, StandardCharsets.ISO_8859_1));
                return true;
            } catch (NumberFormatException outOfRange) {
                return false;
            }
        }
        long value = 0;
        for (; position < end; position++) {
            int digit = bytes[position] - '0';
            if (digit < 0 || digit > 9) {
                return false;
            }
            value = value * 10 + digit;
        }
        first[row] = negative ? -value : value;
        return true;
    }

    /** Two sums over the same words with different odd multipliers, each mixed after every word. */
    private void hash(byte[] bytes, int start, int length, int row) {
        long one = 0x9e3779b97f4a7c15L ^ length;
        long other = 0xc2b2ae3d27d4eb4fL + length;
        int position = start;
        int end = start + length;
        for (; end - position >= Long.BYTES; position += Long.BYTES) {
            long word = (long) LONGS.get(bytes, position);
            one = fold(one ^ word, 0xd6e8feb86659fd93L);
            other = fold(other + word, 0xa0761d6478bd642fL);
        }
        long tail = 0;
        for (int shift = 0; position < end; position++, shift += Byte.SIZE) {
            tail |= (bytes[position] & 0xffL) << shift;
        }
        first[row] = IdTable.mix(fold(one ^ tail, 0xd6e8feb86659fd93L));
        second[row] = IdTable.mix(fold(other + tail, 0xa0761d6478bd642fL));
    }

    /** Multiplies, mixes the halves; a bijection, so that no word is lost. */
    private static long fold(long value, long multiplier) {
        long product = value * multiplier;
        product ^= product >>> 32;
        product *= multiplier;
        return product ^ product >>> 29;
    }
}
