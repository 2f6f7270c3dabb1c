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

/**
 * The node whose element id equals {@code id}; with {@code anyOf}, the nodes whose element ids are elements of the list
 * {@code id}, each once; for each input row.
 */
public record NodeByElementId(Operator input, Variable node, Expression id, boolean anyOf, double rows)
        implements Unary {
    @Override
    public Operator withInput(Operator other) {
        return new NodeByElementId(other, node, id, anyOf, rows);
    }

    @Override
    public Set<Variable> binds() {
        return Set.of(node);
    }

    @Override
    public String details() {
        return "elementId(" + ExpressionText.of(node) + ")" + (anyOf ? " IN " : " = ") + ExpressionText.of(id);
    }

    @Override
    public List<Expression> expressions() {
        return List.of(id);
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        Set<Integer> below = SlotSets.needed(read, List.of(node), List.of(id));
        builder.into(input, below, new Physical(id, anyOf, SlotSets.slot(node)).then(next));
    }

    private record Physical(Expression id, boolean anyOf, int slot) implements StageSpec {
        @Override
        public String text() {
            return "NodeByElementId";
        }

        @Override
        public Stage create(Assembly assembly, Worker worker, Stage next) {
            return new NodeByElementIdStage(worker, assembly.expressions(worker).compile(id), anyOf, slot, next);
        }
    }
}
