package org.thetisdb.demo;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Arrays;

/**
 * Rows of one CSV file as UTF-8 bytes: fields are appended one after another, each followed by {@link #next()}, and
 * the row is closed by {@link #endRow()}, which replaces the last separator. Grows as needed; {@link #drainTo}
 * empties it. Not thread-safe.
 */
final class CsvBuffer {
    private static final int DATE_BYTES = 10;
    private static final byte[] DATES = datesOfTimeline();

    private byte[] bytes = new byte[1 << 14];
    private int length;
    private long rowCount;

    private static byte[] datesOfTimeline() {
        int dayCount = Timeline.DAYS + 1;
        byte[] dates = new byte[dayCount * DATE_BYTES];
        LocalDate first = LocalDate.ofEpochDay(Timeline.START_MILLIS / Timeline.DAY_MILLIS);
        for (int day = 0; day < dayCount; day++) {
            byte[] date = first.plusDays(day).toString().getBytes(StandardCharsets.US_ASCII);
            System.arraycopy(date, 0, dates, day * DATE_BYTES, DATE_BYTES);
        }
        return dates;
    }

    private void ensure(int moreBytes) {
        if (length + moreBytes > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + moreBytes));
        }
    }

    CsvBuffer next() {
        ensure(1);
        bytes[length++] = '|';
        return this;
    }

    void endRow() {
        bytes[length - 1] = '\n';
        rowCount++;
    }

    /** Bytes that need no quotes. */
    CsvBuffer text(byte[] field) {
        return text(field, field.length);
    }

    CsvBuffer text(byte[] field, int fieldBytes) {
        ensure(fieldBytes);
        System.arraycopy(field, 0, bytes, length, fieldBytes);
        length += fieldBytes;
        return this;
    }

    /** Text that needs no quotes. */
    CsvBuffer text(String field) {
        return text(field.getBytes(StandardCharsets.UTF_8));
    }

    /** Bytes in quotes, the quotes among them doubled. */
    CsvBuffer quoted(byte[] field, int fieldBytes) {
        ensure(2 * fieldBytes + 2);
        bytes[length++] = '"';
        for (int index = 0; index < fieldBytes; index++) {
            if (field[index] == '"') {
                bytes[length++] = '"';
            }
            bytes[length++] = field[index];
        }
        bytes[length++] = '"';
        return this;
    }

    /** A number that is not negative. */
    CsvBuffer number(long number) {
        ensure(20);
        int digits = 1;
        for (long rest = number / 10; rest != 0; rest /= 10) {
            digits++;
        }
        int position = length + digits;
        long rest = number;
        do {
            long quotient = rest / 10;
            bytes[--position] = (byte) ('0' + (rest - quotient * 10));
            rest = quotient;
        } while (rest != 0);
        length += digits;
        return this;
    }

    /** A moment of the timeline as {@code yyyy-MM-ddTHH:mm:ss.SSS+00:00}. */
    CsvBuffer moment(long epochMillis) {
        ensure(29);
        long sinceStartMillis = epochMillis - Timeline.START_MILLIS;
        int day = (int) (sinceStartMillis / Timeline.DAY_MILLIS);
        int ofDayMillis = (int) (sinceStartMillis - day * Timeline.DAY_MILLIS);
        System.arraycopy(DATES, day * DATE_BYTES, bytes, length, DATE_BYTES);
        length += DATE_BYTES;
        bytes[length++] = 'T';
        twoDigits(ofDayMillis / 3_600_000);
        bytes[length++] = ':';
        twoDigits(ofDayMillis / 60_000 % 60);
        bytes[length++] = ':';
        twoDigits(ofDayMillis / 1000 % 60);
        bytes[length++] = '.';
        int millis = ofDayMillis % 1000;
        bytes[length++] = (byte) ('0' + millis / 100);
        twoDigits(millis % 100);
        bytes[length++] = '+';
        twoDigits(0);
        bytes[length++] = ':';
        twoDigits(0);
        return this;
    }

    private void twoDigits(int number) {
        int tens = number / 10;
        bytes[length++] = (byte) ('0' + tens);
        bytes[length++] = (byte) ('0' + number - tens * 10);
    }

    /** An IPv4 address. */
    CsvBuffer address(int address) {
        number(address >>> 24);
        for (int shift = 16; shift >= 0; shift -= 8) {
            ensure(1);
            bytes[length++] = '.';
            number((address >>> shift) & 0xFF);
        }
        return this;
    }

    long rowCount() {
        return rowCount;
    }

    int byteCount() {
        return length;
    }

    /** Writes everything out and starts again with no bytes and no rows. */
    void drainTo(OutputStream output) throws IOException {
        output.write(bytes, 0, length);
        length = 0;
        rowCount = 0;
    }
}
