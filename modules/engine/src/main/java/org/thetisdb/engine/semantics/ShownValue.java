package org.thetisdb.engine.semantics;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.RelationshipReference;

/** Values as messages show them: as Cypher writes them, long ones cut short. Stateless. */
public final class ShownValue {
    private static final int CHARACTERS_MAX = 80;
    private static final int ENTRIES_MAX = 8;

    private ShownValue() {}

    /** One line of at most some 80 characters. */
    public static String of(@Nullable Object value) {
        String text = whole(value);
        return text.length() <= CHARACTERS_MAX ? text : text.substring(0, CHARACTERS_MAX) + "…";
    }

    private static String whole(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case String text -> "'" + text + "'";
            case List<?> list when list.size() > ENTRIES_MAX -> "a list of " + list.size();
            case List<?> list -> list.stream().map(ShownValue::whole).collect(Collectors.joining(", ", "[", "]"));
            case Map<?, ?> map when map.size() > ENTRIES_MAX -> "a map of " + map.size();
            case Map<?, ?> map ->
                map.entrySet().stream()
                        .map(entry -> entry.getKey() + ": " + whole(entry.getValue()))
                        .collect(Collectors.joining(", ", "{", "}"));
            case NodeReference node -> "a node";
            case RelationshipReference relationship -> "a relationship";
            default -> value.toString();
        };
    }
}
