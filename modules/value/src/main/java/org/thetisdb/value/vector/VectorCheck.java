package org.thetisdb.value.vector;

import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.PathReference;
import org.thetisdb.value.Point;
import org.thetisdb.value.RelationshipReference;

/** Checks whether a vector is valid for its kind, and makes it invalid. For tests: it visits every entry. */
public final class VectorCheck {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    /** A list that computes its elements may have two billion of them. */
    private static final int CHECKED_ELEMENTS_MAX = 1_000;

    private VectorCheck() {}

    /**
     * {@return what is wrong with a vector; empty if nothing is}
     *
     * @param vector what is checked
     * @param rowCount entries that it must have at least
     */
    public static Optional<String> defect(Vector vector, int rowCount) {
        if (vector.count() < rowCount) {
            return Optional.of("too short: kind=" + vector.kind() + ", count=" + vector.count() + ", rows=" + rowCount);
        }
        if (shortestArray(vector) < vector.count()) {
            return Optional.of("arrays are shorter than the vector: kind=" + vector.kind() + ", count=" + vector.count()
                    + ", capacity=" + shortestArray(vector));
        }
        for (int index = 0; index < rowCount; index++) {
            if (vector.nulls()[index] && !vector.hasNulls()) {
                return Optional.of("a null that the vector does not know of: kind=" + vector.kind() + ", row=" + index);
            }
            if (!vector.isNull(index) && !isSound(vector, index)) {
                return Optional.of("no value of its kind: kind=" + vector.kind() + ", row=" + index);
            }
        }
        return Optional.empty();
    }

    /**
     * Overwrites all data, so that reading it too late is detected.
     *
     * @param vector what nobody is to read any more; it keeps its kind and its number of entries
     */
    public static void spoil(Vector vector) {
        vector.reset(vector.kind(), vector.count());
        Arrays.fill(vector.longs(), Long.MIN_VALUE);
        Arrays.fill(vector.longs2(), Long.MIN_VALUE);
        Arrays.fill(vector.longs3(), Long.MIN_VALUE);
        Arrays.fill(vector.doubles(), Double.NaN);
        vector.strings().spoil();
        Arrays.fill(vector.objects(), null);
    }

    private static int shortestArray(Vector vector) {
        int shortest = vector.nulls().length;
        if (vector.kind().usesLongs()) {
            shortest = Math.min(shortest, vector.longs().length);
        }
        if (vector.kind().usesLongs2()) {
            shortest = Math.min(shortest, vector.longs2().length);
        }
        return switch (vector.kind()) {
            case RELATIONSHIP -> Math.min(shortest, vector.longs3().length);
            case FLOAT -> Math.min(shortest, vector.doubles().length);
            case STRING -> Math.min(shortest, shortestOfStrings(vector));
            case OBJECT -> Math.min(shortest, vector.objects().length);
            default -> shortest;
        };
    }

    private static int shortestOfStrings(Vector vector) {
        return vector.isCoded() ? vector.codes().length : Math.min(vector.starts().length, vector.lengths().length);
    }

    private static boolean isCode(Vector vector, int index) {
        int code = vector.codes()[index];
        return code >= 0
                && code < vector.dictionary().size()
                && isString(vector.dictionary().strings(), code);
    }

    private static boolean isString(Vector vector, int index) {
        return vector.starts()[index] >= 0
                && vector.lengths()[index] >= 0
                && (long) vector.starts()[index] + vector.lengths()[index] <= vector.stringBytes();
    }

    private static boolean isSound(Vector vector, int index) {
        return switch (vector.kind()) {
            case NULL -> false;
            case BOOLEAN -> vector.longs()[index] == 0 || vector.longs()[index] == 1;
            case INTEGER, FLOAT, DATE -> true;
            case STRING -> vector.isCoded() ? isCode(vector, index) : isString(vector, index);
            case LOCAL_TIME -> isTimeOfDay(vector.longs()[index]);
            case TIME ->
                isTimeOfDay(vector.longs()[index])
                        && Math.abs(vector.longs2()[index]) <= ZoneOffset.MAX.getTotalSeconds();
            case LOCAL_DATETIME -> vector.longs2()[index] >= 0 && vector.longs2()[index] < NANOS_PER_SECOND;
            case ZONED_DATETIME -> ZoneCode.nanosecond(vector.longs2()[index]) < NANOS_PER_SECOND;
            case NODE -> vector.longs()[index] >= 0;
            case RELATIONSHIP ->
                vector.longs()[index] >= 0 && vector.longs2()[index] >= 0 && vector.longs3()[index] >= 0;
            case OBJECT -> isValue(vector.objects()[index]);
        };
    }

    private static boolean isTimeOfDay(long nanos) {
        return nanos >= 0 && nanos <= LocalTime.MAX.toNanoOfDay();
    }

    /** Whether an object is a value, and not null: of exactly the classes that the package of values lists. */
    private static boolean isValue(Object object) {
        return switch (object) {
            case null -> false;
            case IsoDuration ignored -> true;
            case Point ignored -> true;
            case NodeReference ignored -> true;
            case RelationshipReference ignored -> true;
            case PathReference ignored -> true;
            case List<?> list ->
                list.stream().limit(CHECKED_ELEMENTS_MAX).allMatch(each -> each == null || isValue(each));
            case Map<?, ?> map ->
                map.keySet().stream().allMatch(String.class::isInstance)
                        && map.values().stream().allMatch(each -> each == null || isValue(each));
            default -> VectorKind.of(object) != VectorKind.OBJECT;
        };
    }
}
