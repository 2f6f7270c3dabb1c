package org.thetisdb.engine.compile;

import static org.thetisdb.engine.compile.SlotSets.needed;
import static org.thetisdb.engine.compile.SlotSets.slot;
import static org.thetisdb.engine.compile.SlotSets.slots;
import static org.thetisdb.engine.compile.SlotSets.with;
import static org.thetisdb.engine.compile.SlotSets.without;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Places;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.EngineVariant;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Predicate;
import org.thetisdb.engine.evaluation.Slots;
import org.thetisdb.engine.expression.ExpressionCompiler;
import org.thetisdb.engine.group.AggregateCollector;
import org.thetisdb.engine.join.CartesianCollector;
import org.thetisdb.engine.join.CartesianStage;
import org.thetisdb.engine.join.HashJoinCollector;
import org.thetisdb.engine.join.ProbeStage;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Constant;
import org.thetisdb.engine.pipeline.Pipeline;
import org.thetisdb.engine.pipeline.Profiler;
import org.thetisdb.engine.pipeline.ResettingSource;
import org.thetisdb.engine.pipeline.Source;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Subplan;
import org.thetisdb.engine.pipeline.UnitSource;
import org.thetisdb.engine.pipeline.VerifyingStage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.plan.Columns;
import org.thetisdb.engine.plan.Operator;
import org.thetisdb.engine.plan.OperatorTrees;
import org.thetisdb.engine.plan.Plan;
import org.thetisdb.engine.scan.CountFromStatisticsSource;
import org.thetisdb.engine.subquery.ApplyStage;
import org.thetisdb.engine.subquery.LocalPlan;
import org.thetisdb.engine.subquery.RelinkStage;
import org.thetisdb.engine.subquery.SharedApplyStage;
import org.thetisdb.engine.subquery.SubqueryStage;
import org.thetisdb.engine.transform.FilterStage;
import org.thetisdb.engine.transform.LoadCsvStage;
import org.thetisdb.engine.transform.ProcedureStage;
import org.thetisdb.engine.transform.ProjectStage;
import org.thetisdb.engine.transform.UnionStage;
import org.thetisdb.engine.transform.UnwindStage;
import org.thetisdb.engine.walk.BuildPathStage;
import org.thetisdb.engine.walk.DifferentRelationshipsStage;
import org.thetisdb.engine.write.WriteCollector;
import org.thetisdb.engine.write.WrittenRows;
import org.thetisdb.value.ThetisException.Position;

/**
 * Cuts an operator tree into pipelines.
 *
 * <p>The tree is walked from the root down, with what comes after an operator as a factory of stages: a streaming
 * operator puts its own stage before that; a leaf becomes the source of a pipeline; a breaker ends its input's pipeline
 * in a collector and is the source of a pipeline of its own, so pipelines are listed in the order in which they can
 * run. On the way down goes the set of slots that somebody above reads: it is all that a breaker keeps.
 *
 * <p>One compiler compiles one tree for one instance of a plan: collectors belong to the instance.
 */
public final class PipelineCompiler {
    private static final Slots SLOTS = Variable::id;

    private final Plan plan;
    private final AtomicInteger slotCounter;
    private final Subplan subplan;
    private final Profiler profiler;
    private final EngineVariant variant;
    private final List<Pipeline> pipelines = new ArrayList<>();
    private final Set<Integer> imports = new HashSet<>();
    private final OrderCompiler orders;
    private final LeafCompiler leaves;
    private final WalkCompiler walks;
    private final WriteCompiler writes;
    private Optional<Pipeline> lastWrite = Optional.empty();
    private Set<Operator> exchanges = Set.of();

    /**
     * @param plan has the trees of subqueries in expressions, and the places of expressions in the text
     * @param slotCounter gives out slots beyond the plan's variables
     * @param subplan null for a plan's root
     * @param variant where to cut, and what to verify
     */
    public PipelineCompiler(
            Plan plan, AtomicInteger slotCounter, Subplan subplan, Profiler profiler, EngineVariant variant) {
        this.plan = plan;
        this.slotCounter = slotCounter;
        this.subplan = subplan;
        this.profiler = profiler;
        this.variant = variant;
        this.orders = new OrderCompiler(this, subplan);
        this.leaves = new LeafCompiler(this);
        this.walks = new WalkCompiler(this);
        this.writes = new WriteCompiler(this, subplan);
    }

    int newSlot() {
        return slotCounter.getAndIncrement();
    }

