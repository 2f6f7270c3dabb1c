package org.thetisdb.fuzz.oracle;

import java.util.regex.Pattern;
import org.thetisdb.fuzz.query.FuzzQuery;
import org.thetisdb.fuzz.query.Piece;
import org.thetisdb.fuzz.query.Sort;

/** Conditions whose values may be errors, of which {@link AllowedDifference#EARLY_ERROR} speaks. Stateless. */
final class FallibleConditions {
    /** Arithmetic, an element of something, a call: all else in a condition cannot fail. */
    private static final Pattern FALLIBLE = Pattern.compile("[+*/%^]| - |-[a-z(]|[\\w\\])]\\[|\\w\\(");

    private FallibleConditions() {}

    /** Whether a query has one anywhere. */
    static boolean in(FuzzQuery query) {
        return in(query.root());
    }

    private static boolean in(Piece piece) {
        boolean here = piece instanceof Piece.Phrase phrase
                && phrase.sort() == Sort.CONDITION
                && FALLIBLE.matcher(phrase.text()).find();
        return here || piece.children().stream().anyMatch(FallibleConditions::in);
    }
}
