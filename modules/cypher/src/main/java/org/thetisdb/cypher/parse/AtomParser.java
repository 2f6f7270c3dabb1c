package org.thetisdb.cypher.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.thetisdb.cypher.bound.Expression.Quantifier;
import org.thetisdb.cypher.bound.Expression.Subquery;
import org.thetisdb.cypher.syntax.Clause.Identifier;
import org.thetisdb.cypher.syntax.ExpressionTree;
import org.thetisdb.cypher.syntax.ExpressionTree.EntryTree;
import org.thetisdb.cypher.syntax.ExpressionTree.Literal;
import org.thetisdb.cypher.syntax.ExpressionTree.Name;
import org.thetisdb.cypher.syntax.ExpressionTree.WhenTree;
import org.thetisdb.cypher.syntax.PatternTree;
import org.thetisdb.cypher.syntax.PatternTree.Shortest;

/** What an expression is made of: literals, names, calls, comprehensions, subqueries, patterns. */
final class AtomParser {
    /** Words that never name a variable inside an expression, so that a forgotten operand is found where it is. */
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
        switch (cursor.kind()) {
            case NAME:
                return named();
            case QUOTED_NAME:
                return callOrName();
            case PARAMETER:
                return expressions.parameter();
            case LEFT_PARENTHESIS:
                return parenthesis();
            case LEFT_BRACKET:
                return bracket();
            case LEFT_BRACE:
                return expressions.mapLiteral();
            case INTEGER, FLOAT, STRING:
                return literal();
            default:
                throw cursor.unexpected("an expression");
        }
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
            ExpressionTree subquery = subquery(offset);
            return subquery != null ? subquery : callOrName();
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
            return caseExpression(offset);
        }
        if (next != TokenKind.DOT && next != TokenKind.LEFT_PARENTHESIS) {
            for (String word : RESERVED) {
                if (cursor.isWord(word)) {
                    throw cursor.unexpected("an expression");
                }
            }
        }
        return callOrName();
    }

    private ExpressionTree specialCall(int offset) {
        Shortest shortest = patterns.shortestFunction();
        if (shortest != Shortest.NONE) {
            return new ExpressionTree.Pattern(offset, patterns.pattern(), false);
        }
        if (cursor.isName(2) && cursor.isWord(3, "IN")) {
            Quantifier.Kind kind = quantifierKind();
            if (kind != null) {
                return quantifier(offset, kind);
            }
            boolean extract = cursor.isWord("extract");
            if (extract || cursor.isWord("filter")) {
                cursor.advance(2);
                return listComprehension(offset, TokenKind.RIGHT_PARENTHESIS);
            }
        }
        if (cursor.isWord("reduce") && cursor.isName(2) && cursor.kind(3) == TokenKind.EQUAL) {
            return reduce(offset);
        }
        if (cursor.isWord("exists") && isPattern(2)) {
            cursor.advance(2);
            PatternTree pattern = patterns.pattern();
            cursor.expect(TokenKind.RIGHT_PARENTHESIS);
            return new ExpressionTree.Pattern(offset, pattern, true);
        }
        return null;
    }

    private Quantifier.Kind quantifierKind() {
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

    private ExpressionTree quantifier(int offset, Quantifier.Kind kind) {
        cursor.advance(2);
        Identifier variable = cursor.identifier("a variable");
        cursor.expectWord("IN");
        ExpressionTree list = expressions.unreserved();
        Optional<ExpressionTree> predicate =
                cursor.acceptWord("WHERE") ? Optional.of(expressions.unreserved()) : Optional.empty();
        cursor.expect(TokenKind.RIGHT_PARENTHESIS);
        return new ExpressionTree.Quantifier(offset, kind, variable, list, predicate);
    }

    private ExpressionTree reduce(int offset) {
        cursor.advance(2);
        Identifier accumulator = cursor.identifier("a variable");
        cursor.expect(TokenKind.EQUAL);
        ExpressionTree initial = expressions.unreserved();
        cursor.expect(TokenKind.COMMA);
        Identifier variable = cursor.identifier("a variable");
        cursor.expectWord("IN");
        int former = patterns.reserveBar(lastBar(TokenKind.RIGHT_PARENTHESIS));
        ExpressionTree list = expressions.expression();
        patterns.reserveBar(former);
        cursor.expect(TokenKind.BAR);
        ExpressionTree body = expressions.unreserved();
        cursor.expect(TokenKind.RIGHT_PARENTHESIS);
        return new ExpressionTree.Reduce(offset, accumulator, initial, variable, list, body);
    }

    private ExpressionTree subquery(int offset) {
        Subquery.Kind kind = cursor.isWord("EXISTS")
                ? Subquery.Kind.EXISTS
                : cursor.isWord("COUNT")
                        ? Subquery.Kind.COUNT
                        : cursor.isWord("COLLECT") ? Subquery.Kind.COLLECT : null;
        if (kind == null) {
            return null;
        }
        cursor.advance(2);
        int former = patterns.reserveBar(-1);
        cursor.enter();
        ExpressionTree tree = new ExpressionTree.Subquery(offset, kind, queries.subqueryOrPattern());
        cursor.leave();
        patterns.reserveBar(former);
        cursor.expect(TokenKind.RIGHT_BRACE);
        return tree;
    }

    private ExpressionTree caseExpression(int offset) {
        cursor.advance();
        Optional<ExpressionTree> operand =
                cursor.isWord("WHEN") ? Optional.empty() : Optional.of(expressions.expression());
        List<WhenTree> branches = new ArrayList<>(4);
        if (!cursor.isWord("WHEN")) {
            throw cursor.unexpectedWord("WHEN", "WHEN");
        }
        while (cursor.acceptWord("WHEN")) {
            List<ExpressionTree> values = new ArrayList<>(1);
            values.add(expressions.expression());
            while (operand.isPresent() && cursor.accept(TokenKind.COMMA)) {
                values.add(expressions.expression());
            }
            cursor.expectWord("THEN");
            ExpressionTree then = expressions.expression();
            for (int index = 0; index < values.size(); index++) {
                branches.add(new WhenTree(values.get(index), then));
            }
        }
        Optional<ExpressionTree> otherwise =
                cursor.acceptWord("ELSE") ? Optional.of(expressions.expression()) : Optional.empty();
        if (!cursor.acceptWord("END")) {
            throw cursor.unexpectedWord("WHEN, ELSE or END", "WHEN", "ELSE", "END");
        }
        return new ExpressionTree.Case(offset, operand, branches, otherwise);
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
        return cursor.is(TokenKind.LEFT_BRACE) && isMapProjection() ? mapProjection(name, offset) : name;
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

    private ExpressionTree mapProjection(ExpressionTree target, int offset) {
        cursor.advance();
        boolean allProperties = false;
        List<EntryTree> entries = new ArrayList<>(4);
        if (!cursor.is(TokenKind.RIGHT_BRACE)) {
            do {
                int keyOffset = cursor.offset();
                if (cursor.accept(TokenKind.DOT)) {
                    if (cursor.accept(TokenKind.STAR)) {
                        allProperties = true;
                    } else {
                        keyOffset = cursor.offset();
                        String key = cursor.name("a property key or `*`");
                        entries.add(new EntryTree(keyOffset, key, new ExpressionTree.Property(keyOffset, target, key)));
                    }
                } else {
                    String key = cursor.name("`.key`, `.*`, `key: value` or a variable");
                    ExpressionTree value =
                            cursor.accept(TokenKind.COLON) ? expressions.unreserved() : new Name(keyOffset, key);
                    entries.add(new EntryTree(keyOffset, key, value));
                }
            } while (cursor.accept(TokenKind.COMMA));
        }
        cursor.expect(TokenKind.RIGHT_BRACE);
        return new ExpressionTree.MapProjection(offset, target, allProperties, entries);
    }

    private ExpressionTree parenthesis() {
        int offset = cursor.offset();
        if (isPattern(0)) {
            return new ExpressionTree.Pattern(offset, patterns.pattern(), false);
        }
        cursor.advance();
        ExpressionTree tree = expressions.unreserved();
        if (!cursor.accept(TokenKind.RIGHT_PARENTHESIS)) {
            throw cursor.unexpected("`)` or an operator");
        }
        return tree;
    }

    /** Whether tokens from here on are a node and then a relationship, rather than an expression in parentheses. */
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
        while (true) {
            switch (cursor.kindAt(index)) {
                case LEFT_PARENTHESIS, LEFT_BRACKET, LEFT_BRACE:
                    depth++;
                    break;
                case RIGHT_PARENTHESIS, RIGHT_BRACKET, RIGHT_BRACE:
                    if (--depth == 0) {
                        return index;
                    }
                    break;
                case END:
                    return index;
                default:
                    break;
            }
            index++;
        }
    }

    /** The last bar before the bracket around this place closes; -1 if there is none. */
    private int lastBar(TokenKind close) {
        int depth = 0;
        int bar = -1;
        for (int index = cursor.index(); ; index++) {
            switch (cursor.kindAt(index)) {
                case LEFT_PARENTHESIS, LEFT_BRACKET, LEFT_BRACE:
                    depth++;
                    break;
                case RIGHT_PARENTHESIS, RIGHT_BRACKET, RIGHT_BRACE:
                    if (--depth < 0) {
                        return bar;
                    }
                    break;
                case BAR:
                    bar = depth == 0 ? index : bar;
                    break;
                case END:
                    return bar;
                default:
                    break;
            }
        }
    }

    private ExpressionTree bracket() {
        int offset = cursor.offset();
        cursor.advance();
        if (cursor.isName() && cursor.isWord(1, "IN") && !cursor.isWord(0, "NOT")) {
            return listComprehension(offset, TokenKind.RIGHT_BRACKET);
        }
        boolean namedPath = cursor.isName() && cursor.kind(1) == TokenKind.EQUAL && isPattern(2);
        if (namedPath || isPattern(0)) {
            return patternComprehension(offset);
        }
        return new ExpressionTree.ListLiteral(offset, expressions.listUntil(TokenKind.RIGHT_BRACKET));
    }

    /** From the variable on. Without WHERE and projection, {@code [x IN list]} may also be a list of one predicate. */
    private ExpressionTree listComprehension(int offset, TokenKind close) {
        Identifier variable = cursor.identifier("a variable");
        int operatorOffset = cursor.offset();
        cursor.expectWord("IN");
        int former = patterns.reserveBar(lastBar(close));
        ExpressionTree list = expressions.expression();
        if (close == TokenKind.RIGHT_BRACKET && cursor.accept(TokenKind.COMMA)) {
            patterns.reserveBar(former);
            List<ExpressionTree> elements = new ArrayList<>(4);
            elements.add(new ExpressionTree.Binary(
                    operatorOffset,
                    ExpressionTree.BinaryOperator.IN,
                    new Name(variable.offset(), variable.name()),
                    list));
            elements.addAll(expressions.listUntil(close));
            return new ExpressionTree.ListLiteral(offset, elements);
        }
        Optional<ExpressionTree> predicate =
                cursor.acceptWord("WHERE") ? Optional.of(expressions.expression()) : Optional.empty();
        patterns.reserveBar(former);
        Optional<ExpressionTree> projection =
                cursor.accept(TokenKind.BAR) ? Optional.of(expressions.unreserved()) : Optional.empty();
        if (!cursor.accept(close)) {
            throw cursor.unexpected("WHERE, `|` or `" + close.text() + "`");
        }
        return new ExpressionTree.ListComprehension(offset, variable, list, predicate, projection);
    }

    private ExpressionTree patternComprehension(int offset) {
        int former = patterns.reserveBar(lastBar(TokenKind.RIGHT_BRACKET));
        PatternTree pattern = patterns.pattern();
        Optional<ExpressionTree> predicate =
                cursor.acceptWord("WHERE") ? Optional.of(expressions.expression()) : Optional.empty();
        patterns.reserveBar(former);
        if (!cursor.accept(TokenKind.BAR)) {
            throw cursor.unexpected("`|` and what to collect for each match");
        }
        ExpressionTree projection = expressions.unreserved();
        cursor.expect(TokenKind.RIGHT_BRACKET);
        return new ExpressionTree.PatternComprehension(offset, pattern, predicate, projection);
    }
}
