package org.thetisdb.importer.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Suggestions;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.UnicodeText;
import tools.jackson.databind.JsonNode;

/** An object of a mapping file: typed access to its entries, with errors that say where in the file they are. */
final class JsonObject {
    private final JsonNode node;
    private final String place;

    /** @param place such as {@code m.json, nodes[2]} */
    JsonObject(JsonNode node, String place, Set<String> knownNames) {
        this.node = node;
        this.place = place;
        if (!node.isObject()) {
            throw wrong("expected an object, found " + node);
        }
        for (String name : node.propertyNames()) {
            if (!knownNames.contains(name)) {
                throw wrong("unknown entry: name=" + name + Suggestions.orAll(name, knownNames));
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
        return node.has(name) && !node.get(name).isNull();
    }

    String text(String name) {
        return optionalText(name).orElseThrow(() -> wrong("missing entry: name=" + name + "; expected a string"));
    }

    Optional<String> optionalText(String name) {
        if (!has(name)) {
            return Optional.empty();
        }
        JsonNode value = node.get(name);
        if (!value.isString()) {
            throw wrong("wrong entry: name=" + name + ", value=" + value + "; expected a string");
        }
        return Optional.of(unicode(name, value.stringValue()));
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
        if (!has(name)) {
            return preset;
        }
        if (!node.get(name).isBoolean()) {
            throw wrong("wrong entry: name=" + name + ", value=" + node.get(name) + "; expected true or false");
        }
        return node.get(name).booleanValue();
    }

    List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        for (JsonNode entry : array(name)) {
            if (!entry.isString()) {
                throw wrong("wrong entry: name=" + name + ", value=" + entry + "; expected strings");
            }
            texts.add(unicode(name, entry.stringValue()));
        }
        return texts;
    }

    List<JsonObject> objects(String name, Set<String> knownNames) {
        List<JsonObject> objects = new ArrayList<>();
        for (JsonNode entry : array(name)) {
            objects.add(new JsonObject(entry, place + ", " + name + "[" + objects.size() + "]", knownNames));
        }
        return objects;
    }

    JsonObject object(String name, Set<String> knownNames) {
        if (!has(name)) {
            throw wrong("missing entry: name=" + name + "; expected an object");
        }
        return new JsonObject(node.get(name), place + ", " + name, knownNames);
    }

    private Iterable<JsonNode> array(String name) {
        if (!has(name)) {
            return List.of();
        }
        if (!node.get(name).isArray()) {
            throw wrong("wrong entry: name=" + name + ", value=" + node.get(name) + "; expected a list");
        }
        return node.get(name);
    }
}
