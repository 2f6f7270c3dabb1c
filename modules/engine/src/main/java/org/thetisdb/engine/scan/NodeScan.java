package org.thetisdb.engine.scan;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.Downstream;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.PatternText;
import org.thetisdb.engine.operator.PipelineBuilder;
import org.thetisdb.engine.operator.Shared;
import org.thetisdb.engine.operator.SlotSets;
import org.thetisdb.engine.operator.SourceSpec;
import org.thetisdb.engine.operator.StageSpec;
import org.thetisdb.engine.operator.Unary;
import org.thetisdb.engine.operator.Unit;
import org.thetisdb.engine.pipeline.Source;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.sort.SortSink;
import org.thetisdb.engine.sort.TopK;

/**
 * All nodes with the labels (all nodes if empty), joined with each input row (usually {@link Unit}).
 *
 * @param prunable conjuncts of a later filter that compare a property of {@code node} with a constant, by which whole
 *     chunks may be skipped; they are still checked later
 * @param first the first key of the TopK in which the pipeline ends, if it is a property of {@code node}: chunks are
 *     read in its order, as long as they may have rows among the first
 */
public record NodeScan(
        Operator input,
        Variable node,
        Optional<LabelExpression> labels,
        List<Expression> prunable,
        Optional<Step.SortKey> first,
        double rows)
        implements Unary {
    /** A scan of more rows has several morsels; a smaller one may profit from distributing its rows later. */
    private static final double ONE_MORSEL_ROWS_MAX = 40_000;

    public NodeScan {
        prunable = List.copyOf(prunable);
    }

    public NodeScan(
            Operator input, Variable node, Optional<LabelExpression> labels, List<Expression> prunable, double rows) {
        this(input, node, labels, prunable, Optional.empty(), rows);
    }

    /** The same scan with the first key of a TopK above it, whose expression is a property of the node. */
    NodeScan inOrder(Step.SortKey key) {
        return new NodeScan(input, node, labels, prunable, Optional.of(key), rows);
    }

    @Override
    public Operator withInput(Operator other) {
        return new NodeScan(other, node, labels, prunable, first, rows);
    }

    @Override
    public Set<Variable> binds() {
        return Set.of(node);
    }

    @Override
    public String details() {
        return PatternText.node(node, labels)
                + PatternText.prefixed(", chunks by ", prunable)
                + first.map(key -> ", first chunks by " + PatternText.keys(List.of(key)))
                        .orElse("");
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        int slot = SlotSets.slot(node);
        if (input instanceof Unit) {
            builder.source(this, new Scan(labels, prunable, slot, order(next)), next);
        } else {
            builder.into(input, SlotSets.without(read, List.of(node)), new Join(labels, slot).then(next));
        }
    }

    private Optional<Order> order(Downstream next) {
        return first.flatMap(key ->
                TopK.endOf(next).map(end -> new Order(end, ((Expression.Property) key.expression()).key())));
    }

    private record Order(Shared<SortSink> end, String property) {
        private ChunkOrder create(Assembly assembly) {
            return new ChunkOrder(assembly.state(end).zones(), property);
        }
    }

    private record Scan(Optional<LabelExpression> labels, List<Expression> prunable, int slot, Optional<Order> order)
            implements SourceSpec {
        @Override
        public Source create(Assembly assembly) {
            ZonePruning pruning = new ZonePruning(prunable, assembly.constants());
            return new NodeScanSource(labels, pruning, order.map(each -> each.create(assembly)), slot);
        }

        @Override
        public boolean isOneMorsel(double rows) {
            return rows <= ONE_MORSEL_ROWS_MAX;
        }
    }

    private record Join(Optional<LabelExpression> labels, int slot) implements StageSpec {
        @Override
        public String text() {
            return "NodeScan for each row" + PatternText.labels(labels);
        }

        @Override
        public Stage create(Assembly assembly, Worker worker, Stage next) {
            return new NodeScanStage(worker, labels, slot, next);
        }
    }
}
