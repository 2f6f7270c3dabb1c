package org.thetisdb.cypher;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.thetisdb.cypher.parse.Lexer;
import org.thetisdb.cypher.parse.TokenKind;
import org.thetisdb.cypher.parse.Tokens;

/**
 * What an editor needs to know about a text that may be unfinished, and how a name is written into one. For
 * highlighting an editor uses {@link Lexer} itself.
 */
public final class QueryText {
    private static final String[] KEYWORDS = {
        "ALL",
        "AND",
        "ANY",
        "AS",
        "ASC",
        "ASCENDING",
        "BY",
        "CALL",
        "CASE",
        "COLLECT",
        "CONSTRAINT",
        "CONTAINS",
        "COPY",
        "COUNT",
        "CREATE",
        "CSV",
        "DELETE",
        "DELIMITER",
        "DESC",
        "DESCENDING",
        "DETACH",
        "DISTINCT",
        "DROP",
        "ELSE",
        "END",
        "ENDS",
        "EXISTS",
        "EXPLAIN",
        "FALSE",
        "FIELDTERMINATOR",
        "FOR",
        "FOREACH",
        "FROM",
        "HEADER",
        "HEADERS",
        "IF",
        "IN",
        "INDEX",
        "IS",
        "LIMIT",
        "LOAD",
        "MATCH",
        "MERGE",
        "NONE",
        "NOT",
        "NULL",
        "OFFSET",
        "ON",
        "OPTIONAL",
        "OR",
        "ORDER",
        "OVERWRITE",
        "PROFILE",
        "REMOVE",
        "REQUIRE",
        "RETURN",
        "SET",
        "SHOW",
        "SINGLE",
        "SKIP",
        "STARTS",
        "TERMINATE",
        "THEN",
        "TO",
        "TRANSACTIONS",
        "TRUE",
        "TYPED",
        "UNION",
        "UNIQUE",
        "UNWIND",
        "USE",
        "USING",
        "WHEN",
        "WHERE",
        "WITH",
        "XOR",
        "YIELD"
    };

    private QueryText() {}

    /** All keywords in upper case, sorted. */
    public static List<String> keywords() {
        return List.of(KEYWORDS);
    }

    /** Whether a word is a keyword somewhere; it may also be a name. */
    public static boolean isKeyword(String word) {
        return Arrays.binarySearch(KEYWORDS, word.toUpperCase(Locale.ROOT)) >= 0;
    }

    /** A name as it may be written in a query: quoted unless it is a plain word. */
    public static String name(String name) {
        boolean plain = !name.isEmpty() && Character.isJavaIdentifierStart(name.charAt(0)) && name.indexOf('$') < 0;
        for (int index = 1; plain && index < name.length(); index++) {
            plain = Character.isJavaIdentifierPart(name.charAt(index));
        }
        return plain ? name : "`" + name.replace("`", "``") + "`";
    }

    /**
     * Whether nothing is left open: no string, quoted name, comment, parenthesis, bracket or brace. What is closed too
     * often counts as complete, because more text cannot fix it.
     */
    public static boolean isComplete(String text) {
        Tokens tokens = Lexer.scan(text);
        int open = 0;
        for (int index = 0; index < tokens.count(); index++) {
            TokenKind kind = tokens.kind(index);
            switch (kind) {
                case UNFINISHED -> {
                    return false;
                }
                case LEFT_PARENTHESIS, LEFT_BRACKET, LEFT_BRACE -> open++;
                case RIGHT_PARENTHESIS, RIGHT_BRACKET, RIGHT_BRACE -> {
                    if (--open < 0) {
                        return true;
                    }
                }
                default -> {}
            }
        }
        return open == 0;
    }
}
