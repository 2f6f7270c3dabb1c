package org.thetisdb.engine.write;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.expression.ExpressionCompiler;
import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.Downstream;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.PhysicalSubplan;
import org.thetisdb.engine.operator.PipelineBuilder;
import org.thetisdb.engine.operator.SlotSets;
import org.thetisdb.engine.operator.Unary;
import org.thetisdb.engine.operator.WriteExpressions;
import org.thetisdb.engine.pipeline.MemoryShare;
import org.thetisdb.engine.pipeline.Subplan;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.spill.GatheredRows;
import org.thetisdb.engine.subquery.LocalPlan;
import org.thetisdb.engine.subquery.LocalSubplan;

/**
 * Finds or makes a pattern for each row; a row sees what those before it have made.
 *
 * @param match finds the pattern
 */
public record Merge(Operator input, Operator match, Step.Merge merge, double rows) implements Unary {
    @Override
    public Operator withInput(Operator other) {
        return new Merge(other, match, merge, rows);
    }

    @Override
    public Optional<Operator> subplan() {
        return Optional.of(match);
    }

    @Override
    public String sideName() {
        return "match";
    }

    @Override
    public Set<Variable> binds() {
        return made(merge);
    }

    /** The variables of the pattern that a row may have to make. */
    public static Set<Variable> made(Step.Merge merge) {
        return Create.made(merge.create().nodes(), merge.create().relationships());
    }

    @Override
    public String details() {
        return WriteText.merge(merge);
    }

    @Override
    public List<Expression> expressions() {
        List<Expression> all = new ArrayList<>(WriteExpressions.of(merge.onCreate()));
        all.addAll(WriteExpressions.of(merge.onMatch()));
        return all;
    }

    @Override
    public boolean isWrite() {
        return true;
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        Set<Integer> below = SlotSets.with(
                SlotSets.needed(read, List.of(), expressions()),
                merge.values().stream().map(Step.MergeValue::variable).toList());
        merge.create().relationships().forEach(each -> {
            below.add(SlotSets.slot(each.start()));
            below.add(SlotSets.slot(each.end()));
        });
        below.addAll(PipelineBuilder.imported(input, match));
        Set<Variable> made = binds();
        made.forEach(each -> below.remove(SlotSets.slot(each)));
        PhysicalSubplan physical = builder.subplan(match, SlotSets.with(Set.of(), made));
        new Physical(merge, physical, builder.kept(input, below)).build(builder, this, below, next);
    }

    private record Physical(Step.Merge merge, PhysicalSubplan match, int[] kept) implements WriteSpec {
        @Override
        public String text() {
            return "Merge";
        }

        @Override
        public List<PhysicalSubplan> subplans() {
            return List.of(match);
        }

        @Override
        public int[] givenSlots() {
            return IntStream.concat(IntStream.of(kept), IntStream.of(MergeSink.slots(merge.create())))
                    .toArray();
        }

        @Override
        public WriteSink createSink(Assembly assembly) {
            return new MergeSink(kept, assembly.outerRows(), merge, worker -> work(assembly, worker));
        }

        private MergeWork work(Assembly assembly, Worker worker) {
            ExpressionCompiler compiler = assembly.expressions(worker);
            CreateWork create =
                    new CreateWork(merge.create().nodes(), merge.create().relationships(), compiler);
            int[] found = IntStream.concat(IntStream.of(create.slots()), IntStream.of(match.rowSlot()))
                    .toArray();
            GatheredRows matches = new GatheredRows(
                    worker, found, new MemoryShare("Merge"), MergeWork.bytesOfMatch(create.slots().length));
            Subplan outer = new Subplan(match.rowSlot());
            LocalPlan plan = LocalPlan.of(assembly, worker, match, outer, matches);
            return new MergeWork(
                    merge,
                    create,
                    new AssignWork(worker, merge.onCreate(), compiler),
                    new AssignWork(worker, merge.onMatch(), compiler),
                    matches,
                    new LocalSubplan(outer, plan),
                    assembly.places());
        }
    }
}
