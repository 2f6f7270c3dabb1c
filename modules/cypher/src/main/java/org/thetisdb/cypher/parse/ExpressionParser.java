package org.thetisdb.cypher.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.syntax.ExpressionTree;
import org.thetisdb.cypher.syntax.ExpressionTree.Binary;
import org.thetisdb.cypher.syntax.ExpressionTree.BinaryOperator;
import org.thetisdb.cypher.syntax.ExpressionTree.EntryTree;
import org.thetisdb.cypher.syntax.ExpressionTree.Logical;
import org.thetisdb.cypher.syntax.ExpressionTree.Unary;
import org.thetisdb.cypher.syntax.ExpressionTree.UnaryOperator;

/** Expressions: one method for each level of precedence, the loosest first. */
final class ExpressionParser {
    private final TokenCursor cursor;
    private final PatternParser patterns;
    private final AtomParser atoms;

    ExpressionParser(TokenCursor cursor, Parser queries) {
        this.cursor = cursor;
        this.patterns = new PatternParser(cursor, this);
        this.atoms = new AtomParser(cursor, this, patterns, queries);
    }

    PatternParser patterns() {
        return patterns;
    }

    ExpressionTree expression() {
        cursor.enter();
        ExpressionTree tree = or();
        cursor.leave();
        return tree;
    }

    private ExpressionTree or() {
        ExpressionTree first = xor();
        return cursor.isWord("OR") ? logical(first, false) : first;
    }

    private ExpressionTree logical(ExpressionTree first, boolean conjunction) {
        int offset = cursor.offset();
        List<ExpressionTree> operands = new ArrayList<>(4);
        operands.add(first);
        while (cursor.acceptWord(conjunction ? "AND" : "OR")) {
            operands.add(conjunction ? not() : xor());
        }
        return new Logical(offset, conjunction, operands);
    }

    private ExpressionTree xor() {
        ExpressionTree left = and();
        for (int count = 1; cursor.isWord("XOR"); count++) {
            cursor.checkChain(count);
            int offset = cursor.offset();
            cursor.advance();
            left = new Binary(offset, BinaryOperator.XOR, left, and());
        }
        return left;
    }

    private ExpressionTree and() {
        ExpressionTree first = not();
        return cursor.isWord("AND") ? logical(first, true) : first;
    }

    private ExpressionTree not() {
        if (!cursor.isWord("NOT")) {
            return comparison();
        }
        int offset = cursor.offset();
        cursor.advance();
        cursor.enter();
        ExpressionTree operand = not();
        cursor.leave();
        return new Unary(offset, UnaryOperator.NOT, operand);
    }

    /** A chain {@code a < b < c} becomes {@code a < b AND b < c}. */
    private ExpressionTree comparison() {
        ExpressionTree left = predicate();
        BinaryOperator operator = comparisonOperator();
        if (operator == null) {
            return left;
        }
        int offset = cursor.offset();
        cursor.advance();
        ExpressionTree right = predicate();
        ExpressionTree first = new Binary(offset, operator, left, right);
        operator = comparisonOperator();
        if (operator == null) {
            return first;
        }
        List<ExpressionTree> operands = new ArrayList<>(2);
        operands.add(first);
        while (operator != null) {
            cursor.checkChain(operands.size());
            int next = cursor.offset();
            cursor.advance();
            left = right;
            right = predicate();
            operands.add(new Binary(next, operator, left, right));
            operator = comparisonOperator();
        }
        return new Logical(offset, true, operands);
    }

    private @Nullable BinaryOperator comparisonOperator() {
        TokenKind kind = cursor.kind();
        if (kind == TokenKind.EQUAL) {
            return BinaryOperator.EQUAL;
        }
        if (kind == TokenKind.LESS_GREATER) {
            return BinaryOperator.NOT_EQUAL;
        }
        if (kind == TokenKind.LESS) {
            return BinaryOperator.LESS;
        }
        if (kind == TokenKind.LESS_EQUAL) {
            return BinaryOperator.LESS_OR_EQUAL;
        }
        if (kind == TokenKind.GREATER) {
            return BinaryOperator.GREATER;
        }
        if (kind == TokenKind.GREATER_EQUAL) {
            return BinaryOperator.GREATER_OR_EQUAL;
        }
        if (kind == TokenKind.EXCLAMATION_EQUAL || kind == TokenKind.EQUAL_EQUAL) {
            throw cursor.unexpected("an operator");
        }
        return null;
    }

