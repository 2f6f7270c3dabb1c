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
import org.thetisdb.engine.operator.Unary;

/**
 * Groups rows, and gives each group with the states of its aggregates, of which a {@link FinalAggregate} makes results.
 * What an aggregate cannot add is an error only there.
 *
 * @param keys at least one
 * @param multiplicities columns whose product tells how often a row counts
 * @param states by aggregation the columns of its state
 */
public record PartialAggregate(
        Operator input,
        List<Step.Item> keys,
        List<Step.Aggregation> aggregations,
        List<Variable> multiplicities,
        List<List<Variable>> states,
        double rows)
        implements Unary {
    public PartialAggregate {
        keys = List.copyOf(keys);
        aggregations = List.copyOf(aggregations);
        multiplicities = List.copyOf(multiplicities);
        states = List.copyOf(states);
    }

    @Override
    public PartialAggregate withInput(Operator other) {
        return new PartialAggregate(other, keys, aggregations, multiplicities, states, rows);
    }

    @Override
    public Set<Variable> binds() {
        Set<Variable> bound = new HashSet<>();
        keys.forEach(key -> bound.add(key.variable()));
        states.forEach(bound::addAll);
        return bound;
    }

    @Override
    public Set<Variable> columns() {
        return binds();
    }

    @Override
    public String name() {
        return "Aggregate (partial)";
    }

    @Override
    public String details() {
        return Aggregate.text(keys, aggregations, multiplicities);
    }

    @Override
    public List<Expression> expressions() {
        List<Expression> inputs = new ArrayList<>();
        keys.forEach(key -> inputs.add(key.expression()));
        aggregations.forEach(each -> inputs.addAll(each.arguments()));
        return inputs;
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        List<Variable> columns = states.stream().flatMap(List::stream).toList();
        new GroupBuilding(builder, this, keys, aggregations, multiplicities, GroupPhase.PARTIAL, columns).build(next);
    }
}
