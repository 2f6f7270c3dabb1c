package org.thetisdb.engine.sort;

import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.Downstream;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.PatternText;
import org.thetisdb.engine.operator.PipelineBuilder;
import org.thetisdb.engine.operator.Shared;
import org.thetisdb.engine.operator.StageSpec;
import org.thetisdb.engine.operator.Unary;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/** The rows without the first {@code skip}, and no more than {@code limit}. */
public record Slice(Operator input, Optional<Expression> skip, Optional<Expression> limit, double rows)
        implements Unary {
    @Override
    public Operator withInput(Operator other) {
        return new Slice(other, skip, limit, rows);
    }

    @Override
    public Set<Variable> binds() {
        return Set.of();
    }

    @Override
    public String details() {
        return PatternText.slice(skip, limit).strip();
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        StageSpec stage = builder.isSubplan() ? new PerOuterRow(skip, limit) : new Physical(skip, limit);
        builder.into(input, read, stage.then(next));
    }

    private record Physical(Optional<Expression> skip, Optional<Expression> limit)
            implements StageSpec, Shared<SliceStage.Counters> {
        @Override
        public String text() {
            return "Slice";
        }

        @Override
        public SliceStage.Counters createState(Assembly assembly) {
            return new SliceStage.Counters(
                    assembly.constant("SKIP", skip, 0), assembly.constant("LIMIT", limit, Long.MAX_VALUE));
        }

        @Override
        public Stage create(Assembly assembly, Worker worker, Stage next) {
            return new SliceStage(worker, assembly.state(this), next);
        }

        @Override
        public boolean endsEarly() {
            return true;
        }
    }

    private record PerOuterRow(Optional<Expression> skip, Optional<Expression> limit) implements StageSpec {
        @Override
        public String text() {
            return "Slice for each outer row";
        }

        @Override
        public Stage create(Assembly assembly, Worker worker, Stage next) {
            return new SlicePerRowStage(
                    worker,
                    assembly.subplan(),
                    assembly.constant("SKIP", skip, 0),
                    assembly.constant("LIMIT", limit, Long.MAX_VALUE),
                    next);
        }

        @Override
        public boolean endsEarly() {
            return true;
        }
    }
}