    /** STARTS WITH, ENDS WITH, CONTAINS, =~, IN, IS NULL, IS :: TYPE. */
    private ExpressionTree predicate() {
        ExpressionTree left = sum();
        for (int count = 1; ; count++) {
            cursor.checkChain(count);
            int offset = cursor.offset();
            BinaryOperator operator = null;
            if (cursor.is(TokenKind.EQUAL_TILDE)) {
                operator = BinaryOperator.MATCHES;
            } else if (cursor.is(TokenKind.DOUBLE_COLON)) {
                left = TypeParser.test(cursor, left, offset, false);
                continue;
            } else if (cursor.is(TokenKind.NAME)) {
                if (cursor.isWord("IS")) {
                    left = isTest(left, offset);
                    continue;
                }
                operator = wordOperator();
            }
            if (operator == null) {
                return left;
            }
            cursor.advance();
            left = new Binary(offset, operator, left, sum());
        }
    }

    private @Nullable BinaryOperator wordOperator() {
        if (cursor.isWord("IN")) {
            return BinaryOperator.IN;
        }
        if (cursor.isWord("CONTAINS")) {
            return BinaryOperator.CONTAINS;
        }
        boolean starts = cursor.isWord("STARTS");
        if (starts || cursor.isWord("ENDS")) {
            cursor.advance();
            if (!cursor.isWord("WITH")) {
                throw cursor.unexpectedWord("WITH", "WITH");
            }
            return starts ? BinaryOperator.STARTS_WITH : BinaryOperator.ENDS_WITH;
        }
        return null;
    }

    private ExpressionTree isTest(ExpressionTree operand, int offset) {
        cursor.advance();
        boolean negated = cursor.acceptWord("NOT");
        if (cursor.acceptWord("NULL")) {
            return new Unary(offset, negated ? UnaryOperator.IS_NOT_NULL : UnaryOperator.IS_NULL, operand);
        }
        if (cursor.is(TokenKind.DOUBLE_COLON) || cursor.isWord("TYPED")) {
            return TypeParser.test(cursor, operand, offset, negated);
        }
        if (cursor.isWord("NORMALIZED")) {
            throw cursor.error(
                    cursor.offset(), "unexpected `NORMALIZED`; compare with the normal form: text = normalize(text)");
        }
        throw cursor.unexpectedWord("NULL, NOT NULL or `:: TYPE` after IS", "NULL", "NOT");
    }

    private ExpressionTree sum() {
        ExpressionTree left = product();
        for (int count = 1; ; count++) {
            BinaryOperator operator = null;
            if (cursor.is(TokenKind.PLUS)) {
                operator = BinaryOperator.ADD;
            } else if (cursor.is(TokenKind.MINUS)) {
                checkMinus();
                operator = BinaryOperator.SUBTRACT;
            } else if (cursor.is(TokenKind.BAR_BAR)) {
                operator = BinaryOperator.CONCATENATE;
            }
            if (operator == null) {
                return left;
            }
            cursor.checkChain(count);
            int offset = cursor.offset();
            cursor.advance();
            left = new Binary(offset, operator, left, product());
        }
    }

    /** Other dashes may be used in a relationship but do not subtract. */
    private void checkMinus() {
        if (cursor.source().text().charAt(cursor.offset()) != '-') {
            throw cursor.error(cursor.offset(), "`" + cursor.text() + "` is not a minus; use `-`");
        }
    }

    private ExpressionTree product() {
        ExpressionTree left = power();
        for (int count = 1; ; count++) {
            BinaryOperator operator = null;
            if (cursor.is(TokenKind.STAR)) {
                operator = BinaryOperator.MULTIPLY;
            } else if (cursor.is(TokenKind.SLASH)) {
                operator = BinaryOperator.DIVIDE;
            } else if (cursor.is(TokenKind.PERCENT)) {
                operator = BinaryOperator.MODULO;
            }
            if (operator == null) {
                return left;
            }
            cursor.checkChain(count);
            int offset = cursor.offset();
            cursor.advance();
            left = new Binary(offset, operator, left, power());
        }
    }

    private ExpressionTree power() {
        ExpressionTree left = unary();
        for (int count = 1; cursor.is(TokenKind.CARET); count++) {
            cursor.checkChain(count);
            int offset = cursor.offset();
            cursor.advance();
            left = new Binary(offset, BinaryOperator.POWER, left, unary());
        }
        return left;
    }

    private ExpressionTree unary() {
        int offset = cursor.offset();
        if (cursor.is(TokenKind.MINUS)) {
            checkMinus();
            cursor.advance();
            if (cursor.is(TokenKind.INTEGER)) {
                Long value = LiteralParser.integer(cursor.source(), offset, cursor.text(), true);
                cursor.advance();
                return postfix(new ExpressionTree.Literal(offset, Optional.of(value)));
            }
            return new Unary(offset, UnaryOperator.NEGATE, nestedUnary());
        }
        if (cursor.accept(TokenKind.PLUS)) {
            return new Unary(offset, UnaryOperator.PLUS, nestedUnary());
        }
        return postfix(atoms.atom());
    }

