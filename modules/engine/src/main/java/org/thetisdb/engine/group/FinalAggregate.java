package org.thetisdb.engine.group;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
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
 * @param groups which, of which rows, and of what the states are
 * @param states by aggregation the columns of its state
 */
public record FinalAggregate(Aggregate groups, List<List<Variable>> states) implements Unary {
    public FinalAggregate {
        states = List.copyOf(states);
    }

    @Override
    public Operator input() {
        return groups.input();
    }

    @Override
    public FinalAggregate withInput(Operator other) {
        return new FinalAggregate(groups.withInput(other), states);
    }

    @Override
    public double rows() {
        return groups.rows();
    }

    @Override
    public Set<Variable> binds() {
        return groups.binds();
    }

    @Override
    public Set<Variable> columns() {
        return groups.columns();
    }

    @Override
    public String name() {
        return "Aggregate (final)";
    }

    @Override
    public String details() {
        return groups.details();
    }

    @Override
    public List<Expression> expressions() {
        return Stream.concat(
                        groups.keys().stream().map(Step.Item::expression),
                        ofStates().stream().flatMap(each -> each.arguments().stream()))
                .toList();
    }

    /** The aggregations with the columns of their states as arguments. */
    private List<Step.Aggregation> ofStates() {
        List<Step.Aggregation> all = new ArrayList<>();
        for (int item = 0; item < states.size(); item++) {
            List<Expression> columns = new ArrayList<>();
            states.get(item).forEach(each -> columns.add(new Expression.Reference(each)));
            all.add(groups.aggregations().get(item).withArguments(columns));
        }
        return all;
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        List<Step.Aggregation> wanted = ofStates().stream()
                .filter(each -> read.contains(SlotSets.slot(each.variable())))
                .toList();
        List<Variable> results = wanted.stream().map(Step.Aggregation::variable).toList();
        new GroupBuilding(builder, this, groups.keys(), wanted, List.of(), GroupPhase.FINAL, results).build(next);
    }
}
