package org.thetisdb.fuzz.query;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.thetisdb.CypherText;
import org.thetisdb.cypher.LiteralText;

/** Values as expressions of openCypher that any product reads. Stateless. */
public final class Literals {
    private Literals() {}

    public static String of(Object value) {
        StringBuilder text = new StringBuilder();
        append(text, value);
        return text.toString();
    }

    /** Appends an expression that gives the value. */
    public static void append(StringBuilder text, @Nullable Object value) {
        switch (value) {
            case null -> text.append("null");
            case Long number when number < 0 && number != Long.MIN_VALUE -> appendInParentheses(text, number);
            case Double number
            when Double.isFinite(number) && (number < 0 || 1 / number < 0) -> appendInParentheses(text, number);
            case List<?> list -> appendList(text, list);
            case Map<?, ?> map -> appendMap(text, map);
            default -> LiteralText.append(text, value);
        }
    }

    /** Products disagree on what the sign belongs to where an operator precedes it. */
    private static void appendInParentheses(StringBuilder text, Object number) {
        text.append('(').append(number).append(')');
    }

    private static void appendList(StringBuilder text, List<?> list) {
        text.append('[');
        for (int index = 0; index < list.size(); index++) {
            text.append(index == 0 ? "" : ", ");
            append(text, list.get(index));
        }
        text.append(']');
    }

    private static void appendMap(StringBuilder text, Map<?, ?> map) {
        text.append('{');
        String separator = "";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            text.append(separator)
                    .append(CypherText.name((String) entry.getKey()))
                    .append(": ");
            append(text, entry.getValue());
            separator = ", ";
        }
        text.append('}');
    }
}
