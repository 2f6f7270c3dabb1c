package org.thetisdb.engine.run;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.Profiler;
import org.thetisdb.engine.pipeline.Source;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.plan.ModeProfile;
import org.thetisdb.engine.plan.OperatorProfile;
import org.thetisdb.engine.plan.Plan;
import org.thetisdb.storage.PageCounts;

/**
 * Measures each operator of a plan: its rows, and in its own code the time spent, the pages asked for and the bytes
 * spilled.
 *
 * <p>A worker has one {@link StopWatch}, which always runs for exactly one operator. Where a batch passes from an
 * operator to the one above it, a {@link ProfilingStage} switches the watch to that one, and back when the batch has
 * been dealt with; a source switches it to the operator that it belongs to. So the times of all operators add up to
 * the time that the workers worked.
 *
 * <p>Threads: stop watches belong to one worker each; {@link #profiles} is called when the run is over.
 */
final class PlanProfiler implements Profiler {
    private final Map<Operator, Operator> consumers = new IdentityHashMap<>();
    private final Map<Worker, StopWatch> watches = new ConcurrentHashMap<>();

    PlanProfiler(Plan plan) {
        note(plan.root());
        for (Map.Entry<Expression.Subquery, Operator> subplan : plan.subplans().entrySet()) {
            note(subplan.getValue());
        }
    }

    private void note(Operator operator) {
        for (Operator input : operator.inputs()) {
            consumers.put(input, operator);
            note(input);
        }
    }

    /** The operator that takes an operator's rows; the operator itself where that is nobody in the plan. */
    private Operator consumer(Operator operator) {
        return consumers.getOrDefault(operator, operator);
    }

    private StopWatch watch(Worker worker) {
        return watches.computeIfAbsent(worker, ignored -> new StopWatch(worker));
    }

    @Override
    public Stage counted(Operator operator, Worker worker, Stage next) {
        return new ProfilingStage(watch(worker), operator, consumer(operator), next);
    }

    @Override
    public Source timed(Operator operator, Source source) {
        return new Source() {
            @Override
            public int prepare(Worker worker) {
                StopWatch watch = watch(worker);
                Operator before = watch.switchTo(operator);
                try {
                    return source.prepare(worker);
                } finally {
                    watch.switchBack(before);
                }
            }

            @Override
            public void run(int morsel, Worker worker, Stage stage) {
                StopWatch watch = watch(worker);
                Operator before = watch.switchTo(operator);
                try {
                    source.run(morsel, worker, stage);
                } finally {
                    watch.switchBack(before);
                }
            }

            @Override
            public boolean isOrdered() {
                return source.isOrdered();
            }

            @Override
            public boolean isOptional() {
                return source.isOptional();
            }

            @Override
            public void reset() {
                source.reset();
            }
        };
    }

    @Override
    public void passed(Operator operator, Worker worker, long rows) {
        watch(worker).countRows(operator, rows);
    }

    @Override
    public void ran(Operator operator, Worker worker, boolean isCompiled, long rows, long nanos, Supplier<String> why) {
        watch(worker).addMode(operator, isCompiled, rows, nanos, why);
    }

    @Override
    public Optional<Operator> pause(Worker worker) {
        return Optional.ofNullable(watch(worker).stop());
    }

    @Override
    public void resume(Worker worker, Optional<Operator> paused) {
        watch(worker).switchBack(paused.orElse(null));
    }

    /** What all workers measured, by identity of the operator. */
    Map<Operator, OperatorProfile> profiles() {
        Map<Operator, OperatorProfile> all = new IdentityHashMap<>();
        for (StopWatch watch : watches.values()) {
            watch.counters.forEach((operator, counter) -> all.merge(
                    operator,
                    new OperatorProfile(
                            counter.rows, counter.nanos, counter.pages, counter.spilledBytes, counter.modes()),
                    OperatorProfile::plus));
        }
        return all;
    }

    private static final class Counter {
        private long rows;
        private long nanos;
        private PageCounts pages = PageCounts.NONE;
        private long spilledBytes;
        private long columnRows;
        private long compiledRows;
        private long compiledNanos;
        private long interpretedRows;
        private long interpretedNanos;
        private Supplier<String> why = () -> "";

        private ModeProfile modes() {
            return new ModeProfile(
                    columnRows, compiledRows, compiledNanos, interpretedRows, interpretedNanos, why.get());
        }
    }

    /** Attributes a worker's time and pages to operators. */
    static final class StopWatch {
        private final Map<Operator, Counter> counters = new IdentityHashMap<>();
        private final Worker worker;
        private @Nullable Operator running;
        private long sinceNanos;
        private PageCounts sincePages = PageCounts.NONE;
        private long sinceSpilledBytes;

        StopWatch(Worker worker) {
            this.worker = worker;
        }

        private Counter counter(Operator operator) {
            return counters.computeIfAbsent(operator, ignored -> new Counter());
        }

        void countRows(Operator operator, long rows) {
            counter(operator).rows += rows;
        }

        /** Nodes have passed that no operator above has looked at one by one. */
        void countTaken(Operator operator, Operator consumer, long rows) {
            countRows(operator, rows);
            counter(consumer).columnRows += rows;
        }

        void addMode(Operator operator, boolean isCompiled, long rows, long nanos, Supplier<String> why) {
            Counter counter = counter(operator);
            counter.compiledRows += isCompiled ? rows : 0;
            counter.compiledNanos += isCompiled ? nanos : 0;
            counter.interpretedRows += isCompiled ? 0 : rows;
            counter.interpretedNanos += isCompiled ? 0 : nanos;
            counter.why = why;
        }

        /** From now on time and pages are this operator's; returns the one before, null if the watch was stopped. */
        @Nullable
        Operator switchTo(@Nullable Operator operator) {
            long now = System.nanoTime();
            PageCounts pages = worker.reader().pageCounts();
            long spilledBytes = worker.spilledBytes();
            Operator before = running;
            if (before != null) {
                Counter counter = counter(before);
                counter.nanos += now - sinceNanos;
                counter.pages = counter.pages.plus(pages.since(sincePages));
                counter.spilledBytes += spilledBytes - sinceSpilledBytes;
            }
            running = operator;
            sinceNanos = now;
            sincePages = pages;
            sinceSpilledBytes = spilledBytes;
            return before;
        }

        /** Stops the watch; returns the operator that it ran for, null if it was stopped already. */
        @Nullable
        Operator stop() {
            return switchTo(null);
        }

        /** Undoes {@link #switchTo}; with null the watch is stopped. */
        void switchBack(@Nullable Operator before) {
            switchTo(before);
        }
    }
}
