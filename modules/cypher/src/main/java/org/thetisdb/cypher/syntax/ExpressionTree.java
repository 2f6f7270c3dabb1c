package org.thetisdb.cypher.syntax;

import java.util.List;
import java.util.Optional;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.syntax.Clause.Identifier;

/** An expression as written; the offset of an operator is that of its sign. */
public sealed interface ExpressionTree {
    int offset();

    /** A boxed value, or an empty one for null. */
    record Literal(int offset, Optional<Object> value) implements ExpressionTree {}

    record Parameter(int offset, String name) implements ExpressionTree {}

    record Name(int offset, String name) implements ExpressionTree {}

    record Property(int offset, ExpressionTree target, String key) implements ExpressionTree {}

    record Unary(int offset, UnaryOperator operator, ExpressionTree operand) implements ExpressionTree {}

    record Binary(int offset, BinaryOperator operator, ExpressionTree left, ExpressionTree right)
            implements ExpressionTree {}

    /** AND or OR of at least two operands; a chained comparison is an AND too. */
    record Logical(int offset, boolean conjunction, List<ExpressionTree> operands) implements ExpressionTree {}

    record TypeTest(int offset, ExpressionTree value, List<TypeTree> types, boolean negated)
            implements ExpressionTree {}

    record LabelTest(int offset, ExpressionTree target, LabelTree labels) implements ExpressionTree {}

    /**
     * A call of a scalar or aggregate function.
     *
     * @param name as written, with dots
     * @param star {@code count(*)}
     */
    record Call(int offset, String name, boolean distinct, boolean star, List<ExpressionTree> arguments)
            implements ExpressionTree {}

    record ListLiteral(int offset, List<ExpressionTree> elements) implements ExpressionTree {}

    record MapLiteral(int offset, List<EntryTree> entries) implements ExpressionTree {}

    record MapProjection(int offset, ExpressionTree target, boolean allProperties, List<EntryTree> entries)
            implements ExpressionTree {}

    record Subscript(int offset, ExpressionTree target, ExpressionTree index) implements ExpressionTree {}

    record Slice(int offset, ExpressionTree list, Optional<ExpressionTree> from, Optional<ExpressionTree> to)
            implements ExpressionTree {}

    record Case(
            int offset, Optional<ExpressionTree> operand, List<WhenTree> branches, Optional<ExpressionTree> otherwise)
            implements ExpressionTree {}

    record ListComprehension(
            int offset,
            Identifier variable,
            ExpressionTree list,
            Optional<ExpressionTree> predicate,
            Optional<ExpressionTree> projection)
            implements ExpressionTree {}

    record PatternComprehension(
            int offset, PatternTree pattern, Optional<ExpressionTree> predicate, ExpressionTree projection)
            implements ExpressionTree {}

    record Quantifier(
            int offset,
            Expression.Quantifier.Kind kind,
            Identifier variable,
            ExpressionTree list,
            Optional<ExpressionTree> predicate)
            implements ExpressionTree {}

    record Reduce(
            int offset,
            Identifier accumulator,
            ExpressionTree initial,
            Identifier variable,
            ExpressionTree list,
            ExpressionTree body)
            implements ExpressionTree {}

    /**
     * A pattern as a predicate, or {@code shortestPath(…)} as a value.
     *
     * @param existsCall written as {@code exists(pattern)}
     */
    record Pattern(int offset, PatternTree pattern, boolean existsCall) implements ExpressionTree {}

    /** EXISTS, COUNT or COLLECT with braces. */
    record Subquery(int offset, Expression.Subquery.Kind kind, QueryTree query) implements ExpressionTree {}

    enum UnaryOperator {
        NOT,
        NEGATE,
        PLUS,
        IS_NULL,
        IS_NOT_NULL
    }

    enum BinaryOperator {
        XOR,
        EQUAL,
        NOT_EQUAL,
        LESS,
        LESS_OR_EQUAL,
        GREATER,
        GREATER_OR_EQUAL,
        IN,
        STARTS_WITH,
        ENDS_WITH,
        CONTAINS,
        MATCHES,
        ADD,
        CONCATENATE,
        SUBTRACT,
        MULTIPLY,
        DIVIDE,
        MODULO,
        POWER
    }

    record EntryTree(int offset, String key, ExpressionTree value) {}

    record WhenTree(ExpressionTree when, ExpressionTree then) {}

    /** One alternative of {@code IS :: A | B}. */
    record TypeTree(CypherType type, boolean notNull) {}
}
