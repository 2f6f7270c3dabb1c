package org.thetisdb.engine.scan;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.Downstream;
import org.thetisdb.engine.operator.Operator;
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

/**
 * All nodes with the labels (all nodes if empty), joined with each input row (usually {@link Unit}).
 *
 * @param prunable conjuncts of a later filter that compare a property of {@code node} with a constant, by which whole
 *     chunks may be skipped; they are still checked later
 */
public record NodeScan(
        Operator input, Variable node, Optional<LabelExpression> labels, List<Expression> prunable, double rows)
        implements Unary {
    /** A scan of more rows has several morsels; a smaller one may profit from distributing its rows later. */
    private static final double ONE_MORSEL_ROWS_MAX = 40_000;

    public NodeScan {
        prunable = List.copyOf(prunable);
    }

    @Override
    public Operator withInput(Operator other) {
        return new NodeScan(other, node, labels, prunable, rows);
    }

    @Override
    public Set<Variable> binds() {
        return Set.of(node);
    }

    @Override
    public String details() {
        return PatternText.node(node, labels) + PatternText.prefixed(", chunks by ", prunable);
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        int slot = SlotSets.slot(node);
        if (input instanceof Unit) {
            builder.source(this, new Scan(labels, prunable, slot), next);
        } else {
            builder.into(input, SlotSets.without(read, List.of(node)), new Join(labels, slot).then(next));
        }
    }

    private record Scan(Optional<LabelExpression> labels, List<Expression> prunable, int slot) implements SourceSpec {
        @Override
        public Source create(Assembly assembly) {
            return new NodeScanSource(labels, new ZonePruning(prunable, assembly.constants()), slot);
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