    /** The pipelines of a tree whose rows go to {@code last}, which reads the slots {@code read}. */
    public List<Pipeline> compile(Operator root, Set<Integer> read, Stage.Factory last) {
        collectImports(root);
        exchanges = subplan == null ? ExchangePlacement.choose(root, variant.exchangesForced()) : Set.of();
        compileInto(root, withRowSlot(read), last);
        return pipelines;
    }

    private void collectImports(Operator operator) {
        if (operator instanceof Operator.Argument argument) {
            argument.variables().forEach(each -> imports.add(slot(each)));
        }
        OperatorTrees.rowInputs(operator).forEach(this::collectImports);
    }

    private boolean isImport(Expression expression) {
        return subplan != null
                && expression instanceof Expression.Reference reference
                && imports.contains(slot(reference.variable()));
    }

    private Set<Integer> withRowSlot(Set<Integer> read) {
        Set<Integer> slots = new HashSet<>(read);
        if (subplan != null) {
            slots.add(subplan.rowSlot());
        }
        return slots;
    }

    void compileInto(Operator operator, Set<Integer> read, Stage.Factory after) {
        Stage.Factory next = profiler.counted(operator, verified(operator, read, after));
        switch (operator) {
            case Operator.Unit ignored -> source(operator, new UnitSource(), next);
            case Operator.Argument ignored -> source(operator, subplan.argument(), next);
            case Operator.CountFromStatistics count ->
                source(operator, new CountFromStatisticsSource(count, slot(count.count())), next);
            case Operator.NodeScan scan -> leaves.nodeScan(scan, read, next);
            case Operator.RelationshipScan scan -> leaves.relationshipScan(scan, read, next);
            case Operator.IndexSeek seek -> leaves.indexSeek(seek, read, next);
            case Operator.IndexRange range -> leaves.indexRange(range, read, next);
            case Operator.IndexPrefix prefix -> leaves.indexPrefix(prefix, read, next);
            case Operator.NodeById byId -> leaves.nodeById(byId, read, next);
            case Operator.Expand expand -> walks.expand(expand, read, next);
            case Operator.ExpandInto expand -> walks.expandInto(expand, read, next);
            case Operator.ExpandCount expand -> walks.expandCount(expand, read, next);
            case Operator.VariableExpand expand -> walks.variableExpand(expand, read, next);
            case Operator.ShortestPaths paths -> walks.shortestPaths(paths, read, next);
            case Operator.Filter filter -> filter(filter, read, next);
            case Operator.DifferentRelationships different -> differentRelationships(different, read, next);
            case Operator.Project project -> project(project, read, next);
            case Operator.BuildPath path -> buildPath(path, read, next);
            case Operator.Narrow narrow -> compileInto(narrow.input(), read, next);
            case Operator.Unwind unwind -> unwind(unwind, read, next);
            case Operator.HashJoin join -> hashJoin(join, read, next);
            case Operator.CartesianProduct product -> cartesianProduct(product, read, next);
            case Operator.Union union -> union(union, read, next);
            case Operator.Apply apply -> apply(apply, read, next);
            case Operator.Aggregate aggregate -> aggregate(aggregate, read, next);
            case Operator.Distinct distinct -> distinct(distinct, next);
            case Operator.Sort sort -> orders.sort(sort, read, next);
            case Operator.TopK topK -> orders.topK(topK, read, next);
            case Operator.Slice slice -> orders.slice(slice, read, next);
            case Operator.ProcedureCall call -> procedureCall(call, read, next);
            case Operator.LoadCsv load -> loadCsv(load, read, next);
            default -> writes.compile(operator, read, next);
        }
    }

    /** What comes after an operator, with a stage before it that looks at each batch if that is wanted. */
    private Stage.Factory verified(Operator operator, Set<Integer> read, Stage.Factory after) {
        boolean expiring = variant.verification() == EngineVariant.Verification.EXPIRING;
        return variant.verification() == EngineVariant.Verification.OFF
                ? after
                : worker -> new VerifyingStage(worker, operator, read, rowsMax(worker), expiring, after.create(worker));
    }

    /** In a subquery of an expression, all elements of the lists of a batch are one batch. */
    private int rowsMax(Worker worker) {
        return subplan == null ? worker.batchRows() : Integer.MAX_VALUE;
    }

    /** Whether the rows before an expansion are to be shared out among the workers. */
    boolean isExchanged(Operator.Expand expand) {
        return exchanges.contains(expand);
    }

    void source(Operator operator, Source source, Stage.Factory next) {
        pipelines.add(new Pipeline(profiler.timed(operator, source), next));
    }

