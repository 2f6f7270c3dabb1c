package org.thetisdb.value.vector;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import org.jspecify.annotations.Nullable;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.RelationshipReference;
import org.thetisdb.value.UnicodeText;

/**
 * Boxed values as the arrays of a {@link Vector} have them, each kind in its own way. Every kind has one line in each
 * of the switches. No state.
 */
final class BoxedValues {
    private BoxedValues() {}

    /** The entry as a boxed value; null, too, if it was not written yet: it may hold anything, half a zone code too. */
    static @Nullable Object getOrNull(Vector vector, int index) {
        try {
            return vector.valueAt(index);
        } catch (DateTimeException | IndexOutOfBoundsException unwritten) {
            return null;
        }
    }

    /** An entry, boxed; of a kind with values it must not be a null one. */
    static @Nullable Object get(Vector vector, int index) {
        return switch (vector.kind()) {
            case NULL -> null;
            case BOOLEAN -> vector.longs()[index] != 0;
            case INTEGER -> vector.longs()[index];
            case FLOAT -> vector.doubles()[index];
            case STRING ->
                new String(
                        vector.bytes(),
                        vector.strings().start(index),
                        vector.strings().length(index),
                        StandardCharsets.UTF_8);
            case DATE, LOCAL_TIME -> ofLongs(vector.kind(), vector.longs()[index], 0);
            case TIME, LOCAL_DATETIME, ZONED_DATETIME ->
                ofLongs(vector.kind(), vector.longs()[index], vector.longs2()[index]);
            case NODE -> new NodeReference(vector.longs()[index]);
            case RELATIONSHIP ->
                new RelationshipReference(vector.longs()[index], vector.longs2()[index], vector.longs3()[index]);
            case OBJECT -> vector.objects()[index];
        };
    }

    /** A value of a kind that is one long or two; the bits of a FLOAT. */
    static Object ofLongs(VectorKind kind, long first, long second) {
        return switch (kind) {
            case INTEGER -> first;
            case FLOAT -> Double.longBitsToDouble(first);
            case DATE -> LocalDate.ofEpochDay(first);
            case LOCAL_TIME -> LocalTime.ofNanoOfDay(first);
            case TIME -> LocalTime.ofNanoOfDay(first).atOffset(ZoneOffset.ofTotalSeconds((int) second));
            case LOCAL_DATETIME -> LocalDateTime.ofEpochSecond(first, (int) second, ZoneOffset.UTC);
            case ZONED_DATETIME ->
                ZonedDateTime.ofInstant(
                        Instant.ofEpochSecond(first, ZoneCode.nanosecond(second)),
                        ZoneCode.zone(ZoneCode.zoneCode(second)));
            case NODE -> new NodeReference(first);
            case NULL, BOOLEAN, STRING, RELATIONSHIP, OBJECT ->
                throw new IllegalArgumentException("not one long or two: kind=" + kind);
        };
    }

    /** The kind that a boxed value has by itself. */
    static VectorKind kindOf(@Nullable Object value) {
        return switch (value) {
            case null -> VectorKind.NULL;
            case Boolean ignored -> VectorKind.BOOLEAN;
            case Long ignored -> VectorKind.INTEGER;
            case Double ignored -> VectorKind.FLOAT;
            case String ignored -> VectorKind.STRING;
            case LocalDate ignored -> VectorKind.DATE;
            case LocalTime ignored -> VectorKind.LOCAL_TIME;
            case OffsetTime ignored -> VectorKind.TIME;
            case LocalDateTime ignored -> VectorKind.LOCAL_DATETIME;
            case ZonedDateTime ignored -> VectorKind.ZONED_DATETIME;
            case NodeReference ignored -> VectorKind.NODE;
            case RelationshipReference ignored -> VectorKind.RELATIONSHIP;
            default -> VectorKind.OBJECT;
        };
    }

    /** Stores a value of the vector's kind, which is not null. */
    static void set(Vector vector, int index, Object value) {
        switch (vector.kind()) {
            case BOOLEAN -> vector.longs()[index] = (Boolean) value ? 1 : 0;
            case INTEGER -> vector.longs()[index] = (Long) value;
            case FLOAT -> vector.doubles()[index] = (Double) value;
            case STRING -> {
                byte[] encoded = UnicodeText.utf8((String) value);
                vector.setString(index, encoded, 0, encoded.length);
            }
            case DATE -> vector.longs()[index] = ((LocalDate) value).toEpochDay();
            case LOCAL_TIME -> vector.longs()[index] = ((LocalTime) value).toNanoOfDay();
            case TIME -> {
                vector.longs()[index] = ((OffsetTime) value).toLocalTime().toNanoOfDay();
                vector.longs2()[index] = ((OffsetTime) value).getOffset().getTotalSeconds();
            }
            case LOCAL_DATETIME -> {
                vector.longs()[index] = ((LocalDateTime) value).toEpochSecond(ZoneOffset.UTC);
                vector.longs2()[index] = ((LocalDateTime) value).getNano();
            }
            case ZONED_DATETIME -> {
                ZonedDateTime time = (ZonedDateTime) value;
                vector.longs()[index] = time.toEpochSecond();
                vector.longs2()[index] = ZoneCode.pack(time.getNano(), ZoneCode.of(time.getZone()));
            }
            case NODE -> vector.longs()[index] = ((NodeReference) value).id();
            case RELATIONSHIP -> {
                RelationshipReference relationship = (RelationshipReference) value;
                vector.longs()[index] = relationship.id();
                vector.longs2()[index] = relationship.startNode();
                vector.longs3()[index] = relationship.endNode();
            }
            case OBJECT -> vector.objects()[index] = value;
            case NULL -> throw new IllegalArgumentException("no typed entry for " + value.getClass());
        }
    }

    /** Whether a boxed value has a kind, for the most frequent kinds; for others, false says nothing. */
    static boolean isSurelyOf(VectorKind kind, Object value) {
        return switch (kind) {
            case INTEGER -> value instanceof Long;
            case STRING -> value instanceof String;
            case ZONED_DATETIME -> value instanceof ZonedDateTime;
            default -> false;
        };
    }
}
