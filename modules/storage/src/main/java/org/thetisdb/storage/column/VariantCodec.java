package org.thetisdb.storage.column;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.packing.ByteSink;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.Point;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.UnicodeText;
import org.thetisdb.value.vector.PackedListBuilder;

/**
 * Any property value as bytes: a tag, then its fields, little-endian. Strings are a count of bytes (int) and UTF-8;
 * lists a count and their elements; maps a count and then key and value in turn.
 */
public final class VariantCodec {
    private static final int NULL = 0;
    private static final int FALSE = 1;
    private static final int TRUE = 2;
    private static final int INTEGER = 3;
    private static final int FLOAT = 4;
    private static final int STRING = 5;

    /** What a string has in front of its UTF-8: tag and count of bytes. */
    static final int STRING_HEADER_BYTES = 1 + Integer.BYTES;

    private static final int DATE = 6;
    private static final int LOCAL_TIME = 7;
    private static final int TIME = 8;
    private static final int LOCAL_DATETIME = 9;
    private static final int ZONED_DATETIME = 10;
    private static final int DURATION = 11;
    private static final int POINT = 12;
    private static final int LIST = 13;
    private static final int MAP = 14;

    /** A value of {@link Others}: a count of bytes and these. Never in a data file. */
    private static final int OTHER = 15;

    /** Lists in lists in lists …: a damaged file must not overflow the stack. */
    static final int DEPTH_MAX = 256;

    /** Values that no property can hold, or that are to be written in another way: for temporary files. */
    public interface Others {
        /** None: what properties hold. */
        Others NONE = new Others() {
            @Override
            public byte @Nullable [] encode(Object value) {
                return null;
            }

            @Override
            public Object decode(byte[] bytes) {
                throw new BufferUnderflowException();
            }
        };

        /** The value's bytes; null for a value that is not one of these. */
        byte @Nullable [] encode(Object value);

        /** The value that {@link #encode} wrote. */
        Object decode(byte[] bytes);
    }

    private VariantCodec() {}

    /** The value's bytes. */
    public static byte[] encode(@Nullable Object value) {
        return encode(value, Others.NONE);
    }

    /** The value's bytes; some values are written by others. */
    public static byte[] encode(@Nullable Object value, Others others) {
        Writer writer = new Writer(others);
        writer.value(value, 0);
        return Arrays.copyOf(writer.buffer.array(), writer.buffer.position());
    }

    /** Appends the value's bytes to others; those of the kinds that most values are of, without a copy. */
    public static void encodeTo(@Nullable Object value, ByteSink sink) {
        switch (value) {
            case Long number -> {
                sink.writeByte(INTEGER);
                sink.writeLong(number);
            }
            case String text -> {
                byte[] encoded = UnicodeText.utf8(text);
                sink.writeByte(STRING);
                sink.writeInt(encoded.length);
                sink.writeBytes(encoded);
            }
            case null, default -> sink.writeBytes(encode(value));
        }
    }

