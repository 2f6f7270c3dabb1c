package org.thetisdb.engine.operator;

import java.util.List;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;

/**
 * What a stage or sink does, told so that one loop can do it together with what is before and after it. Nothing else
 * may be done by it.
 */
public sealed interface Fusable {
    /**
     * Lets those rows pass for which all conjuncts are true.
     *
     * @param conjuncts at least one; a later one is not evaluated where an earlier one is false
     */
    record Conditions(List<Expression> conjuncts) implements Fusable {
        public Conditions {
            conjuncts = List.copyOf(conjuncts);
        }
    }

    /** Adds columns, whose expressions do not see each other. */
    record Columns(List<Step.Item> items) implements Fusable {
        public Columns {
            items = List.copyOf(items);
        }
    }

    /**
     * Aggregates rows by keys; only a sink does, whose stages are {@link GroupedStage}.
     *
     * @param keys at least one
     * @param aggregations at least one
     */
    record Groups(List<Expression> keys, List<Step.Aggregation> aggregations) implements Fusable {
        public Groups {
            keys = List.copyOf(keys);
            aggregations = List.copyOf(aggregations);
        }
    }

    /** Aggregates all rows as one group; only a sink does, whose stages are {@link TotalsStage}. */
    record Totals(List<Step.Aggregation> aggregations) implements Fusable {
        public Totals {
            aggregations = List.copyOf(aggregations);
        }
    }
}
