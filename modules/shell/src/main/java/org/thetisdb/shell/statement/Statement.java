package org.thetisdb.shell.statement;

import java.util.Optional;
import org.thetisdb.cypher.parse.Lexer;
import org.thetisdb.value.Notification;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.ThetisException.Position;

/**
 * What is to be run, and its place in what the user gave: in a file, in the standard input or on a line of the
 * prompt. Messages about it count the lines of that. Immutable.
 *
 * <pre>
 *   source    RETURN 1; .param day = date('x')          text, of the value      RETURN (date('x')) AS value
 *                                 └begin   └end                                         └lead
 * </pre>
 */
public final class Statement {
    private final String text;
    private final Source source;
    private final int begin;
    private final int end;
    private final int lead;

    private Statement(String text, Source source, int begin, int end, int lead) {
        this.text = text;
        this.source = source;
        this.begin = begin;
        this.end = end;
        this.lead = lead;
    }

    /** A text that is all there is. */
    public static Statement of(String text) {
        return of(Source.whole(text));
    }

    /** All lines of a source. */
    static Statement of(Source source) {
        return new Statement(source.text(), source, 0, source.text().length(), 0);
    }

    /** What is between one place of this and another, in UTF-16 units; this must not be {@link #within} anything. */
    public Statement part(int from, int to) {
        return new Statement(text.substring(from, to), source, begin + from, begin + to, 0);
    }

    /** This without the blanks around it. */
    public Statement stripped() {
        int from = text.length() - text.stripLeading().length();
        return part(from, Math.max(from, text.stripTrailing().length()));
    }

    /** This with more text around it, which the user has not written. */
    public Statement within(String before, String after) {
        return new Statement(before + text + after, source, begin, end, before.length());
    }

    /** What is run. */
    public String text() {
        return text;
    }

    /** The line that it begins in, without blanks and empty lines in front, counted from 1. */
    public int line() {
        int first = begin;
        while (first < end && Character.isWhitespace(source.text().charAt(first))) {
            first++;
        }
        return source.position(first).line();
    }

    /** Whether the user gave more than this; of a pipe, as far as it had come when this began. */
    public boolean isPart() {
        return source.isPart()
                || !source.text().substring(0, begin).isBlank()
                || !source.text().substring(end).replaceFirst(";", "").isBlank();
    }

    /** The error with its place in the source; of several statements, one without a place gets that where it begins. */
    public QueryFailure failure(ThetisException failure) {
        return failure(failure, failure.getMessage());
    }

    /** As the other one, with another message. */
    public QueryFailure failure(ThetisException failure, String message) {
        Optional<Position> place = failure.position().map(this::placed);
        if (place.isEmpty() && isPart()) {
            // Comments in front are not what failed.
            int first = Lexer.scan(source.text().substring(begin, end)).start(0);
            place = Optional.of(source.position(begin + first));
        }
        return new QueryFailure(source.text(), failure, message, place);
    }

    /** The notification with its place: a line of all that the user gave, an offset in {@link #source}. */
    Notification placed(Notification notification) {
        return new Notification(
                notification.code(),
                notification.description(),
                notification.position().map(this::placed));
    }

    /** The lines that reported places refer to, and where they are. */
    Source source() {
        return source;
    }

    private Position placed(Position inText) {
        return source.position(Math.clamp(begin + (long) inText.offset() - lead, begin, end));
    }
}
