package org.thetisdb.engine.group;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.operator.Downstream;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.PipelineBuilder;
import org.thetisdb.engine.operator.SlotSets;
import org.thetisdb.engine.operator.Unary;

/**
 * Groups rows that have states of aggregates, which a {@link PartialAggregate} has made, and gives their results.
 *
 * @param aggregations of what the states are
 * @param states by aggregation the columns of its state
 */
public record FinalAggregate(
        Operator input,
        List<Step.Item> keys,
        List<Step.Aggregation> aggregations,
        List<List<Variable>> states,
        double rows)
        implements Unary {
    public FinalAggregate {
        keys = List.copyOf(keys);
        aggregations = List.copyOf(aggregations);
        states = List.copyOf(states);
    }

    @Override
    public FinalAggregate withInput(Operator other) {
        return new FinalAggregate(other, keys, aggregations, states, rows);
    }

    @Override
    public Set<Variable> binds() {
        Set<Variable> bound = new HashSet<>();
        keys.forEach(key -> bound.add(key.variable()));
        aggregations.forEach(each -> bound.add(each.variable()));
        return bound;
    }

    @Override
    public Set<Variable> columns() {
        return binds();
    }

    @Override
    public String name() {
        return "Aggregate (final)";
    }

    @Override
    public String details() {
        return Aggregate.text(keys, aggregations, List.of());
    }

    @Override
    public List<Expression> expressions() {
        List<Expression> inputs = new ArrayList<>();
        keys.forEach(key -> inputs.add(key.expression()));
        ofStates().forEach(each -> inputs.addAll(each.arguments()));
        return inputs;
    }

    /** The aggregations with the columns of their states as arguments. */
    private List<Step.Aggregation> ofStates() {
        List<Step.Aggregation> all = new ArrayList<>();
        for (int item = 0; item < aggregations.size(); item++) {
            List<Expression> columns = new ArrayList<>();
            states.get(item).forEach(each -> columns.add(new Expression.Reference(each)));
            all.add(aggregations.get(item).withArguments(columns));
        }
        return all;
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        List<Step.Aggregation> wanted = ofStates().stream()
                .filter(each -> read.contains(SlotSets.slot(each.variable())))
                .toList();
        List<Variable> results = wanted.stream().map(Step.Aggregation::variable).toList();
        new GroupBuilding(builder, this, keys, wanted, List.of(), GroupPhase.FINAL, results).build(next);
    }
}
