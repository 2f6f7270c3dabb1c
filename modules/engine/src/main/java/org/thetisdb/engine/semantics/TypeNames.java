package org.thetisdb.engine.semantics;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.PathReference;
import org.thetisdb.value.Point;
import org.thetisdb.value.RelationshipReference;

/** Types of values at run time: their names, and the test {@code IS :: TYPE}. */
public final class TypeNames {
    /** The order in which the types of a list's elements are named: that of Neo4j's manual. */
    private static final List<String> ORDER = List.of(
            "BOOLEAN",
            "STRING",
            "INTEGER",
            "FLOAT",
            "DATE",
            "LOCAL TIME",
            "ZONED TIME",
            "LOCAL DATETIME",
            "ZONED DATETIME",
            "DURATION",
            "POINT",
            "NODE",
            "RELATIONSHIP",
            "MAP",
            "LIST",
            "PATH");

    private TypeNames() {}

    static String of(@Nullable Object value) {
        return switch (value) {
            case null -> "NULL";
            case Boolean ignored -> "BOOLEAN";
            case Long ignored -> "INTEGER";
            case Double ignored -> "FLOAT";
            case String ignored -> "STRING";
            case LocalDate ignored -> "DATE";
            case LocalTime ignored -> "LOCAL TIME";
            case OffsetTime ignored -> "ZONED TIME";
            case LocalDateTime ignored -> "LOCAL DATETIME";
            case ZonedDateTime ignored -> "ZONED DATETIME";
            case IsoDuration ignored -> "DURATION";
            case Point ignored -> "POINT";
            case NodeReference ignored -> "NODE";
            case RelationshipReference ignored -> "RELATIONSHIP";
            case PathReference ignored -> "PATH";
            case Map<?, ?> ignored -> "MAP";
            case List<?> list -> "LIST<" + elements(list) + ">";
            default -> value.getClass().getSimpleName();
        };
    }

    /** As {@code valueType()} prints it. */
    public static String valueType(@Nullable Object value) {
        return value == null ? "NULL" : of(value) + " NOT NULL";
    }

    /** All types among the elements; if null is one of them, the others can be null. */
    private static String elements(List<?> list) {
        TreeMap<String, String> names = new TreeMap<>();
        boolean nullable = false;
        for (Object element : list) {
            if (element == null) {
                nullable = true;
            } else {
                String name = of(element);
                names.put(rank(element) + name, name);
            }
        }
        if (names.isEmpty()) {
            return nullable ? "NULL" : "NOTHING";
        }
        String suffix = nullable ? "" : " NOT NULL";
        return String.join(
                " | ", names.values().stream().map(name -> name + suffix).toList());
    }

    /** The place of a value's type among others, as a letter; that of a list is followed by those of its elements. */
    private static String rank(Object value) {
        if (!(value instanceof List<?> list)) {
            return String.valueOf((char) ('a' + ORDER.indexOf(of(value))));
        }
        TreeSet<String> inner = new TreeSet<>();
        for (Object element : list) {
            if (element != null) {
                inner.add(rank(element));
            }
        }
        return (char) ('a' + ORDER.indexOf("LIST")) + String.join("", inner);
    }

    public static boolean matches(@Nullable Object value, CypherType type, boolean notNull) {
        if (value == null) {
            return !notNull;
        }
        return switch (type.kind()) {
            case ANY -> true;
            case NULL -> false;
            case BOOLEAN -> value instanceof Boolean;
            case INTEGER -> value instanceof Long;
            case FLOAT -> value instanceof Double;
            case NUMBER -> value instanceof Number;
            case STRING -> value instanceof String;
            case DATE -> value instanceof LocalDate;
            case LOCAL_TIME -> value instanceof LocalTime;
            case TIME -> value instanceof OffsetTime;
            case LOCAL_DATETIME -> value instanceof LocalDateTime;
            case ZONED_DATETIME -> value instanceof ZonedDateTime;
            case DURATION -> value instanceof IsoDuration;
            case POINT -> value instanceof Point;
            case NODE -> value instanceof NodeReference;
            case RELATIONSHIP -> value instanceof RelationshipReference;
            case PATH -> value instanceof PathReference;
            case MAP -> value instanceof Map<?, ?>;
            case LIST ->
                value instanceof List<?> list && allMatch(list, type.element().orElse(CypherType.ANY));
        };
    }

    private static boolean allMatch(List<?> list, CypherType type) {
        for (Object element : list) {
            if (!matches(element, type, false)) {
                return false;
            }
        }
        return true;
    }
}