    /** What is in front of a string's UTF-8, of which there are {@code length} bytes. */
    static byte[] stringHeader(int length) {
        return ByteBuffer.allocate(STRING_HEADER_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) STRING)
                .putInt(length)
                .array();
    }

    /**
     * The value that {@link #encode} wrote.
     *
     * @throws ThetisException {@link ErrorCode#CORRUPT_STRUCTURE} if the bytes are no value
     */
    public static @Nullable Object decode(byte[] bytes) {
        return decode(bytes, Others.NONE);
    }

    /** The value that {@link #encode(Object, Others)} wrote. */
    public static @Nullable Object decode(byte[] bytes, Others others) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        Object value = decodeNext(buffer, others);
        if (buffer.hasRemaining()) {
            throw new ThetisException(ErrorCode.CORRUPT_STRUCTURE, damage(buffer));
        }
        return value;
    }

    /**
     * Reads one value that {@link #encode} wrote, and leaves the buffer's position after it.
     *
     * @param buffer little-endian
     * @throws ThetisException {@link ErrorCode#CORRUPT_STRUCTURE} if there is no value at the buffer's position
     */
    public static @Nullable Object decodeNext(ByteBuffer buffer) {
        return decodeNext(buffer, Others.NONE);
    }

    /**
     * Passes over one value that {@link #encode} wrote.
     *
     * @param buffer little-endian
     * @throws ThetisException {@link ErrorCode#CORRUPT_STRUCTURE} if there is no value at the buffer's position
     */
    public static void skipNext(ByteBuffer buffer) {
        if (buffer.remaining() < STRING_HEADER_BYTES || buffer.get(buffer.position()) != STRING) {
            decodeNext(buffer);
            return;
        }
        int length = buffer.getInt(buffer.position() + 1);
        if (length < 0 || length > buffer.remaining() - STRING_HEADER_BYTES) {
            throw new ThetisException(ErrorCode.CORRUPT_STRUCTURE, damage(buffer));
        }
        buffer.position(buffer.position() + STRING_HEADER_BYTES + length);
    }

    private static @Nullable Object decodeNext(ByteBuffer buffer, Others others) {
        try {
            return value(buffer, 0, others);
        } catch (BufferUnderflowException | DateTimeException | ArithmeticException | IllegalArgumentException e) {
            throw new ThetisException(ErrorCode.CORRUPT_STRUCTURE, damage(buffer), e);
        }
    }

    private static String damage(ByteBuffer buffer) {
        return "a stored value is damaged: position=" + buffer.position() + ", bytes=" + buffer.limit();
    }

    private static final class Writer {
        private final Others others;
        private ByteBuffer buffer = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);

        Writer(Others others) {
            this.others = others;
        }

        private ByteBuffer room(int bytes) {
            if (buffer.remaining() < bytes) {
                int capacity = Math.max(Math.addExact(buffer.position(), bytes), buffer.capacity() * 2);
                ByteBuffer larger = ByteBuffer.allocate(capacity).order(ByteOrder.LITTLE_ENDIAN);
                buffer = larger.put(buffer.flip());
            }
            return buffer;
        }

        private ByteBuffer tag(int tag) {
            return room(40).put((byte) tag);
        }

        private void string(String text) {
            byte[] encoded = UnicodeText.utf8(text);
            room(Math.addExact(encoded.length, Integer.BYTES))
                    .putInt(encoded.length)
                    .put(encoded);
        }

        private void value(@Nullable Object value, int depth) {
            if (depth > DEPTH_MAX) {
                throw new ThetisException(
                        ErrorCode.LIMIT_EXCEEDED, "a value is nested too deeply: depthMax=" + DEPTH_MAX);
            }
            byte[] other = value == null ? null : others.encode(value);
            if (other != null) {
                tag(OTHER);
                room(Math.addExact(other.length, Integer.BYTES))
                        .putInt(other.length)
                        .put(other);
                return;
            }
            storable(value, depth);
        }

        private void storable(@Nullable Object value, int depth) {
            switch (value) {
                case null -> tag(NULL);
                case Boolean flag -> tag(flag ? TRUE : FALSE);
                case Long number -> tag(INTEGER).putLong(number);
                case Double number -> tag(FLOAT).putLong(Double.doubleToRawLongBits(number));
                case String text -> {
                    tag(STRING);
                    string(text);
                }
                case LocalDate date -> tag(DATE).putLong(date.toEpochDay());
                case LocalTime time -> tag(LOCAL_TIME).putLong(time.toNanoOfDay());
                case OffsetTime time ->
                    tag(TIME)
                            .putLong(time.toLocalTime().toNanoOfDay())
                            .putInt(time.getOffset().getTotalSeconds());
                case LocalDateTime time ->
                    tag(LOCAL_DATETIME)
                            .putLong(time.toEpochSecond(ZoneOffset.UTC))
                            .putInt(time.getNano());
                case ZonedDateTime time -> {
                    tag(ZONED_DATETIME).putLong(time.toEpochSecond()).putInt(time.getNano());
                    string(time.getZone().getId());
                }
                case IsoDuration duration ->
                    tag(DURATION)
                            .putLong(duration.months())
                            .putLong(duration.days())
                            .putLong(duration.seconds())
                            .putInt(duration.nanoseconds());
                case Point point ->
                    tag(POINT)
                            .putInt(point.srid())
                            .putDouble(point.x())
                            .putDouble(point.y())
                            .putDouble(point.z());
                case List<?> list -> {
                    tag(LIST).putInt(list.size());
                    list.forEach(element -> value(element, depth + 1));
                }
                case Map<?, ?> map -> {
                    tag(MAP).putInt(map.size());
                    map.forEach((key, element) -> {
                        string((String) key);
                        value(element, depth + 1);
                    });
                }
                default ->
                    throw new ThetisException(
                            ErrorCode.INVALID_ARGUMENT,
                            "a property cannot hold a value of this type: type="
                                    + value.getClass().getSimpleName());
            }
        }
    }

    private static String string(ByteBuffer buffer) {
        return new String(bytes(buffer), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[count(buffer)];
        buffer.get(bytes);
        return bytes;
    }

    /** A count of things that take at least a byte each. */
    private static int count(ByteBuffer buffer) {
        int count = buffer.getInt();
        if (count < 0 || count > buffer.remaining()) {
            throw new BufferUnderflowException();
        }
        return count;
    }

    private static @Nullable Object value(ByteBuffer buffer, int depth, Others others) {
        if (depth > DEPTH_MAX) {
            throw new BufferUnderflowException();
        }
        return switch (buffer.get()) {
            case NULL -> null;
            case FALSE -> false;
            case TRUE -> true;
            case INTEGER -> buffer.getLong();
            case FLOAT -> Double.longBitsToDouble(buffer.getLong());
            case STRING -> string(buffer);
            case DATE -> LocalDate.ofEpochDay(buffer.getLong());
            case LOCAL_TIME -> LocalTime.ofNanoOfDay(buffer.getLong());
            case TIME -> LocalTime.ofNanoOfDay(buffer.getLong()).atOffset(ZoneOffset.ofTotalSeconds(buffer.getInt()));
            case LOCAL_DATETIME -> LocalDateTime.ofEpochSecond(buffer.getLong(), buffer.getInt(), ZoneOffset.UTC);
            case ZONED_DATETIME ->
                ZonedDateTime.ofInstant(
                        Instant.ofEpochSecond(buffer.getLong(), buffer.getInt()), ZoneId.of(string(buffer)));
            case DURATION -> new IsoDuration(buffer.getLong(), buffer.getLong(), buffer.getLong(), buffer.getInt());
            case POINT -> new Point(buffer.getInt(), buffer.getDouble(), buffer.getDouble(), buffer.getDouble());
            case LIST -> list(buffer, depth, others);
            case MAP -> map(buffer, depth, others);
            case OTHER -> others.decode(bytes(buffer));
            default -> throw new BufferUnderflowException();
        };
    }

    private static List<Object> list(ByteBuffer buffer, int depth, Others others) {
        int count = count(buffer);
        List<Object> list = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            list.add(value(buffer, depth + 1, others));
        }
        return PackedListBuilder.packedIfNumbers(list);
    }

    private static Map<String, Object> map(ByteBuffer buffer, int depth, Others others) {
        int count = count(buffer);
        Map<String, Object> map = LinkedHashMap.newLinkedHashMap(count);
        for (int i = 0; i < count; i++) {
            map.put(string(buffer), value(buffer, depth + 1, others));
        }
        return Collections.unmodifiableMap(map);
    }
}
