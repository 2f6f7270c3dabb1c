package org.thetisdb.engine.scan;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.BreakerSpec;
import org.thetisdb.engine.operator.Downstream;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.OperatorTrees;
import org.thetisdb.engine.operator.PatternText;
import org.thetisdb.engine.operator.PipelineBuilder;
import org.thetisdb.engine.operator.SlotSets;
import org.thetisdb.engine.operator.SourceSpec;
import org.thetisdb.engine.operator.StageSpec;
import org.thetisdb.engine.operator.Unary;
import org.thetisdb.engine.operator.Unit;
import org.thetisdb.engine.pipeline.Source;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.spill.ExchangeSink;

/**
 * All nodes with the labels (all nodes if empty), joined with each input row (usually {@link Unit}).
 *
 * @param prunable conjuncts of a later filter that compare a property of {@code node} with a constant, by which whole
 *     chunks may be skipped; they are still checked later
 * @param order of the chunks, which may end early; empty if any will do
 */
public record NodeScan(
        Operator input,
        Variable node,
        Optional<LabelExpression> labels,
        List<Expression> prunable,
        Optional<ChunkOrder> order,
        double rows)
        implements Unary {
    /** A scan of more rows has several morsels; a smaller one may profit from distributing its rows later. */
    private static final double ONE_MORSEL_ROWS_MAX = 40_000;

    public NodeScan {
        prunable = List.copyOf(prunable);
    }

    /** A scan whose chunks come in any order. */
    public NodeScan(
            Operator input, Variable node, Optional<LabelExpression> labels, List<Expression> prunable, double rows) {
        this(input, node, labels, prunable, Optional.empty(), rows);
    }

    @Override
    public Operator withInput(Operator other) {
        return new NodeScan(other, node, labels, prunable, order, rows);
    }

    /** The same scan for rows of which those are wanted that come first by a property of the node. */
    public NodeScan firstBy(Expression.Property property, boolean ascending) {
        boolean missingPass = prunable.stream().noneMatch(each -> ZonePruning.isAbout(each, property));
        ChunkOrder first = new ChunkOrder(property.key(), ascending, missingPass);
        return new NodeScan(input, node, labels, prunable, Optional.of(first), rows);
    }

    @Override
    public Set<Variable> binds() {
        return Set.of(node);
    }

    @Override
    public String details() {
        return PatternText.node(node, labels)
                + PatternText.prefixed(", chunks by ", prunable)
                + order.map(each -> ", first by " + each.property() + (each.ascending() ? "" : " DESC"))
                        .orElse("");
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        int slot = SlotSets.slot(node);
        if (input instanceof Unit) {
            Optional<ScanBound.Teacher> teacher =
                    next.sink() instanceof ScanBound.Teacher each ? Optional.of(each) : Optional.empty();
            builder.source(this, new Scan(labels, prunable, order, teacher, slot), next);
        } else if (isForOneRow(builder)) {
            Set<Integer> below = SlotSets.without(read, List.of(node));
            BreakerSpec<ExchangeSink> kept = builder.keep(input, below);
            Broadcast broadcast = new Broadcast(kept, builder.kept(input, below));
            builder.source(
                    this, new Scan(labels, prunable, Optional.empty(), Optional.empty(), slot), broadcast.then(next));
        } else {
            builder.into(input, SlotSets.without(read, List.of(node)), new Join(labels, slot).then(next));
        }
    }

    /**
     * Whether the scan is better done by all workers, each of its rows paired with the input's, than by the one worker
     * that has the input's row.
     */
    private boolean isForOneRow(PipelineBuilder builder) {
        return !builder.isSubplan() && input.rows() <= 1 && rows > ONE_MORSEL_ROWS_MAX && !OperatorTrees.writes(input);
    }

    private record Broadcast(BreakerSpec<ExchangeSink> kept, int[] slots) implements StageSpec {
        @Override
        public String text() {
            return "Broadcast of kept rows";
        }

        @Override
        public Stage create(Assembly assembly, Worker worker, Stage next) {
            return new BroadcastStage(worker, assembly.state(kept), slots, next);
        }
    }

    private record Scan(
            Optional<LabelExpression> labels,
            List<Expression> prunable,
            Optional<ChunkOrder> order,
            Optional<ScanBound.Teacher> teacher,
            int slot)
            implements SourceSpec {
        @Override
        public Source create(Assembly assembly) {
            ScanBound bound = teacher.map(each -> each.bound(assembly)).orElse(ScanBound.NONE);
            return new NodeScanSource(labels, new ZonePruning(prunable, assembly.constants()), order, bound, slot);
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
