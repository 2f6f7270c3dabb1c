package org.thetisdb.engine.semantics;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.PathReference;
import org.thetisdb.value.Point;
import org.thetisdb.value.RelationshipReference;
import org.thetisdb.value.vector.Vector;

/**
 * When values are equal, and in which order they come. Cypher has three notions:
 *
 * <pre>
 *   equality       =        three-valued; null with anything is unknown; NaN differs from itself; 1 = 1.0
 *   comparability  &lt; &gt;  three-valued; unknown for values of different types
 *   orderability   ORDER BY, min, max: a total order over all values
 *                  map · node · relationship · list · path · point · temporal · string · boolean · number · NaN · null
 *   grouping       DISTINCT, keys of groups: orderability says 0, so null is null, NaN is NaN and 1 is 1.0
 * </pre>
 *
 * <p>Strings are ordered by code point, which is the order of their UTF-8 bytes. Threads: stateless.
 */
public final class ValueSemantics {
    /** Results of the three-valued tests. */
    public static final int FALSE = 0;

    public static final int TRUE = 1;
    public static final int UNKNOWN = 2;

    /** What {@link #compare} returns for values without an order among them. */
    public static final int INCOMPARABLE = 2;

    /** What {@link #compare} returns when NaN is involved: all of the four order tests are false. */
    public static final int UNORDERED = 3;

    private ValueSemantics() {}

    // ------------------------------------------------------------------------------------------ equality

    /** {@code left = right}: {@link #TRUE}, {@link #FALSE} or {@link #UNKNOWN}. */
    public static int equal(@Nullable Object left, @Nullable Object right) {
        if (left == null || right == null) {
            return UNKNOWN;
        }
        return switch (left) {
            case Long number ->
                flag(
                        right instanceof Long whole
                                ? number.longValue() == whole.longValue()
                                : right instanceof Double real && compareNumbers(number, real) == 0);
            case Double number ->
                flag(
                        right instanceof Double real
                                ? number.doubleValue() == real.doubleValue()
                                : right instanceof Long whole && compareNumbers(whole, number) == 0);
            case List<?> list -> right instanceof List<?> other ? equalLists(list, other) : FALSE;
            case Map<?, ?> map -> right instanceof Map<?, ?> other ? equalMaps(map, other) : FALSE;
            case Point point -> flag(right instanceof Point other && equalPoints(point, other));
            default -> flag(left.equals(right));
        };
    }

    private static int flag(boolean value) {
        return value ? TRUE : FALSE;
    }

    private static boolean equalPoints(Point left, Point right) {
        return left.srid() == right.srid()
                && left.x() == right.x()
                && left.y() == right.y()
                && (!left.isThreeDimensional() || left.z() == right.z());
    }

    private static int equalLists(List<?> left, List<?> right) {
        if (left instanceof LongRange range && right instanceof LongRange other) {
            return flag(range.equalsRange(other));
        }
        int size = left.size();
        if (size != right.size()) {
            return FALSE;
        }
        int result = TRUE;
        for (int index = 0; index < size; index++) {
            int equal = equal(left.get(index), right.get(index));
            if (equal == FALSE) {
                return FALSE;
            }
            result = Math.max(result, equal);
        }
        return result;
    }

    private static int equalMaps(Map<?, ?> left, Map<?, ?> right) {
        if (!left.keySet().equals(right.keySet())) {
            return FALSE;
        }
        int result = TRUE;
        for (Map.Entry<?, ?> entry : left.entrySet()) {
            int equal = equal(entry.getValue(), right.get(entry.getKey()));
            if (equal == FALSE) {
                return FALSE;
            }
            result = Math.max(result, equal);
        }
        return result;
    }

    // ------------------------------------------------------------------------------------- comparability

