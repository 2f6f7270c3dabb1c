package org.thetisdb.bench.versions;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The document of the versioned workload: 49 plain fields, of which {@code counter} changes, and a list of 20 items;
 * 2,387 bytes as JSON when new. As properties of a node the items are three lists side by side.
 */
final class Document {
    static final String COUNTER = "counter";
    static final String ITEM_IDS = "itemIds";
    static final String ITEM_NAMES = "itemNames";
    static final String ITEM_QUANTITIES = "itemQuantities";
    private static final int STRING_COUNT = 36;
    private static final int NUMBER_COUNT = 8;
    private static final int FLAG_COUNT = 4;
    private static final int ITEM_COUNT = 20;
    /** The names of the plain fields, in the order of the document. */
    private static final List<String> NAMES = properties(0).keySet().stream()
            .filter(name -> !name.startsWith("item"))
            .toList();

    private Document() {}

    /** The document as properties. */
    static Map<String, Object> properties(long counter) {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put(COUNTER, counter);
        for (int index = 0; index < STRING_COUNT; index++) {
            properties.put("s" + index, "value-" + index + "-0123456789abcdef0123456789");
        }
        for (long index = 0; index < NUMBER_COUNT; index++) {
            properties.put("i" + index, 1 + 7 * index);
        }
        for (int index = 0; index < FLAG_COUNT; index++) {
            properties.put("b" + index, index % 2 == 0);
        }
        List<Long> ids = new ArrayList<>();
        List<String> names = new ArrayList<>();
        List<Long> quantities = new ArrayList<>();
        for (long index = 0; index < ITEM_COUNT; index++) {
            ids.add(index);
            names.add("item-" + index);
            quantities.add(3 * index);
        }
        properties.put(ITEM_IDS, ids);
        properties.put(ITEM_NAMES, names);
        properties.put(ITEM_QUANTITIES, quantities);
        return properties;
    }

    /** The document as JSON text. */
    static String json(long counter) {
        return json(properties(counter));
    }

    /** Properties, as a database hands them out, as JSON text. No text of the document needs an escape. */
    static String json(Map<String, ?> properties) {
        StringBuilder text = new StringBuilder(2500).append('{');
        for (String name : NAMES) {
            text.append('"').append(name).append("\":");
            value(text, properties.get(name)).append(',');
        }
        text.append("\"items\":[");
        List<?> ids = list(properties, ITEM_IDS);
        List<?> names = list(properties, ITEM_NAMES);
        List<?> quantities = list(properties, ITEM_QUANTITIES);
        for (int index = 0; index < ids.size(); index++) {
            text.append(index == 0 ? "{\"id\":" : ",{\"id\":");
            value(text, ids.get(index)).append(",\"name\":");
            value(text, names.get(index)).append(",\"qty\":");
            value(text, quantities.get(index)).append('}');
        }
        return text.append("]}").toString();
    }

    private static List<?> list(Map<String, ?> properties, String name) {
        return (List<?>) Objects.requireNonNull(properties.get(name));
    }

    private static StringBuilder value(StringBuilder text, @Nullable Object value) {
        return value instanceof String string ? text.append('"').append(string).append('"') : text.append(value);
    }
}
