package org.thetisdb.shell.prompt;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.thetisdb.cypher.parse.TokenKind;
import org.thetisdb.cypher.parse.Tokens;

/** What alone can follow words, by the words. Stateless. */
final class NextWords {
    /** What a query begins with. */
    static final List<String> FIRST = List.of(
            "ALTER",
            "CALL",
            "COPY",
            "CREATE",
            "DETACH",
            "DROP",
            "EXPLAIN",
            "FOREACH",
            "LOAD",
            "MATCH",
            "MERGE",
            "OPTIONAL",
            "PROFILE",
            "RETURN",
            "SHOW",
            "TERMINATE",
            "UNWIND",
            "USE",
            "WITH");

    /** What begins a change, as in FOREACH. */
    private static final List<String> UPDATES =
            List.of("CREATE", "DELETE", "DETACH DELETE", "FOREACH", "MERGE", "REMOVE", "SET");

    /** What a pattern begins with. */
    static final List<String> PATTERNS = List.of("(", "shortestPath(", "allShortestPaths(");

    private static final List<String> SCHEMA = List.of("FOR", "IF NOT EXISTS FOR");
    private static final List<String> CONSTRAINTS = List.of("UNIQUE", "NOT NULL", "NODE KEY");
    private static final int WORDS_MAX = 4;

    /** The longest run of words that is found here decides. */
    private static final Map<String, List<String>> BEHIND = Map.ofEntries(
            Map.entry("MATCH", PATTERNS),
            Map.entry("MERGE", List.of("(")),
            Map.entry("CREATE", List.of("(", "INDEX", "CONSTRAINT", "EXTENSION")),
            Map.entry("CREATE INDEX", SCHEMA),
            Map.entry("CREATE CONSTRAINT", SCHEMA),
            Map.entry("ORDER", List.of("BY")),
            Map.entry("OPTIONAL", List.of("MATCH", "CALL")),
            Map.entry("DETACH", List.of("DELETE")),
            Map.entry("STARTS", List.of("WITH")),
            Map.entry("ENDS", List.of("WITH")),
            Map.entry("IS", List.of("NULL", "NOT NULL")),
            Map.entry("LOAD", List.of("CSV")),
            Map.entry("LOAD CSV", List.of("FROM '", "WITH HEADERS FROM '")),
            Map.entry("CSV WITH", List.of("HEADERS FROM '")),
            Map.entry("CSV WITH HEADERS", List.of("FROM '")),
            Map.entry("CSV FROM", List.of("'")),
            Map.entry("WITH HEADERS FROM", List.of("'")),
            Map.entry("DROP", List.of("INDEX", "CONSTRAINT", "EXTENSION")),
            Map.entry("ALTER", List.of("EXTENSION")),
            Map.entry(
                    "SHOW",
                    List.of(
                            "INDEXES",
                            "CONSTRAINTS",
                            "PROCEDURES",
                            "FUNCTIONS",
                            "EXTENSIONS",
                            "EXTENSION USE",
                            "TRIGGERS",
                            "LISTENERS",
                            "TRANSACTIONS")),
            Map.entry("SHOW INDEXES", List.of("YIELD")),
            Map.entry("SHOW CONSTRAINTS", List.of("YIELD")),
            Map.entry("SHOW PROCEDURES", List.of("YIELD")),
            Map.entry("SHOW FUNCTIONS", List.of("YIELD")),
            Map.entry("SHOW EXTENSIONS", List.of("YIELD")),
            Map.entry("SHOW EXTENSION USE", List.of("YIELD")),
            Map.entry("SHOW TRIGGERS", List.of("YIELD")),
            Map.entry("SHOW LISTENERS", List.of("YIELD")),
            Map.entry("SHOW TRANSACTIONS", List.of("YIELD")),
            Map.entry("TERMINATE", List.of("TRANSACTIONS")),
            Map.entry("ON CREATE", List.of("SET")),
            Map.entry("ON MATCH", List.of("SET")),
            Map.entry("EXPLAIN", FIRST),
            Map.entry("PROFILE", FIRST),
            Map.entry("UNION", List.of("ALL", "CALL", "MATCH", "OPTIONAL", "RETURN", "UNWIND", "WITH")),
            Map.entry("UNION ALL", List.of("CALL", "MATCH", "OPTIONAL", "RETURN", "UNWIND", "WITH")),
            Map.entry("USE", List.of("revision(", "time(")));

    private NextWords() {}

    /** What can follow the last token; empty if that is more than words, or nothing is known. */
    static List<String> after(Tokens tokens, int last) {
        if (tokens.isWord(last, "IS") && holdsWord(tokens, last, "REQUIRE")) {
            return CONSTRAINTS;
        }
        if (tokens.isWord(last, "ON") && holdsWord(tokens, last, "MERGE")) {
            return List.of("CREATE SET", "MATCH SET");
        }
        if (tokens.isWord(last, "IN") && last > 0 && tokens.kind(last - 1) == TokenKind.RIGHT_BRACE) {
            return List.of("TRANSACTIONS");
        }
        if (tokens.kind(last) == TokenKind.BAR && isForeach(tokens)) {
            return UPDATES;
        }
        List<String> found = List.of();
        StringBuilder tail = new StringBuilder();
        for (int count = 1; count <= WORDS_MAX && last - count + 1 >= 0; count++) {
            int index = last - count + 1;
            if (tokens.kind(index) != TokenKind.NAME) {
                break;
            }
            tail.insert(0, (count == 1 ? "" : " ")).insert(0, tokens.text(index).toUpperCase(Locale.ROOT));
            found = BEHIND.getOrDefault(tail.toString(), found);
        }
        return found;
    }

    private static boolean holdsWord(Tokens tokens, int before, String word) {
        for (int index = 0; index < before; index++) {
            if (tokens.isWord(index, word)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the innermost bracket that is open belongs to FOREACH. */
    private static boolean isForeach(Tokens tokens) {
        List<Integer> open = PatternNames.openBrackets(tokens);
        return !open.isEmpty() && open.getLast() > 0 && tokens.isWord(open.getLast() - 1, "FOREACH");
    }
}
