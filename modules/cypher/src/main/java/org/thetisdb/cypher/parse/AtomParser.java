package org.thetisdb.cypher.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.Expression.Quantifier;
import org.thetisdb.cypher.syntax.ExpressionTree;
import org.thetisdb.cypher.syntax.ExpressionTree.Literal;
import org.thetisdb.cypher.syntax.ExpressionTree.Name;
import org.thetisdb.cypher.syntax.PatternTree;
import org.thetisdb.cypher.syntax.PatternTree.Shortest;

/** What an expression is made of: literals, names, calls, comprehensions, subqueries, patterns. */
final class AtomParser {
    /** Words that never name a variable inside an expression, so that a forgotten operand is reported where it is. */
    private static final String[] RESERVED = {
        "RETURN", "WHERE", "WITH", "UNWIND", "UNION", "AND", "OR", "XOR", "IN", "IS", "AS", "THEN", "ELSE", "WHEN"
    };

    private final TokenCursor cursor;
    private final ExpressionParser expressions;
    private final PatternParser patterns;
    private final Parser queries;

    AtomParser(TokenCursor cursor, ExpressionParser expressions, PatternParser patterns, Parser queries) {
        this.cursor = cursor;
        this.expressions = expressions;
        this.patterns = patterns;
        this.queries = queries;
    }

    ExpressionTree atom() {
        // No switch over the kinds here and in the other parsers: javac would add a class for it, to be loaded cold.
        TokenKind kind = cursor.kind();
        if (kind == TokenKind.NAME) {
            return named();
        }
        if (kind == TokenKind.PARAMETER) {
            return expressions.parameter();
        }
        if (kind == TokenKind.INTEGER || kind == TokenKind.STRING || kind == TokenKind.FLOAT) {
            return literal();
        }
        if (kind == TokenKind.LEFT_PARENTHESIS) {
            return parenthesis();
        }
        if (kind == TokenKind.LEFT_BRACKET) {
            return bracket();
        }
        if (kind == TokenKind.LEFT_BRACE) {
            return expressions.mapLiteral();
        }
        if (kind == TokenKind.QUOTED_NAME) {
            return callOrName();
        }
        throw cursor.missingOperand();
    }

    private CompoundParser compounds() {
        return new CompoundParser(cursor, expressions, patterns, queries);
    }

    private ExpressionTree literal() {
        int offset = cursor.offset();
        Object value;
        if (cursor.is(TokenKind.INTEGER)) {
            value = LiteralParser.integer(cursor.source(), offset, cursor.text(), false);
        } else if (cursor.is(TokenKind.FLOAT)) {
            value = LiteralParser.decimal(cursor.source(), offset, cursor.text());
        } else {
            value = LiteralParser.string(cursor.source(), offset, cursor.text());
        }
        cursor.advance();
        return new Literal(offset, Optional.of(value));
    }

    /** An atom that begins with a word: the special forms first. */
    private ExpressionTree named() {
        int offset = cursor.offset();
        TokenKind next = cursor.kind(1);
        if (next == TokenKind.LEFT_PARENTHESIS) {
            ExpressionTree special = specialCall(offset);
            if (special != null) {
                return special;
            }
        } else if (next == TokenKind.LEFT_BRACE) {
            boolean subquery = cursor.isWord("EXISTS") || cursor.isWord("COUNT") || cursor.isWord("COLLECT");
            if (cursor.isWord("CASE") && cursor.kind(2) != TokenKind.DOT) {
                // The braces are a map that the cases are compared with; only a variable of this name has a projection.
                return compounds().caseExpression(offset);
            }
            return subquery ? compounds().subquery(offset) : callOrName();
        } else if (next != TokenKind.DOT) {
            if (cursor.isWord("NULL")) {
                cursor.advance();
                return new Literal(offset, Optional.empty());
            }
            boolean isTrue = cursor.isWord("TRUE");
            if (isTrue || cursor.isWord("FALSE")) {
                cursor.advance();
                return new Literal(offset, Optional.of(isTrue));
            }
        }
        if (cursor.isWord("CASE") && next != TokenKind.DOT) {
            return compounds().caseExpression(offset);
        }
        if (next != TokenKind.DOT && next != TokenKind.LEFT_PARENTHESIS) {
            for (String word : RESERVED) {
                if (cursor.isWord(word)) {
                    throw cursor.missingOperand();
                }
            }
        }
        return callOrName();
    }

