package org.thetisdb.postgresql.sql;

import java.util.regex.Pattern;

/** LIKE's patterns as the quickest test of Cypher that does the same. Stateless. */
final class LikePattern {
    private LikePattern() {}

    /**
     * The test.
     *
     * @param value what is tested, in Cypher
     * @param escape in front of what means itself; a zero for none
     */
    static String test(String value, String pattern, char escape, boolean insensitive) {
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
            return "(" + value + " =~ " + Translation.cypher(flags + expression) + ")";
        }
        String text = Translation.cypher(plain.toString());
        if (startsOpen && endsOpen) {
            return "(" + value + " CONTAINS " + text + ")";
        }
        String operator = startsOpen ? " ENDS WITH " : endsOpen ? " STARTS WITH " : " = ";
        return "(" + value + operator + text + ")";
    }
}
