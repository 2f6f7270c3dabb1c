package org.thetisdb.importer.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.thetisdb.json.JsonWriter;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Suggestions;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.UnicodeText;

/** An object of a mapping file: typed access to its entries, with errors that say where in the file they are. */
final class JsonObject {
    private final Map<?, ?> entries;
    private final String place;

    /** @param place such as {@code m.json, nodes[2]} */
    JsonObject(@Nullable Object json, String place, Set<String> knownNames) {
        this.place = place;
        if (!(json instanceof Map<?, ?> map)) {
            throw wrong("expected an object, found " + JsonWriter.text(json));
        }
        this.entries = map;
        for (Object name : map.keySet()) {
            if (!knownNames.contains(name)) {
                throw wrong("unknown entry: name=" + name + Suggestions.orAll((String) name, knownNames));
            }
        }
    }

    ThetisException wrong(String what) {
        return new ThetisException(ErrorCode.IMPORT_BAD_MAPPING, what + " (at " + place + ")");
    }

    String place() {
        return place;
    }

    boolean has(String name) {
        return entries.get(name) != null;
    }

    String text(String name) {
        return optionalText(name).orElseThrow(() -> wrong("missing entry: name=" + name + "; expected a string"));
    }

    Optional<String> optionalText(String name) {
        Object value = entries.get(name);
        if (value == null) {
            return Optional.empty();
        }
        if (!(value instanceof String text)) {
            throw wrongEntry(name, value, "a string");
        }
        return Optional.of(unicode(name, text));
    }

    private String unicode(String name, String text) {
        int lone = UnicodeText.firstLoneSurrogate(text);
        if (lone >= 0) {
            throw wrong(
                    "wrong entry: name=" + name + ", it holds " + UnicodeText.describe(text, lone) + "; expected text");
        }
        return text;
    }

    boolean flag(String name, boolean preset) {
        Object value = entries.get(name);
        if (value == null) {
            return preset;
        }
        if (!(value instanceof Boolean flag)) {
            throw wrongEntry(name, value, "true or false");
        }
        return flag;
    }

    List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        for (Object entry : array(name)) {
            if (!(entry instanceof String text)) {
                throw wrongEntry(name, entry, "strings");
            }
            texts.add(unicode(name, text));
        }
        return texts;
    }

    List<JsonObject> objects(String name, Set<String> knownNames) {
        List<JsonObject> objects = new ArrayList<>();
        for (Object entry : array(name)) {
            objects.add(new JsonObject(entry, place + ", " + name + "[" + objects.size() + "]", knownNames));
        }
        return objects;
    }

    JsonObject object(String name, Set<String> knownNames) {
        if (!has(name)) {
            throw wrong("missing entry: name=" + name + "; expected an object");
        }
        return new JsonObject(entries.get(name), place + ", " + name, knownNames);
    }

    private List<?> array(String name) {
        Object value = entries.get(name);
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof List<?> list)) {
            throw wrongEntry(name, value, "a list");
        }
        return list;
    }

    private ThetisException wrongEntry(String name, Object value, String expected) {
        return wrong("wrong entry: name=" + name + ", value=" + JsonWriter.text(value) + "; expected " + expected);
    }
}
