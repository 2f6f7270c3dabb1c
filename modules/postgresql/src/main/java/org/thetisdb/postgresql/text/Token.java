package org.thetisdb.postgresql.text;

import java.util.List;
import java.util.Locale;

/**
 * A word of SQL.
 *
 * @param kind what it is
 * @param start where it begins in the text
 * @param end behind it
 * @param text as written; of strings and quoted names what they mean
 * @param textStart where the meaning begins in the text, if it stands there as it is; else negative
 */
public record Token(Kind kind, int start, int end, String text, int textStart) {
    /** Kinds of words. */
    public enum Kind {
        WORD,
        QUOTED,
        STRING,
        NUMBER,
        PARAMETER,
        OPERATOR,
        END
    }

    /** {@return whether it is that word, in any case} */
    public boolean is(String word) {
        return kind == Kind.WORD && text.equalsIgnoreCase(word);
    }

    /** {@return whether it is that sign} */
    public boolean isSign(String sign) {
        return kind == Kind.OPERATOR && text.equals(sign);
    }

    /** {@return whether it names something} */
    public boolean isName() {
        return kind == Kind.WORD || kind == Kind.QUOTED;
    }

    /** {@return the name that it is: in lower case unless it was quoted} */
    public String name() {
        return kind == Kind.QUOTED ? text : text.toLowerCase(Locale.ROOT);
    }

    /** {@return which token closes the parenthesis that opens at a place; the last one, the END, if none does} */
    public static int closing(List<Token> tokens, int open) {
        int depth = 0;
        for (int index = open; index < tokens.size(); index++) {
            Token token = tokens.get(index);
            depth += token.isSign("(") ? 1 : token.isSign(")") ? -1 : 0;
            if (depth == 0) {
                return index;
            }
        }
        return tokens.size() - 1;
    }
}
