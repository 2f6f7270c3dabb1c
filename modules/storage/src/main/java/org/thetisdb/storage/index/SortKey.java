package org.thetisdb.storage.index;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.column.DistinctSketch;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.Point;
import org.thetisdb.value.UnicodeText;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.ZoneCode;

/**
 * A value as bytes that compare like values do: first by tag, then by head (unsigned), then by tail (unsigned bytes,
 * the shorter first). Equal values have equal keys and others do not. Mutable and reused; not thread safe.
 *
 * <p>Numbers. The head is the greatest double not above the number, in an order-preserving form; the tail, where an
 * integer has no such double, is what is left of it. So 1 and 1.0 have the same key, and 2^53 and 2^53 + 1 have not.
 *
 * <p>Strings. The head is the first seven bytes and, in the lowest byte, how many of them there are (8: more follow),
 * so that a shorter string comes before its continuations; the tail is the rest.
 *
 * <p>No key have null, NaN, points with a NaN, and lists with such an element at any depth: they equal nothing. Nor
 * have maps, nodes and relationships, which no property can be. Lists order by their first different element, [1] being
 * [1.0]; durations and points are equal if all their parts are, and their order means nothing.
 */
public final class SortKey {
    static final int TAG_NONE = 0;
    static final int TAG_NUMBER = 1;
    static final int TAG_STRING = 2;
    static final int TAG_BOOLEAN = 3;
    static final int TAG_DATE = 4;
    static final int TAG_LOCAL_TIME = 5;
    static final int TAG_TIME = 6;
    static final int TAG_LOCAL_DATETIME = 7;
    static final int TAG_ZONED_DATETIME = 8;
    static final int TAG_DURATION = 9;
    static final int TAG_POINT = 10;
    static final int TAG_LIST = 11;
    static final int TAG_TUPLE = 12;

    private static final int STRING_HEAD_BYTES = 7;

    int tag;
    long head;
    byte[] tail = new byte[64];
    int tailBytes;

    /** Takes an entry of a vector. Null and NaN give {@link #isNone()}. */
    public void set(Vector vector, int index) {
        clear();
        if (vector.isNull(index)) {
            return;
        }
        switch (vector.kind()) {
            case INTEGER -> setInteger(vector.longs()[index]);
            case FLOAT -> setDouble(vector.doubles()[index]);
            case STRING -> setString(vector.bytes(), vector.starts()[index], vector.lengths()[index]);
            case DATE -> setLong(TAG_DATE, vector.longs()[index]);
            case ZONED_DATETIME -> setZoned(vector.longs()[index], vector.longs2()[index]);
            default -> set(vector.valueAt(index));
        }
    }

    /** Takes a boxed value. Null and NaN give {@link #isNone()}; so do values that no property can have. */
    public void set(@Nullable Object value) {
        clear();
        switch (value) {
            case Long number -> setInteger(number);
            case Double number -> setDouble(number);
            case String text -> {
                byte[] bytes = UnicodeText.utf8(text);
                setString(bytes, 0, bytes.length);
            }
            case Boolean flag -> setLong(TAG_BOOLEAN, flag ? 1 : 0);
            case LocalDate date -> setLong(TAG_DATE, date.toEpochDay());
            case LocalTime time -> setLong(TAG_LOCAL_TIME, time.toNanoOfDay());
            case OffsetTime time -> {
                int offsetSeconds = time.getOffset().getTotalSeconds();
                setLong(TAG_TIME, time.toLocalTime().toNanoOfDay() - offsetSeconds * 1_000_000_000L);
                putInt(offsetSeconds ^ Integer.MIN_VALUE);
            }
            case LocalDateTime time -> {
                setLong(TAG_LOCAL_DATETIME, time.toEpochSecond(ZoneOffset.UTC));
                if (time.getNano() != 0) {
                    putInt(time.getNano());
                }
            }
            case ZonedDateTime time ->
                setZoned(time.toEpochSecond(), ZoneCode.pack(time.getNano(), ZoneCode.of(time.getZone())));
            case IsoDuration duration -> setDuration(duration);
            case Point point -> setPoint(point);
            case List<?> list -> setList(list);
            case null, default -> {}
        }
    }

    /**
     * Takes the values of several properties of one thing as one key, as an index over several properties has it. Such
     * keys compare with each other only: by the first value, then by the second, and so on. If one of the values has
     * no key, neither have all together.
     */
    public void setTuple(Vector[] vectors, int index) {
        clear();
        SortKey element = new SortKey();
        for (Vector vector : vectors) {
            element.set(vector, index);
            if (!append(element)) {
                return;
            }
        }
        tag = TAG_TUPLE;
    }

