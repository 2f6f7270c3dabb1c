package org.thetisdb.shell;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.cypher.parse.Lexer;
import org.thetisdb.cypher.parse.TokenKind;
import org.thetisdb.cypher.parse.Tokens;

/** Several statements in one text, with semicolons between them. Stateless. */
public final class Statements {
    private Statements() {}

    /**
     * One of them.
     *
     * @param offset where it begins in the whole text, in UTF-16 units
     */
    public record Statement(String text, int offset) {}

    /** The statements in order, without their semicolons; at least one, which may be blank. */
    public static List<Statement> split(String text) {
        List<Statement> statements = new ArrayList<>();
        if (text.indexOf(';') < 0) {
            return List.of(new Statement(text, 0));
        }
        Tokens tokens = Lexer.scan(text);
        int start = 0;
        boolean blank = true;
        for (int index = 0; index < tokens.count(); index++) {
            TokenKind kind = tokens.kind(index);
            if (kind == TokenKind.SEMICOLON || kind == TokenKind.END) {
                if (!blank) {
                    String statement = text.substring(start, tokens.start(index));
                    statements.add(new Statement(statement.strip(), start + leadingBlanks(statement)));
                }
                start = tokens.end(index);
                blank = true;
            } else {
                blank = false;
            }
        }
        return statements.isEmpty() ? List.of(new Statement(text, 0)) : statements;
    }

    /** How many characters stand in front of what a text begins with. */
    public static int leadingBlanks(String text) {
        return text.length() - text.stripLeading().length();
    }

    /** The line of a place in a text, counted from 1. */
    public static int lineOf(String text, int offset) {
        return 1
                + (int) text.substring(0, offset)
                        .chars()
                        .filter(unit -> unit == '\n')
                        .count();
    }

    /** Whether the text's last token is a semicolon: nothing of the statement is to come. */
    public static boolean isTerminated(String text) {
        Tokens tokens = Lexer.scan(text);
        return tokens.count() > 1 && tokens.kind(tokens.count() - 2) == TokenKind.SEMICOLON;
    }
}
