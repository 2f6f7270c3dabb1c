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
    private static final long NULL_HASH = 0x9E3779B97F4A7C15L;
    private static final long STRING_SEED = 0x51ED270B0A1F39C1L;
    private static final long TEMPORAL_SEED = 0x2545F4914F6CDD1DL;

    private ValueHash() {}

    public static long mix(long value) {
        long mixed = (value ^ value >>> 32) * 0xD6E8FEB86659FD93L;
        mixed = (mixed ^ mixed >>> 32) * 0xD6E8FEB86659FD93L;
        return mixed ^ mixed >>> 32;
    }

    private static long pair(VectorKind kind, long first, long second) {
        return mix(mix(first + kind.ordinal() * TEMPORAL_SEED) + second);
    }

    private static long number(double value) {
        long whole = (long) value;
        if (whole == value && whole != Long.MAX_VALUE) {
            return mix(whole);
        }
        return mix(Double.doubleToLongBits(value) + 1);
    }

    static long string(byte[] bytes, int start, int length) {
        long hash = STRING_SEED ^ length;
        int index = start;
        int end = start + length;
        for (; index + Long.BYTES <= end; index += Long.BYTES) {
            hash = (hash ^ (long) WORDS.get(bytes, index)) * 0xD6E8FEB86659FD93L;
            hash ^= hash >>> 32;
        }
        long tail = 0;
        for (; index < end; index++) {
            tail = tail << 8 | bytes[index] & 0xFF;
        }
        return mix(hash ^ tail);
    }

    static long of(Object value) {
        return switch (value) {
            case null -> NULL_HASH;
            case Boolean flag -> pair(VectorKind.BOOLEAN, flag ? 1 : 0, 0);
            case Long number -> mix(number);
            case Double number -> number(number);
            case String text -> {
                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                yield string(bytes, 0, bytes.length);
            }
            case LocalDate date -> pair(VectorKind.DATE, date.toEpochDay(), 0);
            case LocalTime time -> pair(VectorKind.LOCAL_TIME, time.toNanoOfDay(), 0);
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
            case NodeReference node -> pair(VectorKind.NODE, node.id(), 0);
            case RelationshipReference relationship -> pair(VectorKind.RELATIONSHIP, relationship.id(), 0);
            default -> composite(value);
        };
    }

    private static long composite(Object value) {
        return switch (value) {
            case List<?> list -> {
                long hash = 11;
                for (Object element : list) {
                    hash = mix(hash * 31 + of(element));
                }
                yield hash;
            }
            case Map<?, ?> map -> {
                long hash = 13;
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    hash += mix(of(entry.getKey()) * 31 + of(entry.getValue()));
                }
                yield mix(hash);
            }
            case IsoDuration duration -> mix(duration.hashCode() + 17L);
            case Point point ->
                mix(point.srid() + 31 * number(point.x()) + 961 * number(point.y()) + number(point.z()));
            case PathReference path -> mix(of(path.nodes()) * 31 + of(path.relationships()));
            default -> mix(value.hashCode());
        };
    }

    static long of(Vector vector, int index) {
        if (vector.isNull(index)) {
            return NULL_HASH;
        }
        return switch (vector.kind()) {
            case NULL -> NULL_HASH;
            case INTEGER -> mix(vector.longs()[index]);
            case FLOAT -> number(vector.doubles()[index]);
            case STRING -> string(vector.bytes(), vector.starts()[index], vector.lengths()[index]);
            case TIME, LOCAL_DATETIME, ZONED_DATETIME ->
                pair(vector.kind(), vector.longs()[index], vector.longs2()[index]);
            case BOOLEAN, DATE, LOCAL_TIME, NODE, RELATIONSHIP -> pair(vector.kind(), vector.longs()[index], 0);
            case OBJECT -> of(vector.objects()[index]);
        };
    }

    static void of(Vector vector, int count, long[] into) {
        switch (vector.kind()) {
            case INTEGER -> {
                long[] longs = vector.longs();
                for (int index = 0; index < count; index++) {
                    into[index] = mix(longs[index]);
                }
            }
            case NODE, RELATIONSHIP, DATE, LOCAL_TIME, BOOLEAN -> {
                long[] longs = vector.longs();
                long seed = vector.kind().ordinal() * TEMPORAL_SEED;
                for (int index = 0; index < count; index++) {
                    into[index] = mix(mix(longs[index] + seed));
                }
            }
            case OBJECT -> objects(vector.objects(), count, into);
            default -> {
                for (int index = 0; index < count; index++) {
                    into[index] = of(vector, index);
                }
                return;
            }
        }
        if (vector.hasNulls()) {
            boolean[] nulls = vector.nulls();
            for (int index = 0; index < count; index++) {
                into[index] = nulls[index] ? NULL_HASH : into[index];
            }
        }
    }

    /** A list that came down from an outer row is the same object on every row, and may be long. */
    private static void objects(Object[] objects, int count, long[] into) {
        Object before = null;
        long hash = NULL_HASH;
        for (int index = 0; index < count; index++) {
            Object object = objects[index];
            if (object != before) {
                hash = of(object);
                before = object;
            }
            into[index] = hash;
        }
    }
}
