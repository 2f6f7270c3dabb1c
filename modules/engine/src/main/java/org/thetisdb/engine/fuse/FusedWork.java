package org.thetisdb.engine.fuse;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.operator.Fusable;

/**
 * What a run of stages does, as expressions over the columns of the rows that it is given. Immutable.
 *
 * @param filters the conjuncts of each filter, in their order
 * @param columns values for each row; none if there are totals
 * @param variables by column, whose values they are; none if nobody asks by name
 * @param keys what rows are grouped by; none if they are not
 * @param totals aggregates of all rows that pass, of each group if there are keys
 * @param definitions by the variables that the run itself computes, their expressions
 */
record FusedWork(
        List<List<Expression>> filters,
        List<Expression> columns,
        List<Variable> variables,
        List<Expression> keys,
        List<Step.Aggregation> totals,
        Map<Variable, Expression> definitions) {
    FusedWork {
        filters = filters.stream().map(List::copyOf).toList();
        columns = List.copyOf(columns);
        variables = List.copyOf(variables);
        keys = List.copyOf(keys);
        totals = List.copyOf(totals);
        definitions = Map.copyOf(definitions);
    }

    /** One value for each row. */
    static FusedWork of(Expression value) {
        return new FusedWork(List.of(), List.of(value), List.of(), List.of(), List.of(), Map.of());
    }

    static FusedWork of(List<Fusable> parts) {
        List<List<Expression>> filters = new ArrayList<>();
        List<Step.Item> items = new ArrayList<>();
        List<Expression> keys = new ArrayList<>();
        List<Step.Aggregation> totals = new ArrayList<>();
        Map<Variable, Expression> definitions = new HashMap<>();
        for (Fusable part : parts) {
            switch (part) {
                case Fusable.Conditions conditions -> filters.add(conditions.conjuncts());
                case Fusable.Columns added -> {
                    items.addAll(added.items());
                    added.items().forEach(item -> definitions.put(item.variable(), item.expression()));
                }
                case Fusable.Totals all -> totals.addAll(all.aggregations());
                case Fusable.Groups groups -> {
                    keys.addAll(groups.keys());
                    totals.addAll(groups.aggregations());
                }
            }
        }
        List<Step.Item> columns = totals.isEmpty() ? items : List.of();
        return new FusedWork(
                filters,
                columns.stream().map(Step.Item::expression).toList(),
                columns.stream().map(Step.Item::variable).toList(),
                keys,
                totals,
                definitions);
    }

    /** The expression of a variable that the run computes. */
    Optional<Expression> definition(Variable variable) {
        return Optional.ofNullable(definitions.get(variable));
    }
}
