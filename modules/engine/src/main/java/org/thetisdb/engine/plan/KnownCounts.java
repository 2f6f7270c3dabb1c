package org.thetisdb.engine.plan;

import java.util.List;
import java.util.Optional;
import org.thetisdb.cypher.bound.Direction;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.expand.CountedBranch;
import org.thetisdb.engine.expand.ExpandCount;
import org.thetisdb.engine.group.Aggregate;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.Unit;
import org.thetisdb.engine.scan.CountFromStatistics;
import org.thetisdb.engine.scan.NodeScan;

/**
 * Answers counts of all nodes with a label, or of all relationships between labels, from the statistics. Such a plan is
 * run only over snapshots whose statistics are exact.
 */
final class KnownCounts {
    private KnownCounts() {}

    /** The aggregation, or the count that it would come to. */
    static Operator replace(Aggregate aggregate) {
        if (!aggregate.keys().isEmpty() || aggregate.aggregations().size() != 1) {
            return aggregate;
        }
        Step.Aggregation aggregation = aggregate.aggregations().getFirst();
        return switch (aggregate.input()) {
            case NodeScan scan
            when isWhole(scan) && countsRows(aggregation, scan.node()) ->
                new CountFromStatistics(
                        label(scan.labels()), Optional.empty(), Optional.empty(), false, aggregation.variable(), 1);
            case ExpandCount expand
            when expand.input() instanceof NodeScan scan
                    && isWhole(scan)
                    && isSingle(expand)
                    && aggregation.function() == Step.AggregateFunction.COUNT_ROWS ->
                relationships(expand, scan, aggregation.variable());
            default -> aggregate;
        };
    }

    private static Operator relationships(ExpandCount expand, NodeScan scan, Variable count) {
        CountedBranch hop = expand.branch();
        boolean outgoing = hop.direction() == Direction.OUTGOING;
        Optional<String> near = label(scan.labels());
        Optional<String> far = label(hop.labels());
        Optional<String> type = hop.types().stream().findFirst();
        return new CountFromStatistics(outgoing ? near : far, type, outgoing ? far : near, true, count, 1);
    }

    private static boolean isWhole(NodeScan scan) {
        return scan.input() instanceof Unit && isNameOrNone(scan.labels());
    }

    private static boolean isSingle(ExpandCount expand) {
        CountedBranch hop = expand.branch();
        return expand.isOfOneHop()
                && hop.direction() != Direction.BOTH
                && hop.types().size() <= 1
                && isNameOrNone(hop.labels());
    }

    private static boolean isNameOrNone(Optional<LabelExpression> labels) {
        return labels.isEmpty() || labels.get() instanceof LabelExpression.Name;
    }

    private static Optional<String> label(Optional<LabelExpression> labels) {
        return labels.map(each -> ((LabelExpression.Name) each).name());
    }

    private static boolean countsRows(Step.Aggregation aggregation, Variable node) {
        return aggregation.function() == Step.AggregateFunction.COUNT_ROWS
                || aggregation.function() == Step.AggregateFunction.COUNT
                        && aggregation.arguments().equals(List.of(new Expression.Reference(node)));
    }
}
