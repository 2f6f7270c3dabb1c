package org.thetisdb.postgresql.type;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.thetisdb.postgresql.failure.PostgresFailure;
import org.thetisdb.postgresql.failure.SqlState;

/** Arrays as PostgreSQL writes them: {@code {1,NULL,"a b"}}. Of one dimension. Stateless. */
final class ArrayText {
    private ArrayText() {}

    static List<@Nullable Object> parse(String text, Function<String, @Nullable Object> element) {
        String body = text.strip();
        if (!body.startsWith("{") || !body.endsWith("}") || body.length() < 2) {
            throw malformed(text);
        }
        List<@Nullable Object> values = new ArrayList<>();
        int at = 1;
        int end = body.length() - 1;
        while (at < end) {
            StringBuilder value = new StringBuilder();
            boolean quoted = body.charAt(at) == '"';
            at = quoted ? quoted(body, at + 1, end, value, text) : plain(body, at, end, value, text);
            String found = quoted ? value.toString() : value.toString().strip();
            values.add(!quoted && found.equalsIgnoreCase("NULL") ? null : element.apply(found));
            if (at < end && body.charAt(at) != ',') {
                throw malformed(text);
            }
            at++;
        }
        return values;
    }

    private static int quoted(String body, int from, int end, StringBuilder value, String text) {
        int at = from;
        while (at < end && body.charAt(at) != '"') {
            at += body.charAt(at) == '\\' && at + 1 < end ? 1 : 0;
            value.append(body.charAt(at++));
        }
        if (at >= end) {
            throw malformed(text);
        }
        return at + 1;
    }

    private static int plain(String body, int from, int end, StringBuilder value, String text) {
        int at = from;
        while (at < end && body.charAt(at) != ',') {
            char unit = body.charAt(at);
            if (unit == '{' || unit == '}' || unit == '"') {
                throw malformed(text);
            }
            at += unit == '\\' && at + 1 < end ? 1 : 0;
            value.append(body.charAt(at++));
        }
        return at;
    }

    private static PostgresFailure malformed(String text) {
        return PostgresFailure.of(
                SqlState.INVALID_TEXT_REPRESENTATION,
                "malformed array literal, or one of several dimensions: \"" + text + "\"");
    }
}