    /** As {@link #setTuple(Vector[], int)}, of boxed values. */
    public void setTuple(List<?> values) {
        setList(values);
        tag = isNone() ? TAG_NONE : TAG_TUPLE;
    }

    /** Takes the value of another key. */
    public void set(IndexKey key) {
        clear();
        tag = key.tag();
        head = key.head();
        putBytes(key.tail(), 0, key.tail().length);
    }

    /** A copy that does not change. The key must not be {@link #isNone()}. */
    public IndexKey toIndexKey() {
        return new IndexKey(tag, head, Arrays.copyOf(tail, tailBytes));
    }

    /** The same number for equal keys, well mixed. */
    public long hash64() {
        return hash64(tag, head, tail, tailBytes);
    }

    static long hash64(int tag, long head, byte[] tail, int tailBytes) {
        long withoutTail = head ^ (long) tag << 56;
        return DistinctSketch.mix(tailBytes == 0 ? withoutTail : withoutTail + DistinctSketch.hash(tail, 0, tailBytes));
    }

    private void clear() {
        tag = TAG_NONE;
        head = 0;
        tailBytes = 0;
    }

    /** Takes a value that equals nothing. */
    public void setNone() {
        clear();
    }

    /** Whether no entry of an index can equal the value. */
    public boolean isNone() {
        return tag == TAG_NONE;
    }

    private void setLong(int newTag, long value) {
        tag = newTag;
        head = value ^ Long.MIN_VALUE;
    }

    private void setInteger(long value) {
        double nearest = value;
        // (long) 2^63 saturates, so the largest integers need the comparison to be made without it.
        if (nearest == 0x1p63 || (long) nearest > value) {
            nearest = Math.nextDown(nearest);
        }
        tag = TAG_NUMBER;
        head = ordered(nearest);
        long rest = value - (long) nearest;
        if (rest != 0) {
            putLong(rest);
        }
    }

    private void setDouble(double value) {
        if (!Double.isNaN(value)) {
            tag = TAG_NUMBER;
            head = ordered(value);
        }
    }

    /** Unsigned order of the results is the order of the doubles; both zeros give the same. */
    private static long ordered(double value) {
        long bits = Double.doubleToRawLongBits(value + 0.0);
        return bits < 0 ? ~bits : bits ^ Long.MIN_VALUE;
    }

    private void setString(byte[] bytes, int from, int length) {
        tag = TAG_STRING;
        int inHead = Math.min(length, STRING_HEAD_BYTES);
        long word = 0;
        for (int index = 0; index < inHead; index++) {
            word |= (bytes[from + index] & 0xffL) << (56 - 8 * index);
        }
        head = word | Math.min(length, STRING_HEAD_BYTES + 1);
        putBytes(bytes, from + inHead, length - inHead);
    }

    /** By instant, then by offset, then by the zone's name, as datetimes are ordered; two zones are never equal. */
    private void setZoned(long second, long packed) {
        setLong(TAG_ZONED_DATETIME, second);
        putInt(ZoneCode.nanosecond(packed));
        ZoneId zone = ZoneCode.zone(ZoneCode.zoneCode(packed));
        putInt(zone.getRules().getOffset(Instant.ofEpochSecond(second)).getTotalSeconds() ^ Integer.MIN_VALUE);
        byte[] name = zone.getId().getBytes(StandardCharsets.UTF_8);
        putBytes(name, 0, name.length);
    }

    /** Durations and points can be equal, but none is less than another. */
    private void setDuration(IsoDuration duration) {
        setLong(TAG_DURATION, duration.months());
        putLong(duration.days());
        putLong(duration.seconds());
        putInt(duration.nanoseconds());
    }

    private void setPoint(Point point) {
        double z = point.isThreeDimensional() ? point.z() : 0;
        if (!Double.isNaN(point.x()) && !Double.isNaN(point.y()) && !Double.isNaN(z)) {
            setLong(TAG_POINT, point.srid());
            putLong(ordered(point.x()));
            putLong(ordered(point.y()));
            putLong(ordered(z));
        }
    }

    /**
     * The keys of the elements one after the other. Tails are escaped (0 becomes 0, 255) and end with 0, 0, so that
     * lists order by their first different element. A list with null or NaN equals nothing.
     */
    private void setList(List<?> list) {
        SortKey element = new SortKey();
        for (Object value : list) {
            element.set(value);
            if (!append(element)) {
                return;
            }
        }
        tag = TAG_LIST;
    }

