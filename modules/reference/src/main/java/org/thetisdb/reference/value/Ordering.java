package org.thetisdb.reference.value;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.thetisdb.reference.function.TemporalOrder;
import org.thetisdb.reference.graph.ReferenceNode;
import org.thetisdb.reference.graph.ReferencePath;
import org.thetisdb.reference.graph.ReferenceRelationship;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.Point;

/**
 * openCypher's orderability: any two values, as ORDER BY, min and max see them. First by type (map, node, relationship,
 * list, path, point, zoned date and time, local date and time, date, time, local time, duration, string, boolean,
 * number, null), then within it. NaN is the greatest number.
 *
 * <p>What openCypher leaves open is chosen as in Neo4j: strings by code points; maps by their number of keys, then by
 * keys, then by values; nodes and relationships by id.
 */
public final class Ordering {
    private Ordering() {}

    public static int compare(Object left, Object right) {
        int byType = Integer.compare(rank(left), rank(right));
        return byType != 0 || left == null ? byType : compareAlike(left, right);
    }

    private static int rank(Object value) {
        return switch (value) {
            case Map<?, ?> map -> 0;
            case ReferenceNode node -> 1;
            case ReferenceRelationship relationship -> 2;
            case List<?> list -> 3;
            case ReferencePath path -> 4;
            case Point point -> 5;
            case java.time.ZonedDateTime time -> 6;
            case java.time.LocalDateTime time -> 7;
            case java.time.LocalDate date -> 8;
            case java.time.OffsetTime time -> 9;
            case java.time.LocalTime time -> 10;
            case IsoDuration duration -> 11;
            case String text -> 12;
            case Boolean truth -> 13;
            case Long integer -> 14;
            case Double number -> 14;
            case null -> 15;
            default -> throw new IllegalArgumentException("no value of Cypher: class=" + value.getClass());
        };
    }

    private static int compareAlike(Object left, Object right) {
        return switch (left) {
            case Map<?, ?> map -> compareMaps(map, (Map<?, ?>) right);
            case ReferenceNode node -> Long.compare(node.id(), ((ReferenceNode) right).id());
            case ReferenceRelationship relationship ->
                Long.compare(relationship.id(), ((ReferenceRelationship) right).id());
            case List<?> list -> compareLists(list, (List<?>) right);
            case ReferencePath path -> compareLists(elements(path), elements((ReferencePath) right));
            case String text -> compareTexts(text, (String) right);
            case Boolean truth -> truth.compareTo((Boolean) right);
            case Long integer -> compareNumbers(integer, (Number) right);
            case Double number -> compareNumbers(number, (Number) right);
            default -> TemporalOrder.order(left, right);
        };
    }

    /** By code points. */
    static int compareTexts(String left, String right) {
        return Arrays.compare(left.codePoints().toArray(), right.codePoints().toArray());
    }

    private static int compareNumbers(Number left, Number right) {
        boolean leftIsNaN = Numbers.isNaN(left);
        boolean rightIsNaN = Numbers.isNaN(right);
        return leftIsNaN || rightIsNaN ? Boolean.compare(leftIsNaN, rightIsNaN) : Numbers.compare(left, right);
    }

    private static int compareLists(List<?> left, List<?> right) {
        for (int index = 0; index < Math.min(left.size(), right.size()); index++) {
            int order = compare(left.get(index), right.get(index));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(left.size(), right.size());
    }

    private static int compareMaps(Map<?, ?> left, Map<?, ?> right) {
        Map<?, ?> leftSorted = new TreeMap<>(left);
        Map<?, ?> rightSorted = new TreeMap<>(right);
        int bySize = Integer.compare(left.size(), right.size());
        if (bySize != 0) {
            return bySize;
        }
        int byKeys = compareLists(new ArrayList<>(leftSorted.keySet()), new ArrayList<>(rightSorted.keySet()));
        return byKeys != 0
                ? byKeys
                : compareLists(new ArrayList<>(leftSorted.values()), new ArrayList<>(rightSorted.values()));
    }

    /** Node, relationship, node, … */
    private static List<Object> elements(ReferencePath path) {
        List<Object> elements = new ArrayList<>();
        for (int index = 0; index < path.relationships().size(); index++) {
            elements.add(path.nodes().get(index));
            elements.add(path.relationships().get(index));
        }
        elements.add(path.nodes().getLast());
        return elements;
    }
}
