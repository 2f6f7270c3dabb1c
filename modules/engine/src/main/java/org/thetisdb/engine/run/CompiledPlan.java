package org.thetisdb.engine.run;

import java.util.ArrayDeque;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Predicate;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.EngineVariant;
import org.thetisdb.engine.InnerStatements;
import org.thetisdb.engine.ResultCursor;
import org.thetisdb.engine.RunOptions;
import org.thetisdb.engine.StopSignal;
import org.thetisdb.engine.TransactionSteps;
import org.thetisdb.engine.fuse.FusePlacement;
import org.thetisdb.engine.fuse.FusedExpressions;
import org.thetisdb.engine.fuse.Fusion;
import org.thetisdb.engine.operator.PhysicalPlan;
import org.thetisdb.engine.operator.PipelineBuilder;
import org.thetisdb.engine.operator.PipelinePrinter;
import org.thetisdb.engine.operator.Profiler;
import org.thetisdb.engine.pipeline.QueryContext;
import org.thetisdb.engine.pipeline.QueryMemory;
import org.thetisdb.engine.plan.Plan;
import org.thetisdb.engine.plan.PlanPrinter;
import org.thetisdb.engine.spill.ListsOnDisk;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * A plan that can be run many times. Thread safe.
 *
 * <p>A run takes an instance, that is workers with their stages and vectors; an instance is made when none is free, and
 * goes back when the run's rows have been taken. So a query that is run again compiles nothing and allocates next to
 * nothing.
 */
public final class CompiledPlan implements AutoCloseable {
    /** More would keep vectors for concurrency that is not there. */
    private static final int FREE_INSTANCES_MAX = 16;

    /** Starting a thread is negligible beside making so many rows; fewer are simply kept. */
    private static final double STREAMED_ROWS_MIN = 1 << 16;

    private final Plan plan;
    private final PhysicalPlan physical;
    private final Executor executor;
    private final QueryMemory memory;
    private final EngineVariant variant;
    private final FusedExpressions expressions;
    private final ArrayDeque<PlanInstance> free = new ArrayDeque<>();
    private final IdleInstances idle;
    private final Optional<CompiledPlan> itself = Optional.of(this);

    /** How often idle instances were closed: one that was in use then is closed when it comes back. */
    private volatile int closings;

    private boolean closed;
    private final boolean writes;
    private volatile boolean streamed;

    /**
     * @param executor runs further workers of a query beside the calling thread
     * @param memory what all queries share
     * @param variant how to run
     * @param fusion makes loops of stages
     * @param idle the instances of all plans that wait
     */
    public CompiledPlan(
            Plan plan,
            Executor executor,
            QueryMemory memory,
            EngineVariant variant,
            Fusion fusion,
            IdleInstances idle) {
        this.plan = plan;
        this.idle = idle;
        this.executor = executor;
        this.memory = memory;
        this.variant = variant;
        this.physical = FusePlacement.place(
                PipelineBuilder.build(
                        plan.root(),
                        plan.outputs(),
                        plan.subplans(),
                        plan.variableCount(),
                        plan.places(),
                        variant.exchangesForced()),
                fusion);
        this.expressions = new FusedExpressions(fusion);
        this.writes = plan.mode().runs() && plan.writes();
        this.streamed = !writes && plan.root().rows() >= STREAMED_ROWS_MIN;
    }

    public Plan plan() {
        return plan;
    }

    /** This, as what may be there or not: asked for at each run, and made once. */
    public Optional<CompiledPlan> itself() {
        return itself;
    }

    /**
     * Runs the plan. The parameters are complete and boxed as {@code org.thetisdb.value} lists them.
     *
     * @param snapshot what to read; the transaction's own if there is one
     * @param transaction takes what the plan writes
     * @param steps for plans that commit along the way
     * @param inner runs the statements of procedures
     * @param stop says when the run has to end
     */
    public ResultCursor run(
            Map<String, Object> parameters,
            RunOptions options,
            Snapshot snapshot,
            Optional<GraphTransaction> transaction,
            TransactionSteps steps,
            InnerStatements inner,
            StopSignal stop) {
        if (writes && transaction.isEmpty()) {
            throw new ThetisException(
                    ErrorCode.USAGE, "the query writes, but it runs where it can only read; run it in a transaction");
        }
        QueryContext context = new QueryContext(parameters, options, memory, snapshot, transaction, stop)
                .with(steps, ListsOnDisk::new, inner, writes);
        return switch (plan.mode()) {
            case RUN -> new PlanCursor(this, context, Optional.empty());
            case EXPLAIN -> new ExplainCursor(plan, PlanPrinter.print(plan));
            case EXPLAIN_PIPELINES -> new ExplainCursor(plan, PipelinePrinter.print(physical));
            case PROFILE -> new PlanCursor(this, context, Optional.of(new PlanProfiler(plan)));
        };
    }

    /** Whether a run may change the graph, so that it needs a transaction. */
    public boolean writes() {
        return writes;
    }

    PlanInstance take(Snapshot snapshot) {
        int taken = closings;
        PlanInstance instance = poll();
        while (instance != null && !instance.move(snapshot)) {
            instance.close();
            instance = poll();
        }
        PlanInstance found = instance == null ? newInstance(snapshot, Optional.empty()) : instance;
        found.take(taken);
        return found;
    }

    private PlanInstance poll() {
        synchronized (free) {
            PlanInstance instance = free.pollLast();
            if (instance != null) {
                idle.remove(instance);
            }
            return instance;
        }
    }

    PlanInstance newInstance(Snapshot snapshot, Optional<PlanProfiler> profiler) {
        Profiler watching = profiler.isPresent() ? profiler.get() : Profiler.OFF;
        int[] slots = plan.outputs().stream().mapToInt(Variable::id).toArray();
        return new PlanInstance(physical, slots, snapshot, executor, variant, watching, expressions, writes);
    }

    /** Whether runs are streamed from the start, because their results are large. */
    boolean isStreamed() {
        return streamed;
    }

    /** Called when a run gave far more rows than the plan expected. */
    void streamFromNowOn() {
        streamed = true;
    }

    void execute(Runnable work) {
        try {
            executor.execute(work);
        } catch (RejectedExecutionException closing) {
            throw new ThetisException(
                    ErrorCode.CLOSED, "the database is being closed; open it again and run the query again", closing);
        }
    }

    void giveBack(PlanInstance instance) {
        boolean isKept;
        synchronized (free) {
            isKept = !closed && instance.taken() == closings && free.size() < FREE_INSTANCES_MAX;
            if (isKept) {
                free.addLast(instance);
                idle.keep(this, instance);
            }
        }
        if (!isKept) {
            instance.close();
        } else if (instance.heldBytes() >= IdleInstances.BYTES_MIN) {
            idle.closeSurplus();
        }
    }

    /** Closes an instance, unless somebody has taken it meanwhile. */
    void closeIdle(PlanInstance instance) {
        boolean isFree;
        synchronized (free) {
            isFree = free.remove(instance);
        }
        if (isFree) {
            instance.close();
        }
    }

    /**
     * Closes instances that nobody uses, so that they do not hold what is known of bases that are past.
     *
     * @param bases those that are past
     */
    public void closeIdle(Predicate<Object> bases) {
        synchronized (free) {
            closings++;
            free.removeIf(instance -> {
                boolean past = bases.test(instance.base());
                if (past) {
                    idle.remove(instance);
                    instance.close();
                }
                return past;
            });
        }
    }

    @Override
    public void close() {
        synchronized (free) {
            closed = true;
            free.forEach(idle::remove);
            free.forEach(PlanInstance::close);
            free.clear();
        }
    }
}
