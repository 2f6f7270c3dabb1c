package org.thetisdb.engine.run;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.EngineVariant;
import org.thetisdb.engine.compile.PipelineCompiler;
import org.thetisdb.engine.pipeline.Pipeline;
import org.thetisdb.engine.pipeline.Profiler;
import org.thetisdb.engine.pipeline.QueryContext;
import org.thetisdb.engine.pipeline.RowStore;
import org.thetisdb.engine.pipeline.Source;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.plan.Plan;
import org.thetisdb.engine.write.WrittenRows;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.value.Invariant;

/**
 * A plan's pipelines with all that one run needs: workers, their chains of stages, collectors. Used for one run at a
 * time; further workers are made when a run first wants them.
 *
 * <p>A run is a walk over (pipeline, morsel), both ascending, that can pause between two morsels and be taken up by
 * another thread. Invariant: while {@code morselCount} is not {@link #NOT_PREPARED}, the current pipeline's morsels
 * below {@code nextMorsel} are done and the others untouched, whenever no worker works.
 *
 * <p>Threads: one thread at a time calls, and the hand-over from one to the next orders their memory.
 */
final class PlanInstance implements AutoCloseable {
    private static final int NOT_PREPARED = -1;

    private Snapshot snapshot;
    private final Executor executor;
    private final List<Pipeline> pipelines;
    private final List<Member> members = new ArrayList<>();
    private final ResultCollector result;
    private int pipeline;
    private int morselCount = NOT_PREPARED;
    private int workerCount;
    private int nextMorsel;

    /** A worker with its chain for each pipeline. */
    private final class Member {
        private final Worker worker;
        private final Stage[] heads = new Stage[pipelines.size()];

        Member() {
            worker = new Worker(snapshot);
        }

        Stage head(int pipeline) {
            if (heads[pipeline] == null) {
                heads[pipeline] = pipelines.get(pipeline).stages().create(worker);
            }
            return heads[pipeline];
        }
    }

    PlanInstance(Plan plan, Snapshot snapshot, Executor executor, EngineVariant variant, Optional<Profiler> profiler) {
        this.snapshot = snapshot;
        this.executor = executor;
        Profiler watching = profiler.isPresent() ? profiler.get() : Profiler.OFF;
        this.result = new ResultCollector(
                plan.outputs().stream().mapToInt(Variable::id).toArray(), watching);
        Set<Integer> read = new HashSet<>();
        plan.outputs().forEach(output -> read.add(output.id()));
        this.pipelines = new PipelineCompiler(plan, new AtomicInteger(plan.variableCount()), null, watching, variant)
                .compile(plan.root(), read, plan.outputs().isEmpty() ? ignored -> WrittenRows.NO_ROWS : result::stage);
    }

    /**
     * Makes the next run see another snapshot. False if the snapshot lies over another base: the instance is then to be
     * closed.
     */
    boolean move(Snapshot other) {
        for (Member member : members) {
            if (!member.worker.move(other)) {
                return false;
            }
        }
        snapshot = other;
        return true;
    }

    /**
     * Runs on the calling thread until all pipelines are done or there are many rows; the rows are then to be taken by
     * {@link #take}. Returns whether the run is complete; if not, {@link #stream} goes on. After an error, the instance
     * can only be closed.
     *
     * @throws ResultOverflow if a morsel gives too many rows to be kept
     */
    boolean run(QueryContext query) {
        result.keep(query.options());
        return goOn(query);
    }

    /** Runs on the calling thread until all pipelines are done; keeps all rows, as far as the query's memory goes. */
    void runWhole(QueryContext query) {
        result.keepAll();
        if (!goOn(query)) {
            throw new IllegalStateException("a run of a plan that writes paused: pipeline=" + pipeline);
        }
    }

    /** Runs all that is left to do, and lets the rows go through the queue. What was kept before is forgotten. */
    void stream(QueryContext query, ResultQueue queue) {
        result.clear();
        result.stream(query.options(), queue);
        boolean complete = goOn(query);
        if (!complete) {
            throw new IllegalStateException("a streamed run paused: pipeline=" + pipeline);
        }
    }

    /** The next of the rows kept by {@link #run}; null when all were taken. */
    RowStore take() {
        return result.take();
    }

    private boolean goOn(QueryContext query) {
        boolean paused = false;
        try {
            while (!paused && pipeline < pipelines.size()) {
                paused = !goOnWithPipeline(query);
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
    private boolean goOnWithPipeline(QueryContext query) {
        Member first = begun(0, query);
        Source source = pipelines.get(pipeline).source();
        if (morselCount == NOT_PREPARED) {
            morselCount = source.prepare(first.worker);
            workerCount = source.isOrdered() ? 1 : Math.min(query.options().threadCount(), morselCount);
            nextMorsel = 0;
        }
        if (workerCount <= 1) {
            Stage head = first.head(pipeline);
            while (nextMorsel < morselCount && !head.isSatisfied()) {
                source.run(nextMorsel++, first.worker, head);
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

    /** A member that sees what earlier pipelines have written, or committed. */
    private Member begun(int index, QueryContext query) {
        if (query.transaction().isEmpty()) {
            Member member = member(index);
            member.worker.begin(query);
            return member;
        }
        snapshot = query.snapshot();
        if (!member(index).worker.move(snapshot)) {
            // The query has committed on its way, and the next transaction lies over another base.
            members.set(index, new Member()).worker.close();
        }
        Member member = members.get(index);
        member.worker.begin(query);
        member.worker.changed();
        return member;
    }

    private void workTogether(Source source, QueryContext query) {
        for (int index = 0; index < workerCount; index++) {
            begun(index, query).head(pipeline);
        }
        Crew crew = new Crew(executor, workerCount, query, nextMorsel);
        nextMorsel = crew.work(morselCount, (worker, morsel) -> {
            Member member = members.get(worker);
            Stage head = member.heads[pipeline];
            if (head.isSatisfied()) {
                return false;
            }
            source.run(morsel, member.worker, head);
            return !result.isFull();
        });
    }

    private void finishPipeline() {
        Invariant.check(
                nextMorsel <= morselCount, "no morsel is done twice", "next", nextMorsel, "morsels", morselCount);
        for (int index = 0; index < Math.max(1, workerCount); index++) {
            members.get(index).heads[pipeline].finish();
        }
        pipeline++;
        morselCount = NOT_PREPARED;
    }

    /** Lets go of what belongs to the run, but for the rows that were kept. */
    private void end() {
        for (int index = 0; index < pipelines.size(); index++) {
            pipelines.get(index).source().reset();
        }
        for (int index = 0; index < members.size(); index++) {
            members.get(index).worker.end();
        }
        pipeline = 0;
        morselCount = NOT_PREPARED;
    }

    /** Lets go of pages, because nobody knows when the run goes on. */
    private void rest() {
        for (int index = 0; index < members.size(); index++) {
            members.get(index).worker.reader().refresh();
        }
    }

    private Member member(int index) {
        while (members.size() <= index) {
            members.add(new Member());
        }
        return members.get(index);
    }

    /** Forgets a run's rows, so that the instance can serve another. */
    void clear() {
        result.clear();
    }

    @Override
    public void close() {
        members.forEach(member -> member.worker.close());
    }
}
