package org.thetisdb.postgresql.text;

import java.util.regex.Pattern;
import org.thetisdb.CypherLiteral;

/** LIKE's patterns as the quickest test of Cypher that does the same. Stateless. */
public final class LikePattern {
    private LikePattern() {}

    /**
     * {@return the test}
     *
     * @param value what is tested, in Cypher
     * @param escape in front of what means itself; a zero for none
     */
    public static String test(String value, String pattern, char escape, boolean insensitive) {
        StringBuilder expression = new StringBuilder();
        StringBuilder plain = new StringBuilder();
        boolean onlyEnds = true;
        boolean startsOpen = false;
        boolean endsOpen = false;
        for (int index = 0; index < pattern.length(); index++) {
            char unit = pattern.charAt(index);
            if (unit == '%') {
                expression.append(".*");
                startsOpen |= index == 0;
                endsOpen |= index == pattern.length() - 1;
                onlyEnds &= index == 0 || index == pattern.length() - 1;
            } else if (unit == '_') {
                expression.append('.');
                onlyEnds = false;
            } else {
                if (unit == escape && index + 1 < pattern.length()) {
                    unit = pattern.charAt(++index);
                }
                plain.append(unit);
                expression.append(Pattern.quote(String.valueOf(unit)));
            }
        }
        if (!onlyEnds || insensitive) {
            String flags = insensitive ? "(?siu)" : "(?s)";
            return "(" + value + " =~ " + literal(flags + expression) + ")";
        }
        String text = literal(plain.toString());
        if (startsOpen && endsOpen) {
            return "(" + value + " CONTAINS " + text + ")";
        }
        String operator = startsOpen ? " ENDS WITH " : endsOpen ? " STARTS WITH " : " = ";
        return "(" + value + operator + text + ")";
    }

    private static String literal(String text) {
        StringBuilder literal = new StringBuilder();
        CypherLiteral.append(literal, text);
        return literal.toString();
    }
}
