package org.thetisdb.engine.operator;

import static org.thetisdb.engine.operator.SlotSets.slot;
import static org.thetisdb.engine.operator.SlotSets.with;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Places;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.spill.ExchangeSink;

/**
 * Cuts an operator tree into pipelines.
 *
 * <p>The tree is walked from the root down, with what comes after an operator: a streaming operator puts its own stage
 * before that; a leaf becomes the source of a pipeline; a breaker ends its input's pipeline in a sink and is the source
 * of a pipeline of its own, so pipelines are listed in the order in which they can run. On the way down goes the set of
 * slots that somebody above reads: it is all that a breaker keeps.
 *
 * <p>Threads: a builder serves one thread, and one tree.
 */
public final class PipelineBuilder {
    private final AtomicInteger slotCounter;
    private final SubqueryPlans subqueries;
    private final OptionalInt rowSlot;
    private final List<Pipeline> pipelines = new ArrayList<>();
    private final Set<Integer> imports = new HashSet<>();
    private Optional<Pipeline> lastWrite = Optional.empty();
    private UnaryOperator<SourceSpec> changedSource = UnaryOperator.identity();
    private Optional<SourceSpec> keptRows = Optional.empty();

    private PipelineBuilder(AtomicInteger slotCounter, SubqueryPlans subqueries, OptionalInt rowSlot) {
        this.slotCounter = slotCounter;
        this.subqueries = subqueries;
        this.rowSlot = rowSlot;
    }

    /**
     * The pipelines of a plan.
     *
     * @param outputs the columns of the root that are the result
     * @param subqueries the trees of subqueries in expressions, by identity
     * @param variableCount one more than the largest variable id
     * @param exchangesForced whether to cut wherever it is allowed, whether it pays or not
     */
    public static PhysicalPlan build(
            Operator root,
            List<Variable> outputs,
            Map<Expression.Subquery, Operator> subqueries,
            int variableCount,
            Places places,
            boolean exchangesForced) {
        AtomicInteger slotCounter = new AtomicInteger(variableCount);
        SubqueryPlans plans =
                new SubqueryPlans(subqueries, (subquery, tree, all) -> subquery(subquery, tree, slotCounter, all));
        PipelineBuilder builder = new PipelineBuilder(slotCounter, plans, OptionalInt.empty());
        SinkSpec sink = outputs.isEmpty() ? new NoRowsSpec() : new ReturnSpec("Result");
        List<Pipeline> pipelines = builder.pipelines(root, with(Set.of(), outputs), sink);
        List<Pipeline> all = new ArrayList<>();
        plans.all().values().forEach(each -> all.addAll(early(each.subplan().pipelines())));
        all.addAll(pipelines);
        return new PhysicalPlan(ExchangePlacement.place(all, exchangesForced), plans.all(), places);
    }

    /** Those of a subplan's pipelines that run before all others, if what they make serves all runs of the subplan. */
    private static List<Pipeline> early(List<Pipeline> ofSubplan) {
        List<Pipeline> early = new ArrayList<>();
        for (Pipeline pipeline : ofSubplan) {
            Optional<SourceSpec.Early> source = pipeline.source().early();
            Optional<SourceSpec> completing = pipeline.sink().completing();
            if (source.isPresent() && completing.isEmpty()) {
                // It, and what comes after it, is of one run of the subplan.
                break;
            }
            source.ifPresent(each -> {
                early.add(new Pipeline(pipeline.operator(), each.source(), pipeline.links(), pipeline.sink()));
                early.add(new Pipeline(
                        pipeline.operator(), each.gate().apply(completing.get()), List.of(), new NoRowsSpec()));
            });
        }
        return early;
    }

    private static PhysicalSubquery subquery(
            Expression.Subquery subquery, Operator root, AtomicInteger slotCounter, SubqueryPlans all) {
        boolean collects = subquery.kind() == Expression.Subquery.Kind.COLLECT;
        int collected =
                collects ? slot(subquery.query().outputs().get(subquery.column().orElse(0))) : Batch.NO_SLOT;
        int[] multiplicities = subquery.kind() == Expression.Subquery.Kind.COUNT ? multiplicities(root) : new int[0];
        Set<Integer> read = new HashSet<>();
        Arrays.stream(multiplicities).forEach(read::add);
        if (collects) {
            read.add(collected);
        }
        return new PhysicalSubquery(subplan(root, read, slotCounter, all), collected, multiplicities);
    }

