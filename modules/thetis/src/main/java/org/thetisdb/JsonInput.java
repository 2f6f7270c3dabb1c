package org.thetisdb;

import org.jspecify.annotations.Nullable;
import org.thetisdb.json.JsonReader;
import org.thetisdb.json.NotJsonException;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Values out of JSON (RFC 8259), as parameters take them. Stateless. */
public final class JsonInput {
    /** How deep lists and objects may be nested. */
    public static final int NESTING_MAX = JsonReader.NESTING_MAX;

    private JsonInput() {}

    /**
     * {@return the value of a text that holds one value and nothing else: a map in the order of its names for an
     * object, a list for an array, a Long, a BigInteger where 64 bits are too few, a Double for what has a fraction or
     * an exponent, a string, a Boolean or null}
     *
     * @param text of JSON; each name is in its object once
     * @param source where the text is from, for the error
     * @throws ThetisException {@link ErrorCode#INVALID_PARAMETER} with line and column if it is not JSON
     */
    public static @Nullable Object read(String text, String source) {
        try {
            return JsonReader.read(text);
        } catch (NotJsonException wrong) {
            throw new ThetisException(
                    ErrorCode.INVALID_PARAMETER,
                    source + " is not JSON: " + wrong.getMessage() + ", line=" + wrong.line() + ", column="
                            + wrong.column(),
                    wrong);
        }
    }
}
