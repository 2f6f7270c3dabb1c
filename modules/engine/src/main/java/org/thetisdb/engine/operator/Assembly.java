package org.thetisdb.engine.operator;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Places;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.EngineVariant;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Predicate;
import org.thetisdb.engine.evaluation.Slots;
import org.thetisdb.engine.evaluation.SubqueryRunner;
import org.thetisdb.engine.expression.ExpressionCompiler;
import org.thetisdb.engine.pipeline.Constant;
import org.thetisdb.engine.pipeline.RunState;
import org.thetisdb.engine.pipeline.Source;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Subplan;
import org.thetisdb.engine.pipeline.VerifyingStage;
import org.thetisdb.engine.pipeline.Worker;

/**
 * Assembles what runs: the sources, shared states and chains of stages of one instance of a plan, or of a subplan
 * of it that one worker runs.
 *
 * <pre>
 *   Pipeline   source ──────► links ───────────────────────► sink       immutable, of the plan
 *                │              │ for each worker              │
 *   Assembly   Source        Stage ─► Stage ─► … ────────────► Stage    of an instance, a chain for each worker
 *                └── RunState ──┴───────────── RunState ────────┘       what the workers share
 * </pre>
 *
 * <p>Invariants: a state is made once for each {@link Shared} spec, for the first that asks; a worker may have several
 * chains for one pipeline, one after another, over the same states.
 *
 * <p>Threads: chains may be made by several workers at once.
 */
public final class Assembly {
    private static final Slots SLOTS = Variable::id;

    /**
     * What is the same for a plan and its subplans.
     *
     * @param runners makes what evaluates a subquery of an expression
     * @param adapter may have other evaluators of expressions
     */
    public record Surroundings(
            PhysicalPlan plan,
            Profiler profiler,
            EngineVariant variant,
            SubqueryRunners runners,
            ExpressionAdapter adapter) {}

    /** Makes what evaluates a subquery of an expression for one worker. */
    public interface SubqueryRunners {
        SubqueryRunner create(
                Assembly assembly,
                Worker worker,
                Expression.Subquery subquery,
                PhysicalSubquery plan,
                Slots outerSlots);
    }

    private final Surroundings surroundings;
    private final List<Pipeline> pipelines;
    private final Optional<Subplan> subplan;
    private final Optional<Assembly> outermost;
    private final Function<Worker, Stage> last;
    private final Map<Shared<?>, RunState> states = new IdentityHashMap<>();
    private final List<RunState> resettable = new ArrayList<>();
    private final List<Source> sources = new ArrayList<>();

    /** @param last makes the stage that takes a worker's rows of the last pipelines */
    public Assembly(Surroundings surroundings, Function<Worker, Stage> last) {
        this(surroundings, surroundings.plan().pipelines(), Optional.empty(), Optional.empty(), last);
    }

    private Assembly(
            Surroundings surroundings,
            List<Pipeline> pipelines,
            Optional<Subplan> subplan,
            Optional<Assembly> outermost,
            Function<Worker, Stage> last) {
        this.surroundings = surroundings;
        this.pipelines = pipelines;
        this.subplan = subplan;
        this.outermost = outermost;
        this.last = last;
        for (Pipeline pipeline : pipelines) {
            Source source = pipeline.source().create(this);
            if (!resettable.contains(source)) {
                resettable.add(source);
            }
            sources.add(surroundings.profiler().timed(pipeline.operator(), source));
        }
    }

    /** A subplan for one worker, over outer rows of its own, whose rows go to {@code last}. */
    public Assembly nested(PhysicalSubplan plan, Subplan outer, Stage last) {
        return new Assembly(
                surroundings,
                plan.pipelines(),
                Optional.of(outer),
                Optional.of(outermost.orElse(this)),
                ignored -> last);
    }

    /** Which of several ways the engine takes. */
    public EngineVariant variant() {
        return surroundings.variant();
    }

    /** The number of pipelines. */
    public int pipelineCount() {
        return pipelines.size();
    }

    /** The source of a pipeline, which its workers share. */
    public Source source(int pipeline) {
        return sources.get(pipeline);
    }

    /** Makes the stages of a pipeline for a worker; returns the first. */
    public Stage chain(int pipeline, Worker worker) {
        Pipeline made = pipelines.get(pipeline);
        return chain(made.links(), worker, made.sink().create(this, worker));
    }

    /** Makes the stages of some links for a worker, before a stage that is there; returns the first. */
    public Stage chain(List<Link> links, Worker worker, Stage last) {
        Stage stage = last;
        for (Link link : links.reversed()) {
            stage = switch (link) {
                case StageSpec spec -> spec.create(this, worker, stage);
                case Output output -> watched(output, worker, stage);
            };
        }
        return stage;
    }

    private Stage watched(Output output, Worker worker, Stage next) {
        EngineVariant.Verification verification = surroundings.variant().verification();
        Stage verified = verification == EngineVariant.Verification.OFF
                ? next
                : new VerifyingStage(
                        worker,
                        output.operator().name(),
                        output.columns(),
                        output.operator().multiplicity(),
                        rowsMax(worker),
                        verification == EngineVariant.Verification.EXPIRING,
                        next);
        return surroundings.profiler().counted(output.operator(), worker, verified);
    }