    /** -1, 0 or 1, {@link #INCOMPARABLE} (the result is null), or {@link #UNORDERED} (it is false). */
    public static int compare(@Nullable Object left, @Nullable Object right) {
        if (left == null || right == null) {
            return INCOMPARABLE;
        }
        if (left instanceof Long || left instanceof Double) {
            return right instanceof Long || right instanceof Double ? comparePair(left, right) : INCOMPARABLE;
        }
        if (left instanceof List<?> list && right instanceof List<?> other) {
            return compareLists(list, other);
        }
        boolean ordered = left.getClass() == right.getClass()
                && switch (left) {
                    case String ignored -> true;
                    case Boolean ignored -> true;
                    case LocalDate ignored -> true;
                    case LocalTime ignored -> true;
                    case OffsetTime ignored -> true;
                    case LocalDateTime ignored -> true;
                    case ZonedDateTime ignored -> true;
                    default -> false;
                };
        return ordered ? Integer.signum(order(left, right)) : INCOMPARABLE;
    }

    private static int comparePair(Object left, Object right) {
        if (left instanceof Long a && right instanceof Long b) {
            return Long.compare(a, b);
        }
        double a = ((Number) left).doubleValue();
        double b = ((Number) right).doubleValue();
        if (Double.isNaN(a) || Double.isNaN(b)) {
            return UNORDERED;
        }
        return Integer.signum(orderNumbers(left, right));
    }

    private static int compareLists(List<?> left, List<?> right) {
        int shared = Math.min(left.size(), right.size());
        for (int index = 0; index < shared; index++) {
            int compared = compare(left.get(index), right.get(index));
            if (compared != 0) {
                return compared;
            }
        }
        return Integer.compare(left.size(), right.size());
    }

    /** Exact, also where a double cannot hold the long. Neither NaN. */
    public static int compareNumbers(long left, double right) {
        if (right >= 0x1p63) {
            return -1;
        }
        if (right < -0x1p63) {
            return 1;
        }
        if (Double.isNaN(right)) {
            return -1;
        }
        long whole = (long) right;
        int compared = Long.compare(left, whole);
        return compared != 0 ? compared : Double.compare(0.0, right - whole + 0.0);
    }

    // -------------------------------------------------------------------------------------- orderability

    /** The total order over all values, nulls last. */
    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    public static int order(@Nullable Object left, @Nullable Object right) {
        if (left == right) {
            return 0;
        }
        if (left == null || right == null) {
            return left == null ? 1 : -1;
        }
        if (left instanceof String text && right instanceof String other) {
            // What is sorted most, and would pass twelve tests of its type.
            return compareStrings(text, other);
        }
        int rank = rank(left);
        int compared = Integer.compare(rank, rank(right));
        return compared != 0 ? compared : orderSameType(left, right);
    }

    private static int rank(Object value) {
        return switch (value) {
            case Map<?, ?> ignored -> 0;
            case NodeReference ignored -> 1;
            case RelationshipReference ignored -> 2;
            case List<?> ignored -> 3;
            case PathReference ignored -> 4;
            case Point ignored -> 5;
            case ZonedDateTime ignored -> 6;
            case LocalDateTime ignored -> 7;
            case LocalDate ignored -> 8;
            case OffsetTime ignored -> 9;
            case LocalTime ignored -> 10;
            case IsoDuration ignored -> 11;
            case String ignored -> 12;
            case Boolean ignored -> 13;
            case Number ignored -> 14;
            default -> 15;
        };
    }

    private static int orderSameType(Object left, Object right) {
        return switch (left) {
            case Number ignored -> orderNumbers(left, right);
            case Boolean flag -> Boolean.compare(flag, (Boolean) right);
            case LocalDate date -> date.compareTo((LocalDate) right);
            case LocalTime time -> time.compareTo((LocalTime) right);
            case OffsetTime time -> time.compareTo((OffsetTime) right);
            case LocalDateTime time -> time.compareTo((LocalDateTime) right);
            case ZonedDateTime time -> orderZoned(time, (ZonedDateTime) right);
            case IsoDuration duration -> orderDurations(duration, (IsoDuration) right);
            case NodeReference node -> Long.compare(node.id(), ((NodeReference) right).id());
            case RelationshipReference relationship ->
                Long.compare(relationship.id(), ((RelationshipReference) right).id());
            case List<?> list -> orderLists(list, (List<?>) right);
            case Map<?, ?> map -> orderMaps(map, (Map<?, ?>) right);
            case PathReference path -> orderPaths(path, (PathReference) right);
            case Point point -> orderPoints(point, (Point) right);
            default -> left.toString().compareTo(right.toString());
        };
    }

