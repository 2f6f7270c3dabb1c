package org.thetisdb.engine.group;

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
 * @param groups which, of which rows; with one key at least
 * @param states by aggregation the columns of its state
 */
public record PartialAggregate(Aggregate groups, List<List<Variable>> states) implements Unary {
    public PartialAggregate {
        states = List.copyOf(states);
    }

    @Override
    public Operator input() {
        return groups.input();
    }

    @Override
    public PartialAggregate withInput(Operator other) {
        return new PartialAggregate(groups.withInput(other), states);
    }

    @Override
    public double rows() {
        return groups.rows();
    }

    @Override
    public Set<Variable> binds() {
        Set<Variable> bound = new HashSet<>();
        groups.keys().stream().map(Step.Item::variable).forEach(bound::add);
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
        return groups.details();
    }

    @Override
    public List<Expression> expressions() {
        return groups.expressions();
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        List<Variable> columns = states.stream().flatMap(List::stream).toList();
        new GroupBuilding(
                        builder,
                        this,
                        groups.keys(),
                        groups.aggregations(),
                        groups.multiplicities(),
                        GroupPhase.PARTIAL,
                        columns)
                .build(next);
    }
}
