package org.thetisdb.bench.snb;

import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads the typed parameters and the untyped rows of the expected files. */
final class ParameterJson {
    private ParameterJson() {}

    /** Reads {@code {name: {"type": …, "value": …}}}. */
    static Map<String, Object> parameters(JsonNode node) {
        Map<String, Object> parameters = new LinkedHashMap<>();
        node.properties().forEach(entry -> parameters.put(entry.getKey(), typedValue(entry.getValue())));
        return parameters;
    }

    private static Object typedValue(JsonNode node) {
        String type = node.get("type").asString();
        JsonNode value = node.get("value");
        return switch (type) {
            case "INTEGER" -> value.asLong();
            case "STRING" -> value.asString();
            case "DATETIME" -> OffsetDateTime.parse(value.asString()).toZonedDateTime();
            case "DATE" -> LocalDate.parse(value.asString());
            case "LIST<STRING>" -> strings(value);
            default -> throw new IllegalArgumentException("unknown parameter type: type=" + type);
        };
    }

    /** Reads a value of a row into the canonical form of {@link Answer}. */
    static @Nullable Object untypedValue(JsonNode node) {
        if (node.isNull()) {
            return null;
        }
        if (node.isBoolean()) {
            return node.asBoolean();
        }
        if (node.isIntegralNumber()) {
            return node.asLong();
        }
        if (node.isNumber()) {
            return node.asDouble();
        }
        if (node.isString()) {
            return node.asString();
        }
        if (node.isArray()) {
            List<Object> list = new ArrayList<>(node.size());
            node.forEach(entry -> list.add(untypedValue(entry)));
            return list;
        }
        throw new IllegalArgumentException("unexpected value in an answer: value=" + node);
    }

    /** Reads the list of column names. */
    static List<String> strings(JsonNode node) {
        List<String> list = new ArrayList<>(node.size());
        node.forEach(entry -> list.add(entry.asString()));
        return list;
    }
}
