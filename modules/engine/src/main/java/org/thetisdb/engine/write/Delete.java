package org.thetisdb.engine.write;

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
import org.thetisdb.engine.operator.Unary;

/** Deletes what the targets are; with {@code detach}, a node's relationships too. */
public record Delete(Operator input, boolean detach, List<Expression> targets, double rows) implements Unary {
    public Delete {
        targets = List.copyOf(targets);
    }

    @Override
    public Operator withInput(Operator other) {
        return new Delete(other, detach, targets, rows);
    }

    @Override
    public Set<Variable> binds() {
        return Set.of();
    }

    @Override
    public String name() {
        return detach ? "DetachDelete" : "Delete";
    }

    @Override
    public String details() {
        return ExpressionText.list(targets);
    }

    @Override
    public List<Expression> expressions() {
        return targets;
    }

    @Override
    public boolean isWrite() {
        return true;
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        Set<Integer> below = SlotSets.needed(read, List.of(), targets);
        new Physical(detach, targets, builder.kept(input, below)).build(builder, this, below, next);
    }

    private record Physical(boolean detach, List<Expression> targets, int[] kept) implements WriteSpec {
        @Override
        public String text() {
            return "Delete";
        }

        @Override
        public int[] givenSlots() {
            return kept;
        }

        @Override
        public WriteSink createSink(Assembly assembly) {
            return new DeleteSink(detach, kept, assembly.outerRows(), worker -> assembly.evaluators(worker, targets));
        }
    }
}