    private static int orderNumbers(Object left, Object right) {
        if (left instanceof Long a) {
            return right instanceof Long b ? Long.compare(a, b) : compareNumbers(a, (Double) right);
        }
        return right instanceof Long b
                ? -compareNumbers(b, (Double) left)
                : orderDoubles((Double) left, (Double) right);
    }

    static int orderDoubles(double left, double right) {
        return left == right ? 0 : Double.compare(left, right);
    }

    static int orderZoned(ZonedDateTime left, ZonedDateTime right) {
        int compared = Long.compare(left.toEpochSecond(), right.toEpochSecond());
        if (compared == 0) {
            compared = Integer.compare(left.getNano(), right.getNano());
        }
        if (compared == 0) {
            compared = left.getOffset().getTotalSeconds() - right.getOffset().getTotalSeconds();
        }
        return compared != 0
                ? compared
                : left.getZone().getId().compareTo(right.getZone().getId());
    }

    /** By average length; equal lengths by their parts. */
    private static int orderDurations(IsoDuration left, IsoDuration right) {
        int compared = Durations.compareLengths(left, right);
        if (compared == 0) {
            compared = Long.compare(left.months(), right.months());
        }
        return compared != 0 ? compared : Long.compare(left.days(), right.days());
    }

    private static int orderLists(List<?> left, List<?> right) {
        int shared = Math.min(left.size(), right.size());
        for (int index = 0; index < shared; index++) {
            int compared = order(left.get(index), right.get(index));
            if (compared != 0) {
                return compared;
            }
        }
        return Integer.compare(left.size(), right.size());
    }

    private static int orderMaps(Map<?, ?> left, Map<?, ?> right) {
        int compared = Integer.compare(left.size(), right.size());
        if (compared != 0) {
            return compared;
        }
        compared = orderLists(List.copyOf(new TreeSet<>(left.keySet())), List.copyOf(new TreeSet<>(right.keySet())));
        if (compared != 0) {
            return compared;
        }
        for (Object key : new TreeSet<>(left.keySet())) {
            compared = order(left.get(key), right.get(key));
            if (compared != 0) {
                return compared;
            }
        }
        return 0;
    }

    private static int orderPaths(PathReference left, PathReference right) {
        int compared = orderLists(left.nodes(), right.nodes());
        return compared != 0 ? compared : orderLists(left.relationships(), right.relationships());
    }

    private static int orderPoints(Point left, Point right) {
        int compared = Integer.compare(left.srid(), right.srid());
        if (compared == 0) {
            compared = orderDoubles(left.x(), right.x());
        }
        if (compared == 0) {
            compared = orderDoubles(left.y(), right.y());
        }
        return compared != 0 ? compared : orderDoubles(left.z(), right.z());
    }

    /** By code point, as the UTF-8 bytes are. */
    static int compareStrings(String left, String right) {
        int shared = Math.min(left.length(), right.length());
        for (int index = 0; index < shared; index++) {
            char a = left.charAt(index);
            char b = right.charAt(index);
            if (a != b) {
                boolean surrogates = Character.isSurrogate(a) || Character.isSurrogate(b);
                return surrogates ? compareEncoded(left, right) : Character.compare(a, b);
            }
        }
        return Integer.compare(left.length(), right.length());
    }