    // ---------------------------------------------------------------- slots and expressions

    /** The slots that an input has and somebody above reads. */
    int[] kept(Operator input, Set<Integer> read) {
        Set<Integer> available = with(Set.of(), Columns.of(input));
        if (subplan != null) {
            available.add(subplan.rowSlot());
        }
        return read.stream()
                .filter(available::contains)
                .filter(slot -> !imports.contains(slot))
                .mapToInt(Integer::intValue)
                .sorted()
                .toArray();
    }

    ExpressionCompiler expressions(Worker worker) {
        return new ExpressionCompiler(SLOTS, (subquery, slots) -> subquery(worker, subquery, slots), plan.places());
    }

    Optional<Predicate> predicate(Worker worker, List<Expression> conjuncts) {
        return conjuncts.isEmpty()
                ? Optional.empty()
                : Optional.of(expressions(worker).predicate(conjuncts));
    }

    // ---------------------------------------------------------------- row by row, two inputs

    private void filter(Operator.Filter filter, Set<Integer> read, Stage.Factory next) {
        compileInto(
                filter.input(),
                needed(read, List.of(), filter.predicates()),
                worker -> new FilterStage(
                        worker, expressions(worker).predicate(filter.predicates()), next.create(worker)));
    }

    private void differentRelationships(
            Operator.DifferentRelationships different, Set<Integer> read, Stage.Factory next) {
        compileInto(
                different.input(),
                with(with(read, different.others()), List.of(different.relationship())),
                worker -> new DifferentRelationshipsStage(
                        worker, slot(different.relationship()), slots(different.others()), next.create(worker)));
    }

    private void buildPath(Operator.BuildPath path, Set<Integer> read, Stage.Factory next) {
        compileInto(
                path.input(),
                with(without(read, List.of(path.path())), path.elements()),
                worker -> new BuildPathStage(worker, slot(path.path()), slots(path.elements()), next.create(worker)));
    }

    private void unwind(Operator.Unwind unwind, Set<Integer> read, Stage.Factory next) {
        compileInto(
                unwind.input(),
                needed(read, List.of(unwind.variable()), List.of(unwind.list())),
                worker -> new UnwindStage(
                        worker,
                        expressions(worker).compile(unwind.list()),
                        slot(unwind.variable()),
                        next.create(worker)));
    }

    private void procedureCall(Operator.ProcedureCall call, Set<Integer> read, Stage.Factory next) {
        List<Step.Yield> yields = call.yields().stream()
                .filter(each -> read.contains(slot(each.variable())))
                .toList();
        ProcedureStage.Taken taken = new ProcedureStage.Taken(
                yields.stream().mapToInt(Step.Yield::column).toArray(),
                yields.stream().mapToInt(each -> slot(each.variable())).toArray(),
                call.optional());
        List<Variable> added = call.yields().stream().map(Step.Yield::variable).toList();
        compileInto(call.input(), needed(read, added, call.arguments()), worker -> {
            ExpressionCompiler compiler = expressions(worker);
            Evaluator[] arguments =
                    call.arguments().stream().map(compiler::compile).toArray(Evaluator[]::new);
            Optional<Position> place = call.yields().stream()
                    .findFirst()
                    .flatMap(each -> plan.places().ofVariable(each.variable()));
            return new ProcedureStage(worker, call.procedure(), arguments, taken, place, next.create(worker));
        });
    }

    private void loadCsv(Operator.LoadCsv load, Set<Integer> read, Stage.Factory next) {
        List<Expression> inputs = new ArrayList<>(List.of(load.from()));
        load.terminator().ifPresent(inputs::add);
        compileInto(load.input(), needed(read, List.of(load.variable()), inputs), worker -> {
            ExpressionCompiler compiler = expressions(worker);
            return new LoadCsvStage(
                    worker,
                    compiler.compile(load.from()),
                    load.terminator().map(compiler::compile),
                    load.headers(),
                    slot(load.variable()),
                    plan.places().ofVariable(load.variable()),
                    next.create(worker));
        });
    }

    private void project(Operator.Project project, Set<Integer> read, Stage.Factory next) {
        List<Step.Item> items = project.items().stream()
                .filter(item -> read.contains(slot(item.variable())))
                .toList();
        Set<Integer> below = needed(
                read,
                project.items().stream().map(Step.Item::variable).toList(),
                items.stream().map(Step.Item::expression).toList());
        compileInto(project.input(), below, worker -> projectStage(worker, items, next.create(worker)));
    }

