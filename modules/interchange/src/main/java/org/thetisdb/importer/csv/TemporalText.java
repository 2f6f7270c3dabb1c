package org.thetisdb.importer.csv;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import org.thetisdb.value.vector.ZoneCode;

/**
 * Reads ISO 8601 dates and times from bytes. Each method says whether all bytes made a value, which then stands in
 * {@link #first} and {@link #second} as the vector of that kind wants it.
 */
final class TemporalText {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final long SECONDS_PER_DAY = 86_400;
    private static final int OFFSET_SECONDS_MAX = 18 * 3600;

    long first;
    long second;

    private byte[] bytes = {};
    private int position;
    private int end;
    private long epochDay;
    private long nanosOfDay;
    private int offsetSeconds;

    private void begin(byte[] source, int from, int length) {
        bytes = source;
        position = from;
        end = from + length;
    }

    boolean date(byte[] source, int from, int length) {
        begin(source, from, length);
        boolean whole = readDate() && position == end;
        first = epochDay;
        return whole;
    }

    boolean localTime(byte[] source, int from, int length) {
        begin(source, from, length);
        boolean whole = readTime() && position == end;
        first = nanosOfDay;
        return whole;
    }

    /** A time without an offset is taken for UTC. */
    boolean time(byte[] source, int from, int length) {
        begin(source, from, length);
        boolean whole = readTime() && readOffset() && position == end;
        first = nanosOfDay;
        second = offsetSeconds;
        return whole;
    }

    boolean localDateTime(byte[] source, int from, int length) {
        begin(source, from, length);
        boolean whole = readDateTime() && position == end;
        first = epochDay * SECONDS_PER_DAY + nanosOfDay / NANOS_PER_SECOND;
        second = nanosOfDay % NANOS_PER_SECOND;
        return whole;
    }

    /** A datetime without offset and region is taken for UTC. */
    boolean zonedDateTime(byte[] source, int from, int length) {
        begin(source, from, length);
        if (!readDateTime()) {
            return false;
        }
        boolean hasOffset = position < end && bytes[position] != '[';
        if (!readOffset()) {
            return false;
        }
        int nanosecond = (int) (nanosOfDay % NANOS_PER_SECOND);
        long localSeconds = epochDay * SECONDS_PER_DAY + nanosOfDay / NANOS_PER_SECOND;
        first = localSeconds - offsetSeconds;
        second = ZoneCode.pack(nanosecond, ZoneCode.UTC + offsetSeconds);
        return position == end || readRegion(localSeconds, nanosecond, hasOffset);
    }

    private boolean readRegion(long localSeconds, int nanosecond, boolean hasOffset) {
        if (bytes[position] != '[' || bytes[end - 1] != ']') {
            return false;
        }
        String region = new String(bytes, position + 1, end - position - 2, StandardCharsets.UTF_8);
        try {
            ZoneId zone = ZoneId.of(region);
            LocalDateTime local = LocalDateTime.ofEpochSecond(localSeconds, nanosecond, ZoneOffset.UTC);
            ZoneOffset preferred = hasOffset ? ZoneOffset.ofTotalSeconds(offsetSeconds) : null;
            ZonedDateTime value = ZonedDateTime.ofLocal(local, zone, preferred);
            first = value.toEpochSecond();
            second = ZoneCode.pack(nanosecond, ZoneCode.of(zone));
            return !hasOffset || value.getOffset().equals(preferred);
        } catch (DateTimeException unknown) {
            return false;
        }
    }

    private boolean readDateTime() {
        if (!readDate() || position >= end || bytes[position] != 'T' && bytes[position] != ' ') {
            return false;
        }
        position++;
        return readTime();
    }

    private boolean readDate() {
        boolean negative = position < end && bytes[position] == '-';
        boolean signed = negative || position < end && bytes[position] == '+';
        if (signed) {
            position++;
        }
        int digitsStart = position;
        int year = 0;
        while (position < end && isDigit(bytes[position]) && position - digitsStart < 9) {
            year = year * 10 + bytes[position++] - '0';
        }
        int digitCount = position - digitsStart;
        if (digitCount < 4 || digitCount > 4 && !signed || !skip('-')) {
            return false;
        }
        int month = twoDigits(1, 12);
        if (month < 0 || !skip('-')) {
            return false;
        }
        int day = twoDigits(1, 31);
        if (day < 0) {
            return false;
        }
        int signedYear = negative ? -year : year;
        if (day > 28 && day > YearMonth.of(signedYear, month).lengthOfMonth()) {
            return false;
        }
        epochDay = LocalDate.of(signedYear, month, day).toEpochDay();
        return true;
    }

    /** Hours and minutes, perhaps seconds, perhaps a fraction of one to nine digits. */
    private boolean readTime() {
        int hour = twoDigits(0, 23);
        if (hour < 0 || !skip(':')) {
            return false;
        }
        int minute = twoDigits(0, 59);
        if (minute < 0) {
            return false;
        }
        long seconds = hour * 3600L + minute * 60L;
        long fraction = 0;
        if (position < end && bytes[position] == ':') {
            position++;
            int secondOfMinute = twoDigits(0, 59);
            if (secondOfMinute < 0) {
                return false;
            }
            seconds += secondOfMinute;
            fraction = readFraction();
        }
        nanosOfDay = seconds * NANOS_PER_SECOND + fraction;
        return fraction >= 0;
    }

    private long readFraction() {
        if (position >= end || bytes[position] != '.' && bytes[position] != ',') {
            return 0;
        }
        position++;
        long fraction = 0;
        long scale = NANOS_PER_SECOND;
        while (position < end && isDigit(bytes[position]) && scale > 1) {
            scale /= 10;
            fraction += (bytes[position++] - '0') * scale;
        }
        return scale == NANOS_PER_SECOND ? -1 : fraction;
    }

    /** {@code Z}, {@code +hh}, {@code +hhmm}, {@code +hh:mm} or {@code +hh:mm:ss}; nothing means UTC. */
    private boolean readOffset() {
        offsetSeconds = 0;
        if (position >= end || bytes[position] == '[') {
            return true;
        }
        byte sign = bytes[position];
        if (sign == 'Z' || sign == 'z') {
            position++;
            return true;
        }
        if (sign != '+' && sign != '-') {
            return false;
        }
        position++;
        int hours = twoDigits(0, 18);
        if (hours < 0) {
            return false;
        }
        int seconds = hours * 3600;
        int unit = 60;
        while (unit > 0 && position < end && bytes[position] != '[') {
            if (bytes[position] == ':') {
                position++;
            }
            int part = twoDigits(0, 59);
            if (part < 0) {
                return false;
            }
            seconds += part * unit;
            unit /= 60;
        }
        offsetSeconds = sign == '-' ? -seconds : seconds;
        return seconds <= OFFSET_SECONDS_MAX;
    }

    private boolean skip(char wanted) {
        if (position < end && bytes[position] == wanted) {
            position++;
            return true;
        }
        return false;
    }

    private int twoDigits(int min, int max) {
        if (position + 2 > end || !isDigit(bytes[position]) || !isDigit(bytes[position + 1])) {
            return -1;
        }
        int value = (bytes[position] - '0') * 10 + bytes[position + 1] - '0';
        position += 2;
        return value >= min && value <= max ? value : -1;
    }

    private static boolean isDigit(byte value) {
        return value >= '0' && value <= '9';
    }
}
