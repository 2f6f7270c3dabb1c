package org.thetisdb.engine.kernel;

import java.nio.charset.StandardCharsets;

/**
 * The longest text that is in whatever a regular expression matches: to look for it takes a hundredth of what matching
 * does, and most texts do not have it.
 *
 * <pre>
 *   .*[Aa]bout [A-Z][a-z]+.*     'bout '        https?://x\.org/a+     '://x.org/a'        (a|b)c|d     none
 * </pre>
 *
 * <p>Reads the syntax of {@link java.util.regex.Pattern} from left to right, outside groups only; where it meets
 * something that it does not know, it takes what it has read so far for all. An alternative outside groups, or a flag,
 * leaves none. That a text is required by a part of the expression in front of other parts is used by grep and RE2.
 */
final class RequiredText {
    /** Escapes of one letter that stand for something that is no text. */
    private static final String LETTERS_OF_CLASSES = "dDsSwWhHvVRXbBAGzZ";

    private final String pattern;
    private final StringBuilder run = new StringBuilder();
    private String longest = "";
    private int at;

    /** Whether the expression was read to its end, and all that it matches has each part outside groups. */
    private boolean isUnderstood;

    /** Whether it is a text and nothing else. */
    private boolean isPlain = true;

    private RequiredText(String pattern) {
        this.pattern = pattern;
        read();
    }

    /** Of an expression that compiles. */
    static RequiredText of(String pattern) {
        return new RequiredText(pattern);
    }

    /** In UTF-8; empty if there is none. */
    byte[] bytes() {
        return isWellFormed() ? longest.getBytes(StandardCharsets.UTF_8) : new byte[0];
    }

    /** Whether the expression is understood to its end, and is no choice outside groups. */
    boolean isUnderstood() {
        return isUnderstood;
    }

    /** Whether the expression matches the text, and nothing else. */
    boolean isPlain() {
        return isUnderstood && isPlain && isWellFormed();
    }

    /** A half of a character may be required that is one character with its other half. */
    private boolean isWellFormed() {
        return longest.codePoints()
                .noneMatch(point -> point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE);
    }

    private void read() {
        boolean isKnown = true;
        while (isKnown && at < pattern.length()) {
            isKnown = readOne();
        }
        endRun();
        if (hasFlags() || !isKnown && pattern.indexOf('|', at) >= 0) {
            longest = "";
            isKnown = false;
        }
        isUnderstood = isKnown;
    }

    /** Whether something may be a flag, such as {@code (?i)}. */
    private boolean hasFlags() {
        for (int place = pattern.indexOf("(?"); place >= 0; place = pattern.indexOf("(?", place + 1)) {
            if (place + 2 < pattern.length() && ":=!<>".indexOf(pattern.charAt(place + 2)) < 0) {
                return true;
            }
        }
        return false;
    }

    /** Reads an element of the expression; false for one that is not known, or that allows something else. */
    private boolean readOne() {
        char next = pattern.charAt(at);
        return switch (next) {
            case '\\' -> readEscape();
            case '[' -> endRunAfter(endOfClass());
            case '(' -> endRunAfter(endOfGroup());
            case '.', '^', '$' -> endRunAfter(at + 1);
            case '*', '?', '{' -> readOptional(next);
            case '+' -> endRunAfter(at + 1);
            case '|' -> {
                run.setLength(0);
                yield false;
            }
            default -> {
                run.append(next);
                at++;
                yield true;
            }
        };
    }

    /** What was read last may be there, or not, or more than once. */
    private boolean readOptional(char quantifier) {
        if (!run.isEmpty()) {
            run.setLength(run.offsetByCodePoints(run.length(), -1));
        }
        int end = quantifier == '{' ? pattern.indexOf('}', at) + 1 : at + 1;
        return endRunAfter(end == 0 ? -1 : end);
    }

    private boolean readEscape() {
        if (at + 1 >= pattern.length()) {
            return false;
        }
        char escaped = pattern.charAt(at + 1);
        if (escaped < 0x80 && !Character.isLetterOrDigit(escaped)) {
            run.append(escaped);
            at += 2;
            return true;
        }
        return LETTERS_OF_CLASSES.indexOf(escaped) >= 0 && endRunAfter(at + 2);
    }

    private boolean endRunAfter(int end) {
        isPlain = false;
        endRun();
        at = end < 0 ? at : end;
        return end >= 0;
    }

    private void endRun() {
        if (run.length() > longest.length()) {
            longest = run.toString();
        }
        run.setLength(0);
    }

    /** Behind a class without classes or quotations in it; -1 for others. */
    private int endOfClass() {
        int place = at + 1;
        if (pattern.startsWith("^", place)) {
            place++;
        }
        if (pattern.startsWith("]", place)) {
            return -1;
        }
        while (place < pattern.length()) {
            char next = pattern.charAt(place);
            if (next == ']') {
                return place + 1;
            }
            if (next == '[' || next == '&' || next == '\\' && isQuotation(place)) {
                return -1;
            }
            place += next == '\\' ? 2 : 1;
        }
        return -1;
    }

    private boolean isQuotation(int place) {
        return pattern.startsWith("\\Q", place) || pattern.startsWith("\\c", place);
    }

    /** Behind a group without classes or quotations in it; -1 for others. */
    private int endOfGroup() {
        int depth = 0;
        for (int place = at; place < pattern.length(); place++) {
            switch (pattern.charAt(place)) {
                case '(' -> depth++;
                case ')' -> {
                    depth--;
                    if (depth == 0) {
                        return place + 1;
                    }
                }
                case '[' -> {
                    return -1;
                }
                case '\\' -> {
                    if (isQuotation(place)) {
                        return -1;
                    }
                    place++;
                }
                default -> {}
            }
        }
        return -1;
    }
}