    private static int compareEncoded(String left, String right) {
        return Arrays.compareUnsigned(left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));
    }

    // ------------------------------------------------------------------------------------------ grouping

    /** Whether two values fall into one group. */
    public static boolean sameGroup(@Nullable Object left, @Nullable Object right) {
        return order(left, right) == 0;
    }

    /** A hash that agrees with {@link #sameGroup}. */
    public static long hash(@Nullable Object value) {
        return ValueHash.of(value);
    }

    // ------------------------------------------------------------------------------------------- vectors

    /** {@link #order(Object, Object)} of two entries. */
    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    public static int compare(Vector left, int leftIndex, Vector right, int rightIndex) {
        boolean leftNull = left.isNull(leftIndex);
        boolean rightNull = right.isNull(rightIndex);
        if (leftNull || rightNull) {
            return Boolean.compare(leftNull, rightNull);
        }
        if (left.kind() != right.kind()) {
            return order(left.valueAt(leftIndex), right.valueAt(rightIndex));
        }
        return switch (left.kind()) {
            case NULL -> 0;
            case FLOAT -> orderDoubles(left.doubles()[leftIndex], right.doubles()[rightIndex]);
            case STRING -> compareBytes(left, leftIndex, right, rightIndex);
            case OBJECT -> {
                Object leftObject = left.objects()[leftIndex];
                Object rightObject = right.objects()[rightIndex];
                yield leftObject == rightObject ? 0 : order(leftObject, rightObject);
            }
            case TIME -> {
                long a = left.longs()[leftIndex] - left.longs2()[leftIndex] * 1_000_000_000L;
                long b = right.longs()[rightIndex] - right.longs2()[rightIndex] * 1_000_000_000L;
                yield a == b ? Long.compare(left.longs()[leftIndex], right.longs()[rightIndex]) : Long.compare(a, b);
            }
            case LOCAL_DATETIME, ZONED_DATETIME -> compareInstants(left, leftIndex, right, rightIndex);
            default -> Long.compare(left.longs()[leftIndex], right.longs()[rightIndex]);
        };
    }

    private static int compareInstants(Vector left, int leftIndex, Vector right, int rightIndex) {
        int compared = Long.compare(left.longs()[leftIndex], right.longs()[rightIndex]);
        if (compared != 0) {
            return compared;
        }
        long a = left.longs2()[leftIndex];
        long b = right.longs2()[rightIndex];
        if (a == b) {
            return 0;
        }
        return order(left.valueAt(leftIndex), right.valueAt(rightIndex));
    }

    private static int compareBytes(Vector left, int leftIndex, Vector right, int rightIndex) {
        int leftStart = left.starts()[leftIndex];
        int rightStart = right.starts()[rightIndex];
        return Arrays.compareUnsigned(
                left.bytes(),
                leftStart,
                leftStart + left.lengths()[leftIndex],
                right.bytes(),
                rightStart,
                rightStart + right.lengths()[rightIndex]);
    }

    /** {@link #sameGroup(Object, Object)} of two entries. */
    public static boolean sameGroup(Vector left, int leftIndex, Vector right, int rightIndex) {
        return compare(left, leftIndex, right, rightIndex) == 0;
    }

    /** {@code =} of two entries: {@link #TRUE}, {@link #FALSE} or {@link #UNKNOWN}. */
    public static int equal(Vector left, int leftIndex, Vector right, int rightIndex) {
        if (left.isNull(leftIndex) || right.isNull(rightIndex)) {
            return UNKNOWN;
        }
        if (left.kind() != right.kind()) {
            return equal(left.valueAt(leftIndex), right.valueAt(rightIndex));
        }
        return switch (left.kind()) {
            case NULL -> UNKNOWN;
            case FLOAT -> flag(left.doubles()[leftIndex] == right.doubles()[rightIndex]);
            case OBJECT -> equal(left.objects()[leftIndex], right.objects()[rightIndex]);
            case STRING ->
                flag(left.lengths()[leftIndex] == right.lengths()[rightIndex]
                        && compareBytes(left, leftIndex, right, rightIndex) == 0);
            case TIME, LOCAL_DATETIME, ZONED_DATETIME ->
                flag(left.longs()[leftIndex] == right.longs()[rightIndex]
                        && left.longs2()[leftIndex] == right.longs2()[rightIndex]);
            case BOOLEAN, INTEGER, DATE, LOCAL_TIME, NODE, RELATIONSHIP ->
                flag(left.longs()[leftIndex] == right.longs()[rightIndex]);
        };
    }

    /** A hash of an entry that agrees with {@link #sameGroup}, whatever the vector's kind. */
    public static long hash(Vector vector, int index) {
        return ValueHash.of(vector, index);
    }

    /** The hashes of {@code count} entries from {@code from} on. */
    public static void hash(Vector vector, int from, int count, long[] into) {
        ValueHash.of(vector, from, count, into);
    }
}
