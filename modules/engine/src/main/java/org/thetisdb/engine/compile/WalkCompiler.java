package org.thetisdb.engine.compile;

import static org.thetisdb.engine.compile.SlotSets.needed;
import static org.thetisdb.engine.compile.SlotSets.slot;
import static org.thetisdb.engine.compile.SlotSets.slots;
import static org.thetisdb.engine.compile.SlotSets.with;
import static org.thetisdb.engine.compile.SlotSets.without;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.evaluation.Predicate;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.ExchangeCollector;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.plan.Columns;
import org.thetisdb.engine.plan.Operator;
import org.thetisdb.engine.walk.DistinctEndsStage;
import org.thetisdb.engine.walk.ExpandCountStage;
import org.thetisdb.engine.walk.ExpandIntoStage;
import org.thetisdb.engine.walk.ExpandStage;
import org.thetisdb.engine.walk.ShortestPathsStage;
import org.thetisdb.engine.walk.TypeSet;
import org.thetisdb.engine.walk.VariableExpandStage;

/** The part of a {@link PipelineCompiler} that walks relationships. */
final class WalkCompiler {
    private final PipelineCompiler compiler;

    WalkCompiler(PipelineCompiler compiler) {
        this.compiler = compiler;
    }

    private static int slotIfRead(Optional<Variable> variable, Set<Integer> read) {
        return variable.filter(each -> read.contains(slot(each)))
                .map(SlotSets::slot)
                .orElse(Batch.NO_SLOT);
    }

    void expand(Operator.Expand expand, Set<Integer> read, Stage.Factory next) {
        TypeSet types = TypeSet.of(expand.types(), expand.direction());
        int relationshipSlot = slotIfRead(expand.relationship(), read);
        Set<Integer> below = with(without(read, Columns.added(expand)), List.of(expand.from()));
        Stage.Factory stages = worker -> new ExpandStage(
                worker,
                slot(expand.from()),
                relationshipSlot,
                slot(expand.to()),
                types,
                expand.labels(),
                next.create(worker));
        if (compiler.isExchanged(expand)) {
            ExchangeCollector collector = new ExchangeCollector(compiler.kept(expand.input(), below));
            compiler.compileInto(expand.input(), below, collector::stage);
            compiler.source(expand, collector, stages);
            return;
        }
        compiler.compileInto(expand.input(), below, stages);
    }

    void expandInto(Operator.ExpandInto expand, Set<Integer> read, Stage.Factory next) {
        TypeSet types = TypeSet.of(expand.types(), expand.direction());
        int relationshipSlot = slotIfRead(expand.relationship(), read);
        Set<Integer> below = with(without(read, Columns.added(expand)), List.of(expand.from(), expand.to()));
        compiler.compileInto(
                expand.input(),
                below,
                worker -> new ExpandIntoStage(
                        worker, slot(expand.from()), relationshipSlot, slot(expand.to()), types, next.create(worker)));
    }

    void expandCount(Operator.ExpandCount expand, Set<Integer> read, Stage.Factory next) {
        TypeSet types = TypeSet.of(expand.types(), expand.direction());
        Set<Integer> below = with(without(read, Columns.added(expand)), List.of(expand.from()));
        compiler.compileInto(
                expand.input(),
                below,
                worker -> new ExpandCountStage(
                        worker,
                        slot(expand.from()),
                        types,
                        expand.labels(),
                        expand.keepZeroAsOne(),
                        slot(expand.multiplicity()),
                        next.create(worker)));
    }

    void variableExpand(Operator.VariableExpand expand, Set<Integer> read, Stage.Factory next) {
        VariableExpandStage.Shape shape = new VariableExpandStage.Shape(
                slot(expand.from()),
                slotIfRead(expand.relationships(), read),
                slot(expand.to()),
                expand.into(),
                TypeSet.of(expand.types(), expand.direction()),
                expand.minimum(),
                expand.maximum().orElse(Long.MAX_VALUE),
                slots(expand.excluded()),
                slot(expand.hop()),
                expand.labels());
        Set<Variable> bound = Columns.added(expand);
        if (expand.into()) {
            bound.remove(expand.to());
        }
        Set<Integer> below = needed(with(without(read, bound), expand.excluded()), bound, expand.predicates());
        below.remove(slot(expand.hop()));
        below.add(slot(expand.from()));
        if (expand.into()) {
            below.add(slot(expand.to()));
        }
        boolean distinct = expand.mode() == Operator.WalkMode.DISTINCT_ENDS;
        compiler.compileInto(expand.input(), below, worker -> {
            Optional<Predicate> hop = compiler.predicate(worker, expand.predicates());
            return distinct
                    ? new DistinctEndsStage(worker, shape, hop, next.create(worker))
                    : new VariableExpandStage(worker, shape, hop, next.create(worker));
        });
    }

    void shortestPaths(Operator.ShortestPaths paths, Set<Integer> read, Stage.Factory next) {
        ShortestPathsStage.Shape shape = new ShortestPathsStage.Shape(
                slot(paths.from()),
                slot(paths.to()),
                slot(paths.path()),
                slot(paths.relationships()),
                TypeSet.of(paths.types(), paths.direction()),
                paths.minimum(),
                paths.maximum().orElse(Long.MAX_VALUE),
                paths.all(),
                slot(paths.hop()));
        List<Expression> conditions = new ArrayList<>(paths.predicates());
        conditions.addAll(paths.pathPredicates());
        Set<Integer> below = needed(read, List.of(), conditions);
        below.removeAll(Set.of(slot(paths.hop()), slot(paths.path()), slot(paths.relationships())));
        below.add(slot(paths.from()));
        below.add(slot(paths.to()));
        compiler.compileInto(
                paths.input(),
                below,
                worker -> new ShortestPathsStage(
                        worker,
                        shape,
                        compiler.predicate(worker, paths.predicates()),
                        compiler.predicate(worker, paths.pathPredicates()),
                        next.create(worker)));
    }
}
