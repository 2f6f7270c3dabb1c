package org.thetisdb.shell.statement;

import java.util.Optional;
import org.thetisdb.cypher.parse.Lexer;
import org.thetisdb.cypher.syntax.SourceText;
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
    private final String source;
    private final int begin;
    private final int end;
    private final int lead;

    private Statement(String text, String source, int begin, int end, int lead) {
        this.text = text;
        this.source = source;
        this.begin = begin;
        this.end = end;
        this.lead = lead;
    }

    /** A text that is all there is. */
    public static Statement of(String text) {
        return new Statement(text, text, 0, text.length(), 0);
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

    /** The line of the source that it begins in, counted from 1. */
    public int line() {
        return position(begin).line();
    }

    /** Whether the source has more than this. */
    public boolean isPart() {
        return !source.substring(0, begin).isBlank()
                || !source.substring(end).replaceFirst(";", "").isBlank();
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
            int first = Lexer.scan(source.substring(begin, end)).start(0);
            place = Optional.of(position(begin + first));
        }
        return new QueryFailure(source, failure, message, place);
    }

    /** The notification with its place in the source. */
    Notification placed(Notification notification) {
        return new Notification(
                notification.code(),
                notification.description(),
                notification.position().map(this::placed));
    }

    /** The source that reported places refer to. */
    String source() {
        return source;
    }

    private Position placed(Position inText) {
        return position(Math.clamp(begin + (long) inText.offset() - lead, begin, end));
    }

    private Position position(int offset) {
        return new SourceText(source).position(offset);
    }
}
