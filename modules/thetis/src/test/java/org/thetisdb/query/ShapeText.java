package org.thetisdb.query;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Writes shapes as {@link ShapeParser} reads them, always in the same way: keys and labels are sorted. */
public final class ShapeText {
    private ShapeText() {}

    public static String of(Object shape) {
        return switch (shape) {
            case null -> "null";
            case String text -> quoted(text);
            case Double number -> number(number);
            case List<?> list -> list.stream().map(ShapeText::of).collect(Collectors.joining(", ", "[", "]"));
            case Map<?, ?> map -> map(map);
            case Shape.OfNode node -> node(node);
            case Shape.OfRelationship relationship -> relationship(relationship);
            case Shape.OfPath path -> path(path);
            default -> shape.toString();
        };
    }

    /** The shape with every list in it, at any depth, sorted by its elements' texts. */
    static Object sorted(Object shape) {
        return switch (shape) {
            case List<?> list -> {
                List<Object> elements = new ArrayList<>();
                list.forEach(element -> elements.add(sorted(element)));
                elements.sort(Comparator.comparing(ShapeText::of));
                yield elements;
            }
            case Map<?, ?> map -> {
                Map<Object, Object> entries = new LinkedHashMap<>();
                map.forEach((key, value) -> entries.put(key, sorted(value)));
                yield entries;
            }
            case null, default -> shape;
        };
    }

    private static String number(double number) {
        return Double.isInfinite(number) ? number > 0 ? "Infinity" : "-Infinity" : Double.toString(number);
    }

    private static String quoted(String text) {
        return "'"
                + text.replace("\\", "\\\\")
                        .replace("'", "\\'")
                        .replace("\n", "\\n")
                        .replace("\t", "\\t")
                        .replace("\r", "\\r")
                + "'";
    }

    private static String map(Map<?, ?> map) {
        Map<String, String> entries = new TreeMap<>();
        map.forEach((key, value) -> entries.put(name((String) key), of(value)));
        return entries.entrySet().stream()
                .map(entry -> entry.getKey() + ": " + entry.getValue())
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private static String name(String name) {
        return name.matches("[\\p{L}_][\\p{L}\\p{N}_]*") ? name : "`" + name + "`";
    }

    private static String node(Shape.OfNode node) {
        String labels = node.labels().stream().map(label -> ":" + name(label)).collect(Collectors.joining());
        return "(" + labels + properties(node.properties(), labels.isEmpty()) + ")";
    }

    private static String relationship(Shape.OfRelationship relationship) {
        return "[:" + name(relationship.type()) + properties(relationship.properties(), false) + "]";
    }

    private static String properties(Map<String, Object> properties, boolean first) {
        return properties.isEmpty() ? "" : (first ? "" : " ") + map(properties);
    }

    private static String path(Shape.OfPath path) {
        StringBuilder text = new StringBuilder("<").append(node(path.nodes().getFirst()));
        for (int index = 0; index < path.relationships().size(); index++) {
            boolean forward = path.forward().get(index);
            text.append(forward ? "-" : "<-")
                    .append(relationship(path.relationships().get(index)))
                    .append(forward ? "->" : "-")
                    .append(node(path.nodes().get(index + 1)));
        }
        return text.append('>').toString();
    }
}
