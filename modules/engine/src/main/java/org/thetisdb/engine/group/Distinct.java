package org.thetisdb.engine.group;

import java.util.List;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.operator.Downstream;
import org.thetisdb.engine.operator.ExpressionText;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.PipelineBuilder;
import org.thetisdb.engine.operator.Unary;

/** Keeps only {@code variables}, each combination once. */
public record Distinct(Operator input, List<Variable> variables, double rows) implements Unary {
    public Distinct {
        variables = List.copyOf(variables);
    }

    @Override
    public Operator withInput(Operator other) {
        return new Distinct(other, variables, rows);
    }

    @Override
    public Set<Variable> binds() {
        return Set.of();
    }

    @Override
    public Set<Variable> columns() {
        return Set.copyOf(variables);
    }

    @Override
    public String details() {
        return ExpressionText.variables(variables);
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        List<Step.Item> keys = variables.stream()
                .map(each -> new Step.Item(each, new Expression.Reference(each)))
                .toList();
        new GroupBuilding(builder, this, keys, List.of(), List.of()).build(next);
    }
}