    /** Appends the key of an element; or clears this key and returns false if the element has none. */
    private boolean append(SortKey element) {
        if (element.isNone()) {
            clear();
            return false;
        }
        reserve(1 + Long.BYTES + 2 * element.tailBytes + 2);
        tail[tailBytes++] = (byte) element.tag;
        putLong(element.head);
        for (int index = 0; index < element.tailBytes; index++) {
            tail[tailBytes++] = element.tail[index];
            if (element.tail[index] == 0) {
                tail[tailBytes++] = (byte) 0xff;
            }
        }
        tail[tailBytes++] = 0;
        tail[tailBytes++] = 0;
        return true;
    }

    private void putLong(long value) {
        putInt((int) (value >>> 32));
        putInt((int) value);
    }

    private void putInt(int value) {
        reserve(Integer.BYTES);
        for (int shift = 24; shift >= 0; shift -= 8) {
            tail[tailBytes++] = (byte) (value >>> shift);
        }
    }

    void putBytes(byte[] bytes, int from, int length) {
        reserve(length);
        System.arraycopy(bytes, from, tail, tailBytes, length);
        tailBytes += length;
    }

    void putBytes(MemorySegment memory, long from, int length) {
        reserve(length);
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, from, tail, tailBytes, length);
        tailBytes += length;
    }

    private void reserve(int extra) {
        if (tail.length < tailBytes + extra) {
            tail = Arrays.copyOf(tail, Math.max(tailBytes + extra, tail.length * 2));
        }
    }

    /** The least key above all strings that begin with the prefix; the prefix must not be empty. */
    void setPrefixEnd(String prefix) {
        clear();
        byte[] bytes = UnicodeText.utf8(prefix);
        // UTF-8 has no byte 0xff, so the last byte can always grow.
        bytes[bytes.length - 1]++;
        setString(bytes, 0, bytes.length);
    }

    void copyFrom(SortKey other) {
        clear();
        tag = other.tag;
        head = other.head;
        putBytes(other.tail, 0, other.tailBytes);
    }

    /** The order of all keys: first by tag, so that only values that compare with each other lie together. */
    int compareTo(SortKey other) {
        return tag != other.tag ? Integer.compare(tag, other.tag) : compareWithinTag(other);
    }

    /** Compares with a key of the same tag. */
    int compareWithinTag(SortKey other) {
        int byHead = Long.compareUnsigned(head, other.head);
        return byHead != 0 ? byHead : Arrays.compareUnsigned(tail, 0, tailBytes, other.tail, 0, other.tailBytes);
    }

    /** The value in words, for messages. */
    String describe() {
        return switch (tag) {
            case TAG_NUMBER -> describeNumber();
            case TAG_STRING -> {
                int inHead = (int) Math.min(head & 0xff, STRING_HEAD_BYTES);
                byte[] bytes = new byte[inHead + tailBytes];
                for (int index = 0; index < inHead; index++) {
                    bytes[index] = (byte) (head >>> (56 - 8 * index));
                }
                System.arraycopy(tail, 0, bytes, inHead, tailBytes);
                yield '"' + new String(bytes, StandardCharsets.UTF_8) + '"';
            }
            case TAG_BOOLEAN -> String.valueOf((head ^ Long.MIN_VALUE) != 0);
            case TAG_DATE -> LocalDate.ofEpochDay(head ^ Long.MIN_VALUE).toString();
            case TAG_LOCAL_DATETIME, TAG_ZONED_DATETIME ->
                LocalDateTime.ofEpochSecond(head ^ Long.MIN_VALUE, 0, ZoneOffset.UTC) + " UTC";
            case TAG_LIST, TAG_TUPLE -> describeElements();
            default -> "a value of type " + tag;
        };
    }

    private String describeElements() {
        StringJoiner text = new StringJoiner(", ", "[", "]");
        SortKey element = new SortKey();
        int at = 0;
        while (at < tailBytes) {
            element.clear();
            element.tag = tail[at++];
            for (int end = at + Long.BYTES; at < end; at++) {
                element.head = element.head << 8 | tail[at] & 0xff;
            }
            while (tail[at] != 0 || tail[at + 1] != 0) {
                element.putBytes(tail, at, 1);
                at += tail[at] == 0 ? 2 : 1;
            }
            at += 2;
            text.add(element.describe());
        }
        return text.toString();
    }

    private String describeNumber() {
        double number = Double.longBitsToDouble(head < 0 ? head ^ Long.MIN_VALUE : ~head);
        long rest = 0;
        for (int index = 0; index < tailBytes; index++) {
            rest = rest << 8 | tail[index] & 0xff;
        }
        return number == Math.rint(number) && Math.abs(number) < 0x1p63
                ? String.valueOf((long) number + rest)
                : String.valueOf(number);
    }
}