    Stage projectStage(Worker worker, List<Step.Item> items, Stage next) {
        if (items.isEmpty()) {
            return next;
        }
        ExpressionCompiler compiler = expressions(worker);
        int[] slots = items.stream().mapToInt(item -> slot(item.variable())).toArray();
        Evaluator[] evaluators =
                items.stream().map(item -> compiler.compile(item.expression())).toArray(Evaluator[]::new);
        return new ProjectStage(worker, slots, evaluators, next);
    }

    private void hashJoin(Operator.HashJoin join, Set<Integer> read, Stage.Factory next) {
        boolean byOuterRow = subplan != null && hasArgument(join.build());
        join(
                join.build(),
                worker -> evaluators(worker, byOuterRow, join.buildKeys()),
                needed(read, List.of(), join.buildKeys()),
                join.probe(),
                worker -> evaluators(worker, byOuterRow, join.probeKeys()),
                needed(read, List.of(), join.probeKeys()),
                keptOf(join.build(), read),
                next);
    }

    private void join(
            Operator build,
            HashJoinCollector.KeyFactory buildKeys,
            Set<Integer> buildRead,
            Operator probe,
            HashJoinCollector.KeyFactory probeKeys,
            Set<Integer> probeRead,
            int[] kept,
            Stage.Factory next) {
        HashJoinCollector collector = new HashJoinCollector(kept, buildKeys);
        keptFirst(
                () -> {
                    compileInto(build, buildRead, collector::stage);
                    resetAfterRun(collector::reset);
                },
                probe,
                () -> compileInto(
                        probe,
                        probeRead,
                        worker -> new ProbeStage(
                                worker, collector, probeKeys.create(worker), kept, next.create(worker))));
    }

