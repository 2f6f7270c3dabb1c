package org.thetisdb.shell.statement;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.cypher.parse.Lexer;
import org.thetisdb.cypher.parse.TokenKind;
import org.thetisdb.cypher.parse.Tokens;

/** Several statements in one text, with semicolons between them. Stateless. */
public final class Statements {
    private Statements() {}

    /** The statements in order, without their semicolons; at least one, which may be blank. */
    public static List<Statement> split(Statement all) {
        String text = all.text();
        List<Statement> statements = new ArrayList<>();
        if (text.indexOf(';') < 0) {
            return List.of(all);
        }
        Tokens tokens = Lexer.scan(text);
        int start = 0;
        boolean blank = true;
        for (int index = 0; index < tokens.count(); index++) {
            TokenKind kind = tokens.kind(index);
            if (kind == TokenKind.SEMICOLON || kind == TokenKind.END) {
                if (!blank) {
                    statements.add(all.part(start, tokens.start(index)).stripped());
                }
                start = tokens.end(index);
                blank = true;
            } else {
                blank = false;
            }
        }
        return statements.isEmpty() ? List.of(all) : statements;
    }

    /** Whether the text's last token is a semicolon: nothing of the statement is to come. */
    public static boolean isTerminated(String text) {
        Tokens tokens = Lexer.scan(text);
        return tokens.count() > 1 && tokens.kind(tokens.count() - 2) == TokenKind.SEMICOLON;
    }
}
