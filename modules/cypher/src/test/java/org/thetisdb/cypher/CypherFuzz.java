package org.thetisdb.cypher;

import java.nio.charset.StandardCharsets;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.fuzzing.FuzzTarget;

/** Any text is parsed and bound, or refused with a place in it. */
public final class CypherFuzz {
    private CypherFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        String text = new String(input, StandardCharsets.UTF_8);
        FuzzTarget.answersOrRefuses(() -> bind(text));
    }

    private static void bind(String text) {
        try {
            Cypher.copy(text);
            Cypher.bind(text);
        } catch (ThetisException refused) {
            refused.position().ifPresent(position -> check(text, refused, position));
            ErrorText.render(text, refused, 0);
            ErrorText.render(text, refused, 20);
            throw refused;
        }
    }

    private static void check(String text, ThetisException refused, ThetisException.Position position) {
        if (position.offset() < 0 || position.offset() > text.length()) {
            throw new AssertionError("place outside the text: offset=" + position.offset(), refused);
        }
    }
}
