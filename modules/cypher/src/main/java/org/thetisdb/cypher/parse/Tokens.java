package org.thetisdb.cypher.parse;

import java.util.Arrays;

/**
 * The tokens of a text as parallel arrays; the last one is always {@link TokenKind#END}. Offsets are in UTF-16 units,
 * the end exclusive. Filled by one {@link Lexer}, read-only afterwards.
 */
public final class Tokens {
    private static final int INITIAL_COUNT = 128;

    private final String text;
    private TokenKind[] kinds = new TokenKind[INITIAL_COUNT];
    private int[] starts = new int[INITIAL_COUNT];
    private int[] ends = new int[INITIAL_COUNT];
    private int count;

    Tokens(String text) {
        this.text = text;
    }

    void add(TokenKind kind, int start, int end) {
        if (count == kinds.length) {
            kinds = Arrays.copyOf(kinds, count * 2);
            starts = Arrays.copyOf(starts, count * 2);
            ends = Arrays.copyOf(ends, count * 2);
        }
        kinds[count] = kind;
        starts[count] = start;
        ends[count] = end;
        count++;
    }

    /** The whole text. */
    public String text() {
        return text;
    }

    /** How many tokens there are, END included. */
    public int count() {
        return count;
    }

    /** The kind of a token; END beyond the last. */
    public TokenKind kind(int index) {
        return index < count ? kinds[index] : TokenKind.END;
    }

    public int start(int index) {
        return starts[Math.min(index, count - 1)];
    }

    public int end(int index) {
        return ends[Math.min(index, count - 1)];
    }

    /** The token as written. */
    public String text(int index) {
        return text.substring(start(index), end(index));
    }

    /** Whether a token is this word in any case and without backticks. */
    public boolean isWord(int index, String word) {
        if (index >= count || kinds[index] != TokenKind.NAME) {
            return false;
        }
        int length = ends[index] - starts[index];
        return length == word.length() && text.regionMatches(true, starts[index], word, 0, length);
    }
}
