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
    private ErrorText() {}

    /**
     * The error as text of one line, or of three if it has a place in the query.
     *
     * <pre>
     *   THETIS-1002: variable `persn` is not defined; did you mean `person`?
     *   2 | RETURN persn.name
     *     |        ^
     * </pre>
     *
     * @param text in which the error has its place
     * @param columns of the terminal that shows it, so that a line which is longer is shown around the caret; 0 for the
     *     whole line, as in files
     */
    public static String render(String text, ThetisException exception, int columns) {
        return withExcerpt(
                exception.code().code() + ": " + exception.getMessage(), text, exception.position(), columns);
    }

    /** As the other method, with the severity in front: {@code warning THETIS-8001: …}. */
    public static String render(String text, Notification notification, int columns) {
        String severity = notification.code().severity().name().toLowerCase(Locale.ROOT);
        String head = severity + " " + notification.code().code() + ": " + notification.description();
        return withExcerpt(head, text, notification.position(), columns);
    }

    private static String withExcerpt(String head, String text, Optional<Position> place, int columns) {
        return place.map(position -> head + "\n" + Excerpt.of(text, position, columns))
                .orElse(head);
    }
}
