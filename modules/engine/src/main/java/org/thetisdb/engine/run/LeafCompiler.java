package org.thetisdb.engine.run;

import static org.thetisdb.engine.run.SlotSets.needed;
import static org.thetisdb.engine.run.SlotSets.slot;
import static org.thetisdb.engine.run.SlotSets.without;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.Direction;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.engine.plan.Operator;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.Statistics;

/** The part of a {@link PipelineCompiler} that binds nodes and relationships out of nothing. */
final class LeafCompiler {
    private final PipelineCompiler compiler;
    private final Snapshot snapshot;

    LeafCompiler(PipelineCompiler compiler, Snapshot snapshot) {
        this.compiler = compiler;
        this.snapshot = snapshot;
    }

    void nodeScan(Operator.NodeScan scan, Set<Integer> read, Stage.Factory next) {
        Optional<LabelMatcher> labels = labels(scan.labels());
        if (scan.input() instanceof Operator.Unit) {
            ZonePruning pruning = new ZonePruning(snapshot, scan.prunable(), compiler.constants());
            compiler.source(scan, new NodeScanSource(snapshot, labels, pruning, slot(scan.node())), next);
            return;
        }
        compiler.compileInto(
                scan.input(),
                without(read, List.of(scan.node())),
                worker -> new NodeScanStage(worker, labels, slot(scan.node()), next.create(worker)));
    }

    void relationshipScan(Operator.RelationshipScan scan, Set<Integer> read, Stage.Factory next) {
        compiler.source(
                scan,
                new RelationshipScanSource(
                        snapshot,
                        read.contains(slot(scan.relationship())) ? slot(scan.relationship()) : ExpandStage.NO_SLOT,
                        slot(scan.from()),
                        slot(scan.to()),
                        TypeSet.of(scan.types(), Direction.OUTGOING, catalog()).ids()),
                next);
    }

    void indexSeek(Operator.IndexSeek seek, Set<Integer> read, Stage.Factory next) {
        compiler.compileInto(
                seek.input(),
                needed(read, List.of(seek.node()), List.of(seek.key())),
                worker -> new IndexSeekStage(
                        worker,
                        index(seek.label(), seek.property()),
                        compiler.expressions(worker).compile(seek.key()),
                        seek.anyOf(),
                        slot(seek.node()),
                        next.create(worker)));
    }

    void indexPrefix(Operator.IndexPrefix prefix, Set<Integer> read, Stage.Factory next) {
        compiler.compileInto(
                prefix.input(),
                needed(read, List.of(prefix.node()), List.of(prefix.prefix())),
                worker -> new IndexPrefixStage(
                        worker,
                        index(prefix.label(), prefix.property()),
                        compiler.expressions(worker).compile(prefix.prefix()),
                        slot(prefix.node()),
                        next.create(worker)));
    }

    void nodeById(Operator.NodeById byId, Set<Integer> read, Stage.Factory next) {
        compiler.compileInto(
                byId.input(),
                needed(read, List.of(byId.node()), List.of(byId.id())),
                worker -> new NodeByIdStage(
                        worker,
                        compiler.expressions(worker).compile(byId.id()),
                        slot(byId.node()),
                        next.create(worker)));
    }

    void indexRange(Operator.IndexRange range, Set<Integer> read, Stage.Factory next) {
        List<Expression> bounds = new ArrayList<>();
        range.lower().ifPresent(bound -> bounds.add(bound.value()));
        range.upper().ifPresent(bound -> bounds.add(bound.value()));
        compiler.compileInto(
                range.input(),
                needed(read, List.of(range.node()), bounds),
                worker -> new IndexRangeStage(
                        worker,
                        index(range.label(), range.property()),
                        range.lower().map(bound -> compiler.expressions(worker).compile(bound.value())),
                        range.lower().map(Operator.RangeBound::inclusive).orElse(false),
                        range.upper().map(bound -> compiler.expressions(worker).compile(bound.value())),
                        range.upper().map(Operator.RangeBound::inclusive).orElse(false),
                        slot(range.node()),
                        next.create(worker)));
    }

    long count(Operator.CountFromStatistics count) {
        Statistics statistics = snapshot.statistics();
        int start = count.startLabel()
                .map(name -> catalog().labelId(name).orElse(MISSING))
                .orElse(Statistics.ANY);
        int end = count.endLabel()
                .map(name -> catalog().labelId(name).orElse(MISSING))
                .orElse(Statistics.ANY);
        int type =
                count.type().map(name -> catalog().typeId(name).orElse(MISSING)).orElse(Statistics.ANY);
        if (start == MISSING || end == MISSING || type == MISSING) {
            return 0;
        }
        if (count.relationships()) {
            return statistics.relationships(start, type, end);
        }
        return start == Statistics.ANY ? statistics.nodeCount() : statistics.nodesWithLabel(start);
    }

    private static final int MISSING = -2;

    private Catalog.IndexDescriptor index(String label, String property) {
        return catalog()
                .index(
                        catalog().labelId(label).orElseThrow(),
                        catalog().propertyKeyId(property).orElseThrow())
                .orElseThrow();
    }

    private Catalog catalog() {
        return snapshot.catalog();
    }

    private Optional<LabelMatcher> labels(Optional<LabelExpression> expression) {
        return expression.map(each -> new LabelMatcher(each, snapshot));
    }
}
