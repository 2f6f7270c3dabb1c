package org.thetisdb.cypher.bound;

import java.util.List;
import java.util.Optional;

/** The parts of the steps that write. */
public final class Write {
    private Write() {}

    /**
     * What a new entity's properties are; a null value is not stored.
     *
     * @param entries one for each key, no key twice
     * @param map instead of the entries: a map, node or relationship whose properties are taken
     */
    public record Properties(List<Expression.Entry> entries, Optional<Expression> map) {
        public static final Properties NONE = new Properties(List.of(), Optional.empty());

        public Properties {
            entries = List.copyOf(entries);
        }
    }

    /** A node to be made; its variable is new. */
    public record NewNode(Variable variable, List<String> labels, Properties properties) {
        public NewNode {
            labels = List.copyOf(labels);
        }
    }

    /** A relationship to be made; its variable is new, its ends are bound or new nodes of the same step. */
    public record NewRelationship(
            Variable variable, Variable start, String type, Variable end, Properties properties) {}

    /** A change of an existing node or relationship; if {@code target} is null nothing happens. */
    public sealed interface Assignment {
        Expression target();

        /** {@code target.key = value}; a value of null removes the property. */
        record OfProperty(Expression target, Expression key, Expression value) implements Assignment {}

        /**
         * {@code target = value} and {@code target += value}.
         *
         * @param keep whether properties that the value does not mention stay
         */
        record OfProperties(Expression target, Expression value, boolean keep) implements Assignment {}

        /** {@code target:A:B} in SET, or in REMOVE. */
        record OfLabels(Expression target, List<String> labels, boolean remove) implements Assignment {
            public OfLabels {
                labels = List.copyOf(labels);
            }
        }
    }

    /**
     * How CALL { } IN TRANSACTIONS divides its rows.
     *
     * @param rows rows in a transaction; constant during a run
     * @param onError what a failing transaction means for the rest
     * @param status takes a map that says the outcome of the row's transaction
     */
    public record Transactions(Expression rows, OnError onError, Optional<Variable> status) {
        /**
         * FAIL ends the query; CONTINUE continues with the next rows; BREAK leaves the rest undone, without an error.
         */
        public enum OnError {
            FAIL,
            CONTINUE,
            BREAK
        }
    }
}
