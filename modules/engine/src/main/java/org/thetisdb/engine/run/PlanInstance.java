package org.thetisdb.engine.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.EngineVariant;
import org.thetisdb.engine.fence.AllocatedBytes;
import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.ExpressionAdapter;
import org.thetisdb.engine.operator.PhysicalPlan;
import org.thetisdb.engine.operator.Profiler;
import org.thetisdb.engine.pipeline.MorselDispatcher;
import org.thetisdb.engine.pipeline.QueryContext;
import org.thetisdb.engine.pipeline.RowStore;
import org.thetisdb.engine.pipeline.Source;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.subquery.ExpressionSubqueries;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.value.Invariant;

/**
 * A plan's pipelines with all that one run needs: workers, their chains of stages, states. Used for one run at a
 * time; further workers are made when a run first wants them.
 *
 * <p>A run proceeds through (pipeline, morsel), both ascending; it can pause between two morsels and be resumed by
 * another thread. Invariant: while {@code morselCount} is not {@link #NOT_PREPARED}, the current pipeline's morsels
 * below {@code nextMorsel} are done and the others not begun, whenever no worker is running.
 *
 * <p>Threads: one thread at a time calls, and the hand-over from one to the next orders their memory.
 */
final class PlanInstance implements AutoCloseable {
    private static final int NOT_PREPARED = -1;

    /** What an instance keeps it has mostly allocated in its first runs; later ones are looked at now and then. */
    private static final int MEASURED_RUNS = 4;

    private static final int RUNS_BETWEEN_MEASURES = 16;

    private Snapshot snapshot;
    private final Executor executor;
    private final Assembly assembly;
    private final List<WorkerChains> workers = new ArrayList<>();
    private final int chainMorsels;
    private final ResultSink result;
    private int pipeline;
    private int morselCount = NOT_PREPARED;
    private int workerCount;
    private int nextMorsel;
    private int taken;
    private int runCount;
    private long heldBytes;

    /** A worker with its chain of stages for each pipeline. */
    private final class WorkerChains {
        private final Worker worker;
        private final Stage[] heads = new Stage[assembly.pipelineCount()];
        private int morselsOfChain;

        WorkerChains() {
            worker = new Worker(snapshot, Optional.of(executor));
        }

        /** The first stage of its chain for a pipeline. */
        Stage head(int pipeline) {
            if (heads[pipeline] == null) {
                heads[pipeline] = assembly.chain(pipeline, worker);
            }
            return heads[pipeline];
        }

        /**
         * The first stage of the chain that takes the next morsel. Between two morsels another chain may take over: the
         * former is finished, and both end in the same sink.
         */
        Stage headOfNextMorsel(int pipeline) {
            if (chainMorsels != EngineVariant.ONE_CHAIN && morselsOfChain++ == chainMorsels) {
                heads[pipeline].finish();
                heads[pipeline] = assembly.chain(pipeline, worker);
                morselsOfChain = 1;
            }
            return heads[pipeline];
        }

        void finish(int pipeline) {
            heads[pipeline].finish();
            morselsOfChain = 0;
        }
    }

    /**
     * @param slots the columns of the result
     * @param profiler watches the operators
     * @param adapter may have other evaluators of expressions
     * @param writes whether the plan may change the graph
     */
    PlanInstance(
            PhysicalPlan plan,
            int[] slots,
            Snapshot snapshot,
            Executor executor,
            EngineVariant variant,
            Profiler profiler,
            ExpressionAdapter adapter,
            boolean writes) {
        this.snapshot = snapshot;
        this.executor = executor;
        this.chainMorsels = variant.chainMorsels();
        this.result = new ResultSink(slots, profiler, writes);
        this.assembly = new Assembly(
                new Assembly.Surroundings(plan, profiler, variant, new ExpressionSubqueries(), adapter), result::stage);
    }

    /** Notes when it was taken, by the plan's own count. */
    void take(int when) {
        taken = when;
    }

    int taken() {
        return taken;
    }

    /** The base that it reads. */
    Object base() {
        return snapshot.base();
    }

    /**
     * Makes the next run see another snapshot. False if the snapshot is over another base: the instance is then to be
     * closed.
     */
    boolean move(Snapshot other) {
        for (WorkerChains chains : workers) {
            if (!chains.worker.move(other)) {
                return false;
            }
        }
        snapshot = other;
        return true;
    }

    /**
     * Runs on the calling thread until all pipelines are done or there are many rows; the rows are then to be taken by
     * {@link #take}. Returns whether the run is complete; if not, {@link #stream} continues it. After an error, the
     * instance can only be closed.
     *
     * @throws ResultOverflow if a morsel gives too many rows to be kept
     */
    boolean run(QueryContext query) {
        result.keep(query.options());
        return advance(query);
    }

    /** Runs on the calling thread until all pipelines are done; for a plan that writes, all of whose rows are kept. */
    void runWhole(QueryContext query) {
        if (!advance(query)) {
            throw new IllegalStateException("a run of a plan that writes paused: pipeline=" + pipeline);
        }
    }

    /** Runs all that is left to do, and passes the rows through the queue. What was kept before is forgotten. */
    void stream(QueryContext query, ResultQueue queue) {
        result.clear();
        result.stream(query.options(), queue);
        boolean complete = advance(query);
        if (!complete) {
            throw new IllegalStateException("a streamed run paused: pipeline=" + pipeline);
        }
    }

