package org.thetisdb.shell.statement;

import org.thetisdb.cypher.syntax.SourceText;
import org.thetisdb.value.ThetisException.Position;

/**
 * Whole lines of what the user gave, and where they are in it. Immutable.
 *
 * @param text of the lines
 * @param offset of their beginning, in UTF-16 units
 * @param line the first one's number, counted from 1
 * @param isPart whether there is more than blanks before or after them
 */
record Source(String text, long offset, int line, boolean isPart) {
    /** All of what the user gave. */
    static Source whole(String text) {
        return new Source(text, 0, 1, false);
    }

    /** A place with the offset in these lines, and the number of its line in all that the user gave. */
    Position position(int offsetInText) {
        Position inText = new SourceText(text).position(offsetInText);
        return new Position(inText.offset(), line - 1 + inText.line(), inText.column());
    }
}
