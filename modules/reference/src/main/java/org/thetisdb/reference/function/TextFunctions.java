package org.thetisdb.reference.function;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;

/** Functions of strings. A character is a Unicode code point: positions and lengths count those. */
final class TextFunctions {
    private TextFunctions() {}

    static Object call(Arguments given) {
        String text = given.text(0);
        return switch (given.function()) {
            case "char_length" -> (long) characters(text).length;
            case "left" -> part(text, 0, length(given, 1));
            case "right" -> part(text, characters(text).length - length(given, 1), Long.MAX_VALUE);
            case "substring" -> part(text, length(given, 1), given.count() > 2 ? length(given, 2) : Long.MAX_VALUE);
            case "trim", "btrim" -> trim(text, trimmed(given), true, true);
            case "ltrim" -> trim(text, trimmed(given), true, false);
            case "rtrim" -> trim(text, trimmed(given), false, true);
            case "replace" ->
                replace(text, given.text(1), given.text(2), given.count() > 3 ? length(given, 3) : Long.MAX_VALUE);
            case "split" -> split(text, delimiters(given));
            case "tolower" -> text.toLowerCase(Locale.ROOT);
            case "toupper" -> text.toUpperCase(Locale.ROOT);
            case "normalize" -> Normalizer.normalize(text, form(given.count() > 1 ? given.text(1) : "NFC"));
            default -> throw new IllegalArgumentException("no function of strings: name=" + given.function());
        };
    }

    private static int[] characters(String text) {
        return text.codePoints().toArray();
    }

    /** A position or a number of characters: never negative. */
    private static long length(Arguments given, int index) {
        long length = given.integer(index);
        if (length < 0) {
            throw Faults.argument(given.function() + "() takes no negative number: value=" + length);
        }
        return length;
    }

    /** Those of the {@code length} characters from {@code start} that exist. */
    private static String part(String text, long start, long length) {
        return text.codePoints()
                .skip(Math.max(start, 0))
                .limit(length)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static IntPredicate trimmed(Arguments given) {
        if (given.count() == 1) {
            return Character::isWhitespace;
        }
        String wanted = given.text(1);
        return character -> wanted.codePoints().anyMatch(one -> one == character);
    }

    private static String trim(String text, IntPredicate trimmed, boolean left, boolean right) {
        int[] characters = characters(text);
        int start = 0;
        int end = characters.length;
        while (left && start < end && trimmed.test(characters[start])) {
            start++;
        }
        while (right && end > start && trimmed.test(characters[end - 1])) {
            end--;
        }
        return new String(characters, start, end - start);
    }

    /** From left to right, without overlaps; the empty text is found before each character and at the end. */
    private static String replace(String text, String search, String replacement, long limit) {
        StringBuilder replaced = new StringBuilder();
        int position = 0;
        long count = 0;
        while (position <= text.length()) {
            boolean found = count < limit && text.startsWith(search, position);
            if (found) {
                replaced.append(replacement);
                count++;
            }
            if (found && !search.isEmpty()) {
                position += search.length();
            } else if (position < text.length()) {
                int character = text.codePointAt(position);
                replaced.appendCodePoint(character);
                position += Character.charCount(character);
            } else {
                break;
            }
        }
        return replaced.toString();
    }

    private static List<String> delimiters(Arguments given) {
        if (given.get(1) instanceof String delimiter) {
            return List.of(delimiter);
        }
        List<String> delimiters = new ArrayList<>();
        for (Object delimiter : given.list(1)) {
            delimiters.add(delimiter instanceof String text ? text : given.fail("a LIST of STRINGs", 1));
        }
        return delimiters;
    }

    /**
     * The parts between delimiters, found from left to right; of several at one place the first in the list counts. An
     * empty delimiter makes each character a part.
     */
    private static List<Object> split(String text, List<String> delimiters) {
        List<Object> parts = new ArrayList<>();
        if (delimiters.contains("") && !text.isEmpty()) {
            text.codePoints().mapToObj(Character::toString).forEach(parts::add);
            return parts;
        }
        StringBuilder part = new StringBuilder();
        int position = 0;
        while (position < text.length()) {
            int here = position;
            String found = delimiters.stream()
                    .filter(delimiter -> text.startsWith(delimiter, here))
                    .findFirst()
                    .orElse("");
            if (!found.isEmpty()) {
                parts.add(part.toString());
                part.setLength(0);
                position += found.length();
                continue;
            }
            int character = text.codePointAt(position);
            part.appendCodePoint(character);
            position += Character.charCount(character);
        }
        parts.add(part.toString());
        return parts;
    }

    private static Normalizer.Form form(String name) {
        return switch (name.toUpperCase(Locale.ROOT)) {
            case "NFC" -> Normalizer.Form.NFC;
            case "NFD" -> Normalizer.Form.NFD;
            case "NFKC" -> Normalizer.Form.NFKC;
            case "NFKD" -> Normalizer.Form.NFKD;
            default -> throw Faults.argument("no such normal form: form=" + name + "; use NFC, NFD, NFKC or NFKD");
        };
    }
}
