package org.thetisdb.cypher;

import java.nio.charset.StandardCharsets;
import org.thetisdb.cypher.parse.Lexer;
import org.thetisdb.cypher.parse.TokenKind;
import org.thetisdb.cypher.parse.Tokens;

/** Any text has tokens: in order, apart from each other, within the text, with one end. */
public final class LexerFuzz {
    private LexerFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        String text = new String(input, StandardCharsets.UTF_8);
        check(text, Lexer.scan(text));
        check(text, Lexer.scanWithComments(text));
    }

    private static void check(String text, Tokens tokens) {
        int end = 0;
        int last = tokens.count() - 1;
        for (int index = 0; index <= last; index++) {
            boolean ordered = end <= tokens.start(index) && tokens.start(index) <= tokens.end(index);
            boolean ends = (tokens.kind(index) == TokenKind.END) == (index == last);
            boolean moves = index == last || tokens.start(index) < tokens.end(index);
            if (!ordered || !ends || !moves || tokens.end(index) > text.length()) {
                throw new AssertionError("token out of place: index=" + index + ", kind=" + tokens.kind(index)
                        + ", start=" + tokens.start(index) + ", end=" + tokens.end(index) + ", text=" + text);
            }
            end = tokens.end(index);
        }
    }
}
