package org.thetisdb.xml.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.thetisdb.xml.document.Checkpoints;
import org.thetisdb.xml.document.DocumentException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/** JSON (RFC 8259) as values of Cypher. Integers beyond 64 bits are floats. Stateless. */
public final class JsonText {
    /** Deeper texts are mistakes, or made to exhaust a stack. */
    static final int LEVELS_MAX = 500;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(LEVELS_MAX + 2)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxDocumentLength(-1)
                    .build())
            .build();

    private final JsonParser parser;
    private final Checkpoints checkpoints;

    private JsonText(JsonParser parser, Checkpoints checkpoints) {
        this.parser = parser;
        this.checkpoints = checkpoints;
    }

    /** A document that a query gave: its text, or a value that was made of one. */
    public static @Nullable Object document(Object given, Checkpoints checkpoints) {
        return given instanceof String text ? read(text, checkpoints) : given;
    }

    /**
     * The value of a text that holds one value and nothing else.
     *
     * @throws DocumentException that tells what is wrong, and where
     */
    public static @Nullable Object read(String text, Checkpoints checkpoints) {
        int start = text.startsWith("\uFEFF") ? 1 : 0;
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text.substring(start))) {
            JsonText reading = new JsonText(parser, checkpoints);
            JsonToken first = parser.nextToken();
            if (first == null) {
                throw reading.wrong("a value is missing");
            }
            Object value = reading.value(first, 0);
            if (parser.nextToken() != null) {
                throw reading.wrong("there is more text after the value");
            }
            return value;
        } catch (JacksonException problem) {
            throw failure(problem.getLocation(), problem.getOriginalMessage());
        }
    }

    private @Nullable Object value(JsonToken token, int level) {
        checkpoints.step();
        if (level > LEVELS_MAX) {
            throw wrong("values are nested too deeply: levelsMax=" + LEVELS_MAX);
        }
        return switch (token) {
            case START_OBJECT -> object(level);
            case START_ARRAY -> array(level);
            case VALUE_STRING -> parser.getString();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            case VALUE_NUMBER_FLOAT -> number(parser.getDoubleValue());
            case VALUE_NUMBER_INT -> integer();
            default -> throw wrong("a value is missing");
        };
    }

    private Object integer() {
        return parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                ? (Object) number(parser.getBigIntegerValue().doubleValue())
                : (Object) parser.getLongValue();
    }

    private Double number(double value) {
        if (Double.isInfinite(value)) {
            throw wrong("a number is out of the range of floats");
        }
        return value;
    }

    private Map<String, @Nullable Object> object(int level) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            map.put(name, value(parser.nextToken(), level + 1));
        }
        return map;
    }

    private List<@Nullable Object> array(int level) {
        List<@Nullable Object> list = new ArrayList<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            list.add(value(token, level + 1));
        }
        return list;
    }

    private DocumentException wrong(String what) {
        return failure(parser.currentTokenLocation(), what);
    }

    private static DocumentException failure(@Nullable TokenStreamLocation place, @Nullable String what) {
        return new DocumentException("the text is not JSON: "
                + (place == null ? "" : "line=" + place.getLineNr() + ", column=" + place.getColumnNr() + ", ")
                + "reason=" + (what == null ? "unknown" : what.strip().replaceAll("\\s+", " ")));
    }
}
