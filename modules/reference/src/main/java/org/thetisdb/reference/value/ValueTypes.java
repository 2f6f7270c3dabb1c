package org.thetisdb.reference.value;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.CypherType.Kind;
import org.thetisdb.reference.graph.ReferenceNode;
import org.thetisdb.reference.graph.ReferencePath;
import org.thetisdb.reference.graph.ReferenceRelationship;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.Point;

/** Of which type a value is. */
public final class ValueTypes {
    /** The order in which {@code valueType()} names the types of a list's elements, as Neo4j's manual has it. */
    private static final List<Kind> ORDER = List.of(
            Kind.NULL,
            Kind.BOOLEAN,
            Kind.STRING,
            Kind.INTEGER,
            Kind.FLOAT,
            Kind.DATE,
            Kind.LOCAL_TIME,
            Kind.TIME,
            Kind.LOCAL_DATETIME,
            Kind.ZONED_DATETIME,
            Kind.DURATION,
            Kind.POINT,
            Kind.NODE,
            Kind.RELATIONSHIP,
            Kind.MAP,
            Kind.LIST,
            Kind.PATH);

    private ValueTypes() {}

    /** The most precise kind. */
    public static Kind kind(@Nullable Object value) {
        return switch (value) {
            case null -> Kind.NULL;
            case Boolean truth -> Kind.BOOLEAN;
            case Long integer -> Kind.INTEGER;
            case Double number -> Kind.FLOAT;
            case String text -> Kind.STRING;
            case LocalDate date -> Kind.DATE;
            case LocalTime time -> Kind.LOCAL_TIME;
            case OffsetTime time -> Kind.TIME;
            case LocalDateTime time -> Kind.LOCAL_DATETIME;
            case ZonedDateTime time -> Kind.ZONED_DATETIME;
            case IsoDuration duration -> Kind.DURATION;
            case Point point -> Kind.POINT;
            case ReferenceNode node -> Kind.NODE;
            case ReferenceRelationship relationship -> Kind.RELATIONSHIP;
            case ReferencePath path -> Kind.PATH;
            case Map<?, ?> map -> Kind.MAP;
            case List<?> list -> Kind.LIST;
            default -> throw new IllegalArgumentException("no value of Cypher: class=" + value.getClass());
        };
    }

    /** Whether a value belongs to a type; null belongs to every one. */
    public static boolean is(@Nullable Object value, CypherType type) {
        Kind kind = kind(value);
        if (kind == Kind.NULL || type.kind() == Kind.ANY) {
            return true;
        }
        if (type.kind() == Kind.NUMBER) {
            return kind == Kind.INTEGER || kind == Kind.FLOAT;
        }
        if (kind != type.kind()) {
            return false;
        }
        return !(value instanceof List<?> list)
                || list.stream().allMatch(element -> is(element, type.element().orElse(CypherType.ANY)));
    }

    /** The name of the most precise type, as {@code valueType()} gives it. */
    public static String name(Object value) {
        return value == null ? "NULL" : nullableName(value) + " NOT NULL";
    }

    private static String nullableName(Object value) {
        return value instanceof List<?> list
                ? "LIST<" + elementName(list) + ">"
                : kind(value) == Kind.TIME ? "ZONED TIME" : kind(value).name().replace('_', ' ');
    }

    /** All types among the elements; if null is one of them, the others can be null. */
    private static String elementName(List<?> list) {
        boolean holdsNull = list.stream().anyMatch(Objects::isNull);
        List<Object> elements = new ArrayList<>(list);
        elements.removeIf(element -> element == null);
        if (elements.isEmpty()) {
            return holdsNull ? "NULL" : "NOTHING";
        }
        elements.sort(Comparator.comparing(ValueTypes::place).thenComparing(ValueTypes::nullableName));
        List<String> names = new ArrayList<>();
        for (Object element : elements) {
            String name = nullableName(element) + (holdsNull ? "" : " NOT NULL");
            if (!names.contains(name)) {
                names.add(name);
            }
        }
        return String.join(" | ", names);
    }

    /** Sorts as the value's type does: a letter, for a list followed by those of its elements. */
    private static String place(Object value) {
        String letter = Character.toString('a' + ORDER.indexOf(kind(value)));
        return value instanceof List<?> list
                ? letter
                        + list.stream()
                                .filter(Objects::nonNull)
                                .map(ValueTypes::place)
                                .distinct()
                                .sorted()
                                .collect(Collectors.joining())
                : letter;
    }
}
