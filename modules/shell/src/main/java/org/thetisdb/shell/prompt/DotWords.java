package org.thetisdb.shell.prompt;

import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * The first word of a command's arguments, which may be quoted, and what is after it.
 *
 * @param first without its quotes; empty if there is none
 */
record DotWords(String first, String rest) {
    /** The whole text as one word, without the quotes that may be around it. */
    static String whole(String text) {
        String plain = text.strip();
        boolean quoted = plain.length() > 1
                && (plain.charAt(0) == '\'' || plain.charAt(0) == '"')
                && plain.charAt(plain.length() - 1) == plain.charAt(0);
        return quoted ? plain.substring(1, plain.length() - 1) : plain;
    }

    static DotWords of(String text) {
        String plain = text.strip();
        if (plain.isEmpty()) {
            return new DotWords("", "");
        }
        char quote = plain.charAt(0);
        if (quote == '\'' || quote == '"') {
            int end = plain.indexOf(quote, 1);
            if (end < 0) {
                throw new ThetisException(ErrorCode.USAGE, "a quote is not closed: " + plain);
            }
            return new DotWords(
                    plain.substring(1, end), plain.substring(end + 1).strip());
        }
        int end = 0;
        while (end < plain.length() && !Character.isWhitespace(plain.charAt(end))) {
            end++;
        }
        return new DotWords(plain.substring(0, end), plain.substring(end).strip());
    }
}