    /** In a subquery of an expression, all elements of the lists of a batch are one batch. */
    private int rowsMax(Worker worker) {
        return subplan.isPresent() ? Integer.MAX_VALUE : worker.batchRows();
    }

    /** The state that the workers share for a spec. */
    @SuppressWarnings("unchecked") // A state is put into the map under the spec that made it.
    public synchronized <S extends RunState> S state(Shared<S> spec) {
        RunState found = states.get(spec);
        if (found == null) {
            found = spec.createState(this);
            states.put(spec, found);
            resettable.add(found);
        }
        return (S) found;
    }

    /** The state for a spec that all workers share for the whole run of the query, however often a subplan runs. */
    public <S extends RunState> S lastingState(Shared<S> spec) {
        return outermost.orElse(this).state(spec);
    }

    /** Whether a pipeline need not run, because what it would bring is there. */
    public boolean isServed(int pipeline) {
        return pipelines.get(pipeline).sink().isServed(this);
    }

    /** Whether all that serves all runs of a subplan is there. */
    public boolean isAllServed() {
        for (int index = 0; index < pipelines.size(); index++) {
            SinkSpec sink = pipelines.get(index).sink();
            if (sink.lasts() && !sink.isServed(this)) {
                return false;
            }
        }
        return true;
    }

    /** Whether there was no memory for something that was to serve all runs of a subplan: each makes it again. */
    public boolean isAnyMadeAgain() {
        for (int index = 0; index < pipelines.size(); index++) {
            if (pipelines.get(index).sink().isMadeAgain(this)) {
                return true;
            }
        }
        return false;
    }

    /** Releases what belongs to a run; to be called when no worker is running. */
    public void reset() {
        for (int index = 0; index < resettable.size(); index++) {
            resettable.get(index).reset();
        }
    }

    /** Where the outer rows of the subplan are; an error outside subplans. */
    public Subplan subplan() {
        return subplan.orElseThrow(() -> new IllegalStateException("a plan's root has no outer rows"));
    }

    /** Where the outer rows are; empty outside subplans. */
    public Optional<Subplan> outerRows() {
        return subplan;
    }

    Stage last(Worker worker) {
        return last.apply(worker);
    }

    /** Watches the operators. */
    public Profiler profiler() {
        return surroundings.profiler();
    }

    /** The places of expressions in the query's text. */
    public Places places() {
        return surroundings.plan().places();
    }

    /** Compiles expressions for a worker. */
    public ExpressionCompiler expressions(Worker worker) {
        return new ExpressionCompiler(SLOTS, (subquery, slots) -> subquery(worker, subquery, slots), places());
    }

    private SubqueryRunner subquery(Worker worker, Expression.Subquery subquery, Slots slots) {
        PhysicalSubquery plan = surroundings.plan().subqueries().get(subquery);
        if (plan == null) {
            throw new IllegalStateException("the planner made no plan for " + subquery.kind());
        }
        return surroundings.runners().create(this, worker, subquery, plan, slots);
    }

    /** Compiles expressions that are the same for a whole run. */
    public ExpressionCompiler constants() {
        return new ExpressionCompiler(
                SLOTS,
                (subquery, slots) -> {
                    throw new IllegalStateException("a constant has no subquery");
                },
                places());
    }

    /** The number of rows that a clause takes. */
    public Constant constant(String clause, Optional<Expression> expression, long otherwise) {
        Expression value = expression.orElse(Expression.Literal.of(otherwise));
        return new Constant(clause, constants().compile(value), places().of(value));
    }

    /** Compiles conjuncts for a worker; empty if there are none. */
    public Optional<Predicate> predicate(Worker worker, List<Expression> conjuncts) {
        return conjuncts.isEmpty()
                ? Optional.empty()
                : Optional.of(expressions(worker).predicate(conjuncts));
    }

    /** Compiles expressions for a worker, in their order. */
    public Evaluator[] evaluators(Worker worker, List<Expression> expressions) {
        return evaluators(worker, OptionalInt.empty(), expressions);
    }

    /**
     * Compiles keys for a worker, in their order.
     *
     * @param rowSlot the column of outer row numbers, which then is the first key
     */
    public Evaluator[] evaluators(Worker worker, OptionalInt rowSlot, List<Expression> expressions) {
        return evaluators(worker, rowSlot, expressions, expressions);
    }

    /**
     * Compiles keys for a worker, in their order.
     *
     * @param rowSlot the column of outer row numbers, which then is the first key
     * @param together all expressions that are evaluated for the same rows
     */
    public Evaluator[] evaluators(
            Worker worker, OptionalInt rowSlot, List<Expression> expressions, List<Expression> together) {
        ExpressionCompiler compiler = expressions(worker).together(together);
        List<Evaluator> evaluators = new ArrayList<>();
        rowSlot.ifPresent(slot -> evaluators.add((context, rows) -> rows.column(slot)));
        for (Expression each : expressions) {
            evaluators.add(surroundings.adapter().adapted(each, compiler.compile(each), compiler, worker));
        }
        return evaluators.toArray(Evaluator[]::new);
    }
}
