package org.thetisdb.engine.semantics;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.hash.HashMixer;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.PathReference;
import org.thetisdb.value.Point;
import org.thetisdb.value.RelationshipReference;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;
import org.thetisdb.value.vector.ZoneCode;

/** Hashes that agree with grouping equality, the same for a value in a typed vector and for the boxed value. */
public final class ValueHash {
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle HALVES = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long NULL_HASH = 0x9E3779B97F4A7C15L;
    private static final long STRING_SEED = 0x51ED270B0A1F39C1L;
    private static final long TEMPORAL_SEED = 0x2545F4914F6CDD1DL;

    /** Hashing all strings of a dictionary that has so many for each row is little: it is met batch after batch. */
    private static final int CODES_FACTOR = 2;

    private ValueHash() {}

    private static long single(VectorKind kind, long value) {
        return HashMixer.mix(value + kind.ordinal() * TEMPORAL_SEED);
    }

    private static long pair(VectorKind kind, long first, long second) {
        return HashMixer.mix(HashMixer.mix(first + kind.ordinal() * TEMPORAL_SEED) + second);
    }

    private static long number(double value) {
        long whole = (long) value;
        if (whole == value && whole != Long.MAX_VALUE) {
            return HashMixer.mix(whole);
        }
        return HashMixer.mix(Double.doubleToLongBits(value) + 1);
    }

    /**
     * Goes word by word; the last word overlaps the one before it, so that no loop over single bytes is needed (as in
     * wyhash, Wang Yi, 2019). A string shorter than a word is read as two halves, or three bytes, that may overlap.
     */
    static long string(byte[] bytes, int start, int length) {
        long hash = STRING_SEED ^ length;
        if (length < Long.BYTES) {
            return HashMixer.mix(hash ^ shortWord(bytes, start, length));
        }
        int last = start + length - Long.BYTES;
        for (int index = start; index < last; index += Long.BYTES) {
            hash = HashMixer.fold(hash ^ (long) WORDS.get(bytes, index));
        }
        return HashMixer.mix(hash ^ (long) WORDS.get(bytes, last));
    }

    private static long shortWord(byte[] bytes, int start, int length) {
        if (length >= Integer.BYTES) {
            long upper = (int) HALVES.get(bytes, start + length - Integer.BYTES);
            return upper << Integer.SIZE | (int) HALVES.get(bytes, start) & 0xFFFF_FFFFL;
        }
        return length == 0
                ? 0
                : (bytes[start] & 0xFF) << 16
                        | (bytes[start + (length >> 1)] & 0xFF) << 8
                        | bytes[start + length - 1] & 0xFF;
    }

    static long of(@Nullable Object value) {
        return switch (value) {
            case null -> NULL_HASH;
            case Boolean flag -> single(VectorKind.BOOLEAN, flag ? 1 : 0);
            case Long number -> HashMixer.mix(number);
            case Double number -> number(number);
            case String text -> {
                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                yield string(bytes, 0, bytes.length);
            }
            case LocalDate date -> single(VectorKind.DATE, date.toEpochDay());
            case LocalTime time -> single(VectorKind.LOCAL_TIME, time.toNanoOfDay());
            case OffsetTime time ->
                pair(
                        VectorKind.TIME,
                        time.toLocalTime().toNanoOfDay(),
                        time.getOffset().getTotalSeconds());
            case LocalDateTime time ->
                pair(VectorKind.LOCAL_DATETIME, time.toEpochSecond(ZoneOffset.UTC), time.getNano());
            case ZonedDateTime time ->
                pair(
                        VectorKind.ZONED_DATETIME,
                        time.toEpochSecond(),
                        ZoneCode.pack(time.getNano(), ZoneCode.of(time.getZone())));
            case NodeReference node -> single(VectorKind.NODE, node.id());
            case RelationshipReference relationship -> single(VectorKind.RELATIONSHIP, relationship.id());
            default -> composite(value);
        };
    }

