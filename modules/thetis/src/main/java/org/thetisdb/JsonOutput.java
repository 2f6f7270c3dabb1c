package org.thetisdb;

import org.jspecify.annotations.Nullable;
import org.thetisdb.json.JsonWriter;

/**
 * Values as JSON. Temporal values and durations are ISO 8601 strings, floats that JSON has no number for are the
 * strings {@code "NaN"}, {@code "Infinity"} and {@code "-Infinity"}. Stateless.
 */
public final class JsonOutput {
    private JsonOutput() {}

    /**
     * Appends a value as records hold it.
     *
     * @param text is appended to
     * @param value any value of a record, or null
     */
    public static void append(StringBuilder text, @Nullable Object value) {
        JsonWriter.append(text, value, JsonOutput::appendEntity);
    }

    /**
     * Appends a string in quotes.
     *
     * @param text is appended to
     * @param string without quotes and escapes
     */
    public static void appendString(StringBuilder text, String string) {
        JsonWriter.appendString(text, string);
    }

    private static boolean appendEntity(StringBuilder text, Object value) {
        switch (value) {
            case Node node -> {
                text.append("{\"elementId\":");
                appendString(text, node.elementId());
                append(text.append(",\"labels\":"), node.labels());
                append(text.append(",\"properties\":"), node.properties());
            }
            case Relationship relationship -> {
                text.append("{\"elementId\":");
                appendString(text, relationship.elementId());
                appendString(text.append(",\"startNodeElementId\":"), relationship.startNodeElementId());
                appendString(text.append(",\"endNodeElementId\":"), relationship.endNodeElementId());
                appendString(text.append(",\"type\":"), relationship.type());
                append(text.append(",\"properties\":"), relationship.properties());
            }
            case Path path -> {
                append(text.append("{\"nodes\":"), path.nodes());
                append(text.append(",\"relationships\":"), path.relationships());
            }
            default -> {
                return false;
            }
        }
        text.append('}');
        return true;
    }
}
