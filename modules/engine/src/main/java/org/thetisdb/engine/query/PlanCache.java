package org.thetisdb.engine.query;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.Cypher;
import org.thetisdb.cypher.bound.BoundQuery;
import org.thetisdb.engine.EngineOptions;
import org.thetisdb.engine.EngineVariant;
import org.thetisdb.engine.StopSignal;
import org.thetisdb.engine.pipeline.QueryMemory;
import org.thetisdb.engine.plan.DegreeSamples;
import org.thetisdb.engine.plan.Planner;
import org.thetisdb.engine.plan.PlanningOptions;
import org.thetisdb.engine.procedure.ProcedureTable;
import org.thetisdb.engine.run.CompiledPlan;
import org.thetisdb.storage.Snapshot;

/**
 * Plans by text. A text has one plan at a time, for the base that it was last run over: queries of the past are rarer
 * than queries of now. When a newer base appears, all plans of older ones are let go of, with the readers that their
 * idle instances hold. Thread safe.
 */
final class PlanCache implements AutoCloseable {
    private final int capacity;
    private final EngineVariant variant;
    private final Executor executor;
    private final QueryMemory memory;
    private final ProcedureTable procedures;
    private final Map<String, PreparedQuery> queries = new ConcurrentHashMap<>();
    private final Object newestLock = new Object();
    private volatile Samples samples = new Samples("no base", new DegreeSamples());
    private long newestRevision = Long.MIN_VALUE;

    private volatile @Nullable BoundText lastBound;

    private record BoundText(String text, BoundQuery query) {}

    private record Samples(Object base, DegreeSamples samples) {}

    /** The query of a text, and its plan for a snapshot. */
    record Found(PreparedQuery query, CompiledPlan plan) {}

    PlanCache(EngineOptions options, Executor executor, QueryMemory memory, ProcedureTable procedures) {
        this.procedures = procedures;
        this.capacity = options.planCacheEntries();
        this.variant = options.variant();
        this.executor = executor;
        this.memory = memory;
    }

    /** The query as it was planned for whatever snapshot; empty if its text is new. */
    Optional<PreparedQuery> peek(String text) {
        return Optional.ofNullable(queries.get(text));
    }

    /**
     * @param own whether the snapshot shows a transaction its own writes
     * @param stop ends the planning
     */
    Found get(String text, Snapshot snapshot, boolean own, StopSignal stop) {
        PreparedQuery known = queries.get(text);
        if (known != null) {
            Optional<CompiledPlan> plan = known.planFor(snapshot, own, stop);
            if (plan.isPresent()) {
                return new Found(known, plan.get());
            }
        }
        noteBase(snapshot);
        PreparedQuery made = prepare(text, snapshot, stop);
        if (known == null && queries.size() >= capacity) {
            evictOne();
        }
        PreparedQuery former = queries.put(text, made);
        if (former != null) {
            former.close();
        }
        return new Found(made, made.planFor(snapshot, own, stop).orElse(made.plan()));
    }

    private PreparedQuery prepare(String text, Snapshot snapshot, StopSignal stop) {
        BoundQuery query = bind(text);
        CompiledPlan plan = plan(query, snapshot, true, stop);
        return new PreparedQuery(
                snapshot,
                query.parameters(),
                QueryNeeds.of(query),
                plan,
                (other, otherStop) -> plan(bind(text), other, false, otherStop));
    }

    /** The meaning of a text. Whoever asks what a new query needs runs it next, so the last one is kept. */
    BoundQuery bind(String text) {
        BoundText last = lastBound;
        if (last != null && last.text().equals(text)) {
            return last.query();
        }
        BoundQuery query = Cypher.bind(text, procedures);
        lastBound = new BoundText(text, query);
        return query;
    }

    private CompiledPlan plan(BoundQuery query, Snapshot snapshot, boolean trusting, StopSignal stop) {
        PlanningOptions options = new PlanningOptions(trusting && variant.countsTrusted(), variant.planSeed());
        return new CompiledPlan(
                Planner.plan(query, snapshot, samples(snapshot), procedures, options, stop), executor, memory, variant);
    }

    private DegreeSamples samples(Snapshot snapshot) {
        Samples known = samples;
        if (!known.base().equals(snapshot.base())) {
            known = new Samples(snapshot.base(), new DegreeSamples());
            samples = known;
        }
        return known.samples();
    }

    private void noteBase(Snapshot snapshot) {
        synchronized (newestLock) {
            if (snapshot.revision() <= newestRevision) {
                return;
            }
            newestRevision = snapshot.revision();
        }
        queries.forEach((text, query) -> {
            if (!query.isOver(snapshot.base()) && queries.remove(text, query)) {
                query.close();
            }
        });
    }

    /** Lets go of all plans for a base, and of the readers that their idle instances hold. */
    void forget(Object base) {
        queries.forEach((text, query) -> {
            if (query.isOver(base) && queries.remove(text, query)) {
                query.close();
            }
        });
        if (samples.base().equals(base)) {
            samples = new Samples("no base", new DegreeSamples());
        }
    }

    /** Any other plan will do: the cache is far larger than the set of texts that an application uses. */
    private void evictOne() {
        Optional<String> victim = queries.keySet().stream().findFirst();
        victim.map(queries::remove).ifPresent(PreparedQuery::close);
    }

    @Override
    public void close() {
        queries.values().forEach(PreparedQuery::close);
        queries.clear();
    }
}