    private static long composite(Object value) {
        return switch (value) {
            case List<?> list -> {
                long hash = 11;
                for (Object element : list) {
                    hash = HashMixer.mix(hash * 31 + of(element));
                }
                yield hash;
            }
            case Map<?, ?> map -> {
                long hash = 13;
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    hash += HashMixer.mix(of(entry.getKey()) * 31 + of(entry.getValue()));
                }
                yield HashMixer.mix(hash);
            }
            case IsoDuration duration -> HashMixer.mix(duration.hashCode() + 17L);
            case Point point ->
                HashMixer.mix(point.srid() + 31 * number(point.x()) + 961 * number(point.y()) + number(point.z()));
            case PathReference path -> HashMixer.mix(of(path.nodes()) * 31 + of(path.relationships()));
            default -> HashMixer.mix(value.hashCode());
        };
    }

    static long of(Vector vector, int index) {
        if (vector.isNull(index)) {
            return NULL_HASH;
        }
        return switch (vector.kind()) {
            case NULL -> NULL_HASH;
            case INTEGER -> HashMixer.mix(vector.longs()[index]);
            case FLOAT -> number(vector.doubles()[index]);
            case STRING -> string(vector.bytes(), vector.starts()[index], vector.lengths()[index]);
            case TIME, LOCAL_DATETIME, ZONED_DATETIME ->
                pair(vector.kind(), vector.longs()[index], vector.longs2()[index]);
            case BOOLEAN, DATE, LOCAL_TIME, NODE, RELATIONSHIP -> single(vector.kind(), vector.longs()[index]);
            case OBJECT -> of(vector.objects()[index]);
        };
    }

    /** The hashes of the entries from {@code from} on. */
    static void of(Vector vector, int from, int count, long[] into) {
        switch (vector.kind()) {
            case INTEGER -> longs(vector.longs(), from, count, 0, into);
            case NODE, RELATIONSHIP, DATE, LOCAL_TIME, BOOLEAN ->
                longs(vector.longs(), from, count, vector.kind().ordinal() * TEMPORAL_SEED, into);
            case OBJECT -> objects(vector.objects(), from, count, into);
            case STRING -> strings(vector, from, count, into);
            case NULL, FLOAT, TIME, LOCAL_DATETIME, ZONED_DATETIME -> {
                for (int index = 0; index < count; index++) {
                    into[index] = of(vector, from + index);
                }
                return;
            }
        }
        if (vector.hasNulls()) {
            boolean[] nulls = vector.nulls();
            for (int index = 0; index < count; index++) {
                into[index] = nulls[from + index] ? NULL_HASH : into[index];
            }
        }
    }

    /** Where an entry is null, there may be no place in the bytes. */
    private static void strings(Vector vector, int from, int count, long[] into) {
        if (vector.isCoded() && vector.dictionary().size() <= CODES_FACTOR * count) {
            ofCodes(vector, from, count, into);
            return;
        }
        boolean[] nulls = vector.nulls();
        byte[] bytes = vector.bytes();
        int[] starts = vector.starts();
        int[] lengths = vector.lengths();
        for (int index = 0; index < count; index++) {
            int entry = from + index;
            into[index] = nulls[entry] ? NULL_HASH : string(bytes, starts[entry], lengths[entry]);
        }
    }

    /** Of codes of a dictionary that has few more strings: each of these is hashed once. */
    private static void ofCodes(Vector vector, int from, int count, long[] into) {
        long[] hashes = vector.dictionary().hashes(ValueHash::ofStrings);
        int[] codes = vector.codes();
        boolean[] nulls = vector.nulls();
        for (int index = 0; index < count; index++) {
            int entry = from + index;
            into[index] = nulls[entry] ? NULL_HASH : hashes[codes[entry]];
        }
    }

    private static long[] ofStrings(Vector strings) {
        long[] hashes = new long[strings.count()];
        strings(strings, 0, hashes.length, hashes);
        return hashes;
    }

    private static void longs(long[] longs, int from, int count, long seed, long[] into) {
        for (int index = 0; index < count; index++) {
            into[index] = HashMixer.mix(longs[from + index] + seed);
        }
    }

    /** A list that comes from an outer row is the same object on every row, and may be long. */
    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    private static void objects(Object[] objects, int from, int count, long[] into) {
        Object before = null;
        long hash = NULL_HASH;
        for (int index = 0; index < count; index++) {
            Object object = objects[from + index];
            if (object != before) {
                hash = of(object);
                before = object;
            }
            into[index] = hash;
        }
    }
}
