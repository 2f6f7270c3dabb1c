package org.thetisdb.engine.write;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.operator.Argument;
import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.Downstream;
import org.thetisdb.engine.operator.ExpressionText;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.PhysicalSubplan;
import org.thetisdb.engine.operator.PipelineBuilder;
import org.thetisdb.engine.operator.SlotSets;
import org.thetisdb.engine.operator.Unary;
import org.thetisdb.engine.subquery.LocalSubplan;

/** Runs a subplan that writes, for each row and each element of a list; the rows stay as they are. */
public record Foreach(Operator input, Operator body, Variable variable, Expression list, double rows) implements Unary {
    @Override
    public Operator withInput(Operator other) {
        return new Foreach(other, body, variable, list, rows);
    }

    @Override
    public Optional<Operator> subplan() {
        return Optional.of(body);
    }

    @Override
    public Set<Variable> binds() {
        return Set.of();
    }

    @Override
    public String details() {
        return ExpressionText.of(variable) + " IN " + ExpressionText.of(list);
    }

    @Override
    public List<Expression> expressions() {
        return List.of(list);
    }

    @Override
    public boolean isWrite() {
        return true;
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        Set<Integer> below = SlotSets.needed(read, List.of(), List.of(list));
        below.addAll(PipelineBuilder.imported(input, body));
        PhysicalSubplan physical = builder.subplan(body, Set.of());
        new Physical(physical, variable, list, isSingle(), builder.kept(input, below))
                .build(builder, this, below, next);
    }

    /** Whether the body is one clause that only sees what its outer rows bring. */
    private boolean isSingle() {
        return body.isWrite() && body.subplan().isEmpty() && body.rowInputs().getFirst() instanceof Argument;
    }

    private record Physical(PhysicalSubplan body, Variable variable, Expression list, boolean isSingle, int[] kept)
            implements WriteSpec {
        @Override
        public String text() {
            return "Foreach";
        }

        @Override
        public List<PhysicalSubplan> subplans() {
            return List.of(body);
        }

        @Override
        public int[] givenSlots() {
            return kept;
        }

        @Override
        public WriteSink createSink(Assembly assembly) {
            return new ForeachSink(
                    kept,
                    assembly.outerRows(),
                    worker -> assembly.expressions(worker).compile(list),
                    WriteHazards.ofReading(list),
                    SlotSets.slot(variable),
                    isSingle,
                    worker -> LocalSubplan.withoutRows(assembly, worker, body));
        }
    }
}
