package org.thetisdb.cypher.bound;

/**
 * A literal that a bound query reads as a parameter, so that its plan serves texts with other literals in this place.
 *
 * @param name of the parameter: begins with a blank, and is not among {@link BoundQuery#parameters}
 * @param literal which literal of the text holds its value, from 0
 * @param negated whether the value is that literal's with the other sign
 */
public record LiteralParameter(String name, int literal, boolean negated) {
    /**
     * The parameter for a literal.
     *
     * @param firstEqual the first literal of the text that is equal to it: equal ones are one parameter
     */
    public static LiteralParameter of(int literal, int firstEqual, boolean negated) {
        return new LiteralParameter((negated ? " -" : " ").concat(Integer.toString(firstEqual)), literal, negated);
    }

    /** The parameter's value, from that of the literal. */
    public Object value(Object written) {
        if (!negated) {
            return written;
        }
        return written instanceof Long number ? (Object) (-number) : (Object) (-(Double) written);
    }
}
