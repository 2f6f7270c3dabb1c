package org.thetisdb.shell.statement;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.thetisdb.cypher.parse.Lexer;
import org.thetisdb.cypher.parse.TokenKind;
import org.thetisdb.cypher.parse.Tokens;

/**
 * Several statements in one text, with semicolons between them, found one after the other: a script may be much longer
 * than what its tokens could take in memory.
 *
 * <pre>
 *   text    CREATE (:A); CREATE (:B {x: 'a;b'}); CREATE (:C)
 *                        └─start     └─ a window of the text, of which the tokens are known
 * </pre>
 *
 * <p>A semicolon that is a token within a window is one in the whole text as well, because the lexer never looks back;
 * a window without one becomes longer. Used by one thread.
 */
public final class Statements implements Iterator<Statement> {
    private static final int WINDOW_CHARACTERS = 1 << 16;

    private final Statement all;
    private final String text;
    private final int windowCharacters;
    private Tokens tokens = Lexer.scan("");
    private int token;
    private int windowStart;
    private int windowEnd;
    private int start;
    private boolean found;
    private Optional<Statement> following = Optional.empty();

    private Statements(Statement all, int windowCharacters, boolean evenIfBlank) {
        this.all = all;
        this.text = all.text();
        this.windowCharacters = windowCharacters;
        token = tokens.count();
        if (evenIfBlank && text.indexOf(';') < 0) {
            // Most texts are one statement, and their tokens are nobody's business here.
            windowEnd = text.length();
            following = Optional.of(all);
        } else {
            following = find().or(() -> evenIfBlank ? Optional.of(all) : Optional.empty());
        }
    }

    /** The statements in order, without their semicolons; at least one, which may be blank. */
    public static Iterable<Statement> each(Statement all) {
        return each(all, WINDOW_CHARACTERS);
    }

    /** As the other one, with windows of another length. */
    static Iterable<Statement> each(Statement all, int windowCharacters) {
        return () -> new Statements(all, windowCharacters, true);
    }

    /** As {@link #each}, but none at all of a text that holds nothing but blanks, comments and semicolons. */
    public static Iterable<Statement> notBlank(Statement all) {
        return () -> new Statements(all, WINDOW_CHARACTERS, false);
    }

    @Override
    public boolean hasNext() {
        return following.isPresent();
    }

    @Override
    public Statement next() {
        Statement next = following.orElseThrow(NoSuchElementException::new);
        found = true;
        following = find();
        return next;
    }

    /** The next statement that is not blank. */
    private Optional<Statement> find() {
        boolean blank = true;
        int length = windowCharacters;
        while (true) {
            while (token < tokens.count() - 1) {
                if (tokens.kind(token) == TokenKind.SEMICOLON) {
                    int end = windowStart + tokens.start(token);
                    int begin = start;
                    start = windowStart + tokens.end(token);
                    token++;
                    if (!blank) {
                        return Optional.of(all.part(begin, end).stripped());
                    }
                    blank = true;
                } else {
                    blank = false;
                    token++;
                }
            }
            if (windowEnd == text.length()) {
                return last(blank);
            }
            scan(length);
            length = Math.max(length, Math.min(text.length(), 2 * length));
            blank = true;
        }
    }

    private void scan(int length) {
        windowStart = start;
        windowEnd = (int) Math.min(text.length(), (long) start + length);
        tokens = Lexer.scan(text.substring(windowStart, windowEnd));
        token = 0;
    }

    private Optional<Statement> last(boolean blank) {
        int begin = start;
        start = text.length();
        // While the last statement runs, its text has the memory.
        tokens = Lexer.scan("");
        token = tokens.count();
        if (blank) {
            return Optional.empty();
        }
        return Optional.of(
                begin == 0 && !found ? all : all.part(begin, text.length()).stripped());
    }

    /** Whether the text's last token is a semicolon: nothing of the statement is to come. */
    public static boolean isTerminated(String text) {
        Tokens tokens = Lexer.scan(text);
        return tokens.count() > 1 && tokens.kind(tokens.count() - 2) == TokenKind.SEMICOLON;
    }
}
