package org.thetisdb.engine.sort;

import java.util.List;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.Downstream;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.PatternText;
import org.thetisdb.engine.operator.PipelineBuilder;
import org.thetisdb.engine.operator.SlotSets;
import org.thetisdb.engine.operator.StageSpec;
import org.thetisdb.engine.operator.Unary;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/**
 * The rows that may still be among the first of the {@link TopK} in which their pipeline ends, by its first key alone:
 * for the others nothing more need be computed. Where there is no such end, which is so in subplans, all of them.
 *
 * @param key the first key of the TopK, a column
 */
public record TopKFilter(Operator input, Step.SortKey key, double rows) implements Unary {
    @Override
    public Operator withInput(Operator other) {
        return new TopKFilter(other, key, rows);
    }

    @Override
    public Set<Variable> binds() {
        return Set.of();
    }

    @Override
    public String details() {
        return PatternText.keys(List.of(key));
    }

    @Override
    public List<Expression> expressions() {
        return List.of(key.expression());
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        if (next.sink() instanceof TopK.Physical end) {
            Variable column = ((Expression.Reference) key.expression()).variable();
            Physical filter = new Physical(end, SlotSets.slot(column));
            builder.into(input, SlotSets.with(read, List.of(column)), filter.then(next));
        } else {
            builder.into(input, read, next);
        }
    }

    private record Physical(TopK.Physical end, int slot) implements StageSpec {
        @Override
        public String text() {
            return "TopKFilter";
        }

        @Override
        public Stage create(Assembly assembly, Worker worker, Stage next) {
            return new TopKFilterStage(worker, assembly.state(end).candidates(slot), next);
        }
    }
}
