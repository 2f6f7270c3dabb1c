package org.thetisdb.engine.choice;

import java.util.List;
import java.util.Set;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.operator.Downstream;
import org.thetisdb.engine.operator.ExpressionText;
import org.thetisdb.engine.operator.Leaf;
import org.thetisdb.engine.operator.PipelineBuilder;

/** The rows that a {@link JoinChoice} keeps, where one of its ways begins or joins them. */
public record KeptRows(List<Variable> variables, double rows) implements Leaf {
    public KeptRows {
        variables = List.copyOf(variables);
    }

    @Override
    public Set<Variable> binds() {
        return Set.copyOf(variables);
    }

    @Override
    public String details() {
        return ExpressionText.variables(variables);
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        builder.source(this, builder.keptRows(), next);
    }
}
