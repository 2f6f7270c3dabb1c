package org.thetisdb.engine.write;

import java.util.Set;
import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.Downstream;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.PipelineBuilder;
import org.thetisdb.engine.operator.Shared;
import org.thetisdb.engine.operator.SinkSpec;
import org.thetisdb.engine.operator.SourceSpec;
import org.thetisdb.engine.operator.Unary;
import org.thetisdb.engine.pipeline.Source;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/**
 * The sink of an operator that writes. The writing is a pipeline without rows of its own, so that others can be put
 * between it and the one in which its rows continue.
 */
interface WriteSpec extends SinkSpec, Shared<WrittenRows> {
    /** Makes what gathers the rows and writes. */
    WriteSink createSink(Assembly assembly);

    /** The slots of the rows that it gives out. */
    int[] givenSlots();

    @Override
    default WrittenRows createState(Assembly assembly) {
        return new WrittenRows(createSink(assembly));
    }

    @Override
    default Stage create(Assembly assembly, Worker worker) {
        return assembly.state(this).sink().stage(worker);
    }

    /** Builds the three pipelines: of the input, of the writing, and of what follows. */
    default void build(PipelineBuilder builder, Unary operator, Set<Integer> below, Downstream next) {
        builder.into(operator.input(), below, Downstream.of(this));
        builder.writing(operator, new Writing(this));
        builder.source(operator, new Rows(this), builder.relinked(givenSlots(), next));
    }

    /** @param sink what writes */
    record Writing(WriteSpec sink) implements SourceSpec {
        @Override
        public Source create(Assembly assembly) {
            return assembly.state(sink).writing();
        }
    }

    /** @param sink whose rows they are */
    record Rows(WriteSpec sink) implements SourceSpec {
        @Override
        public Source create(Assembly assembly) {
            return assembly.state(sink);
        }

        @Override
        public String text(Operator operator) {
            return "rows of " + sink.text();
        }
    }
}
