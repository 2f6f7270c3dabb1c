package org.thetisdb.cypher.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.thetisdb.cypher.bound.Direction;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.cypher.syntax.Clause.Identifier;
import org.thetisdb.cypher.syntax.ExpressionTree;
import org.thetisdb.cypher.syntax.LabelTree;
import org.thetisdb.cypher.syntax.PatternTree;
import org.thetisdb.cypher.syntax.PatternTree.LengthTree;
import org.thetisdb.cypher.syntax.PatternTree.NodeTree;
import org.thetisdb.cypher.syntax.PatternTree.RelationshipTree;
import org.thetisdb.cypher.syntax.PatternTree.Shortest;
import org.thetisdb.value.ErrorCode;

/** Patterns and label expressions. */
final class PatternParser {
    private final TokenCursor cursor;
    private final ExpressionParser expressions;

    /** The index of a {@code |} that belongs to a surrounding comprehension and ends a label expression; -1 if none. */
    private int barIndex = -1;

    PatternParser(TokenCursor cursor, ExpressionParser expressions) {
        this.cursor = cursor;
        this.expressions = expressions;
    }

    /** Sets the bar that no label expression may take, and returns the one from before. */
    int reserveBar(int tokenIndex) {
        int former = barIndex;
        barIndex = tokenIndex;
        return former;
    }

    List<PatternTree> patterns() {
        List<PatternTree> patterns = new ArrayList<>(2);
        do {
            patterns.add(pattern());
        } while (cursor.accept(TokenKind.COMMA));
        return patterns;
    }

    /** One part, with its path variable if it has one. */
    PatternTree pattern() {
        Optional<Identifier> path = Optional.empty();
        int offset = cursor.offset();
        if (cursor.isName() && cursor.kind(1) == TokenKind.EQUAL) {
            path = Optional.of(cursor.identifier("a path variable"));
            cursor.advance();
        }
        Shortest shortest = shortestFunction();
        if (shortest == Shortest.NONE) {
            return chain(offset, path, Shortest.NONE);
        }
        cursor.advance(2);
        PatternTree pattern = chain(offset, path, shortest);
        cursor.expect(TokenKind.RIGHT_PARENTHESIS);
        return pattern;
    }

    /** Whether {@code shortestPath(} or {@code allShortestPaths(} is next. */
    Shortest shortestFunction() {
        if (cursor.kind(1) == TokenKind.LEFT_PARENTHESIS) {
            if (cursor.isWord("shortestPath")) {
                return Shortest.ONE;
            }
            if (cursor.isWord("allShortestPaths")) {
                return Shortest.ALL;
            }
        }
        return Shortest.NONE;
    }

    private PatternTree chain(int offset, Optional<Identifier> path, Shortest shortest) {
        refuseSelectors();
        List<NodeTree> nodes = new ArrayList<>(4);
        List<RelationshipTree> relationships = new ArrayList<>(4);
        nodes.add(node());
        while (cursor.is(TokenKind.MINUS) || cursor.is(TokenKind.LESS)) {
            relationships.add(relationship());
            nodes.add(node());
        }
        if (cursor.is(TokenKind.LEFT_PARENTHESIS)) {
            throw cursor.unexpected("`,` or a relationship such as `-[:TYPE]->` between two nodes");
        }
        return new PatternTree(offset, path, shortest, nodes, relationships);
    }

    private void refuseSelectors() {
        boolean selector = cursor.isWord("ANY") || cursor.isWord("ALL") || cursor.isWord("SHORTEST");
        boolean group = cursor.is(TokenKind.LEFT_PARENTHESIS)
                && (cursor.kind(1) == TokenKind.LEFT_PARENTHESIS
                        || cursor.isName(1)
                                && cursor.kind(2) == TokenKind.EQUAL
                                && cursor.kind(3) == TokenKind.LEFT_PARENTHESIS);
        if (selector || group) {
            throw cursor.source()
                    .error(
                            ErrorCode.NOT_YET_SUPPORTED,
                            cursor.offset(),
                            group
                                    ? "quantified path patterns are not supported yet; use `-[:TYPE*1..3]->`"
                                    : "path selectors are not supported yet; use shortestPath() or allShortestPaths()");
        }
    }

