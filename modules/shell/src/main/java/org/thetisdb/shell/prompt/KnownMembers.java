package org.thetisdb.shell.prompt;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.thetisdb.cypher.parse.TokenKind;
import org.thetisdb.cypher.parse.Tokens;
import org.thetisdb.cypher.parse.TypeParser;

/** Keys and words that Cypher itself gives a meaning: of maps for times and points, of COPY, of types. Stateless. */
final class KnownMembers {
    private static final List<String> DATE_KEYS =
            List.of("year", "month", "day", "week", "dayOfWeek", "quarter", "dayOfQuarter", "ordinalDay", "date");
    private static final List<String> TIME_KEYS =
            List.of("hour", "minute", "second", "millisecond", "microsecond", "nanosecond", "time");

    private static final Map<String, List<String>> KEYS = Map.of(
            "date", DATE_KEYS,
            "localtime", TIME_KEYS,
            "time", with(TIME_KEYS, List.of("timezone")),
            "localdatetime", with(DATE_KEYS, TIME_KEYS),
            "datetime", with(with(DATE_KEYS, TIME_KEYS), List.of("timezone", "epochSeconds", "epochMillis")),
            "duration",
                    List.of(
                            "years",
                            "quarters",
                            "months",
                            "weeks",
                            "days",
                            "hours",
                            "minutes",
                            "seconds",
                            "milliseconds",
                            "microseconds",
                            "nanoseconds"),
            "point", List.of("x", "y", "z", "longitude", "latitude", "height", "crs", "srid"));

    private KnownMembers() {}

    private static List<String> with(List<String> some, List<String> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }

    /** The keys that a function's map may have, whose brace is given; none if it is no such function. */
    static List<String> keys(Tokens tokens, int brace) {
        boolean argument = brace > 1 && tokens.kind(brace - 1) == TokenKind.LEFT_PARENTHESIS;
        return argument ? KEYS.getOrDefault(tokens.text(brace - 2).toLowerCase(Locale.ROOT), List.of()) : List.of();
    }

    /** The names of types, if one is to follow: {@code x IS ::}. */
    static List<String> types(Tokens tokens, int last) {
        return tokens.kind(last) == TokenKind.DOUBLE_COLON || isTyped(tokens, last) ? TypeParser.names() : List.of();
    }

    private static boolean isTyped(Tokens tokens, int last) {
        return last > 0 && tokens.isWord(last, "TYPED") && tokens.isWord(last - 1, "IS");
    }

    /** The options of COPY, if one is to follow: {@code COPY … TO 'file' (}. */
    static List<String> copyOptions(Tokens tokens, int last) {
        if (!tokens.isWord(0, "COPY")) {
            return List.of();
        }
        if (tokens.isWord(last, "FORMAT")) {
            return List.of("csv", "jsonl");
        }
        List<Integer> open = PatternNames.openBrackets(tokens);
        boolean begins = tokens.kind(last) == TokenKind.LEFT_PARENTHESIS || tokens.kind(last) == TokenKind.COMMA;
        boolean options = begins && open.size() == 1 && isBehindFile(tokens, open.getFirst());
        if (!options) {
            return List.of();
        }
        boolean reads = tokens.isWord(open.getFirst() - 2, "FROM");
        return List.of("HEADER", "DELIMITER", "FORMAT", "TYPES", reads ? "COLUMNS" : "OVERWRITE");
    }

    private static boolean isBehindFile(Tokens tokens, int bracket) {
        return bracket > 1 && (tokens.isWord(bracket - 2, "FROM") || tokens.isWord(bracket - 2, "TO"));
    }
}