    /** The multiplicities of a counted subplan's rows: those that no aggregation has used up. */
    private static int[] multiplicities(Operator root) {
        Set<Variable> columns = root.columns();
        List<Integer> found = new ArrayList<>();
        Operator operator = root;
        while (operator instanceof Unary unary) {
            operator.multiplicity().filter(columns::contains).ifPresent(each -> found.add(slot(each)));
            operator = unary.input();
        }
        return found.stream().mapToInt(Integer::intValue).toArray();
    }

    private static PhysicalSubplan subplan(
            Operator root, Set<Integer> read, AtomicInteger slotCounter, SubqueryPlans subqueries) {
        int rowSlot = slotCounter.getAndIncrement();
        PipelineBuilder builder = new PipelineBuilder(slotCounter, subqueries, OptionalInt.of(rowSlot));
        return new PhysicalSubplan(rowSlot, builder.pipelines(root, read, new ReturnSpec("Return")));
    }

    private List<Pipeline> pipelines(Operator root, Set<Integer> read, SinkSpec last) {
        collectImports(root);
        into(root, withRowSlot(read), Downstream.of(last));
        return pipelines;
    }

    private void collectImports(Operator operator) {
        if (operator instanceof Argument argument) {
            argument.variables().forEach(each -> imports.add(slot(each)));
        }
        operator.rowInputs().forEach(this::collectImports);
    }

    // ---------------------------------------------------------------- pipelines

    /** Builds the pipelines of an operator whose rows go to {@code next}. */
    public void into(Operator operator, Set<Integer> read, Downstream next) {
        operator.buildPipelines(this, read, next.after(new Output(operator, read)));
    }

    /** Completes a pipeline: this is where its rows come from. */
    public void source(Operator operator, SourceSpec source, Downstream next) {
        pipelines.add(new Pipeline(operator, changedSource.apply(source), next.links(), next.sink()));
    }

    /** Builds pipelines whose sources are changed. */
    public void withSources(UnaryOperator<SourceSpec> change, Runnable building) {
        UnaryOperator<SourceSpec> outer = changedSource;
        changedSource = source -> outer.apply(change.apply(source));
        building.run();
        changedSource = outer;
    }

    /**
     * Keeps the rows of an operator until all are there.
     *
     * @param read the slots of theirs that somebody reads
     */
    public BreakerSpec<ExchangeSink> keep(Operator operator, Set<Integer> read) {
        Exchange exchange = new Exchange(kept(operator, read), 0);
        into(operator, read, Downstream.of(exchange));
        return exchange;
    }

    /** Builds pipelines with leaves that give rows which were kept. */
    public void reading(BreakerSpec<ExchangeSink> kept, Runnable building) {
        Optional<SourceSpec> outer = keptRows;
        keptRows = Optional.of(kept.rows());
        building.run();
        keptRows = outer;
    }

    /** What gives the rows that were kept; an error outside of {@link #reading}. */
    public SourceSpec keptRows() {
        return keptRows.orElseThrow(() -> new IllegalStateException("no rows are kept here"));
    }

    /** The subplan of an operator, whose rows are read in the slots {@code read}. */
    public PhysicalSubplan subplan(Operator root, Set<Integer> read) {
        return subplan(root, read, slotCounter, subqueries);
    }

    /** What an operator runs for its rows, in these expressions and by itself, that might be made again and again. */
    public Lasting lasting(List<Expression> expressions, List<PhysicalSubplan> subplans) {
        return Lasting.of(expressions, subplans, subqueries::of);
    }

    /**
     * Builds both sides of a join, the build side to run first. But where the probe side writes, the build side reads
     * after that in the query, so it has to run after the last of those writes.
     */
    public void keptFirst(Runnable kept, Operator streaming, Runnable streamed) {
        if (!OperatorTrees.writes(streaming)) {
            kept.run();
            streamed.run();
            return;
        }
        streamed.run();
        int writesEnd = pipelines.lastIndexOf(lastWrite.orElseThrow()) + 1;
        List<Pipeline> after = new ArrayList<>(pipelines.subList(writesEnd, pipelines.size()));
        pipelines.subList(writesEnd, pipelines.size()).clear();
        kept.run();
        pipelines.addAll(after);
    }

    /** Adds a pipeline that writes and has no rows of its own, so that others can be put right after it. */
    public void writing(Operator operator, SourceSpec writing) {
        Pipeline pipeline = new Pipeline(operator, writing, List.of(), new NoRowsSpec());
        pipelines.add(pipeline);
        lastWrite = Optional.of(pipeline);
    }