    NodeTree node() {
        int offset = cursor.offset();
        if (!cursor.accept(TokenKind.LEFT_PARENTHESIS)) {
            throw cursor.unexpected("a node such as `(n:Label)`");
        }
        Optional<Identifier> variable = patternVariable(TokenKind.RIGHT_PARENTHESIS);
        Optional<LabelTree> labels = labelsIfAny();
        Optional<ExpressionTree> properties = properties();
        Optional<ExpressionTree> where = inlineWhere();
        if (!cursor.accept(TokenKind.RIGHT_PARENTHESIS)) {
            throw cursor.unexpected("`)` or `:Label`, `{key: value}` or WHERE");
        }
        return new NodeTree(offset, variable, labels, properties, where);
    }

    /** A name, unless it is the WHERE of an inline predicate or the IS of a label. */
    private Optional<Identifier> patternVariable(TokenKind close) {
        if (!cursor.isName()) {
            return Optional.empty();
        }
        TokenKind next = cursor.kind(1);
        boolean plain = next == close
                || next == TokenKind.COLON
                || next == TokenKind.LEFT_BRACE
                || next == TokenKind.STAR
                || next == TokenKind.PARAMETER;
        if (!plain
                && (cursor.isWord("WHERE") || cursor.isWord("IS"))
                && !cursor.isWord(1, "WHERE")
                && !cursor.isWord(1, "IS")) {
            return Optional.empty();
        }
        return Optional.of(cursor.identifier("a variable"));
    }

    private Optional<LabelTree> labelsIfAny() {
        if (cursor.accept(TokenKind.COLON) || cursor.acceptWord("IS")) {
            return Optional.of(labels());
        }
        return Optional.empty();
    }

    private Optional<ExpressionTree> properties() {
        if (cursor.is(TokenKind.LEFT_BRACE)) {
            return Optional.of(expressions.mapLiteral());
        }
        if (cursor.is(TokenKind.PARAMETER)) {
            return Optional.of(expressions.parameter());
        }
        return Optional.empty();
    }

    private Optional<ExpressionTree> inlineWhere() {
        return cursor.acceptWord("WHERE") ? Optional.of(expressions.expression()) : Optional.empty();
    }

    private RelationshipTree relationship() {
        int offset = cursor.offset();
        boolean left = cursor.accept(TokenKind.LESS);
        cursor.expect(TokenKind.MINUS);
        Optional<Identifier> variable = Optional.empty();
        Optional<LabelTree> types = Optional.empty();
        Optional<LengthTree> length = Optional.empty();
        Optional<ExpressionTree> properties = Optional.empty();
        Optional<ExpressionTree> where = Optional.empty();
        if (cursor.accept(TokenKind.LEFT_BRACKET)) {
            variable = patternVariable(TokenKind.RIGHT_BRACKET);
            types = labelsIfAny();
            length = length();
            properties = properties();
            where = inlineWhere();
            if (!cursor.accept(TokenKind.RIGHT_BRACKET)) {
                throw cursor.unexpected("`]` or `:TYPE`, `*1..3`, `{key: value}` or WHERE");
            }
        }
        if (!cursor.accept(TokenKind.MINUS)) {
            throw cursor.unexpected("`-` or `->` to end the relationship");
        }
        boolean right = cursor.accept(TokenKind.GREATER);
        if (length.isEmpty()) {
            length = quantifier();
        }
        Direction direction = left == right ? Direction.BOTH : left ? Direction.INCOMING : Direction.OUTGOING;
        return new RelationshipTree(offset, variable, direction, types, length, properties, where);
    }

