package org.thetisdb.engine.expand;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.Direction;
import org.thetisdb.cypher.bound.LabelExpression;
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

/**
 * Does not bind the other end but multiplies: adds a column with the number of relationships (of the input row so far),
 * and drops rows where it is 0. What counts rows later multiplies by such columns. A factorised {@link Expand}.
 *
 * @param types empty for all
 * @param counted takes the number
 */
public record ExpandCount(
        Operator input,
        Variable from,
        Direction direction,
        List<String> types,
        Optional<LabelExpression> labels,
        Variable counted,
        double rows)
        implements Unary {
    public ExpandCount {
        types = List.copyOf(types);
    }

    @Override
    public Operator withInput(Operator other) {
        return new ExpandCount(other, from, direction, types, labels, counted, rows);
    }

    @Override
    public Set<Variable> binds() {
        return Set.of(counted);
    }

    @Override
    public Optional<Variable> multiplicity() {
        return Optional.of(counted);
    }

    @Override
    public String details() {
        return PatternText.node(from)
                + PatternText.arrow(direction, PatternText.types(types))
                + "(" + PatternText.labels(labels) + ") counted as " + ExpressionText.of(counted);
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        Set<Integer> below = SlotSets.with(SlotSets.without(read, binds()), List.of(from));
        Physical physical =
                new Physical(SlotSets.slot(from), TypeSet.of(types, direction), labels, SlotSets.slot(counted));
        builder.into(input, below, physical.then(next));
    }

    private record Physical(int fromSlot, TypeSet types, Optional<LabelExpression> labels, int countedSlot)
            implements StageSpec {
        @Override
        public String text() {
            return "ExpandCount";
        }

        @Override
        public Stage create(Assembly assembly, Worker worker, Stage next) {
            return new ExpandCountStage(worker, fromSlot, types, labels, countedSlot, next);
        }
    }
}
