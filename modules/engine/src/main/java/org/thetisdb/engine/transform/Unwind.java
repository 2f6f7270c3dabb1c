package org.thetisdb.engine.transform;

import java.util.List;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.Downstream;
import org.thetisdb.engine.operator.ExpressionText;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.PipelineBuilder;
import org.thetisdb.engine.operator.SlotSets;
import org.thetisdb.engine.operator.StageSpec;
import org.thetisdb.engine.operator.Unary;
import org.thetisdb.engine.operator.Waiting;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/** Each row with each element of a list. */
public record Unwind(Operator input, Expression list, Variable variable, double rows) implements Unary {
    @Override
    public Operator withInput(Operator other) {
        return new Unwind(other, list, variable, rows);
    }

    @Override
    public Set<Variable> binds() {
        return Set.of(variable);
    }

    @Override
    public String details() {
        return ExpressionText.of(list) + " AS " + ExpressionText.of(variable);
    }

    @Override
    public List<Expression> expressions() {
        return List.of(list);
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        Set<Integer> below = SlotSets.needed(read, List.of(variable), List.of(list));
        StageSpec stage = new Physical(list, SlotSets.slot(variable));
        builder.into(input, below, Waiting.before(stage, builder, input, below, List.of(list), next));
    }

    private record Physical(Expression list, int slot) implements StageSpec {
        @Override
        public String text() {
            return "Unwind";
        }

        @Override
        public Stage create(Assembly assembly, Worker worker, Stage next) {
            return new UnwindStage(worker, assembly.expressions(worker).compile(list), slot, next);
        }
    }
}
