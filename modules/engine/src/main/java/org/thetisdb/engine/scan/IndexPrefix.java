package org.thetisdb.engine.scan;

import java.util.List;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.Downstream;
import org.thetisdb.engine.operator.ExpressionText;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.PatternText;
import org.thetisdb.engine.operator.PipelineBuilder;
import org.thetisdb.engine.operator.SlotSets;
import org.thetisdb.engine.operator.StageSpec;
import org.thetisdb.engine.operator.Unary;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/** Nodes whose indexed property begins with a string, once for each input row. */
public record IndexPrefix(Operator input, Variable node, String label, String property, Expression prefix, double rows)
        implements Unary {
    @Override
    public Operator withInput(Operator other) {
        return new IndexPrefix(other, node, label, property, prefix, rows);
    }

    @Override
    public Set<Variable> binds() {
        return Set.of(node);
    }

    @Override
    public String details() {
        return PatternText.indexed(node, label, property) + " STARTS WITH " + ExpressionText.of(prefix);
    }

    @Override
    public List<Expression> expressions() {
        return List.of(prefix);
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        Set<Integer> below = SlotSets.needed(read, List.of(node), List.of(prefix));
        builder.into(input, below, new Physical(label, property, prefix, SlotSets.slot(node)).then(next));
    }

    private record Physical(String label, String property, Expression prefix, int slot) implements StageSpec {
        @Override
        public String text() {
            return "IndexPrefix";
        }

        @Override
        public Stage create(Assembly assembly, Worker worker, Stage next) {
            return new IndexPrefixStage(
                    worker,
                    ChosenIndex.of(worker, label, property),
                    assembly.expressions(worker).compile(prefix),
                    slot,
                    next);
        }
    }
}
