package org.thetisdb.cypher.parse;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What may have been meant by a token that does not fit: a sign of another language, or a word of Cypher in the wrong
 * place. Only used for errors. Stateless.
 */
final class WrongTokens {
    private static final String PARAMETER = "a parameter is written $name";
    private static final String GOES_ON = "RETURN is the last clause; WITH passes its rows on to further clauses";
    private static final String ONCE_BEHIND = "ORDER BY, SKIP and LIMIT go in this order, each once";

    private WrongTokens() {}

    /** For any place: a remark about signs that no text of Cypher has there. */
    static Optional<String> sign(TokenCursor cursor) {
        TokenKind before = cursor.index() == 0 ? TokenKind.END : cursor.kind(-1);
        boolean adjacent = before != TokenKind.END && cursor.endBefore() == cursor.offset();
        return Optional.ofNullable(
                switch (cursor.kind()) {
                    case GREATER, LESS ->
                        adjacent && before == TokenKind.EQUAL
                                ? "`=" + cursor.text() + "` is not Cypher; use `" + cursor.text() + "=`"
                                : null;
                    case COLON -> cursor.kind(1) == TokenKind.PARAMETER ? dynamicLabel() : null;
                    case PARAMETER -> before == TokenKind.COLON ? dynamicLabel() : parameterAsKey(before);
                    case NAME, UNFINISHED ->
                        adjacent && before == TokenKind.STRING
                                ? "a quote inside a string is written \\', or the string is put in \"…\""
                                : null;
                    case UNKNOWN -> unknownSign(cursor.text());
                    default -> null;
                });
    }

    private static String dynamicLabel() {
        return "labels and types cannot be parameters; write the name, or test $label IN labels(n)";
    }

    private static @Nullable String parameterAsKey(TokenKind before) {
        return before == TokenKind.DOT ? "a computed key is written in brackets, as in n[$key]" : null;
    }

    private static @Nullable String unknownSign(String sign) {
        return switch (sign) {
            case "“", "”", "„", "‘", "’", "‚", "«", "»", "´" ->
                "a string is written in straight quotes: 'text' or \"text\"";
            case "?", "@" -> PARAMETER;
            case "#" -> "a comment begins with // or is put in /* */";
            default -> null;
        };
    }

    /** Where an operand is missing. */
    static Optional<String> operand(TokenCursor cursor) {
        return Optional.ofNullable(
                switch (cursor.kind()) {
                    case EXCLAMATION -> "use NOT before a condition";
                    case COLON -> cursor.isName(1) ? PARAMETER : null;
                    case DOLLAR -> PARAMETER;
                    default -> null;
                });
    }

    /**
     * Where a query could end or continue.
     *
     * @param returned whether RETURN precedes this place
     */
    static Optional<String> behindClause(TokenCursor cursor, boolean returned) {
        return switch (cursor.kind()) {
            case RIGHT_PARENTHESIS, RIGHT_BRACKET, RIGHT_BRACE -> Optional.of("there is nothing open for it to close");
            case BAR_BAR -> Optional.of("use OR between conditions");
            case NAME -> word(cursor, returned);
            default -> Optional.empty();
        };
    }

    private static Optional<String> word(TokenCursor cursor, boolean returned) {
        if (cursor.index() > 1 && cursor.isWord(-1, "FROM") && cursor.isWord(-2, "DELETE")) {
            return Optional.of("nodes are deleted by MATCH (n:Label) DETACH DELETE n");
        }
        String word = cursor.text().toUpperCase(Locale.ROOT);
        return Optional.ofNullable(
                switch (word) {
                    case "ORDER", "SKIP", "OFFSET", "LIMIT" -> slicing(cursor, returned);
                    case "WHERE" ->
                        returned
                                ? "WHERE goes before RETURN, after MATCH or WITH"
                                : "WHERE goes once after MATCH or WITH; join conditions by AND";
                    case "NOT" -> "NOT goes before the whole condition, as in NOT x IN list";
                    case "USE" -> "USE goes before the whole query";
                    case "DISTINCT" -> "DISTINCT goes after RETURN or WITH";
                    case "MATCH",
                            "OPTIONAL",
                            "WITH",
                            "UNWIND",
                            "RETURN",
                            "CALL",
                            "CREATE",
                            "MERGE",
                            "DELETE",
                            "DETACH",
                            "SET",
                            "REMOVE",
                            "FOREACH",
                            "LOAD" -> returned ? GOES_ON : null;
                    default -> null;
                });
    }

    private static String slicing(TokenCursor cursor, boolean returned) {
        if (cursor.isWord("ORDER") && !cursor.isWord(1, "BY")) {
            return "write ORDER BY";
        }
        return returned ? ONCE_BEHIND : "ORDER BY, SKIP and LIMIT go after RETURN or WITH";
    }
}
