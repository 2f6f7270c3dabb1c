package org.thetisdb.engine.operator;

import java.util.Set;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.pipeline.Source;
import org.thetisdb.engine.pipeline.UnitSource;

/** One row without columns: where a plan begins that needs nothing. */
public record Unit(double rows) implements Leaf {
    @Override
    public Set<Variable> binds() {
        return Set.of();
    }

    @Override
    public String details() {
        return "";
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        builder.source(this, new Physical(), next);
    }

    private record Physical() implements SourceSpec {
        @Override
        public Source create(Assembly assembly) {
            return new UnitSource();
        }

        @Override
        public boolean isOneMorsel(double rows) {
            return true;
        }
    }
}