    /** The target of SET and the like: an atom with its properties and labels, no operator. */
    ExpressionTree target() {
        return postfix(atoms.atom());
    }

    private ExpressionTree nestedUnary() {
        cursor.enter();
        ExpressionTree operand = unary();
        cursor.leave();
        return operand;
    }

    /** Properties, subscripts, slices, and at last labels. */
    private ExpressionTree postfix(ExpressionTree atom) {
        ExpressionTree tree = atom;
        for (int count = 1; ; count++) {
            int offset = cursor.offset();
            if (cursor.is(TokenKind.DOT)) {
                cursor.advance();
                int keyOffset = cursor.offset();
                tree = new ExpressionTree.Property(keyOffset, tree, cursor.name("a property key"));
            } else if (cursor.is(TokenKind.LEFT_BRACKET)) {
                tree = subscript(tree, offset);
            } else if (cursor.is(TokenKind.COLON) && isLabelStart()) {
                cursor.advance();
                return new ExpressionTree.LabelTest(offset, tree, patterns.labels());
            } else {
                return tree;
            }
            cursor.checkChain(count);
        }
    }

    private boolean isLabelStart() {
        TokenKind next = cursor.kind(1);
        return next == TokenKind.NAME
                || next == TokenKind.QUOTED_NAME
                || next == TokenKind.EXCLAMATION
                || next == TokenKind.PERCENT
                || next == TokenKind.LEFT_PARENTHESIS;
    }

    private ExpressionTree subscript(ExpressionTree target, int offset) {
        cursor.advance();
        if (cursor.accept(TokenKind.DOT_DOT)) {
            return slice(target, Optional.empty(), offset);
        }
        ExpressionTree index = unreserved();
        if (cursor.accept(TokenKind.DOT_DOT)) {
            return slice(target, Optional.of(index), offset);
        }
        cursor.expect(TokenKind.RIGHT_BRACKET);
        return new ExpressionTree.Subscript(offset, target, index);
    }

    private ExpressionTree slice(ExpressionTree target, Optional<ExpressionTree> from, int offset) {
        Optional<ExpressionTree> to = cursor.is(TokenKind.RIGHT_BRACKET) ? Optional.empty() : Optional.of(unreserved());
        cursor.expect(TokenKind.RIGHT_BRACKET);
        return new ExpressionTree.Slice(offset, target, from, to);
    }

    /** An expression within brackets of its own: every bar in it may belong to a label expression. */
    ExpressionTree unreserved() {
        int former = patterns.reserveBar(-1);
        ExpressionTree tree = expression();
        patterns.reserveBar(former);
        return tree;
    }

    ExpressionTree parameter() {
        int offset = cursor.offset();
        String text = cursor.text();
        cursor.advance();
        String name = text.charAt(1) == '`' ? TokenCursor.unquote(text.substring(1)) : text.substring(1);
        return new ExpressionTree.Parameter(offset, name);
    }

    ExpressionTree mapLiteral() {
        int offset = cursor.offset();
        cursor.expect(TokenKind.LEFT_BRACE);
        List<EntryTree> entries = new ArrayList<>(4);
        if (!cursor.is(TokenKind.RIGHT_BRACE)) {
            do {
                int keyOffset = cursor.offset();
                String key = cursor.name("a key");
                if (!cursor.accept(TokenKind.COLON)) {
                    String expected = "`:` and a value for the key `" + key + "`";
                    boolean alone = entries.isEmpty() && cursor.is(TokenKind.RIGHT_BRACE);
                    throw cursor.unexpected(alone ? expected + ", or $" + key + " for a parameter" : expected);
                }
                entries.add(new EntryTree(keyOffset, key, unreserved()));
            } while (cursor.accept(TokenKind.COMMA));
        }
        if (!cursor.accept(TokenKind.RIGHT_BRACE)) {
            throw cursor.unexpected("`,` or `}`");
        }
        return new ExpressionTree.MapLiteral(offset, entries);
    }

    /** Expressions separated by commas up to a closing token, which is consumed too. */
    List<ExpressionTree> listUntil(TokenKind close) {
        List<ExpressionTree> elements = new ArrayList<>(4);
        if (!cursor.is(close)) {
            do {
                elements.add(unreserved());
            } while (cursor.accept(TokenKind.COMMA));
        }
        if (!cursor.accept(close)) {
            throw cursor.unexpected("`,` or `" + close.text() + "`");
        }
        return elements;
    }
}
