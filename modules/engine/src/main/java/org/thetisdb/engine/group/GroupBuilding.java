package org.thetisdb.engine.group;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.expression.ExpressionCompiler;
import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.BreakerSpec;
import org.thetisdb.engine.operator.Downstream;
import org.thetisdb.engine.operator.Fusable;
import org.thetisdb.engine.operator.PipelineBuilder;
import org.thetisdb.engine.operator.SlotSets;
import org.thetisdb.engine.operator.StageSpec;
import org.thetisdb.engine.operator.Unary;
import org.thetisdb.engine.operator.Waiting;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.transform.Project;

/**
 * Builds the pipelines of an operator that groups.
 *
 * <p>Within a subplan groups are per outer row, and what it imports is one value per outer row: it is no key, and read
 * from the outer row again afterwards.
 *
 * @param aggregations of rows; of the final phase, of columns with states
 * @param results what they come to, or the columns of their states
 */
record GroupBuilding(
        PipelineBuilder builder,
        Unary operator,
        List<Step.Item> allKeys,
        List<Step.Aggregation> aggregations,
        List<Variable> multiplicities,
        GroupPhase phase,
        List<Variable> results) {
    /** Of whole groups. */
    GroupBuilding(
            PipelineBuilder builder,
            Unary operator,
            List<Step.Item> allKeys,
            List<Step.Aggregation> aggregations,
            List<Variable> multiplicities) {
        this(
                builder,
                operator,
                allKeys,
                aggregations,
                multiplicities,
                GroupPhase.WHOLE,
                aggregations.stream().map(Step.Aggregation::variable).toList());
    }

    void build(Downstream next) {
        List<Step.Item> renamed = allKeys.stream()
                .filter(key -> builder.isImport(key.expression()) && !builder.isImported(key.variable()))
                .toList();
        Groups groups = groups();
        Set<Integer> below = below();
        builder.into(
                operator.input(),
                below,
                Waiting.before(groups, builder, operator.input(), below, groups.expressions()));
        int[] given = IntStream.concat(IntStream.of(groups.keySlots()), IntStream.of(groups.resultSlots()))
                .toArray();
        builder.source(operator, groups.rows(), builder.relinked(given, Project.renamed(renamed, next)));
    }

    /** Outside of subplans, groups that are complete with each cluster. */
    void buildClustered(Variable number, Downstream next) {
        Groups groups = groups();
        Set<Integer> below = SlotSets.with(below(), List.of(number));
        StageSpec clustered = new Clustered(groups, SlotSets.slot(number));
        builder.into(
                operator.input(),
                below,
                Waiting.before(clustered, builder, operator.input(), below, groups.expressions(), next));
    }

    /** The slots that are read of the rows. */
    private Set<Integer> below() {
        List<Expression> evaluated = Stream.concat(
                        allKeys.stream().map(Step.Item::expression),
                        aggregations.stream().flatMap(each -> each.arguments().stream()))
                .toList();
        return builder.withRowSlot(SlotSets.with(SlotSets.needed(Set.of(), List.of(), evaluated), multiplicities));
    }

    private Groups groups() {
        List<Step.Item> keys = allKeys.stream()
                .filter(key -> !builder.isImport(key.expression()))
                .toList();
        boolean keyless = allKeys.isEmpty() && (operator instanceof Aggregate || phase == GroupPhase.FINAL);
        int[] keySlots = keySlots(keys);
        if (keySlots.length == 0 && !keyless) {
            throw new IllegalStateException("DISTINCT of no columns");
        }
        return new Groups(
                builder.outerRowSlot(),
                keys,
                aggregations,
                phase,
                keySlots,
                SlotSets.slots(results),
                SlotSets.slots(multiplicities),
                properties(),
                keyless);
    }

    /** Of columns that are computed right before they are grouped, those that are properties. */
    private Map<Variable, Expression> properties() {
        return operator.input() instanceof Project project
                ? project.items().stream()
                        .filter(item -> item.expression() instanceof Expression.Property)
                        .collect(Collectors.toMap(Step.Item::variable, Step.Item::expression))
                : Map.of();
    }

    private int[] keySlots(List<Step.Item> keys) {
        return IntStream.concat(
                        builder.outerRowSlot().stream(), keys.stream().mapToInt(key -> SlotSets.slot(key.variable())))
                .toArray();
    }

    private record Clustered(Groups groups, int numberSlot) implements StageSpec {
        @Override
        public String text() {
            return groups.text() + " of clusters";
        }

        @Override
        public Stage create(Assembly assembly, Worker worker, Stage next) {
            return new ClusteredGroupStage(
                    worker, groups.columns(assembly), groups.work(assembly, worker), numberSlot, next);
        }
    }

    /**
     * @param rowSlot the outer row's number, the first key where there is one
     * @param properties by variable the property that it is, if it is one
     */
    private record Groups(
            OptionalInt rowSlot,
            List<Step.Item> keys,
            List<Step.Aggregation> aggregations,
            GroupPhase phase,
            int[] keySlots,
            int[] resultSlots,
            int[] multiplicitySlots,
            Map<Variable, Expression> properties,
            boolean keyless)
            implements BreakerSpec<AggregateSink> {
        @Override
        public String text() {
            return aggregations.isEmpty() ? "Distinct" : "Aggregate";
        }

        /** Each row once, outside subplans. */
        @Override
        public Optional<Fusable> fusable() {
            if (rowSlot.isPresent()
                    || multiplicitySlots.length > 0
                    || aggregations.isEmpty()
                    || phase == GroupPhase.FINAL) {
                return Optional.empty();
            }
            return Optional.of(
                    keyless
                            ? new Fusable.Totals(aggregations)
                            : new Fusable.Groups(
                                    keys.stream().map(Step.Item::expression).toList(), aggregations));
        }

        @Override
        public AggregateSink createState(Assembly assembly) {
            return new AggregateSink(worker -> work(assembly, worker), columns(assembly));
        }

        private GroupColumns columns(Assembly assembly) {
            return new GroupColumns(keySlots, resultSlots, phase, multiplicitySlots, assembly.outerRows(), keyless);
        }

        @Override
        public Stage create(Assembly assembly, Worker worker) {
            return assembly.state(this).stage(worker);
        }

        private List<Expression> keyExpressions() {
            return keys.stream().map(Step.Item::expression).toList();
        }

        /** The keys as columns are asked about them. */
        private List<Expression> askedKeys() {
            return keyExpressions().stream()
                    .map(key -> key instanceof Expression.Reference reference
                            ? properties.getOrDefault(reference.variable(), key)
                            : key)
                    .toList();
        }

        private List<Expression> expressions() {
            return Stream.concat(
                            keyExpressions().stream(), aggregations.stream().flatMap(each -> each.arguments().stream()))
                    .toList();
        }

        private AggregateSink.Work work(Assembly assembly, Worker worker) {
            List<Expression> together = expressions();
            Evaluator[][] arguments = aggregations.stream()
                    .map(each ->
                            wanted(each, assembly.evaluators(worker, OptionalInt.empty(), each.arguments(), together)))
                    .toArray(Evaluator[][]::new);
            Optional<AggregateSink.Work.StandIns> standIns = NodeKeys.StandIns.of(keyExpressions())
                    .map(each -> new AggregateSink.Work.StandIns(
                            assembly.evaluators(worker, each.nodes()),
                            assembly.evaluators(worker, rowSlot, each.others(), together),
                            each.places(keyExpressions(), rowSlot.isPresent())));
            return new AggregateSink.Work(
                    assembly.evaluators(worker, rowSlot, keyExpressions(), together),
                    standIns,
                    arguments,
                    () -> AggregateSink.accumulators(aggregations, assembly.places(), worker::query),
                    answers(assembly.expressions(worker).together(together)));
        }

        /** Of what is only counted, whether it is there. */
        private Evaluator[] wanted(Step.Aggregation aggregation, Evaluator[] arguments) {
            boolean isCounted = phase != GroupPhase.FINAL
                    && aggregation.function() == Step.AggregateFunction.COUNT
                    && !aggregation.distinct();
            return isCounted ? new Evaluator[] {arguments[0]::presence} : arguments;
        }

        /** Outside subplans, each row once. */
        private Optional<ColumnAnswers> answers(ExpressionCompiler compiler) {
            if (rowSlot.isPresent() || multiplicitySlots.length > 0 || phase == GroupPhase.FINAL) {
                return Optional.empty();
            }
            return keyless
                    ? ColumnAggregates.of(aggregations, compiler)
                    : ColumnGroups.of(askedKeys(), aggregations, compiler);
        }
    }
}
