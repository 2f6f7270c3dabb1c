package org.thetisdb.engine.write;

import java.util.List;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.cypher.bound.Write;
import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.Downstream;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.PipelineBuilder;
import org.thetisdb.engine.operator.SlotSets;
import org.thetisdb.engine.operator.Unary;
import org.thetisdb.engine.operator.WriteExpressions;

/** SET and REMOVE. */
public record Assign(Operator input, List<Write.Assignment> assignments, double rows) implements Unary {
    public Assign {
        assignments = List.copyOf(assignments);
    }

    @Override
    public Operator withInput(Operator other) {
        return new Assign(other, assignments, rows);
    }

    @Override
    public Set<Variable> binds() {
        return Set.of();
    }

    @Override
    public String name() {
        return WriteText.areRemovals(assignments) ? "Remove" : "Set";
    }

    @Override
    public String details() {
        return WriteText.assignments(assignments);
    }

    @Override
    public List<Expression> expressions() {
        return WriteExpressions.of(assignments);
    }

    @Override
    public boolean isWrite() {
        return true;
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        Set<Integer> below = SlotSets.needed(read, List.of(), expressions());
        new Physical(assignments, builder.kept(input, below)).build(builder, this, below, next);
    }

    private record Physical(List<Write.Assignment> assignments, int[] kept) implements WriteSpec {
        @Override
        public String text() {
            return "Assign";
        }

        @Override
        public int[] givenSlots() {
            return kept;
        }

        @Override
        public WriteSink createSink(Assembly assembly) {
            return new AssignSink(
                    kept,
                    assembly.outerRows(),
                    worker -> new AssignWork(worker, assignments, assembly.expressions(worker)));
        }
    }
}
