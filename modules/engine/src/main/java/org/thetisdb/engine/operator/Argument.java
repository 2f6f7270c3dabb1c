package org.thetisdb.engine.operator;

import java.util.List;
import java.util.Set;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.pipeline.Source;

/**
 * The outer rows of a subplan, with those of their columns that the subplan reads.
 *
 * @param isSingle whether one is expected at a time: because there is no other, or because each must see what was
 *     written for the one before it
 */
public record Argument(List<Variable> variables, boolean isSingle, double rows) implements Leaf {
    public Argument {
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
        builder.source(this, new Physical(), next);
    }

    private record Physical() implements SourceSpec {
        @Override
        public Source create(Assembly assembly) {
            return assembly.subplan().argument();
        }
    }
}