    /**
     * Compiles both sides of a join, the kept side to run first. But where the streaming side writes, the kept side
     * reads behind that in the query, so it has to run after the last of those writes.
     */
    private void keptFirst(Runnable kept, Operator streaming, Runnable streamed) {
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

    /**
     * Ends a pipeline in a collector that writes. The writing is a pipeline without rows of its own, so that others can
     * be put between it and the one that its rows go on in.
     */
    void write(Operator operator, Operator input, Set<Integer> below, WriteCollector collector, Stage.Factory next) {
        compileInto(input, below, collector::stage);
        WrittenRows rows = new WrittenRows(collector);
        Pipeline writing = new Pipeline(profiler.timed(operator, rows.writing()), ignored -> WrittenRows.NO_ROWS);
        pipelines.add(writing);
        lastWrite = Optional.of(writing);
        source(operator, rows, next);
    }

    /** What a join keeps of one side; the outer row's number comes from the other. */
    private int[] keptOf(Operator side, Set<Integer> read) {
        return Arrays.stream(kept(side, read))
                .filter(slot -> subplan == null || slot != subplan.rowSlot())
                .toArray();
    }

    /** Whether a tree begins at the outer rows of its subplan, so that each of its rows belongs to one of them. */
    private static boolean hasArgument(Operator operator) {
        return operator instanceof Operator.Argument
                || OperatorTrees.rowInputs(operator).stream().anyMatch(PipelineCompiler::hasArgument);
    }

    /**
     * Join keys; the first is the outer row's number if both sides have one, because rows of different outer rows
     * never meet. A kept side that begins at nothing (a scan) is the same for all outer rows.
     */
    private Evaluator[] evaluators(Worker worker, boolean byOuterRow, List<Expression> expressions) {
        ExpressionCompiler compiler = expressions(worker);
        List<Evaluator> evaluators = new ArrayList<>();
        if (byOuterRow) {
            int rowSlot = subplan.rowSlot();
            evaluators.add((context, rows) -> rows.column(rowSlot));
        }
        expressions.forEach(each -> evaluators.add(compiler.compile(each)));
        return evaluators.toArray(Evaluator[]::new);
    }

    private void cartesianProduct(Operator.CartesianProduct product, Set<Integer> read, Stage.Factory next) {
        int[] kept = keptOf(product.right(), read);
        if (subplan != null) {
            HashJoinCollector.KeyFactory outerRow = worker -> evaluators(worker, true, List.of());
            join(product.right(), outerRow, read, product.left(), outerRow, read, kept, next);
            return;
        }
        CartesianCollector collector = new CartesianCollector(kept);
        keptFirst(
                () -> {
                    compileInto(product.right(), read, collector::stage);
                    resetAfterRun(collector::reset);
                },
                product.left(),
                () -> compileInto(
                        product.left(),
                        read,
                        worker -> new CartesianStage(worker, collector, kept, next.create(worker))));
    }

    private void union(Operator.Union union, Set<Integer> read, Stage.Factory next) {
        branch(union.left(), union.leftColumns(), union.outputs(), read, next);
        branch(union.right(), union.rightColumns(), union.outputs(), read, next);
    }

    private void branch(
            Operator branch, List<Variable> from, List<Variable> to, Set<Integer> read, Stage.Factory next) {
        compileInto(
                branch,
                with(without(read, to), from),
                worker -> new UnionStage(worker, slots(from), slots(to), next.create(worker)));
    }

    // ---------------------------------------------------------------- subplans

    private void apply(Operator.Apply apply, Set<Integer> read, Stage.Factory next) {
        List<Variable> outputs = apply.outputs().stream()
                .filter(each -> read.contains(slot(each)))
                .toList();
        Set<Integer> below = without(read, apply.outputs());
        below.addAll(imported(apply.input(), apply.subplan()));
        compileInto(apply.input(), below, worker -> {
            Subplan inner = newSubplan();
            Set<Integer> given = with(Set.of(), outputs);
            if (!apply.shared().isEmpty()) {
                SharedApplyStage stage =
                        new SharedApplyStage(worker, inner, slots(apply.shared()), slots(outputs), next.create(worker));
                stage.run(localPlan(worker, inner, apply.subplan(), given, stage.returning()));
                return stage;
            }
            ApplyStage stage = new ApplyStage(worker, inner, apply.optional(), slots(outputs), next.create(worker));
            stage.run(localPlan(worker, inner, apply.subplan(), given, stage.returning()));
            return stage;
        });
    }

    Subplan newSubplan() {
        return new Subplan(slotCounter.getAndIncrement());
    }

    /** A subplan for one worker, whose rows go to {@code last}, which reads the slots {@code read}. */
    LocalPlan localPlan(Worker worker, Subplan inner, Operator root, Set<Integer> read, Stage last) {
        PipelineCompiler compiler = new PipelineCompiler(plan, slotCounter, inner, profiler, variant);
        return new LocalPlan(worker, compiler.compile(root, read, ignored -> last));
    }

    /** The slots of the input's columns that the subplan reads. */
    static Set<Integer> imported(Operator input, Operator subplan) {
        Set<Integer> imported = new HashSet<>();
        Columns.of(input).stream().filter(each -> isImported(subplan, each)).forEach(each -> imported.add(slot(each)));
        return imported;
    }

    private static boolean isImported(Operator subplan, Variable variable) {
        return subplan instanceof Operator.Argument argument
                ? argument.variables().contains(variable)
                : OperatorTrees.inputs(subplan).stream().anyMatch(input -> isImported(input, variable));
    }

    private SubqueryStage subquery(Worker worker, Expression.Subquery subquery, Slots outerSlots) {
        Operator root = plan.subplans().get(subquery);
        if (root == null) {
            throw new IllegalStateException("the planner made no plan for " + subquery.kind());
        }
        Subplan inner = newSubplan();
        boolean collects = subquery.kind() == Expression.Subquery.Kind.COLLECT;
        int collected =
                collects ? slot(subquery.query().outputs().get(subquery.column().orElse(0))) : Batch.NO_SLOT;
        int[] multiplicities = subquery.kind() == Expression.Subquery.Kind.COUNT ? multiplicities(root) : new int[0];
        Set<Integer> read = new HashSet<>();
        Arrays.stream(multiplicities).forEach(read::add);
        if (collects) {
            read.add(collected);
        }
        SubqueryStage stage = new SubqueryStage(worker, subquery, outerSlots, inner, collected, multiplicities);
        stage.run(localPlan(worker, inner, root, read, stage));
        return stage;
    }

    /** The multiplicities with which a counted subplan's rows count: those that no aggregation has used up. */
    private static int[] multiplicities(Operator root) {
        List<Integer> found = new ArrayList<>();
        Operator operator = root;
        while (operator instanceof Operator.ExpandCount count) {
            found.add(slot(count.multiplicity()));
            operator = count.input();
        }
        return found.stream().mapToInt(Integer::intValue).toArray();
    }

    // ---------------------------------------------------------------- breakers

    private void aggregate(Operator.Aggregate aggregate, Set<Integer> read, Stage.Factory next) {
        List<Step.Aggregation> aggregations = aggregate.aggregations().stream()
                .filter(each -> read.contains(slot(each.variable())))
                .toList();
        List<Expression> inputs = new ArrayList<>();
        aggregate.keys().forEach(key -> inputs.add(key.expression()));
        aggregations.forEach(each -> inputs.addAll(each.arguments()));
        Set<Integer> below = withRowSlot(with(needed(Set.of(), List.of(), inputs), aggregate.multiplicities()));
        group(aggregate, aggregate.keys(), aggregations, aggregate.multiplicities(), below, next);
    }

    private void distinct(Operator.Distinct distinct, Stage.Factory next) {
        List<Step.Item> keys = distinct.variables().stream()
                .map(each -> new Step.Item(each, new Expression.Reference(each)))
                .toList();
        group(distinct, keys, List.of(), List.of(), withRowSlot(with(Set.of(), distinct.variables())), next);
    }

    private void group(
            Operator operator,
            List<Step.Item> allKeys,
            List<Step.Aggregation> aggregations,
            List<Variable> multiplicities,
            Set<Integer> below,
            Stage.Factory next) {
        // Within a subplan groups are per outer row, and what it imports is one value per outer row.
        List<Step.Item> keys =
                allKeys.stream().filter(key -> !isImport(key.expression())).toList();
        List<Step.Item> renamed = allKeys.stream()
                .filter(key -> isImport(key.expression()) && !imports.contains(slot(key.variable())))
                .toList();
        boolean keyless = allKeys.isEmpty() && operator instanceof Operator.Aggregate;
        List<Integer> keySlots = new ArrayList<>();
        if (subplan != null) {
            keySlots.add(subplan.rowSlot());
        }
        keys.forEach(key -> keySlots.add(slot(key.variable())));
        if (keySlots.isEmpty() && !keyless) {
            throw new IllegalStateException("DISTINCT of no columns");
        }
        AggregateCollector collector = new AggregateCollector(
                worker -> work(worker, keys, aggregations),
                keySlots.stream().mapToInt(Integer::intValue).toArray(),
                aggregations.stream().mapToInt(each -> slot(each.variable())).toArray(),
                slots(multiplicities),
                subplan,
                keyless);
        Operator input = OperatorTrees.inputs(operator).getFirst();
        compileInto(input, below, collector::stage);
        int[] given = IntStream.concat(
                        keySlots.stream().mapToInt(Integer::intValue),
                        aggregations.stream().mapToInt(each -> slot(each.variable())))
                .toArray();
        source(operator, collector, relinked(given, worker -> projectStage(worker, renamed, next.create(worker))));
    }

    /** What follows a breaker, which inside a subplan has to find the outer rows again. */
    Stage.Factory relinked(int[] slots, Stage.Factory next) {
        return subplan == null ? next : worker -> new RelinkStage(worker, subplan, slots, next.create(worker));
    }

    private AggregateCollector.Work work(Worker worker, List<Step.Item> keys, List<Step.Aggregation> aggregations) {
        ExpressionCompiler compiler = expressions(worker);
        List<Evaluator> evaluators = new ArrayList<>();
        if (subplan != null) {
            int rowSlot = subplan.rowSlot();
            evaluators.add((context, rows) -> rows.column(rowSlot));
        }
        keys.forEach(key -> evaluators.add(compiler.compile(key.expression())));
        Evaluator[][] arguments = aggregations.stream()
                .map(each -> each.arguments().stream().map(compiler::compile).toArray(Evaluator[]::new))
                .toArray(Evaluator[][]::new);
        return new AggregateCollector.Work(
                evaluators.toArray(Evaluator[]::new),
                arguments,
                () -> AggregateCollector.accumulators(aggregations, plan.places()));
    }

    Places places() {
        return plan.places();
    }

    Constant constant(String clause, Optional<Expression> expression, long otherwise) {
        Expression value = expression.orElse(Expression.Literal.of(otherwise));
        return new Constant(clause, constants().compile(value), plan.places().of(value));
    }

    /** Compiles expressions that are the same for a whole run. */
    ExpressionCompiler constants() {
        return new ExpressionCompiler(
                SLOTS,
                (subquery, slots) -> {
                    throw new IllegalStateException("a constant has no subquery");
                },
                plan.places());
    }

    /** What the stages of the last pipeline share is made as new together with its source. */
    void resetAfterRun(Runnable resetting) {
        Pipeline last = pipelines.removeLast();
        pipelines.add(new Pipeline(new ResettingSource(last.source(), resetting), last.stages()));
    }
}