    /** {@code *}, {@code *2}, {@code *1..3}, {@code *..3}. */
    private Optional<LengthTree> length() {
        int offset = cursor.offset();
        if (!cursor.accept(TokenKind.STAR)) {
            return Optional.empty();
        }
        if (cursor.is(TokenKind.MINUS) || cursor.is(TokenKind.PARAMETER)) {
            throw cursor.unexpected("a length such as `*1..3`, with whole numbers from 0");
        }
        OptionalLong from = hopCount();
        if (cursor.accept(TokenKind.DOT_DOT)) {
            OptionalLong to = hopCount();
            return Optional.of(length(offset, from.orElse(1), to));
        }
        return Optional.of(length(offset, from.orElse(1), from));
    }

    /** {@code +}, {@code *}, {@code {2}}, {@code {1,3}} after a relationship. */
    private Optional<LengthTree> quantifier() {
        int offset = cursor.offset();
        if (cursor.accept(TokenKind.PLUS)) {
            return Optional.of(new LengthTree(offset, 1, OptionalLong.empty()));
        }
        if (cursor.accept(TokenKind.STAR)) {
            return Optional.of(new LengthTree(offset, 0, OptionalLong.empty()));
        }
        if (!cursor.accept(TokenKind.LEFT_BRACE)) {
            return Optional.empty();
        }
        OptionalLong from = hopCount();
        OptionalLong to = cursor.accept(TokenKind.COMMA) ? hopCount() : from;
        cursor.expect(TokenKind.RIGHT_BRACE);
        return Optional.of(length(offset, from.orElse(0), to));
    }

    private LengthTree length(int offset, long minimum, OptionalLong maximum) {
        if (minimum > Integer.MAX_VALUE) {
            throw cursor.error(offset, "a length this large cannot be: minimum=" + minimum);
        }
        return new LengthTree(offset, (int) minimum, maximum);
    }

    private OptionalLong hopCount() {
        if (!cursor.is(TokenKind.INTEGER)) {
            return OptionalLong.empty();
        }
        Long count = LiteralParser.integer(cursor.source(), cursor.offset(), cursor.text(), false);
        cursor.advance();
        return OptionalLong.of(count);
    }

    /** A label expression after its colon. */
    LabelTree labels() {
        List<Identifier> names = new ArrayList<>(2);
        return new LabelTree(labelDisjunction(names), names);
    }

    private LabelExpression labelDisjunction(List<Identifier> names) {
        LabelExpression first = labelConjunction(names);
        if (!isBar()) {
            return first;
        }
        List<LabelExpression> operands = new ArrayList<>(4);
        operands.add(first);
        while (isBar()) {
            cursor.advance();
            cursor.accept(TokenKind.COLON);
            operands.add(labelConjunction(names));
        }
        cursor.checkChain(operands.size());
        return new LabelExpression.Or(operands);
    }

    private boolean isBar() {
        return cursor.is(TokenKind.BAR) && cursor.index() != barIndex;
    }

    private LabelExpression labelConjunction(List<Identifier> names) {
        LabelExpression first = labelAtom(names);
        if (!cursor.is(TokenKind.AMPERSAND) && !cursor.is(TokenKind.COLON)) {
            return first;
        }
        List<LabelExpression> operands = new ArrayList<>(4);
        operands.add(first);
        while (cursor.accept(TokenKind.AMPERSAND) || cursor.accept(TokenKind.COLON)) {
            operands.add(labelAtom(names));
        }
        cursor.checkChain(operands.size());
        return new LabelExpression.And(operands);
    }

    private LabelExpression labelAtom(List<Identifier> names) {
        cursor.enter();
        LabelExpression labels;
        if (cursor.accept(TokenKind.EXCLAMATION)) {
            labels = new LabelExpression.Not(labelAtom(names));
        } else if (cursor.accept(TokenKind.PERCENT)) {
            labels = new LabelExpression.Wildcard();
        } else if (cursor.accept(TokenKind.LEFT_PARENTHESIS)) {
            int former = reserveBar(-1);
            labels = labelDisjunction(names);
            reserveBar(former);
            cursor.expect(TokenKind.RIGHT_PARENTHESIS);
        } else {
            Identifier name = cursor.identifier("a label or type, `!`, `%` or `(`");
            names.add(name);
            labels = new LabelExpression.Name(name.name());
        }
        cursor.leave();
        return labels;
    }
}
