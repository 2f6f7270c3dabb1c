package org.thetisdb.fuzz.oracle;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.thetisdb.fuzz.oracle.Answer.NodeShape;
import org.thetisdb.fuzz.oracle.Answer.PathShape;
import org.thetisdb.fuzz.oracle.Answer.RelationshipShape;

/** Values as text that is equal where values are, by which rows are sorted. Stateless. */
final class Canonical {
    private static final int ROUGH_DIGITS = 6;

    private Canonical() {}

    /** Exact: what differs in type or in the last digit is another value; all NaNs are one. */
    static String of(Object value) {
        return of(value, false, false);
    }

    /**
     * The same with less distinction.
     *
     * @param bags whether lists are the same in any order
     * @param rough whether floats are the same that differ in their last digits
     */
    static String of(Object value, boolean bags, boolean rough) {
        return switch (value) {
            case null -> "null";
            case Double number -> "FLOAT " + number(number, rough);
            case NodeShape node -> "(" + node.labels() + of(node.properties(), false, false) + ")";
            case RelationshipShape each -> "[" + each.type() + of(each.properties(), false, false) + "]";
            case PathShape path -> "<" + of(path.nodes()) + of(path.relationships()) + path.forward() + ">";
            case List<?> list -> ofList(list, bags, rough);
            case Map<?, ?> map -> ofMap(map, bags, rough);
            default -> value.getClass().getSimpleName() + " " + value;
        };
    }

    private static String number(double number, boolean rough) {
        if (number == 0) {
            return "0";
        }
        return rough && !Double.isInfinite(number) && !Double.isNaN(number)
                ? String.format(Locale.ROOT, "%." + ROUGH_DIGITS + "e", number)
                : Double.toString(number);
    }

    private static String ofList(List<?> list, boolean bags, boolean rough) {
        List<String> elements = new ArrayList<>();
        list.forEach(element -> elements.add(of(element, bags, rough)));
        if (bags) {
            Collections.sort(elements);
        }
        return elements.toString();
    }

    private static String ofMap(Map<?, ?> map, boolean bags, boolean rough) {
        Map<String, String> entries = new TreeMap<>();
        map.forEach((key, element) -> entries.put((String) key, of(element, bags, rough)));
        return entries.toString();
    }
}
