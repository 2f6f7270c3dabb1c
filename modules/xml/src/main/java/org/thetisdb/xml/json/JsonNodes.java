package org.thetisdb.xml.json;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.thetisdb.xml.document.Checkpoints;
import org.thetisdb.xml.document.DocumentException;
import org.thetisdb.xml.document.NodeTree;

/** The values within a document in its order, those around before those within; and back. Used by one thread. */
public final class JsonNodes implements Iterator<JsonNodes.Row> {
    private static final String OBJECT = "object";
    private static final String ARRAY = "array";
    private static final String NULL = "null";

    /** What is still to come, the next one first. */
    private final Deque<Row> pending = new ArrayDeque<>();

    /** The children of what is pending: maps and lists by the ids that their rows have. */
    private final Deque<Object> values = new ArrayDeque<>();

    private final Checkpoints checkpoints;
    private long lastId;

    /**
     * One value.
     *
     * @param parent the id of the object or array around it
     * @param key its name in an object
     * @param value of what is neither object nor array nor null
     * @param position in the object or array, from 0
     */
    public record Row(
            long id,
            @Nullable Long parent,
            String kind,
            @Nullable String key,
            @Nullable Object value,
            long position) {}

    private JsonNodes(@Nullable Object document, Checkpoints checkpoints) {
        this.checkpoints = checkpoints;
        push(document, null, null, 0);
    }

    /** The values within a document, itself first. */
    public static Iterator<Row> of(@Nullable Object document, Checkpoints checkpoints) {
        return new JsonNodes(document, checkpoints);
    }

    /** Ids are given when a row comes, so that they are in the order of the document. */
    private void push(@Nullable Object value, @Nullable Long parent, @Nullable String key, long position) {
        boolean isWithin = value instanceof Map || value instanceof List;
        pending.push(new Row(-1, parent, kind(value), key, isWithin ? null : value, position));
        values.push(value instanceof Map || value instanceof List ? value : NULL);
    }

    private static String kind(@Nullable Object value) {
        return switch (value) {
            case null -> NULL;
            case Map<?, ?> _ -> OBJECT;
            case List<?> _ -> ARRAY;
            case String _ -> "string";
            case Number _ -> "number";
            case Boolean _ -> "boolean";
            default -> throw new DocumentException("JSON has no such value: value=" + value);
        };
    }

    @Override
    public boolean hasNext() {
        return !pending.isEmpty();
    }

    @Override
    public Row next() {
        checkpoints.step();
        Row row = pending.pop();
        Object value = values.pop();
        long id = lastId++;
        if (value instanceof Map<?, ?> map) {
            int position = map.size();
            for (Map.Entry<?, ?> each : new ArrayList<>(map.entrySet()).reversed()) {
                push(each.getValue(), id, String.valueOf(each.getKey()), --position);
            }
        } else if (value instanceof List<?> list) {
            for (int position = list.size() - 1; position >= 0; position--) {
                push(list.get(position), id, null, position);
            }
        }
        return new Row(id, row.parent, row.kind, row.key, row.value, row.position);
    }

    /** The text of such values. */
    public static String document(NodeTree tree) {
        return JsonOutput.text(value(tree, tree.root(), 0));
    }

    private static @Nullable Object value(NodeTree tree, Map<String, Object> node, int level) {
        if (level > JsonText.LEVELS_MAX) {
            throw new DocumentException("values are nested too deeply: levelsMax=" + JsonText.LEVELS_MAX);
        }
        return switch (NodeTree.text(node, "kind")) {
            case OBJECT -> {
                Map<String, @Nullable Object> map = new LinkedHashMap<>();
                for (Map<String, Object> each : tree.children(node)) {
                    String key = NodeTree.text(each, "key");
                    if (map.containsKey(key)) {
                        throw new DocumentException(
                                "a name is in an object once: key=" + key + ", id=" + each.get("id"));
                    }
                    map.put(key, value(tree, each, level + 1));
                }
                yield map;
            }
            case ARRAY -> {
                List<@Nullable Object> list = new ArrayList<>();
                for (Map<String, Object> each : tree.children(node)) {
                    list.add(value(tree, each, level + 1));
                }
                yield list;
            }
            case NULL -> null;
            case "string", "number", "boolean" -> node.get("value");
            default ->
                throw new DocumentException("a value is an object, array, string, number, boolean or null: id="
                        + node.get("id") + ", kind=" + node.get("kind"));
        };
    }
}
