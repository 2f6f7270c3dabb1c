package org.thetisdb.importer.plan;

/**
 * A pattern in which {@code *} stands for any characters or none. A regular expression would do the same, but takes
 * exponential time for a pattern of many stars; here the last star alone is tried again, which is enough, because an
 * earlier one can only leave less of the text to the pattern's rest.
 *
 * @param pattern the pattern; all characters but the star stand for themselves
 */
record Wildcard(String pattern) {
    private static final int NONE = -1;

    /** Whether all of {@code text} matches; in at most the product of both lengths' steps. */
    boolean matches(String text) {
        int at = 0;
        int from = 0;
        int star = NONE;
        int starFrom = 0;
        while (from < text.length()) {
            if (at < pattern.length() && pattern.charAt(at) == '*') {
                star = at++;
                starFrom = from;
            } else if (at < pattern.length() && pattern.charAt(at) == text.charAt(from)) {
                at++;
                from++;
            } else if (star != NONE) {
                at = star + 1;
                from = ++starFrom;
            } else {
                return false;
            }
        }
        return pattern.substring(at).chars().allMatch(each -> each == '*');
    }
}
