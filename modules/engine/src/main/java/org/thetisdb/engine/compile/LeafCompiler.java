package org.thetisdb.engine.compile;

import static org.thetisdb.engine.compile.SlotSets.needed;
import static org.thetisdb.engine.compile.SlotSets.slot;
import static org.thetisdb.engine.compile.SlotSets.without;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.thetisdb.cypher.bound.Direction;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.plan.Operator;
import org.thetisdb.engine.scan.IndexPrefixStage;
import org.thetisdb.engine.scan.IndexRangeStage;
import org.thetisdb.engine.scan.IndexSeekStage;
import org.thetisdb.engine.scan.NodeByIdStage;
import org.thetisdb.engine.scan.NodeScanSource;
import org.thetisdb.engine.scan.NodeScanStage;
import org.thetisdb.engine.scan.RelationshipScanSource;
import org.thetisdb.engine.scan.ZonePruning;
import org.thetisdb.engine.walk.TypeSet;
import org.thetisdb.storage.Catalog;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** The part of a {@link PipelineCompiler} that binds nodes and relationships out of nothing. */
final class LeafCompiler {
    private final PipelineCompiler compiler;

    LeafCompiler(PipelineCompiler compiler) {
        this.compiler = compiler;
    }

    void nodeScan(Operator.NodeScan scan, Set<Integer> read, Stage.Factory next) {
        if (scan.input() instanceof Operator.Unit) {
            ZonePruning pruning = new ZonePruning(scan.prunable(), compiler.constants());
            compiler.source(scan, new NodeScanSource(scan.labels(), pruning, slot(scan.node())), next);
            return;
        }
        compiler.compileInto(
                scan.input(),
                without(read, List.of(scan.node())),
                worker -> new NodeScanStage(worker, scan.labels(), slot(scan.node()), next.create(worker)));
    }

    void relationshipScan(Operator.RelationshipScan scan, Set<Integer> read, Stage.Factory next) {
        compiler.source(
                scan,
                new RelationshipScanSource(
                        read.contains(slot(scan.relationship())) ? slot(scan.relationship()) : Batch.NO_SLOT,
                        slot(scan.from()),
                        slot(scan.to()),
                        TypeSet.of(scan.types(), Direction.OUTGOING)),
                next);
    }

    void indexSeek(Operator.IndexSeek seek, Set<Integer> read, Stage.Factory next) {
        compiler.compileInto(
                seek.input(),
                needed(read, List.of(seek.node()), List.of(seek.key())),
                worker -> new IndexSeekStage(
                        worker,
                        index(worker, seek.label(), seek.property()),
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
                        index(worker, prefix.label(), prefix.property()),
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
                        index(worker, range.label(), range.property()),
                        range.lower().map(bound -> compiler.expressions(worker).compile(bound.value())),
                        range.lower().map(Operator.RangeBound::inclusive).orElse(false),
                        range.upper().map(bound -> compiler.expressions(worker).compile(bound.value())),
                        range.upper().map(Operator.RangeBound::inclusive).orElse(false),
                        slot(range.node()),
                        next.create(worker)));
    }

    /** The index that the plan chose. Plans are made anew when indexes change, but a run may be late. */
    private static Catalog.IndexDescriptor index(Worker worker, String label, String property) {
        Catalog catalog = worker.snapshot().catalog();
        OptionalInt labelId = catalog.labelId(label);
        OptionalInt propertyKeyId = catalog.propertyKeyId(property);
        if (labelId.isPresent() && propertyKeyId.isPresent()) {
            Optional<Catalog.IndexDescriptor> found = catalog.index(labelId.getAsInt(), propertyKeyId.getAsInt());
            if (found.isPresent()) {
                return found.get();
            }
        }
        throw new ThetisException(
                ErrorCode.TRANSACTION_CONFLICT,
                "an index was dropped just when a query was about to use it: label=" + label + ", property=" + property
                        + "; run the query again");
    }
}