    /** What follows a breaker, which inside a subplan has to find the outer rows again. */
    public Downstream relinked(int[] slots, Downstream next) {
        return isSubplan() ? new Relink(slots).then(next) : next;
    }

    // ---------------------------------------------------------------- subplans and slots

    /** Whether this is a subplan, all of whose breakers work for each outer row. */
    public boolean isSubplan() {
        return rowSlot.isPresent();
    }

    /** The hidden column of outer row numbers; an error outside subplans. */
    public int rowSlot() {
        return rowSlot.orElseThrow(() -> new IllegalStateException("a plan's root has no outer rows"));
    }

    /** The hidden column of outer row numbers; empty outside subplans. */
    public OptionalInt outerRowSlot() {
        return rowSlot;
    }

    /** A slot for a column that no variable of the query names. */
    public int newSlot() {
        return slotCounter.getAndIncrement();
    }

    /** Whether an expression is a column of the outer rows, the same for all rows of one of them. */
    public boolean isImport(Expression expression) {
        return isSubplan()
                && expression instanceof Expression.Reference reference
                && imports.contains(slot(reference.variable()));
    }

    /** Whether a variable is a column of the outer rows. */
    public boolean isImported(Variable variable) {
        return imports.contains(slot(variable));
    }

    /** The slots, and in a subplan that of outer row numbers. */
    public Set<Integer> withRowSlot(Set<Integer> read) {
        Set<Integer> slots = new HashSet<>(read);
        rowSlot.ifPresent(slots::add);
        return slots;
    }

    /**
     * The slots that an input has and somebody above reads, without those that the outer rows have. What is found once
     * for all outer rows has none from them, even if it binds the same variables.
     */
    public int[] kept(Operator input, Set<Integer> read) {
        Set<Integer> columns = with(Set.of(), input.columns());
        boolean isOfOuterRows = isOfOuterRows(input);
        Set<Integer> available = isOfOuterRows ? withRowSlot(columns) : columns;
        return read.stream()
                .filter(available::contains)
                .filter(slot -> !isOfOuterRows || !imports.contains(slot))
                .mapToInt(Integer::intValue)
                .sorted()
                .toArray();
    }

    /** The slots of the input's columns that a subplan reads. */
    public static Set<Integer> imported(Operator input, Operator subplan) {
        Set<Integer> imported = new HashSet<>();
        input.columns().stream().filter(each -> isImported(subplan, each)).forEach(each -> imported.add(slot(each)));
        return imported;
    }

    private static boolean isImported(Operator subplan, Variable variable) {
        return subplan instanceof Argument argument
                ? argument.variables().contains(variable)
                : subplan.inputs().stream().anyMatch(input -> isImported(input, variable));
    }

    /** Whether this is a subplan, and each row of a part of it belongs to one of the outer rows. */
    public boolean isOfOuterRows(Operator part) {
        return isSubplan() && hasArgument(part);
    }

    /** Whether a tree begins at the outer rows of its subplan, so that each of its rows belongs to one of them. */
    public static boolean hasArgument(Operator operator) {
        return operator instanceof Argument || operator.rowInputs().stream().anyMatch(PipelineBuilder::hasArgument);
    }

    // ---------------------------------------------------------------- subqueries

    /** The plans of the subqueries in expressions; each is made when it is first asked for. Used by one thread. */
    private static final class SubqueryPlans {
        /** Makes the plan of a subquery. */
        interface Maker {
            PhysicalSubquery make(Expression.Subquery subquery, Operator tree, SubqueryPlans others);
        }

        private final Map<Expression.Subquery, Operator> trees;
        private final Maker maker;
        private final Map<Expression.Subquery, PhysicalSubquery> made = new IdentityHashMap<>();

        /** @param trees by identity of the expression object */
        SubqueryPlans(Map<Expression.Subquery, Operator> trees, Maker maker) {
            this.trees = trees;
            this.maker = maker;
        }

        /** The plan of a subquery; empty if there is no tree for it. */
        Optional<PhysicalSubquery> of(Expression.Subquery subquery) {
            PhysicalSubquery known = made.get(subquery);
            if (known == null) {
                @Nullable Operator tree = trees.get(subquery);
                if (tree == null) {
                    return Optional.empty();
                }
                known = maker.make(subquery, tree, this);
                made.put(subquery, known);
            }
            return Optional.of(known);
        }

        /** All of them, by identity of the expression object. */
        Map<Expression.Subquery, PhysicalSubquery> all() {
            trees.keySet().forEach(this::of);
            return made;
        }
    }
}
