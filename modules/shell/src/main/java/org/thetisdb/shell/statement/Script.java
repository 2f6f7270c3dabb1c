package org.thetisdb.shell.statement;

import java.util.Optional;
import java.util.function.Predicate;
import org.thetisdb.cypher.parse.Lexer;
import org.thetisdb.cypher.parse.TokenKind;
import org.thetisdb.cypher.parse.Tokens;

/**
 * What comes from a file or a pipe, in pieces of whole lines that can be run by themselves: no more is read than the
 * piece that is asked for.
 *
 * <pre>
 *   RETURN 1; RETURN 2;         a piece, as its last token is a semicolon
 *   .mode csv                   a piece, as it is a command
 *
 *   RETURN 'a;                  ─┐ a piece: the semicolon of its first line is in a string, which its
 *     b' AS text;               ─┘ second line ends
 *   RETURN 3                    the last piece ends with the script
 * </pre>
 *
 * <p>Each line is split into tokens once. How a string, a quoted name or a comment began that a line leaves open is put
 * in front of the next line: that is all that counts for where it ends. One thread.
 */
public final class Script {
    private static final String COMMENT = "/*";

    private final TextLines lines;
    private final Predicate<String> isCommand;

    /** What begins the token that goes on in the next line; empty if none does. */
    private String opening = "";

    /** Whether the last token so far is a semicolon, comments left aside. */
    private boolean afterSemicolon;

    private long offset;
    private int line = 1;
    private boolean hasBegun;

    /** @param isCommand whether a line, without the blanks around it, is a piece if it is where one could begin */
    public Script(TextLines lines, Predicate<String> isCommand) {
        this.lines = lines;
        this.isCommand = isCommand;
    }

    /** The next piece, which may be blank if it is the last one; empty at the end of the script. */
    public Optional<Statement> next() {
        StringBuilder before = new StringBuilder();
        boolean begins = true;
        while (true) {
            String next = lines.next();
            if (next.isEmpty()) {
                return before.isEmpty() ? Optional.empty() : Optional.of(piece(before.toString()));
            }
            if (begins && isCommand.test(next.strip()) || isTerminatedBy(next)) {
                return Optional.of(
                        piece(before.isEmpty() ? next : before.append(next).toString()));
            }
            before.append(next);
            begins &= next.isBlank();
        }
    }

    /** Whether the last token of the piece up to the end of its next line is a semicolon. */
    private boolean isTerminatedBy(String next) {
        if (opening.isEmpty() && isPlain(next)) {
            return false;
        }
        Tokens tokens = Lexer.scan(opening + next);
        int count = tokens.count() - 1;
        opening = count > 0 && tokens.kind(count - 1) == TokenKind.UNFINISHED
                ? opening(tokens.text(), tokens.start(count - 1))
                : "";
        // A comment is no token, finished or not.
        count -= opening.equals(COMMENT) ? 1 : 0;
        if (count > 0) {
            afterSemicolon = tokens.kind(count - 1) == TokenKind.SEMICOLON;
        }
        return afterSemicolon && opening.isEmpty();
    }

    /** Whether a line certainly contains no semicolon, and nothing that could go on in the next one. */
    private static boolean isPlain(String line) {
        return line.indexOf(';') < 0
                && line.indexOf('\'') < 0
                && line.indexOf('"') < 0
                && line.indexOf('`') < 0
                && line.indexOf('/') < 0;
    }

    private static String opening(String text, int start) {
        return switch (text.charAt(start)) {
            case '/' -> COMMENT;
            case '$' -> "`";
            default -> text.substring(start, start + 1);
        };
    }

    private Statement piece(String text) {
        afterSemicolon = false;
        boolean isPart = hasBegun || lines.goesOn();
        Source source = new Source(text, offset, line, isPart);
        hasBegun |= !text.isBlank();
        offset += text.length();
        line = source.position(text.length()).line();
        return Statement.of(source);
    }
}
