package org.thetisdb.postgresql.text;

import java.util.Map;

/**
 * PostgreSQL's regular expressions as those of Cypher, which are Java's.
 *
 * <pre>
 *   [[:digit:]]  [\d]          \m  \M  \y  \Y     beginning, end, either, neither of a word
 *   [a[&&]       [a\[\&\&]     $   \Z             the end of the text, not that of its last line
 * </pre>
 *
 * Stateless.
 */
public final class RegularExpression {
    private static final String WORD_BEGINS = "\\b(?=\\w)";
    private static final String WORD_ENDS = "\\b(?<=\\w)";

    private static final Map<String, String> CLASSES = Map.ofEntries(
            Map.entry("alpha", "\\p{IsAlphabetic}"),
            Map.entry("alnum", "\\p{IsAlphabetic}\\d"),
            Map.entry("digit", "\\d"),
            Map.entry("space", "\\s"),
            Map.entry("blank", " \\t"),
            Map.entry("upper", "\\p{Lu}"),
            Map.entry("lower", "\\p{Ll}"),
            Map.entry("punct", "\\p{Punct}"),
            Map.entry("cntrl", "\\p{Cntrl}"),
            Map.entry("print", "\\p{Print}"),
            Map.entry("graph", "\\p{Graph}"),
            Map.entry("xdigit", "\\p{XDigit}"),
            Map.entry("word", "\\w"));

    private RegularExpression() {}

    /** {@return what stands in front of all of them: a point is any character, and letters are those of all scripts} */
    public static String flags(boolean insensitive) {
        return insensitive ? "(?siU)" : "(?sU)";
    }

    /** {@return one of PostgreSQL as one of Java} */
    public static String ofJava(String pattern) {
        StringBuilder java = new StringBuilder();
        int at = 0;
        while (at < pattern.length()) {
            char unit = pattern.charAt(at);
            if (unit == '[') {
                at = bracket(pattern, at, java);
            } else if (unit == '\\' && at + 1 < pattern.length()) {
                java.append(escaped(pattern.charAt(at + 1)));
                at += 2;
            } else {
                java.append(unit == '$' ? "\\z" : String.valueOf(unit));
                at++;
            }
        }
        return java.toString();
    }

    private static String escaped(char letter) {
        return switch (letter) {
            case 'm' -> WORD_BEGINS;
            case 'M' -> WORD_ENDS;
            case 'y' -> "\\b";
            case 'Y' -> "\\B";
            case 'Z' -> "\\z";
            default -> "\\" + letter;
        };
    }

    /** What is in brackets; gives the place behind it. */
    private static int bracket(String pattern, int open, StringBuilder java) {
        if (pattern.startsWith("[[:<:]]", open) || pattern.startsWith("[[:>:]]", open)) {
            java.append(pattern.charAt(open + 3) == '<' ? WORD_BEGINS : WORD_ENDS);
            return open + 7;
        }
        java.append('[');
        int at = open + 1;
        if (pattern.startsWith("^", at)) {
            java.append('^');
            at++;
        }
        int first = at;
        while (at < pattern.length() && (at == first || pattern.charAt(at) != ']')) {
            char unit = pattern.charAt(at);
            int close = pattern.startsWith("[:", at) ? pattern.indexOf(":]", at) : -1;
            String known = close < 0 ? null : CLASSES.get(pattern.substring(at + 2, close));
            if (known != null) {
                java.append(known);
                at = close + 2;
            } else if (unit == '\\' && at + 1 < pattern.length()) {
                java.append(unit).append(pattern.charAt(at + 1));
                at += 2;
            } else {
                java.append("[]&".indexOf(unit) >= 0 ? "\\" : "").append(unit);
                at++;
            }
        }
        java.append(at < pattern.length() ? "]" : "");
        return at + 1;
    }
}
