package org.thetisdb.cypher.syntax;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.ThetisException.Position;

/**
 * A query's text, which turns offsets into positions for errors. Lines are found when the first position is asked
 * for, and kept, since each expression of a plan that may fail asks for one.
 *
 * <p>Immutable to those who use it; any thread.
 */
public final class SourceText {
    private final String text;

    /** Null until first needed; two threads may compute the same. */
    @SuppressWarnings("NullAway.Init") // Set before it is read.
    private volatile int[] lineStarts;

    public SourceText(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }

    /** The line and column of an offset; lines end with LF, CR or CRLF. */
    public Position position(int offset) {
        int[] starts = lineStarts;
        if (starts == null) {
            starts = lineStarts();
            lineStarts = starts;
        }
        int end = Math.min(offset, text.length());
        int found = Arrays.binarySearch(starts, end);
        int line = found >= 0 ? found : -found - 2;
        return new Position(end, line + 1, end - starts[line] + 1);
    }

    private int[] lineStarts() {
        IntStream behindEnds =
                IntStream.range(0, text.length()).filter(this::endsLine).map(index -> index + 1);
        return IntStream.concat(IntStream.of(0), behindEnds).toArray();
    }

    private boolean endsLine(int index) {
        char unit = text.charAt(index);
        boolean crlf = unit == '\r' && index + 1 < text.length() && text.charAt(index + 1) == '\n';
        return unit == '\n' || unit == '\r' && !crlf;
    }

    /** An error at an offset, to be thrown by the caller. */
    public ThetisException error(ErrorCode code, int offset, String message) {
        return new ThetisException(code, message, position(offset));
    }
}
