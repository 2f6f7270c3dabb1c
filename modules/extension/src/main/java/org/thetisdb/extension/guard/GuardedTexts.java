package org.thetisdb.extension.guard;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is called instead of methods of texts and patterns that could take for ever. Stateless. */
public final class GuardedTexts {
    /** Characters that may be compared between checks: some milliseconds. */
    private static final long COMPARISONS_BETWEEN_CHECKS = 1 << 24;

    private GuardedTexts() {}

    /**
     * {@return as {@link String#repeat}}
     *
     * @param text to be repeated
     * @param count how often
     */
    public static String repeat(String text, int count) {
        if (count > 0) {
            requireLength((long) text.length() * count);
        }
        return text.repeat(count);
    }

    private static void requireLength(long length) {
        if (length > Guard.LENGTH_MAX) {
            throw new StoppedError("too long a text: length=" + length + ", max=" + Guard.LENGTH_MAX);
        }
    }

    // ---------------------------------------------------------------- searches

    /**
     * {@return as {@link String#contains}}
     *
     * @param text is searched, and checked meanwhile
     * @param part is searched for
     */
    public static boolean contains(String text, CharSequence part) {
        return indexOf(text, part.toString(), 0) >= 0;
    }

    /**
     * {@return as {@link String#indexOf(String)}}
     *
     * @param text is searched, and checked meanwhile
     * @param part is searched for
     */
    public static int indexOf(String text, String part) {
        return indexOf(text, part, 0);
    }

    /**
     * {@return as {@link String#indexOf(String, int)}}
     *
     * @param text is searched, and checked meanwhile
     * @param part is searched for
     * @param from where to begin
     */
    public static int indexOf(String text, String part, int from) {
        int length = part.length();
        if ((long) text.length() * length <= COMPARISONS_BETWEEN_CHECKS) {
            return text.indexOf(part, from);
        }
        // A step looks at so many places, at each of which all of the part may be compared.
        int places = (int) Math.max(1, COMPARISONS_BETWEEN_CHECKS / length);
        int last = text.length() - length;
        for (int begin = Math.max(0, from); begin <= last; begin += places) {
            Guard.check();
            int end = (int) Math.min(text.length(), (long) begin + places - 1 + length);
            int found = text.indexOf(part, begin, end);
            if (found >= 0) {
                return found;
            }
        }
        return -1;
    }

    /**
     * {@return as {@link String#lastIndexOf(String)}}
     *
     * @param text is searched, and checked meanwhile
     * @param part is searched for
     */
    public static int lastIndexOf(String text, String part) {
        return lastIndexOf(text, part, text.length());
    }

    /**
     * {@return as {@link String#lastIndexOf(String, int)}}
     *
     * @param text is searched, and checked meanwhile
     * @param part is searched for
     * @param from where to begin, going back
     */
    public static int lastIndexOf(String text, String part, int from) {
        if ((long) text.length() * part.length() <= COMPARISONS_BETWEEN_CHECKS) {
            return text.lastIndexOf(part, from);
        }
        for (int place = Math.min(from, text.length() - part.length()); place >= 0; place--) {
            Guard.check();
            if (text.startsWith(part, place)) {
                return place;
            }
        }
        return -1;
    }

    /**
     * {@return as {@link String#replace(CharSequence, CharSequence)}}
     *
     * @param text is searched, and checked meanwhile
     * @param part is searched for
     * @param replacement of each
     */
    public static String replace(String text, CharSequence part, CharSequence replacement) {
        String target = part.toString();
        String other = replacement.toString();
        if (target.isEmpty()) {
            requireLength(text.length() + (text.length() + 1L) * other.length());
            return text.replace(target, other);
        }
        int found = indexOf(text, target, 0);
        if (found < 0) {
            return text;
        }
        StringBuilder replaced = new StringBuilder();
        int copied = 0;
        while (found >= 0) {
            Guard.check();
            replaced.append(text, copied, found).append(other);
            requireLength(replaced.length());
            copied = found + target.length();
            found = indexOf(text, target, copied);
        }
        return replaced.append(text, copied, text.length()).toString();
    }

    // ---------------------------------------------------------------- patterns

    /**
     * {@return as {@link Pattern#matcher}}
     *
     * @param pattern of the matcher
     * @param text is checked while it is read
     */
    public static Matcher matcher(Pattern pattern, CharSequence text) {
        return pattern.matcher(new CheckedText(text));
    }

    /**
     * {@return as {@link Pattern#matches}}
     *
     * @param pattern of the whole text
     * @param text is checked while it is read
     */
    public static boolean isMatch(String pattern, CharSequence text) {
        return matcher(Pattern.compile(pattern), text).matches();
    }

    /**
     * {@return as {@link String#matches}}
     *
     * @param text is checked while it is read
     * @param pattern of the whole text
     */
    public static boolean matches(String text, String pattern) {
        return isMatch(pattern, text);
    }

    /**
     * {@return as {@link String#replaceAll}}
     *
     * @param text is checked while it is read
     * @param pattern of what is replaced
     * @param replacement of each
     */
    public static String replaceAll(String text, String pattern, String replacement) {
        return matcher(Pattern.compile(pattern), text).replaceAll(replacement);
    }

    /**
     * {@return as {@link String#replaceFirst}}
     *
     * @param text is checked while it is read
     * @param pattern of what is replaced
     * @param replacement of the first
     */
    public static String replaceFirst(String text, String pattern, String replacement) {
        return matcher(Pattern.compile(pattern), text).replaceFirst(replacement);
    }

    /**
     * {@return as {@link String#split(String)}}
     *
     * @param text is checked while it is read
     * @param pattern of what stands between the parts
     */
    public static String[] split(String text, String pattern) {
        return split(text, pattern, 0);
    }

    /**
     * {@return as {@link String#split(String, int)}}
     *
     * @param text is checked while it is read
     * @param pattern of what stands between the parts
     * @param limit of the number of parts
     */
    public static String[] split(String text, String pattern, int limit) {
        return Pattern.compile(pattern).split(new CheckedText(text), limit);
    }
}