    private @Nullable ExpressionTree specialCall(int offset) {
        Shortest shortest = patterns.shortestFunction();
        if (shortest != Shortest.NONE) {
            return new ExpressionTree.Pattern(offset, patterns.pattern(), false);
        }
        if (cursor.isName(2) && cursor.isWord(3, "IN")) {
            Quantifier.Kind kind = quantifierKind();
            if (kind != null) {
                return compounds().quantifier(offset, kind);
            }
            boolean extract = cursor.isWord("extract");
            if (extract || cursor.isWord("filter")) {
                cursor.advance(2);
                return compounds().listComprehension(offset, TokenKind.RIGHT_PARENTHESIS);
            }
        }
        if (cursor.isWord("reduce") && cursor.isName(2) && cursor.kind(3) == TokenKind.EQUAL) {
            return compounds().reduce(offset);
        }
        if (cursor.isWord("trim")) {
            return trim(offset);
        }
        if (cursor.isWord("exists") && isPattern(2)) {
            cursor.advance(2);
            PatternTree pattern = patterns.pattern();
            cursor.expect(TokenKind.RIGHT_PARENTHESIS);
            return new ExpressionTree.Pattern(offset, pattern, true);
        }
        return null;
    }

    /** {@code trim(LEADING 'x' FROM text)}: {@code ltrim(text, 'x')}; null if it is a call like any other. */
    private @Nullable ExpressionTree trim(int offset) {
        boolean isLeading = cursor.isWord(2, "LEADING");
        boolean isTrailing = cursor.isWord(2, "TRAILING");
        boolean hasSide = (isLeading || isTrailing || cursor.isWord(2, "BOTH")) && isOperand(3);
        if (!hasSide && cursor.kind(2) == TokenKind.RIGHT_PARENTHESIS) {
            return null;
        }
        cursor.advance(hasSide ? 3 : 2);
        List<ExpressionTree> arguments = new ArrayList<>();
        if (!cursor.acceptWord("FROM")) {
            arguments.add(expressions.unreserved());
            if (cursor.acceptWord("FROM")) {
                arguments.addFirst(expressions.unreserved());
            } else if (hasSide) {
                throw cursor.unexpectedWord("FROM and a text", "FROM");
            } else if (cursor.accept(TokenKind.COMMA)) {
                arguments.addAll(expressions.listUntil(TokenKind.RIGHT_PARENTHESIS));
                return new ExpressionTree.Call(offset, "trim", false, false, arguments);
            }
        } else {
            arguments.add(expressions.unreserved());
        }
        cursor.expect(TokenKind.RIGHT_PARENTHESIS);
        boolean isOfBothEnds = !hasSide || !isLeading && !isTrailing;
        String both = arguments.size() > 1 ? "btrim" : "trim";
        String name = isOfBothEnds ? both : isLeading ? "ltrim" : "rtrim";
        return new ExpressionTree.Call(offset, name, false, false, arguments);
    }

    /** Whether what is ahead cannot go on from a variable, but begin an expression. */
    private boolean isOperand(int ahead) {
        return switch (cursor.kind(ahead)) {
            case NAME, QUOTED_NAME, STRING, PARAMETER, DOLLAR -> true;
            default -> false;
        };
    }

    private Quantifier.@Nullable Kind quantifierKind() {
        if (cursor.isWord("all")) {
            return Quantifier.Kind.ALL;
        }
        if (cursor.isWord("any")) {
            return Quantifier.Kind.ANY;
        }
        if (cursor.isWord("none")) {
            return Quantifier.Kind.NONE;
        }
        return cursor.isWord("single") ? Quantifier.Kind.SINGLE : null;
    }

    /** {@code name}, {@code name.space.function(…)}, {@code name {.key}}. */
    private ExpressionTree callOrName() {
        int ahead = 1;
        while (cursor.kind(ahead) == TokenKind.DOT && cursor.isName(ahead + 1)) {
            ahead += 2;
        }
        int offset = cursor.offset();
        if (cursor.kind(ahead) == TokenKind.LEFT_PARENTHESIS) {
            return call(offset, ahead);
        }
        ExpressionTree name = new Name(offset, cursor.name("a variable"));
        return cursor.is(TokenKind.LEFT_BRACE) && isMapProjection()
                ? compounds().mapProjection(name, offset)
                : name;
    }

    private boolean isMapProjection() {
        TokenKind next = cursor.kind(1);
        if (next == TokenKind.DOT || next == TokenKind.RIGHT_BRACE) {
            return true;
        }
        TokenKind afterName = cursor.kind(2);
        return cursor.isName(1)
                && (afterName == TokenKind.COLON || afterName == TokenKind.COMMA || afterName == TokenKind.RIGHT_BRACE);
    }

