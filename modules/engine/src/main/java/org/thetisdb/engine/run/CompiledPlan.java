package org.thetisdb.engine.run;

import java.util.ArrayDeque;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.thetisdb.engine.ResultCursor;
import org.thetisdb.engine.RunOptions;
import org.thetisdb.engine.plan.Plan;
import org.thetisdb.storage.Snapshot;

/**
 * A plan that can be run time and again. Thread safe.
 *
 * <p>A run takes an instance, that is workers with their stages and vectors; an instance is made when none is free, and
 * goes back when the run's rows have been taken. So a query that is asked again compiles nothing and allocates next to
 * nothing.
 */
public final class CompiledPlan implements AutoCloseable {
    /** More would keep vectors for a crowd that is not there. */
    private static final int FREE_INSTANCES_MAX = 16;

    private final Plan plan;
    private final Snapshot snapshot;
    private final Executor executor;
    private final ArrayDeque<PlanInstance> free = new ArrayDeque<>();
    private boolean closed;

    /** @param executor runs further workers of a query beside the calling thread */
    public CompiledPlan(Plan plan, Snapshot snapshot, Executor executor) {
        this.plan = plan;
        this.snapshot = snapshot;
        this.executor = executor;
    }

    public Plan plan() {
        return plan;
    }

    /** Runs the plan. The parameters are complete and boxed as {@code org.thetisdb.value} lists them. */
    public ResultCursor run(Map<String, Object> parameters, RunOptions options) {
        QueryContext context = new QueryContext(parameters, options);
        return switch (plan.mode()) {
            case RUN -> new PlanCursor(this, take(), context, Optional.empty());
            case EXPLAIN -> new ExplainCursor(plan);
            case PROFILE -> {
                PlanProfiler profiler = new PlanProfiler(plan);
                PlanInstance instance = new PlanInstance(plan, snapshot, executor, Optional.of(profiler));
                yield new PlanCursor(this, instance, context, Optional.of(profiler));
            }
        };
    }

    private PlanInstance take() {
        synchronized (free) {
            PlanInstance instance = free.pollLast();
            if (instance != null) {
                return instance;
            }
        }
        return new PlanInstance(plan, snapshot, executor, Optional.empty());
    }

    void giveBack(PlanInstance instance) {
        synchronized (free) {
            if (!closed && free.size() < FREE_INSTANCES_MAX) {
                free.addLast(instance);
                return;
            }
        }
        instance.close();
    }

    @Override
    public void close() {
        synchronized (free) {
            closed = true;
            free.forEach(PlanInstance::close);
            free.clear();
        }
    }
}
