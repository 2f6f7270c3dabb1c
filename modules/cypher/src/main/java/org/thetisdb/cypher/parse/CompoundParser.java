package org.thetisdb.cypher.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.thetisdb.cypher.bound.Expression.Quantifier;
import org.thetisdb.cypher.bound.Expression.Subquery;
import org.thetisdb.cypher.syntax.Clause.Identifier;
import org.thetisdb.cypher.syntax.ExpressionTree;
import org.thetisdb.cypher.syntax.ExpressionTree.EntryTree;
import org.thetisdb.cypher.syntax.ExpressionTree.Name;
import org.thetisdb.cypher.syntax.ExpressionTree.WhenTree;
import org.thetisdb.cypher.syntax.PatternTree;

/** Expressions with a syntax of their own, separate from {@link AtomParser} because short queries do not need them. */
final class CompoundParser {
    private final TokenCursor cursor;
    private final ExpressionParser expressions;
    private final PatternParser patterns;
    private final Parser queries;

    CompoundParser(TokenCursor cursor, ExpressionParser expressions, PatternParser patterns, Parser queries) {
        this.cursor = cursor;
        this.expressions = expressions;
        this.patterns = patterns;
        this.queries = queries;
    }

    ExpressionTree quantifier(int offset, Quantifier.Kind kind) {
        cursor.advance(2);
        Identifier variable = cursor.identifier("a variable");
        cursor.expectWord("IN");
        ExpressionTree list = expressions.unreserved();
        Optional<ExpressionTree> predicate =
                cursor.acceptWord("WHERE") ? Optional.of(expressions.unreserved()) : Optional.empty();
        cursor.expect(TokenKind.RIGHT_PARENTHESIS);
        return new ExpressionTree.Quantifier(offset, kind, variable, list, predicate);
    }

    ExpressionTree reduce(int offset) {
        cursor.advance(2);
        Identifier accumulator = cursor.identifier("a variable");
        cursor.expect(TokenKind.EQUAL);
        ExpressionTree initial = expressions.unreserved();
        cursor.expect(TokenKind.COMMA);
        Identifier variable = cursor.identifier("a variable");
        cursor.expectWord("IN");
        int former = patterns.reserveBar(lastBar());
        ExpressionTree list = expressions.expression();
        patterns.reserveBar(former);
        cursor.expect(TokenKind.BAR);
        ExpressionTree body = expressions.unreserved();
        cursor.expect(TokenKind.RIGHT_PARENTHESIS);
        return new ExpressionTree.Reduce(offset, accumulator, initial, variable, list, body);
    }

    /** EXISTS, COUNT or COLLECT and its brace are next. */
    ExpressionTree subquery(int offset) {
        Subquery.Kind kind = cursor.isWord("EXISTS")
                ? Subquery.Kind.EXISTS
                : cursor.isWord("COUNT") ? Subquery.Kind.COUNT : Subquery.Kind.COLLECT;
        cursor.advance(2);
        int former = patterns.reserveBar(-1);
        cursor.enter();
        ExpressionTree tree = new ExpressionTree.Subquery(offset, kind, queries.subqueryOrPattern());
        cursor.leave();
        patterns.reserveBar(former);
        cursor.expect(TokenKind.RIGHT_BRACE);
        return tree;
    }

    ExpressionTree caseExpression(int offset) {
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

    ExpressionTree mapProjection(ExpressionTree target, int offset) {
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

    /** From the variable on. Without WHERE and projection, {@code [x IN list]} may also be a list of one predicate. */
    ExpressionTree listComprehension(int offset, TokenKind close) {
        Identifier variable = cursor.identifier("a variable");
        int operatorOffset = cursor.offset();
        cursor.expectWord("IN");
        int former = patterns.reserveBar(lastBar());
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

    ExpressionTree patternComprehension(int offset) {
        int former = patterns.reserveBar(lastBar());
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
    /** The last bar before the bracket around this place closes; -1 if there is none. */
    private int lastBar() {
        int bar = -1;
        int depth = 0;
        for (int index = cursor.index(); cursor.kindAt(index) != TokenKind.END; index++) {
            depth += cursor.nestingStep(index);
            if (depth < 0) {
                return bar;
            }
            if (depth == 0 && cursor.kindAt(index) == TokenKind.BAR) {
                bar = index;
            }
        }
        return bar;
    }
}
