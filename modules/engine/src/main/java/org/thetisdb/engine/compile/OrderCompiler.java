package org.thetisdb.engine.compile;

import static org.thetisdb.engine.compile.SlotSets.needed;
import static org.thetisdb.engine.compile.SlotSets.slot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.pipeline.Constant;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Subplan;
import org.thetisdb.engine.plan.Operator;
import org.thetisdb.engine.sort.SlicePerRowStage;
import org.thetisdb.engine.sort.SliceStage;
import org.thetisdb.engine.sort.SortCollector;
import org.thetisdb.engine.sort.SortKeys;
import org.thetisdb.engine.sort.TopKCollector;

/** The part of a {@link PipelineCompiler} that sorts, keeps the first rows, and cuts. */
final class OrderCompiler {
    private final PipelineCompiler compiler;
    private final Subplan subplan;

    /** @param subplan null for a plan's root */
    OrderCompiler(PipelineCompiler compiler, Subplan subplan) {
        this.compiler = compiler;
        this.subplan = subplan;
    }

    /** Sort keys as columns: those that are not columns yet get a slot of their own. */
    private record Ordering(SortKeys keys, List<Step.Item> computed, Set<Integer> below) {}

    private Ordering ordering(List<Step.SortKey> sortKeys, Set<Integer> read) {
        List<Integer> slots = new ArrayList<>();
        List<Boolean> ascending = new ArrayList<>();
        List<Step.Item> computed = new ArrayList<>();
        if (subplan != null) {
            slots.add(subplan.rowSlot());
            ascending.add(true);
        }
        for (Step.SortKey key : sortKeys) {
            if (key.expression() instanceof Expression.Reference reference) {
                slots.add(slot(reference.variable()));
            } else {
                Variable column = new Variable(compiler.newSlot(), " key", CypherType.ANY);
                computed.add(new Step.Item(column, key.expression()));
                slots.add(slot(column));
            }
            ascending.add(key.ascending());
        }
        boolean[] directions = new boolean[ascending.size()];
        for (int key = 0; key < directions.length; key++) {
            directions[key] = ascending.get(key);
        }
        Set<Integer> below = needed(
                read, List.of(), sortKeys.stream().map(Step.SortKey::expression).toList());
        int[] keySlots = slots.stream().mapToInt(Integer::intValue).toArray();
        return new Ordering(new SortKeys(keySlots, directions), computed, below);
    }

    private int[] stored(Operator input, Set<Integer> read, Ordering ordering) {
        Set<Integer> slots = new HashSet<>();
        Arrays.stream(compiler.kept(input, read)).forEach(slots::add);
        Arrays.stream(ordering.keys().slots()).forEach(slots::add);
        return slots.stream().mapToInt(Integer::intValue).sorted().toArray();
    }

    void sort(Operator.Sort sort, Set<Integer> read, Stage.Factory next) {
        Ordering ordering = ordering(sort.keys(), read);
        SortCollector collector = new SortCollector(stored(sort.input(), read, ordering), ordering.keys());
        compiler.compileInto(
                sort.input(),
                ordering.below(),
                worker -> compiler.projectStage(worker, ordering.computed(), collector.stage(worker)));
        compiler.source(sort, collector, compiler.relinked(stored(sort.input(), read, ordering), next));
    }

    void topK(Operator.TopK topK, Set<Integer> read, Stage.Factory next) {
        if (subplan != null) {
            Operator.Sort sort = new Operator.Sort(topK.input(), topK.keys(), topK.rows());
            slice(new Operator.Slice(sort, topK.skip(), Optional.of(topK.limit()), topK.rows()), read, next);
            return;
        }
        Ordering ordering = ordering(topK.keys(), read);
        TopKCollector collector = new TopKCollector(
                stored(topK.input(), read, ordering),
                ordering.keys(),
                compiler.constant("SKIP", topK.skip(), 0),
                compiler.constant("LIMIT", Optional.of(topK.limit()), 0));
        compiler.compileInto(
                topK.input(),
                ordering.below(),
                worker -> compiler.projectStage(worker, ordering.computed(), collector.stage(worker)));
        compiler.source(topK, collector, next);
    }

    void slice(Operator.Slice slice, Set<Integer> read, Stage.Factory next) {
        Constant skip = compiler.constant("SKIP", slice.skip(), 0);
        Constant limit = compiler.constant("LIMIT", slice.limit(), Long.MAX_VALUE);
        if (subplan != null) {
            compiler.compileInto(
                    slice.input(),
                    read,
                    worker -> new SlicePerRowStage(worker, subplan, skip, limit, next.create(worker)));
            return;
        }
        SliceStage.Counters counters = new SliceStage.Counters();
        compiler.compileInto(
                slice.input(), read, worker -> new SliceStage(worker, counters, skip, limit, next.create(worker)));
        compiler.resetAfterRun(counters::reset);
    }
}
