package org.thetisdb.query;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Reads a value as feature files write it, such as {@code <(:A {x: 1})-[:T]->(:B)>} or {@code [1.5, 'a', null]}. */
public final class ShapeParser {
    private final String text;
    private int at;

    private ShapeParser(String text) {
        this.text = text;
    }

    public static Object parse(String text) {
        ShapeParser parser = new ShapeParser(text);
        Object value = parser.value();
        parser.blanks();
        if (parser.at != text.length()) {
            throw parser.unexpected();
        }
        return value;
    }

    private Object value() {
        blanks();
        return switch (peek()) {
            case '\'', '"' -> string();
            case '[' -> listOrRelationship();
            case '{' -> map();
            case '(' -> node();
            case '<' -> path();
            default -> word();
        };
    }

    private Object word() {
        int start = at;
        while (at < text.length() && ",]}| )".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String word = text.substring(start, at);
        return switch (word) {
            case "null" -> null;
            case "true" -> true;
            case "false" -> false;
            case "NaN" -> Double.NaN;
            case "Inf", "Infinity" -> Double.POSITIVE_INFINITY;
            case "-Inf", "-Infinity" -> Double.NEGATIVE_INFINITY;
            default -> number(word);
        };
    }

    private Object number(String word) {
        try {
            if (word.matches("[-+]?\\d+")) {
                return Long.parseLong(word);
            }
            double number = Double.parseDouble(word);
            return number == 0 ? 0.0 : number;
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("not a value: text=" + text + ", at=" + at, e);
        }
    }

    private String string() {
        char quote = text.charAt(at++);
        StringBuilder content = new StringBuilder();
        while (peek() != quote) {
            char unit = text.charAt(at++);
            if (unit == '\\') {
                char escaped = text.charAt(at++);
                content.append(
                        switch (escaped) {
                            case 'n' -> '\n';
                            case 't' -> '\t';
                            case 'r' -> '\r';
                            default -> escaped;
                        });
            } else {
                content.append(unit);
            }
        }
        at++;
        return content.toString();
    }

    private Object listOrRelationship() {
        int start = at;
        take('[');
        blanks();
        if (peek() == ':') {
            at = start;
            return relationship();
        }
        List<Object> list = new ArrayList<>();
        while (peek() != ']') {
            list.add(value());
            separator(']');
        }
        take(']');
        return list;
    }

    private void separator(char end) {
        blanks();
        if (peek() == ',') {
            at++;
            blanks();
        } else if (peek() != end) {
            throw unexpected();
        }
    }

    private Map<String, Object> map() {
        take('{');
        blanks();
        Map<String, Object> map = new LinkedHashMap<>();
        while (peek() != '}') {
            String key = name();
            blanks();
            take(':');
            map.put(key, value());
            separator('}');
        }
        take('}');
        return map;
    }

    private Map<String, Object> optionalMap() {
        blanks();
        return peek() == '{' ? map() : Map.of();
    }

    private String name() {
        blanks();
        if (peek() == '`') {
            int end = text.indexOf('`', at + 1);
            String name = text.substring(at + 1, end);
            at = end + 1;
            return name;
        }
        int start = at;
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
            at++;
        }
        return text.substring(start, at);
    }

    private Shape.OfNode node() {
        take('(');
        Set<String> labels = new TreeSet<>();
        blanks();
        while (peek() == ':') {
            at++;
            labels.add(name());
            blanks();
        }
        Map<String, Object> properties = optionalMap();
        blanks();
        take(')');
        return new Shape.OfNode(labels, properties);
    }

    private Shape.OfRelationship relationship() {
        take('[');
        blanks();
        take(':');
        String type = name();
        Map<String, Object> properties = optionalMap();
        blanks();
        take(']');
        return new Shape.OfRelationship(type, properties);
    }

    private Shape.OfPath path() {
        take('<');
        List<Shape.OfNode> nodes = new ArrayList<>();
        List<Shape.OfRelationship> relationships = new ArrayList<>();
        List<Boolean> forward = new ArrayList<>();
        blanks();
        nodes.add(node());
        blanks();
        while (peek() != '>') {
            boolean backward = peek() == '<';
            if (backward) {
                at++;
            }
            take('-');
            relationships.add(relationship());
            take('-');
            if (!backward) {
                take('>');
            }
            forward.add(!backward);
            nodes.add(node());
            blanks();
        }
        take('>');
        return new Shape.OfPath(nodes, relationships, forward);
    }

    private char peek() {
        if (at >= text.length()) {
            throw unexpected();
        }
        return text.charAt(at);
    }

    private void take(char expected) {
        if (peek() != expected) {
            throw unexpected();
        }
        at++;
    }

    private void blanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private IllegalArgumentException unexpected() {
        return new IllegalArgumentException("not a value: text=" + text + ", at=" + at);
    }
}