    /** The next of the rows kept by {@link #run}; null when all were taken. */
    @Nullable
    RowStore take() {
        return result.take();
    }

    /** Whether {@link #take} has nothing more to give, if the run is complete. */
    boolean isTaken() {
        return result.isTaken();
    }

    /**
     * What it holds between runs, about, and at most: what a run of it has allocated. A run that allocates much that it
     * does not keep is so long that making an instance again is nothing beside it.
     */
    long heldBytes() {
        return heldBytes;
    }

    private boolean advance(QueryContext query) {
        boolean isMeasured = runCount < MEASURED_RUNS || runCount % RUNS_BETWEEN_MEASURES == 0;
        runCount++;
        if (!isMeasured) {
            return advanceFar(query);
        }
        long before = AllocatedBytes.ofCurrentThread();
        boolean isComplete = advanceFar(query);
        long allocated = (AllocatedBytes.ofCurrentThread() - before) * Math.max(1, workers.size());
        heldBytes = Math.max(heldBytes, allocated);
        return isComplete;
    }

    private boolean advanceFar(QueryContext query) {
        boolean paused = false;
        try {
            while (!paused && pipeline < assembly.pipelineCount()) {
                paused = !advancePipeline(query);
            }
            if (paused) {
                rest();
            }
            return !paused;
        } finally {
            if (!paused) {
                end();
            }
        }
    }

    /** Works on the current pipeline; false if the run is to pause before the pipeline is done. */
    private boolean advancePipeline(QueryContext query) {
        WorkerChains first = begun(0, query);
        Source source = assembly.source(pipeline);
        if (morselCount == NOT_PREPARED) {
            morselCount = source.prepare(first.worker);
            workerCount = source.isOrdered() ? 1 : Math.min(query.options().threadCount(), morselCount);
            nextMorsel = 0;
        }
        if (morselCount == 0 && source.isOptional()) {
            pipeline++;
            morselCount = NOT_PREPARED;
            return true;
        }
        if (workerCount <= 1) {
            first.head(pipeline);
            while (nextMorsel < morselCount && !first.heads[pipeline].isSatisfied()) {
                source.run(nextMorsel++, first.worker, first.headOfNextMorsel(pipeline));
                if (result.isFull() && nextMorsel < morselCount) {
                    return false;
                }
            }
        } else {
            workTogether(source, query);
            if (result.isFull() && nextMorsel < morselCount) {
                return false;
            }
        }
        finishPipeline();
        return true;
    }

    /** A worker that sees what earlier pipelines have written, or committed. */
    private WorkerChains begun(int index, QueryContext query) {
        if (query.transaction().isEmpty()) {
            WorkerChains chains = workerAt(index);
            chains.worker.begin(query);
            return chains;
        }
        snapshot = query.snapshot();
        if (!workerAt(index).worker.move(snapshot)) {
            // The query has committed along the way, and the next transaction is over another base.
            workers.set(index, new WorkerChains()).worker.close();
        }
        WorkerChains chains = workers.get(index);
        chains.worker.begin(query);
        chains.worker.changed();
        return chains;
    }

    private void workTogether(Source source, QueryContext query) {
        for (int index = 0; index < workerCount; index++) {
            begun(index, query).head(pipeline);
        }
        MorselDispatcher dispatcher = new MorselDispatcher(executor, workerCount, query, nextMorsel);
        nextMorsel = dispatcher.work(morselCount, (worker, morsel) -> {
            WorkerChains chains = workers.get(worker);
            Stage head = chains.headOfNextMorsel(pipeline);
            if (head.isSatisfied()) {
                return false;
            }
            source.run(morsel, chains.worker, head);
            return !result.isFull();
        });
    }

    private void finishPipeline() {
        Invariant.check(
                nextMorsel <= morselCount, "no morsel is done twice", "next", nextMorsel, "morsels", morselCount);
        for (int index = 0; index < Math.max(1, workerCount); index++) {
            workers.get(index).finish(pipeline);
        }
        pipeline++;
        morselCount = NOT_PREPARED;
    }

    /** Releases what belongs to the run, except for the rows that were kept. */
    private void end() {
        assembly.reset();
        for (int index = 0; index < workers.size(); index++) {
            workers.get(index).worker.end();
        }
        pipeline = 0;
        morselCount = NOT_PREPARED;
    }

    /** Releases pages, because nobody knows when the run continues. */
    private void rest() {
        for (int index = 0; index < workers.size(); index++) {
            workers.get(index).worker.reader().refresh();
        }
    }

    private WorkerChains workerAt(int index) {
        while (workers.size() <= index) {
            workers.add(new WorkerChains());
        }
        return workers.get(index);
    }

    /** Whether the last run had so long values that its vectors are not to be kept for the next one. */
    boolean hadLongValues() {
        for (int index = 0; index < workers.size(); index++) {
            if (workers.get(index).worker.hadLongValues()) {
                return true;
            }
        }
        return false;
    }

    /** Forgets a run's rows, so that the instance can serve another. */
    void clear() {
        result.clear();
    }

    @Override
    public void close() {
        workers.forEach(chains -> chains.worker.close());
    }
}
