package org.thetisdb.cypher.parse;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import org.thetisdb.cypher.syntax.SourceText;
import org.thetisdb.value.ThetisException;

/**
 * The numbers and strings that stand in a text, in their order: what may differ between texts that have one plan.
 *
 * <pre>
 *   text        MATCH (p:Person {id: 42}) WHERE p.age &gt; 42 AND p.name = 'Ada' RETURN p
 *   literals    0 = 42, 1 = 42, 2 = 'Ada'          the first equal one:  0, 0, 2
 *   shape       MATCH (p:Person {id: ·i0·}) WHERE p.age &gt; ·i0· AND p.name = ·s2· RETURN p
 * </pre>
 *
 * <p>Texts of the same shape have the same tokens but for these values, and the same ones among the values are equal;
 * so they have the same syntax tree, and every literal has the same kind. Not all of them can vary: which can, only
 * the binder knows. {@link #template} is a text with the others as they are written.
 *
 * <p>Immutable; any thread.
 */
public final class QueryLiterals {
    /** A text with more literals is data rather than a query: it is not likely to come again with other ones. */
    private static final int COUNT_MAX = 256;

    /** Stands where a literal was; a text that holds it has no shape. */
    private static final char MARK = '\0';

    private final SourceText source;
    private final int count;
    private final int[] starts;
    private final int[] ends;
    private final Object[] values;
    private final int[] firstEqual;

    private QueryLiterals(SourceText source, int count, int[] starts, int[] ends, Object[] values) {
        this.source = source;
        this.count = count;
        this.starts = starts;
        this.ends = ends;
        this.values = values;
        this.firstEqual = firstEqual(values);
    }

    /**
     * The literals of a text; empty if it has none, too many, one that the parser refuses, or parameters whose names
     * are like those that stand for literals ({@link org.thetisdb.cypher.bound.LiteralParameter}).
     */
    public static Optional<QueryLiterals> of(String text) {
        if (text.indexOf(MARK) >= 0 || text.contains("$` ")) {
            return Optional.empty();
        }
        Tokens tokens = Lexer.scan(text);
        int count = count(tokens);
        if (count == 0 || count > COUNT_MAX) {
            return Optional.empty();
        }
        SourceText source = new SourceText(text);
        int[] starts = new int[count];
        int[] ends = new int[count];
        Object[] values = new Object[count];
        int literal = 0;
        for (int token = 0; token < tokens.count(); token++) {
            if (isLiteral(tokens.kind(token))) {
                starts[literal] = tokens.start(token);
                ends[literal] = tokens.end(token);
                Optional<Object> value = value(source, tokens.kind(token), tokens.start(token), tokens.text(token));
                if (value.isEmpty()) {
                    return Optional.empty();
                }
                values[literal++] = value.get();
            }
        }
        return Optional.of(new QueryLiterals(source, count, starts, ends, values));
    }

    private static int count(Tokens tokens) {
        int count = 0;
        for (int token = 0; token < tokens.count(); token++) {
            if (isLiteral(tokens.kind(token))) {
                count++;
            }
        }
        return count;
    }

    private static boolean isLiteral(TokenKind kind) {
        return kind == TokenKind.INTEGER || kind == TokenKind.FLOAT || kind == TokenKind.STRING;
    }

    /** The value without a sign before it; empty if the parser would refuse it, and will tell why. */
    private static Optional<Object> value(SourceText source, TokenKind kind, int offset, String text) {
        try {
            if (kind == TokenKind.INTEGER) {
                return Optional.of(LiteralParser.integer(source, offset, text, false));
            }
            return Optional.of(
                    kind == TokenKind.FLOAT
                            ? LiteralParser.decimal(source, offset, text)
                            : LiteralParser.string(source, offset, text));
        } catch (ThetisException refused) {
            return Optional.empty();
        }
    }

    private static int[] firstEqual(Object[] values) {
        int[] firsts = new int[values.length];
        for (int literal = 0; literal < values.length; literal++) {
            int first = 0;
            while (!values[first].equals(values[literal])) {
                first++;
            }
            firsts[literal] = first;
        }
        return firsts;
    }

    public SourceText source() {
        return source;
    }

    public int count() {
        return count;
    }

    /** Where a literal begins in the text. */
    public int start(int literal) {
        return starts[literal];
    }

    /** Where a literal ends in the text. */
    public int end(int literal) {
        return ends[literal];
    }

    /** A Long, Double or String; of a number, without the sign before it. */
    public Object value(int literal) {
        return values[literal];
    }

    /** The first literal of the text with the same value and kind. */
    public int firstEqual(int literal) {
        return firstEqual[literal];
    }

    /** The first literal that begins at an offset or after it; {@link #count} if there is none. */
    public int from(int offset) {
        int found = Arrays.binarySearch(starts, offset);
        return found >= 0 ? found : -found - 1;
    }

    /** The text with a mark for each literal, which tells its kind and which others it equals. */
    public String shape() {
        BitSet all = new BitSet();
        all.set(0, count);
        return template(all);
    }

    /**
     * The text with such marks for the literals that vary, and the others as they are written.
     *
     * @param varying which ones vary
     */
    public String template(BitSet varying) {
        String text = source.text();
        StringBuilder made = new StringBuilder(text.length());
        int done = 0;
        for (int literal = varying.nextSetBit(0); literal >= 0; literal = varying.nextSetBit(literal + 1)) {
            made.append(text, done, starts[literal]).append(MARK).append(kind(literal));
            made.append(firstEqual[literal]).append(MARK);
            done = ends[literal];
        }
        return made.append(text, done, text.length()).toString();
    }

    private char kind(int literal) {
        Object value = values[literal];
        return value instanceof Long ? 'i' : value instanceof Double ? 'f' : 's';
    }
}
