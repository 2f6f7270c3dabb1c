package org.thetisdb.cypher;

import java.util.Locale;
import java.util.Optional;
import org.thetisdb.value.Notification;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.ThetisException.Position;

/**
 * How front ends show an error or a notification: code, message, and the line of the query with a caret under the
 * place.
 */
public final class ErrorText {
    /** Longer lines are shown in part, so that the caret stays on the screen. */
    private static final int SHOWN_CHARACTERS_MAX = 100;

    private ErrorText() {}

    /**
     * The error as text of one line, or of three if it has a place in the query.
     *
     * <pre>
     *   THETIS-1002: variable `persn` is not defined; did you mean `person`?
     *   2 | RETURN persn.name
     *     |        ^
     * </pre>
     */
    public static String render(String text, ThetisException exception) {
        return withExcerpt(exception.code().code() + ": " + exception.getMessage(), text, exception.position());
    }

    /** As {@link #render(String, ThetisException)}, with the severity in front: {@code warning THETIS-8001: …}. */
    public static String render(String text, Notification notification) {
        String severity = notification.code().severity().name().toLowerCase(Locale.ROOT);
        String head = severity + " " + notification.code().code() + ": " + notification.description();
        return withExcerpt(head, text, notification.position());
    }

    private static String withExcerpt(String head, String text, Optional<Position> place) {
        return place.map(position -> head + "\n" + excerpt(text, position)).orElse(head);
    }

    private static String excerpt(String text, Position position) {
        int column = position.column() - 1;
        int lineStart = Math.clamp(position.offset() - (long) column, 0, text.length());
        int lineEnd = lineStart;
        while (lineEnd < text.length() && text.charAt(lineEnd) != '\n' && text.charAt(lineEnd) != '\r') {
            lineEnd++;
        }
        String line = text.substring(lineStart, lineEnd);
        String before = "";
        String after = "";
        if (line.length() > SHOWN_CHARACTERS_MAX) {
            int from = Math.clamp(column - SHOWN_CHARACTERS_MAX / 2L, 0, line.length() - SHOWN_CHARACTERS_MAX);
            int to = from + SHOWN_CHARACTERS_MAX;
            before = from > 0 ? "…" : "";
            after = to < line.length() ? "…" : "";
            line = line.substring(from, to);
            column -= from;
        }
        String number = Integer.toString(position.line());
        StringBuilder caret =
                new StringBuilder(" ".repeat(number.length())).append(" | ").append(" ".repeat(before.length()));
        for (int index = 0; index < column && index < line.length(); index++) {
            caret.append(line.charAt(index) == '\t' ? '\t' : ' ');
        }
        return number + " | " + before + line + after + "\n" + caret.append('^');
    }
}
