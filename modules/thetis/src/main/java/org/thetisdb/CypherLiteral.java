package org.thetisdb;

import org.thetisdb.cypher.LiteralText;
import org.thetisdb.value.ErrorCode;

/** Values as expressions that give the same value of the same type, for statements that make a graph. Stateless. */
public final class CypherLiteral {
    private CypherLiteral() {}

    /**
     * The expression, appended.
     *
     * @param text is appended to
     * @param value such as a property can have: anything else, null among it, is an error of code
     *     {@link ErrorCode#INTERNAL}
     */
    public static void append(StringBuilder text, Object value) {
        LiteralText.append(text, value);
    }
}
