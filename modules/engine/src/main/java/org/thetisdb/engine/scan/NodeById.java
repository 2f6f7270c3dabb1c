package org.thetisdb.engine.scan;

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
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/** The node with an id ({@code id(n) = …}) if it exists, for each input row. */
public record NodeById(Operator input, Variable node, Expression id, double rows) implements Unary {
    @Override
    public Operator withInput(Operator other) {
        return new NodeById(other, node, id, rows);
    }

    @Override
    public Set<Variable> binds() {
        return Set.of(node);
    }

    @Override
    public String details() {
        return "id(" + ExpressionText.of(node) + ") = " + ExpressionText.of(id);
    }

    @Override
    public List<Expression> expressions() {
        return List.of(id);
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        Set<Integer> below = SlotSets.needed(read, List.of(node), List.of(id));
        builder.into(input, below, new Physical(id, SlotSets.slot(node)).then(next));
    }

    private record Physical(Expression id, int slot) implements StageSpec {
        @Override
        public String text() {
            return "NodeById";
        }

        @Override
        public Stage create(Assembly assembly, Worker worker, Stage next) {
            return new NodeByIdStage(worker, assembly.expressions(worker).compile(id), slot, next);
        }
    }
}
