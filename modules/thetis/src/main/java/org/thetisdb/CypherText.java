package org.thetisdb;

import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.DisplayText;
import org.thetisdb.cypher.QueryText;

/** Values as Cypher writes them, for people: tables, messages, {@code toString}. Stateless. */
public final class CypherText {
    private CypherText() {}

    /**
     * {@return the value as a literal of Cypher, as far as there is one: strings quoted, temporal values bare}
     *
     * @param value any value of a record, or null
     */
    public static String of(@Nullable Object value) {
        return DisplayText.of(value);
    }

    /**
     * As {@link #of}, appended.
     *
     * @param text is appended to
     * @param value any value of a record, or null
     */
    public static void append(StringBuilder text, @Nullable Object value) {
        DisplayText.append(text, value);
    }

    /**
     * {@return a name as it may be written in a query: quoted unless it is a plain word}
     *
     * @param name a label, a type, a property key or a variable
     */
    public static String name(String name) {
        return QueryText.name(name);
    }
}