    private ExpressionTree call(int offset, int nameTokens) {
        String name = cursor.name("a function");
        if (nameTokens > 1) {
            StringBuilder full = new StringBuilder(name);
            for (int part = 1; part < nameTokens; part += 2) {
                cursor.advance();
                full.append('.').append(cursor.name("a function"));
            }
            name = full.toString();
        }
        cursor.advance();
        if (cursor.is(TokenKind.STAR) && cursor.kind(1) == TokenKind.RIGHT_PARENTHESIS) {
            cursor.advance(2);
            return new ExpressionTree.Call(offset, name, false, true, List.of());
        }
        boolean distinct = cursor.isWord("DISTINCT")
                && cursor.kind(1) != TokenKind.RIGHT_PARENTHESIS
                && cursor.kind(1) != TokenKind.COMMA
                && cursor.kind(1) != TokenKind.DOT;
        if (distinct) {
            cursor.advance();
        } else if (cursor.isWord("ALL") && cursor.isName(1) && !cursor.isWord(1, "IN")) {
            cursor.advance();
        }
        return new ExpressionTree.Call(
                offset, name, distinct, false, expressions.listUntil(TokenKind.RIGHT_PARENTHESIS));
    }

    private ExpressionTree parenthesis() {
        int offset = cursor.offset();
        if (isPattern(0)) {
            return new ExpressionTree.Pattern(offset, patterns.pattern(), false);
        }
        cursor.advance();
        ExpressionTree tree = expressions.unreserved();
        if (!cursor.accept(TokenKind.RIGHT_PARENTHESIS)) {
            throw cursor.is(TokenKind.COMMA)
                    ? cursor.error(cursor.offset(), "unexpected `,`; a list is written in brackets, as in IN [1, 2]")
                    : cursor.unexpected("`)` or an operator");
        }
        return tree;
    }

    /** Whether the tokens from here on are a node and then a relationship, not an expression in parentheses. */
    private boolean isPattern(int ahead) {
        if (cursor.kind(ahead) != TokenKind.LEFT_PARENTHESIS) {
            return false;
        }
        int next = ahead + 1;
        if (cursor.isName(next)) {
            next++;
        }
        TokenKind after = cursor.kind(next);
        if (after != TokenKind.RIGHT_PARENTHESIS
                && after != TokenKind.COLON
                && after != TokenKind.LEFT_BRACE
                && !cursor.isWord(next, "WHERE")) {
            return false;
        }
        int close = closing(cursor.index() + ahead);
        TokenKind first = cursor.kindAt(close + 1);
        TokenKind second = cursor.kindAt(close + 2);
        TokenKind third = cursor.kindAt(close + 3);
        if (first == TokenKind.LESS && second == TokenKind.MINUS) {
            return third == TokenKind.MINUS || third == TokenKind.LEFT_BRACKET && isRelationship(close + 3);
        }
        if (first != TokenKind.MINUS) {
            return false;
        }
        return second == TokenKind.LEFT_BRACKET
                ? isRelationship(close + 2)
                : second == TokenKind.MINUS && (third == TokenKind.GREATER || third == TokenKind.LEFT_PARENTHESIS);
    }

    private boolean isRelationship(int bracketIndex) {
        int close = closing(bracketIndex);
        return cursor.kindAt(close + 1) == TokenKind.MINUS;
    }

    /** The index of the token that closes the bracket at an index, or of END. */
    private int closing(int openIndex) {
        int depth = 0;
        int index = openIndex;
        while (cursor.kindAt(index) != TokenKind.END) {
            depth += cursor.nestingStep(index);
            if (depth == 0) {
                return index;
            }
            index++;
        }
        return index;
    }

    private ExpressionTree bracket() {
        int offset = cursor.offset();
        cursor.advance();
        boolean literal =
                cursor.isWord("NOT") || cursor.isWord("TRUE") || cursor.isWord("FALSE") || cursor.isWord("NULL");
        if (cursor.isName() && cursor.isWord(1, "IN") && !literal) {
            return compounds().listComprehension(offset, TokenKind.RIGHT_BRACKET);
        }
        boolean namedPath = cursor.isName() && cursor.kind(1) == TokenKind.EQUAL && isPattern(2);
        if (namedPath || isPattern(0)) {
            return compounds().patternComprehension(offset);
        }
        return new ExpressionTree.ListLiteral(offset, expressions.listUntil(TokenKind.RIGHT_BRACKET));
    }
}
