package org.thetisdb.xml.path;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A value, and where in the document it is. Immutable.
 *
 * @param parent what it is within; null for the document
 * @param step its name, a String, or its index, an Integer; null for the document
 */
record PathNode(
        @Nullable Object value,
        @Nullable PathNode parent,
        @Nullable Object step) {
    static PathNode ofDocument(@Nullable Object value) {
        return new PathNode(value, null, null);
    }

    PathNode child(Object by, @Nullable Object of) {
        return new PathNode(of, this, by);
    }

    /** The normalized path: {@code $['a'][1]}. */
    String path() {
        Deque<Object> steps = new ArrayDeque<>();
        for (PathNode node = this; node != null && node.step != null; node = node.parent) {
            steps.push(node.step);
        }
        StringBuilder text = new StringBuilder("$");
        for (Object each : steps) {
            text.append('[');
            if (each instanceof String name) {
                append(text, name);
            } else {
                text.append(each);
            }
            text.append(']');
        }
        return text.toString();
    }

    private static void append(StringBuilder text, String name) {
        text.append('\'');
        for (int index = 0; index < name.length(); index++) {
            char unit = name.charAt(index);
            switch (unit) {
                case '\'' -> text.append("\\'");
                case '\\' -> text.append("\\\\");
                case '\b' -> text.append("\\b");
                case '\t' -> text.append("\\t");
                case '\n' -> text.append("\\n");
                case '\f' -> text.append("\\f");
                case '\r' -> text.append("\\r");
                default -> {
                    if (unit < ' ') {
                        text.append("\\u00").append(unit < 16 ? "0" : "").append(Integer.toHexString(unit));
                    } else {
                        text.append(unit);
                    }
                }
            }
        }
        text.append('\'');
    }
}
