package org.thetisdb.shell.prompt;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.parse.TokenKind;
import org.thetisdb.cypher.parse.Tokens;

/**
 * What unfinished text says about its nodes and relationships: which brackets are open, and which labels or types stand
 * in a pattern. It reads tokens, since a parser takes only what is complete. Stateless.
 */
final class PatternNames {
    private static final Set<String> CLAUSES = Set.of(
            "MATCH",
            "MERGE",
            "CREATE",
            "WHERE",
            "RETURN",
            "WITH",
            "SET",
            "REMOVE",
            "DELETE",
            "UNWIND",
            "CALL",
            "YIELD",
            "ORDER",
            "COPY",
            "FOREACH",
            "LOAD",
            "SHORTESTPATH",
            "ALLSHORTESTPATHS");

    private PatternNames() {}

    /**
     * Labels, or types.
     *
     * @param relationship whether they are types
     */
    record Names(boolean relationship, Set<String> names) {}

    /** The places of the brackets, parentheses and braces that are open at the end, outermost first. */
    static List<Integer> openBrackets(Tokens tokens) {
        List<Integer> open = new ArrayList<>();
        for (int index = 0; index < tokens.count(); index++) {
            switch (tokens.kind(index)) {
                case LEFT_PARENTHESIS, LEFT_BRACKET, LEFT_BRACE -> open.add(index);
                case RIGHT_PARENTHESIS, RIGHT_BRACKET, RIGHT_BRACE -> {
                    if (!open.isEmpty()) {
                        open.removeLast();
                    }
                }
                default -> {}
            }
        }
        return open;
    }

    /** The names of the pattern that begins with a parenthesis or bracket: {@code (n:A|B} or {@code [:KNOWS}. */
    static Names inPattern(Tokens tokens, int open) {
        Set<String> names = new LinkedHashSet<>();
        int index = open + 1;
        if (isName(tokens, index)) {
            index++;
        }
        while (isLabelSign(tokens.kind(index))) {
            boolean negated = tokens.kind(index) == TokenKind.EXCLAMATION;
            index++;
            if (isName(tokens, index)) {
                if (!negated) {
                    names.add(name(tokens.text(index)));
                }
                index++;
            }
        }
        return new Names(tokens.kind(open) == TokenKind.LEFT_BRACKET, names);
    }

    /** The names beside a variable anywhere in the text; empty if there are none. */
    static Optional<Names> ofVariable(Tokens tokens, String variable) {
        Set<String> names = new LinkedHashSet<>();
        boolean relationship = false;
        for (int index = 0; index < tokens.count(); index++) {
            boolean opens =
                    tokens.kind(index) == TokenKind.LEFT_PARENTHESIS || tokens.kind(index) == TokenKind.LEFT_BRACKET;
            if (opens
                    && isName(tokens, index + 1)
                    && name(tokens.text(index + 1)).equals(variable)
                    && tokens.kind(index + 2) == TokenKind.COLON) {
                Names found = inPattern(tokens, index);
                names.addAll(found.names());
                relationship = found.relationship();
            }
        }
        return names.isEmpty() ? Optional.empty() : Optional.of(new Names(relationship, names));
    }

    /** The keys of all maps in the text. */
    static Set<String> mapKeys(Tokens tokens) {
        Set<String> keys = new LinkedHashSet<>();
        for (int index = 1; index < tokens.count() - 1; index++) {
            TokenKind before = tokens.kind(index - 1);
            if (isName(tokens, index)
                    && tokens.kind(index + 1) == TokenKind.COLON
                    && (before == TokenKind.LEFT_BRACE || before == TokenKind.COMMA)) {
                keys.add(name(tokens.text(index)));
            }
        }
        return keys;
    }

