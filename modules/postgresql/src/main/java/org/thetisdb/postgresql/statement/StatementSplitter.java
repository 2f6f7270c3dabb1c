package org.thetisdb.postgresql.statement;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.postgresql.text.SqlLexer;
import org.thetisdb.postgresql.text.Token;

/** Parts a text at its semicolons. Stateless. */
public final class StatementSplitter {
    private StatementSplitter() {}

    /**
     * One statement of a text.
     *
     * @param start where it begins
     * @param end behind it
     * @param tokens its words, with places in the whole text, and one of kind END
     */
    public record Part(int start, int end, List<Token> tokens) {
        /** Takes a copy of the list. */
        public Part {
            tokens = List.copyOf(tokens);
        }
    }

    /** {@return the statements of the text, without empty ones; an empty list if there is nothing} */
    public static List<Part> parts(String text) {
        List<Part> parts = new ArrayList<>();
        List<Token> part = new ArrayList<>();
        for (Token token : SqlLexer.tokens(text)) {
            if (!token.isSign(";") && token.kind() != Token.Kind.END) {
                part.add(token);
                continue;
            }
            if (!part.isEmpty()) {
                int end = part.getLast().end();
                int start = part.getFirst().start();
                part.add(new Token(Token.Kind.END, end, end, "", end));
                parts.add(new Part(start, end, part));
            }
            part = new ArrayList<>();
        }
        return parts;
    }
}
