package org.thetisdb.engine.query;

import java.util.BitSet;
import org.thetisdb.cypher.parse.QueryLiterals;

/** Texts like another one, for {@link org.thetisdb.engine.EngineVariant#otherLiterals}. */
final class OtherLiterals {
    /** So large that no other literal of a text is likely to be it. */
    private static final long FIRST = 1_000_003;

    private OtherLiterals() {}

    /**
     * The text with other literals of the same kinds, longer ones and on more lines, where they vary. Equal ones are
     * replaced by equal ones.
     */
    static String in(QueryLiterals literals, BitSet varying) {
        String text = literals.source().text();
        StringBuilder made = new StringBuilder();
        int done = 0;
        for (int literal = varying.nextSetBit(0); literal >= 0; literal = varying.nextSetBit(literal + 1)) {
            made.append(text, done, literals.start(literal));
            long other = FIRST + literals.firstEqual(literal);
            switch (literals.value(literal)) {
                case Long ignored -> made.append(other);
                case Double ignored -> made.append(other).append(".25");
                default -> made.append("'another\n\n").append(other).append('\'');
            }
            done = literals.end(literal);
        }
        return made.append(text, done, text.length()).toString();
    }
}