    /** Whether a label or type is to follow the last token: {@code (n:A&} but not {@code key:}. */
    static boolean endsWithLabelSign(Tokens tokens) {
        int index = tokens.count() - 2;
        if (index < 0 || !isLabelSign(tokens.kind(index))) {
            return false;
        }
        while (index >= 0 && (isLabelSign(tokens.kind(index)) || isName(tokens, index))) {
            if (tokens.kind(index) == TokenKind.COLON) {
                List<Integer> open = openBrackets(tokens);
                return open.isEmpty()
                        || tokens.kind(open.getLast()) != TokenKind.LEFT_BRACE
                        || isSubquery(tokens, open.getLast());
            }
            index--;
        }
        return false;
    }

    /** Whether the last token opens a node or relationship in a pattern. */
    static boolean beginsInPattern(Tokens tokens, int last) {
        boolean node = tokens.kind(last) == TokenKind.LEFT_PARENTHESIS;
        if (!node && tokens.kind(last) != TokenKind.LEFT_BRACKET || last == 0) {
            return false;
        }
        return switch (tokens.kind(last - 1)) {
            case MINUS -> isPatternClause(tokens, last);
            case GREATER, COMMA, EQUAL -> node && isPatternClause(tokens, last);
            case NAME -> node && isPatternWord(tokens, last - 1);
            case LEFT_BRACE -> node && isSubquery(tokens, last - 1);
            default -> false;
        };
    }

    /** Whether another pattern is to follow the last token, which is a comma. */
    static boolean isBetweenPatterns(Tokens tokens, int last) {
        return tokens.kind(last) == TokenKind.COMMA && openBrackets(tokens).isEmpty() && isPatternClause(tokens, last);
    }

    /** Whether what precedes a place belongs to a clause that is made of patterns. */
    private static boolean isPatternClause(Tokens tokens, int place) {
        for (int index = place - 1; index >= 0; index--) {
            if (tokens.kind(index) == TokenKind.NAME
                    && CLAUSES.contains(tokens.text(index).toUpperCase(Locale.ROOT))) {
                return isPatternWord(tokens, index);
            }
        }
        return false;
    }

    private static boolean isPatternWord(Tokens tokens, int index) {
        return tokens.isWord(index, "MATCH")
                || tokens.isWord(index, "MERGE")
                || tokens.isWord(index, "CREATE")
                || tokens.isWord(index, "shortestPath")
                || tokens.isWord(index, "allShortestPaths");
    }

    /** The variable that a dot takes a key of, also in a map projection; negative if there is none. */
    static int owner(Tokens tokens, int dot) {
        if (dot > 0 && isName(tokens, dot - 1)) {
            return dot - 1;
        }
        List<Integer> open = openBrackets(tokens);
        boolean member =
                dot > 0 && (tokens.kind(dot - 1) == TokenKind.LEFT_BRACE || tokens.kind(dot - 1) == TokenKind.COMMA);
        int owner = open.isEmpty() ? -1 : open.getLast() - 1;
        boolean projection = member && owner >= 0 && tokens.kind(owner + 1) == TokenKind.LEFT_BRACE;
        return projection && isName(tokens, owner) && !isSubquery(tokens, owner + 1) ? owner : -1;
    }

    /** Whether a brace opens a subquery, and not a map. */
    static boolean isSubquery(Tokens tokens, int brace) {
        int before = brace - 1;
        return before >= 0
                && (tokens.kind(before) == TokenKind.RIGHT_PARENTHESIS
                        || tokens.isWord(before, "CALL")
                        || tokens.isWord(before, "EXISTS")
                        || tokens.isWord(before, "COUNT")
                        || tokens.isWord(before, "COLLECT"));
    }

    static boolean isName(Tokens tokens, int index) {
        return tokens.kind(index) == TokenKind.NAME || tokens.kind(index) == TokenKind.QUOTED_NAME;
    }

    /** A name without the quotes around it. */
    static String name(String text) {
        return text.startsWith("`") && text.length() > 1
                ? text.substring(1, text.length() - 1).replace("``", "`")
                : text;
    }

    private static boolean isLabelSign(TokenKind kind) {
        return switch (kind) {
            case COLON, BAR, AMPERSAND, EXCLAMATION -> true;
            default -> false;
        };
    }
}
