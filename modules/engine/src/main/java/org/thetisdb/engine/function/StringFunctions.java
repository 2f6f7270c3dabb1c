package org.thetisdb.engine.function;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.GrowingText;
import org.thetisdb.engine.evaluation.Growth;
import org.thetisdb.engine.semantics.Arguments;
import org.thetisdb.engine.semantics.Errors;

/** Functions of strings. Positions and lengths count characters (code points). */
final class StringFunctions {
    private StringFunctions() {}

    static void register(FunctionDefinitions table) {
        table.add("tolower", (context, values) -> text("toLower()", values[0]).toLowerCase(Locale.ROOT));
        table.add("toupper", (context, values) -> text("toUpper()", values[0]).toUpperCase(Locale.ROOT));
        table.add("trim", (context, values) -> trim("trim()", values, true, true));
        table.add("btrim", (context, values) -> trim("btrim()", values, true, true));
        table.add("ltrim", (context, values) -> trim("ltrim()", values, true, false));
        table.add("rtrim", (context, values) -> trim("rtrim()", values, false, true));
        table.add("char_length", (context, values) -> (long) length(text("char_length()", values[0])));
        table.add("left", (context, values) -> {
            String text = text("left()", values[0]);
            return part(text, 0, nonNegative("left()", values[1]));
        });
        table.add("right", (context, values) -> {
            String text = text("right()", values[0]);
            long wanted = Math.min(nonNegative("right()", values[1]), length(text));
            return part(text, length(text) - wanted, wanted);
        });
        table.add("substring", (context, values) -> {
            String text = text("substring()", values[0]);
            long start = nonNegative("substring()", values[1]);
            return part(text, start, values.length > 2 ? nonNegative("substring()", values[2]) : Long.MAX_VALUE);
        });
        table.add("replace", (context, values) -> replace(context, values));
        table.add("split", (context, values) -> split(context, text("split()", values[0]), values[1]));
        table.add("normalize", (context, values) -> normalize(values));
    }

    private static String text(String function, Object value) {
        return Arguments.text(function, value);
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    private static long nonNegative(String function, Object value) {
        long number = Arguments.integer(function, value);
        if (number < 0) {
            throw Errors.argument(function + " takes no negative number: value=" + number + "; use 0 or more");
        }
        return number;
    }

    private static String part(String text, long start, long wanted) {
        int length = length(text);
        if (start >= length) {
            return "";
        }
        int count = (int) Math.min(wanted, length - start);
        int from = text.offsetByCodePoints(0, (int) start);
        return text.substring(from, text.offsetByCodePoints(from, count));
    }

    private static String trim(String function, Object[] values, boolean front, boolean back) {
        String text = text(function, values[0]);
        String characters = values.length > 1 ? text(function, values[1]) : null;
        int start = 0;
        int end = text.length();
        while (front && start < end && isTrimmed(text.codePointAt(start), characters)) {
            start += Character.charCount(text.codePointAt(start));
        }
        while (back && end > start && isTrimmed(text.codePointBefore(end), characters)) {
            end -= Character.charCount(text.codePointBefore(end));
        }
        return text.substring(start, end);
    }

    private static boolean isTrimmed(int character, @Nullable String characters) {
        return characters == null ? Character.isWhitespace(character) : characters.indexOf(character) >= 0;
    }

    private static String replace(EvaluationContext context, Object[] values) {
        String text = text("replace()", values[0]);
        String search = text("replace()", values[1]);
        String replacement = text("replace()", values[2]);
        long limit = values.length < 4 ? Long.MAX_VALUE : nonNegative("replace()", values[3]);
        if (values.length < 4
                && !search.isEmpty()
                && Growth.isSmall(text.length() * Math.max(1L, replacement.length()))) {
            return text.replace(search, replacement);
        }
        GrowingText result = new GrowingText(context, "replace()");
        int from = 0;
        int found = text.indexOf(search);
        while (found >= 0 && limit > 0) {
            result.append(text, from, found);
            result.append(replacement, 0, replacement.length());
            from = found + search.length();
            found = search.isEmpty() ? afterCharacter(text, found) : text.indexOf(search, from);
            limit--;
        }
        result.append(text, from, text.length());
        return result.toString();
    }

    /** Where the next character begins, at which the empty text is found again; -1 after the last. */
    private static int afterCharacter(String text, int at) {
        return at == text.length() ? -1 : at + Character.charCount(text.codePointAt(at));
    }

    private static Object split(EvaluationContext context, String text, Object delimiters) {
        List<String> separators = new ArrayList<>();
        if (delimiters instanceof List<?> list) {
            list.forEach(each -> separators.add(text("split()", each)));
        } else {
            separators.add(text("split()", delimiters));
        }
        if (separators.contains("")) {
            return text.isEmpty() ? List.of("") : characters(context, text);
        }
        List<String> parts = new ArrayList<>();
        int from = 0;
        int at = 0;
        for (int step = 1; at < text.length(); step++) {
            requireRoom(context, step, parts);
            String separator = separatorAt(text, at, separators);
            if (separator == null) {
                at++;
            } else {
                parts.add(text.substring(from, at));
                at += separator.length();
                from = at;
            }
        }
        parts.add(text.substring(from));
        return Collections.unmodifiableList(parts);
    }

    private static List<String> characters(EvaluationContext context, String text) {
        List<String> characters = new ArrayList<>();
        for (int at = 0; at < text.length(); at += characters.getLast().length()) {
            requireRoom(context, at + 1, characters);
            characters.add(Character.toString(text.codePointAt(at)));
        }
        return Collections.unmodifiableList(characters);
    }

    private static void requireRoom(EvaluationContext context, int step, List<String> parts) {
        if (step % Growth.STEPS_BETWEEN_CHECKS == 0) {
            context.stop().checkpoint();
            Growth.require(context, "split()", (long) parts.size() * Growth.SHORT_STRING_BYTES);
        }
    }

    private static @Nullable String separatorAt(String text, int at, List<String> separators) {
        for (String separator : separators) {
            if (text.startsWith(separator, at)) {
                return separator;
            }
        }
        return null;
    }

    private static String normalize(Object[] values) {
        String form = values.length > 1 ? text("normalize()", values[1]) : "NFC";
        String text = text("normalize()", values[0]);
        return switch (form.toUpperCase(Locale.ROOT)) {
            case "NFC" -> Normalizer.normalize(text, Normalizer.Form.NFC);
            case "NFD" -> Normalizer.normalize(text, Normalizer.Form.NFD);
            case "NFKC" -> Normalizer.normalize(text, Normalizer.Form.NFKC);
            case "NFKD" -> Normalizer.normalize(text, Normalizer.Form.NFKD);
            default -> throw Errors.argument("unknown normal form: form=" + form + "; use NFC, NFD, NFKC or NFKD");
        };
    }
}
