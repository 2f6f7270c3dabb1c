package org.thetisdb.engine.transform;

import java.util.List;
import java.util.Set;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.Downstream;
import org.thetisdb.engine.operator.ExpressionText;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.PipelineBuilder;
import org.thetisdb.engine.operator.SlotSets;
import org.thetisdb.engine.operator.StageSpec;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/** First the left's rows, then the right's (or mixed); the branches' columns become {@code outputs}. */
public record Union(
        Operator left,
        Operator right,
        List<Variable> leftColumns,
        List<Variable> rightColumns,
        List<Variable> outputs,
        double rows)
        implements Operator {
    public Union {
        leftColumns = List.copyOf(leftColumns);
        rightColumns = List.copyOf(rightColumns);
        outputs = List.copyOf(outputs);
    }

    @Override
    public List<Operator> rowInputs() {
        return List.of(left, right);
    }

    @Override
    public Operator withRowInputs(List<Operator> inputs) {
        return new Union(inputs.getFirst(), inputs.getLast(), leftColumns, rightColumns, outputs, rows);
    }

    @Override
    public Set<Variable> binds() {
        return Set.of();
    }

    @Override
    public Set<Variable> columns() {
        return Set.copyOf(outputs);
    }

    @Override
    public String sideName() {
        return "first branch";
    }

    @Override
    public String details() {
        return ExpressionText.variables(outputs);
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        branch(builder, left, leftColumns, read, next);
        branch(builder, right, rightColumns, read, next);
    }

    private void branch(
            PipelineBuilder builder, Operator branch, List<Variable> from, Set<Integer> read, Downstream next) {
        Set<Integer> below = SlotSets.with(SlotSets.without(read, outputs), from);
        builder.into(branch, below, new Physical(SlotSets.slots(from), SlotSets.slots(outputs)).then(next));
    }

    private record Physical(int[] from, int[] to) implements StageSpec {
        @Override
        public String text() {
            return "Union";
        }

        @Override
        public Stage create(Assembly assembly, Worker worker, Stage next) {
            return new UnionStage(worker, from, to, next);
        }
    }
}
