package org.thetisdb.engine.run;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.plan.Plan;
import org.thetisdb.storage.Snapshot;

/**
 * A plan's pipelines with all that one run needs: workers, their chains of stages, collectors. Used for one run at a
 * time; further workers are made when a run first wants them.
 */
final class PlanInstance implements AutoCloseable {
    private final Snapshot snapshot;
    private final Executor executor;
    private final List<Pipeline> pipelines;
    private final List<Member> members = new ArrayList<>();
    private final ResultCollector result;

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

    PlanInstance(Plan plan, Snapshot snapshot, Executor executor, Optional<Profiler> profiler) {
        this.snapshot = snapshot;
        this.executor = executor;
        this.result = new ResultCollector(
                plan.outputs().stream().mapToInt(Variable::id).toArray());
        Set<Integer> read = new HashSet<>();
        plan.outputs().forEach(output -> read.add(output.id()));
        this.pipelines = new PipelineCompiler(
                        snapshot,
                        plan.subplans(),
                        new AtomicInteger(plan.variableCount()),
                        null,
                        profiler.orElse(Profiler.OFF))
                .compile(plan.root(), read, result::stage);
    }

    /** Runs all pipelines; afterwards the rows are in {@link #result}. */
    void run(QueryContext query) {
        try {
            for (int pipeline = 0; pipeline < pipelines.size(); pipeline++) {
                run(pipeline, query);
            }
        } finally {
            for (int pipeline = 0; pipeline < pipelines.size(); pipeline++) {
                pipelines.get(pipeline).source().reset();
            }
            for (int index = 0; index < members.size(); index++) {
                members.get(index).worker.end();
            }
        }
    }

    RowStore result() {
        return result.rows();
    }

    private void run(int pipeline, QueryContext query) {
        Member first = member(0);
        first.worker.begin(query);
        Source source = pipelines.get(pipeline).source();
        int morselCount = source.prepare(first.worker);
        int workerCount = source.isOrdered() ? 1 : Math.min(query.options().threadCount(), morselCount);
        if (workerCount <= 1) {
            Stage head = first.head(pipeline);
            for (int morsel = 0; morsel < morselCount && !head.isSatisfied(); morsel++) {
                source.run(morsel, first.worker, head);
            }
            head.finish();
            return;
        }
        for (int index = 0; index < workerCount; index++) {
            Member member = member(index);
            member.worker.begin(query);
            member.head(pipeline);
        }
        new Crew(executor, workerCount, query).work(morselCount, new Crew.Task() {
            @Override
            public boolean take(int worker, int morsel) {
                Member member = members.get(worker);
                if (member.heads[pipeline].isSatisfied()) {
                    return false;
                }
                source.run(morsel, member.worker, member.heads[pipeline]);
                return true;
            }

            @Override
            public void finish(int worker) {
                members.get(worker).heads[pipeline].finish();
            }
        });
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
