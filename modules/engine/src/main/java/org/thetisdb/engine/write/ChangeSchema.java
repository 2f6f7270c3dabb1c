package org.thetisdb.engine.write;

import java.util.Set;
import org.thetisdb.cypher.bound.SchemaChange;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.Downstream;
import org.thetisdb.engine.operator.Leaf;
import org.thetisdb.engine.operator.PipelineBuilder;
import org.thetisdb.engine.operator.SourceSpec;
import org.thetisdb.engine.pipeline.Source;

/** Makes, changes or drops an index, a constraint or an extension; gives no rows. */
public record ChangeSchema(SchemaChange change, double rows) implements Leaf {
    @Override
    public Set<Variable> binds() {
        return Set.of();
    }

    @Override
    public String details() {
        return WriteText.schema(change);
    }

    @Override
    public boolean isWrite() {
        return true;
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        builder.source(this, new Physical(change), next);
    }

    private record Physical(SchemaChange change) implements SourceSpec {
        @Override
        public Source create(Assembly assembly) {
            return new ChangeSchemaSource(change);
        }
    }
}
