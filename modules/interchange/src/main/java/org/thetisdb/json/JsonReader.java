package org.thetisdb.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * JSON (RFC 8259) as plain Java values:
 *
 * <pre>
 *   object   Map, in the order of its names, each of which is there once
 *   array    List
 *   number   Long; BigInteger where 64 bits are too few; Double if it has a fraction or an exponent, perhaps infinite
 *   string   String, which may hold one half of a pair of surrogates, for JSON can escape it
 *   true, false, null
 * </pre>
 *
 * <p>Stateless.
 */
public final class JsonReader {
    /** Deeper texts are mistakes; values in a graph are half as deep at most. Tested: this and two more. */
    public static final int NESTING_MAX = 500;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(NESTING_MAX + 2)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private JsonReader() {}

    /**
     * The value of a text that holds one value and nothing else.
     *
     * @param text may begin with a byte order mark
     * @throws NotJsonException that tells what is wrong, and where
     */
    public static @Nullable Object read(String text) {
        int start = text.startsWith("\uFEFF") ? 1 : 0;
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text.substring(start))) {
            JsonToken first = parser.nextToken();
            if (first == null) {
                throw wrong(parser, "a value is missing");
            }
            Object value = value(parser, first, 0);
            if (parser.nextToken() != null) {
                throw wrong(parser, "there is more text after the value");
            }
            return value;
        } catch (JacksonException problem) {
            throw NotJsonException.of(problem);
        }
    }

    private static @Nullable Object value(JsonParser parser, JsonToken token, int depth) {
        if (depth > NESTING_MAX) {
            throw wrong(parser, "nested too deeply: levelsMax=" + NESTING_MAX);
        }
        return switch (token) {
            case START_OBJECT -> object(parser, depth);
            case START_ARRAY -> array(parser, depth);
            case VALUE_STRING -> parser.getString();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            case VALUE_NUMBER_INT ->
                parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                        ? parser.getBigIntegerValue()
                        : (Object) parser.getLongValue();
            default -> throw wrong(parser, "a value is missing");
        };
    }

    private static Map<String, Object> object(JsonParser parser, int depth) {
        Map<String, Object> map = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            map.put(name, value(parser, parser.nextToken(), depth + 1));
        }
        return map;
    }

    private static List<Object> array(JsonParser parser, int depth) {
        List<Object> list = new ArrayList<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            list.add(value(parser, token, depth + 1));
        }
        return list;
    }

    private static NotJsonException wrong(JsonParser parser, String what) {
        return NotJsonException.at(parser.currentTokenLocation(), what);
    }
}
