package org.thetisdb.engine.scan;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.evaluation.Evaluator;
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

/** Nodes whose indexed property lies in a range, once for each input row. */
public record IndexRange(
        Operator input,
        Variable node,
        String label,
        String property,
        Optional<Bound> lower,
        Optional<Bound> upper,
        double rows)
        implements Unary {
    /** An end of the range. */
    public record Bound(Expression value, boolean inclusive) {
        private String text(String sign) {
            return " " + sign + (inclusive ? "= " : " ") + ExpressionText.of(value);
        }
    }

    @Override
    public Operator withInput(Operator other) {
        return new IndexRange(other, node, label, property, lower, upper, rows);
    }

    @Override
    public Set<Variable> binds() {
        return Set.of(node);
    }

    @Override
    public String details() {
        return PatternText.indexed(node, label, property)
                + lower.map(bound -> bound.text(">")).orElse("")
                + (lower.isPresent() && upper.isPresent() ? " AND" : "")
                + upper.map(bound -> bound.text("<")).orElse("");
    }

    @Override
    public List<Expression> expressions() {
        return Stream.of(lower, upper)
                .flatMap(Optional::stream)
                .map(Bound::value)
                .toList();
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        Set<Integer> below = SlotSets.needed(read, List.of(node), expressions());
        builder.into(input, below, new Physical(label, property, lower, upper, SlotSets.slot(node)).then(next));
    }

    private record Physical(String label, String property, Optional<Bound> lower, Optional<Bound> upper, int slot)
            implements StageSpec {
        @Override
        public String text() {
            return "IndexRange";
        }

        @Override
        public Stage create(Assembly assembly, Worker worker, Stage next) {
            return new IndexRangeStage(
                    worker,
                    ChosenIndex.of(worker, label, property),
                    evaluator(assembly, worker, lower),
                    lower.map(Bound::inclusive).orElse(false),
                    evaluator(assembly, worker, upper),
                    upper.map(Bound::inclusive).orElse(false),
                    slot,
                    next);
        }

        private static Optional<Evaluator> evaluator(Assembly assembly, Worker worker, Optional<Bound> bound) {
            return bound.map(each -> assembly.expressions(worker).compile(each.value()));
        }
    }
}
