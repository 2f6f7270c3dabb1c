package org.thetisdb.xml.path;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.thetisdb.xml.document.Checkpoints;

/** I-Regexp (RFC 9485), by the JDK's patterns. Stateless. */
final class RegularExpression {
    private RegularExpression() {}

    /**
     * Whether a text, or a part of it, is what an expression says; false if it is none.
     *
     * @param isWhole whether all of the text has to be
     */
    static boolean matches(String text, String expression, boolean isWhole, Checkpoints checkpoints) {
        return compiled(expression)
                .map(pattern -> {
                    Matcher matcher = pattern.matcher(new Checked(text, 0, text.length(), checkpoints));
                    return isWhole ? matcher.matches() : matcher.find();
                })
                .orElse(false);
    }

    private static Optional<Pattern> compiled(String expression) {
        try {
            return translated(expression).map(Pattern::compile);
        } catch (PatternSyntaxException none) {
            return Optional.empty();
        }
    }

    /** The same for the JDK, which has more: what I-Regexp does not have is no expression. */
    private static Optional<String> translated(String expression) {
        StringBuilder made = new StringBuilder();
        boolean isInClass = false;
        char before = 0;
        for (int index = 0; index < expression.length(); index++) {
            char unit = expression.charAt(index);
            boolean isQuantifier = "*+?{".indexOf(unit) >= 0;
            if (unit == '\\' && index + 1 < expression.length()) {
                char escaped = expression.charAt(++index);
                if ("nrtpPdDsSwW".indexOf(escaped) < 0 && Character.isLetterOrDigit(escaped)) {
                    return Optional.empty();
                }
                made.append(unit).append(escaped);
                before = 'x';
                continue;
            }
            if (isInClass) {
                made.append(unit == '[' || unit == '&' ? "\\" : "").append(unit);
                isInClass = unit != ']';
            } else if (isQuantifier && "*+?{(|".indexOf(before) >= 0) {
                return Optional.empty();
            } else {
                made.append(unit == '.' ? "[^\\n\\r]" : String.valueOf(unit));
                isInClass = unit == '[';
            }
            before = unit == '}' ? '{' : unit;
        }
        return Optional.of(made.toString());
    }

    /** A text that asks whether the query goes on whenever one of its units is read. */
    private record Checked(String text, int start, int end, Checkpoints checkpoints) implements CharSequence {
        @Override
        public int length() {
            return end - start;
        }

        @Override
        public char charAt(int index) {
            checkpoints.step();
            return text.charAt(start + index);
        }

        @Override
        public CharSequence subSequence(int from, int to) {
            return new Checked(text, start + from, start + to, checkpoints);
        }

        @Override
        public String toString() {
            return text.substring(start, end);
        }
    }
}
