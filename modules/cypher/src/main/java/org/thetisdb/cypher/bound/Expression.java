package org.thetisdb.cypher.bound;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** An expression without aggregates: those are {@link Step.Aggregation}s by now. */
public sealed interface Expression {
    /** Predicates that are all true where this one is: the operands of an AND, or itself. */
    default List<Expression> conjuncts() {
        return this instanceof And and ? and.operands() : List.of(this);
    }

    /** A boxed value as {@code org.thetisdb.value} lists them, or an empty one for null. */
    record Literal(Optional<Object> value) implements Expression {
        public static final Literal NULL = new Literal(Optional.empty());

        public static Literal of(Object value) {
            return new Literal(Optional.of(value));
        }
    }

    /**
     * A value that comes with the run.
     *
     * @param type what is known of it: nothing of one that the caller gives
     */
    record Parameter(String name, CypherType type) implements Expression {
        /** One that the caller gives. */
        public static Parameter of(String name) {
            return new Parameter(name, CypherType.ANY);
        }
    }

    record Reference(Variable variable) implements Expression {}

    /** {@code target.key}: of a node, relationship, map, temporal value, duration or point. */
    record Property(Expression target, String key) implements Expression {}

    record Arithmetic(Operator operator, Expression left, Expression right) implements Expression {
        /** ADD also concatenates strings and lists, and adds durations. */
        public enum Operator {
            ADD("+"),
            SUBTRACT("-"),
            MULTIPLY("*"),
            DIVIDE("/"),
            MODULO("%"),
            POWER("^");

            private final String symbol;

            Operator(String symbol) {
                this.symbol = symbol;
            }

            /** As a query writes it. */
            public String symbol() {
                return symbol;
            }
        }
    }

    record Negate(Expression operand) implements Expression {}

    /** A chain {@code a < b < c} is an And of these. */
    record Comparison(Operator operator, Expression left, Expression right) implements Expression {
        public enum Operator {
            EQUAL,
            NOT_EQUAL,
            LESS,
            LESS_OR_EQUAL,
            GREATER,
            GREATER_OR_EQUAL
        }
    }

    /** At least two operands. */
    record And(List<Expression> operands) implements Expression {
        public And {
            operands = List.copyOf(operands);
        }
    }

    /** At least two operands. */
    record Or(List<Expression> operands) implements Expression {
        public Or {
            operands = List.copyOf(operands);
        }
    }

    record Xor(Expression left, Expression right) implements Expression {}

    record Not(Expression operand) implements Expression {}

    record IsNull(Expression operand) implements Expression {}

    record IsNotNull(Expression operand) implements Expression {}

    record In(Expression value, Expression list) implements Expression {}

    record StringTest(Operator operator, Expression text, Expression part) implements Expression {
        /** MATCHES is {@code =~}, on the whole text. */
        public enum Operator {
            STARTS_WITH,
            ENDS_WITH,
            CONTAINS,
            MATCHES
        }
    }

    /** {@code value IS :: TYPE} and {@code IS NOT :: TYPE} (as Not). */
    record TypeTest(Expression value, CypherType type, boolean notNull) implements Expression {}

    /** {@code n:Person&!Robot}, of a node or a relationship; null for null. */
    record HasLabels(Expression target, LabelExpression labels) implements Expression {}

    /**
     * A function call; {@code name} is the canonical lower-case name in {@code FunctionCatalog}, such as
     * {@code duration.inseconds}.
     */
    record Call(String name, List<Expression> arguments) implements Expression {
        public Call {
            arguments = List.copyOf(arguments);
        }
    }

    /** A call of an extension's function. */
    record ExtensionCall(ExtensionFunction function, List<Expression> arguments) implements Expression {
        public ExtensionCall {
            arguments = List.copyOf(arguments);
        }
    }

    record ListOf(List<Expression> elements) implements Expression {
        public ListOf {
            elements = List.copyOf(elements);
        }
    }

    record MapOf(List<Entry> entries) implements Expression {
        public MapOf {
            entries = List.copyOf(entries);
        }
    }

    record Entry(String key, Expression value) {}

    /**
     * {@code node {.*, .a, b: 1}}: all properties of the target first if wanted, then the entries, later ones win; null
     * for null.
     */
    record MapProjection(Expression target, boolean allProperties, List<Entry> entries) implements Expression {
        public MapProjection {
            entries = List.copyOf(entries);
        }
    }

    /** {@code list[index]}, or {@code map[key]}, {@code node[key]}. */
    record Subscript(Expression target, Expression index) implements Expression {}

    record ListSlice(Expression list, Optional<Expression> from, Optional<Expression> to) implements Expression {}

    /** With an operand, {@code when} holds values to compare with it; without one, predicates. */
    record Case(Optional<Expression> operand, List<When> branches, Optional<Expression> otherwise)
            implements Expression {
        public Case {
            branches = List.copyOf(branches);
        }
    }

    record When(Expression when, Expression then) {}

    /** {@code [variable IN list WHERE predicate | projection]}. */
    record ListComprehension(
            Variable variable, Expression list, Optional<Expression> predicate, Optional<Expression> projection)
            implements Expression {}

    record Quantifier(Kind kind, Variable variable, Expression list, Expression predicate) implements Expression {
        public enum Kind {
            ALL,
            ANY,
            NONE,
            SINGLE
        }
    }

    record Reduce(Variable accumulator, Expression initial, Variable variable, Expression list, Expression body)
            implements Expression {}

    /**
     * EXISTS, COUNT or COLLECT { }, patterns in expressions and pattern comprehensions too.
     *
     * @param imports the outer variables that the subquery reads (columns, and the variables of a comprehension or
     *     reduce around it); it uses the very same variables
     * @param column for COLLECT: which of the query's outputs to collect
     */
    record Subquery(Kind kind, Query query, List<Variable> imports, OptionalInt column) implements Expression {
        public Subquery {
            imports = List.copyOf(imports);
        }

        public enum Kind {
            EXISTS,
            COUNT,
            COLLECT
        }
    }
}
