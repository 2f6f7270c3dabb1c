package org.thetisdb.engine.query;

import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.StopSignal;
import org.thetisdb.engine.run.CompiledPlan;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.Statistics;

/**
 * A text's plan, and what it was made for: snapshots over one base, whose catalogs and counts differ little. Telling
 * that it suits costs three comparisons as long as nothing has changed, and few more while something always changes.
 * Thread safe.
 */
final class PreparedQuery implements AutoCloseable {
    /** A graph that has grown or shrunk so much since it was planned for deserves another plan. */
    private static final int DRIFT_FACTOR = 4;

    /** Differences of so many nodes or relationships never matter. */
    private static final long DRIFT_FREE = 1000;

    /** How long a graph may change before it is looked whether it has grown. */
    private static final long REVISIONS_WITHOUT_LOOK = 1000;

    /** A plan that touches more rows gains more from what follows from counts than it costs to get them. */
    private static final double ROWS_WORTH_COUNTS = 10_000;

    private static final long NO_REVISION = -1;

    private final Object base;
    private final Set<String> parameters;
    private final QueryNeeds needs;
    private final CompiledPlan plan;
    private final BiFunction<Snapshot, StopSignal, CompiledPlan> fallbackPlanner;
    private final long plannedNodes;
    private final long plannedRelationships;
    private volatile int catalogVersion;
    private volatile Choice choice;
    private volatile long lastRevision;
    private @Nullable CompiledPlan fallback;
    private boolean closed;

    /** Which plan suits what a revision shows. */
    private record Choice(long revision, CompiledPlan plan) {}

    /**
     * @param snapshot what the plan was made for
     * @param fallbackPlanner makes a plan of the same query that does not rely on counts
     */
    PreparedQuery(
            Snapshot snapshot,
            Set<String> parameters,
            QueryNeeds needs,
            CompiledPlan plan,
            BiFunction<Snapshot, StopSignal, CompiledPlan> fallbackPlanner) {
        this.base = snapshot.base();
        this.parameters = parameters;
        this.needs = needs;
        this.plan = plan;
        this.fallbackPlanner = fallbackPlanner;
        this.plannedNodes = snapshot.statistics().nodeCount();
        this.plannedRelationships = snapshot.statistics().relationshipCount();
        this.catalogVersion = snapshot.catalog().version();
        this.lastRevision = snapshot.revision();
        this.choice = new Choice(NO_REVISION, plan);
    }

    QueryNeeds needs() {
        return needs;
    }

    Set<String> parameters() {
        return parameters;
    }

    /** The plan as it was made first; for what does not depend on the snapshot. */
    CompiledPlan plan() {
        return plan;
    }

    boolean isOver(Object otherBase) {
        return base.equals(otherBase);
    }

    /**
     * The plan to run over a snapshot; empty if the query has to be planned anew.
     *
     * @param own whether the snapshot shows a transaction its own writes, so that its revision does not tell all
     * @param stop ends the planning, if there has to be any
     */
    Optional<CompiledPlan> planFor(Snapshot snapshot, boolean own, StopSignal stop) {
        if (!isOver(snapshot.base()) || !knows(snapshot.catalog())) {
            return Optional.empty();
        }
        long revision = snapshot.revision();
        Choice known = choice;
        if (known.revision() == revision && !own) {
            return Optional.of(known.plan());
        }
        boolean passing = revision != lastRevision;
        lastRevision = revision;
        if (passing && !isCountedAnew(revision)) {
            return Optional.of(plan.plan().needsCounts() ? fallback(snapshot, stop) : plan);
        }
        return choose(snapshot, own, stop);
    }

    /**
     * Whether to look at the counts although the graph changes all the time. They take some microseconds then, which a
     * query that touches few rows does not take itself: it rather relies on nothing.
     */
    private boolean isCountedAnew(long revision) {
        return plan.plan().countsFromStatistics()
                || plan.plan().needsCounts() && plan.plan().rowsVisited() > ROWS_WORTH_COUNTS
                || Math.abs(revision - choice.revision()) > REVISIONS_WITHOUT_LOOK;
    }

    private Optional<CompiledPlan> choose(Snapshot snapshot, boolean own, StopSignal stop) {
        Statistics statistics = snapshot.statistics();
        if (isDrift(plannedNodes, statistics.nodeCount())
                || isDrift(plannedRelationships, statistics.relationshipCount())) {
            return Optional.empty();
        }
        CompiledPlan chosen = plan.plan().isTrueOf(statistics) ? plan : fallback(snapshot, stop);
        if (!own) {
            choice = new Choice(snapshot.revision(), chosen);
        }
        return Optional.of(chosen);
    }

    private boolean knows(Catalog catalog) {
        int version = catalog.version();
        if (version == catalogVersion) {
            return true;
        }
        boolean met = plan.plan().catalogNeeds().areMetBy(catalog);
        if (met) {
            catalogVersion = version;
        }
        return met;
    }

    private static boolean isDrift(long planned, long now) {
        return now > DRIFT_FACTOR * planned + DRIFT_FREE || planned > DRIFT_FACTOR * now + DRIFT_FREE;
    }

    private synchronized CompiledPlan fallback(Snapshot snapshot, StopSignal stop) {
        if (fallback == null) {
            fallback = fallbackPlanner.apply(snapshot, stop);
            if (closed) {
                fallback.close();
            }
        }
        return fallback;
    }

    @Override
    public synchronized void close() {
        closed = true;
        plan.close();
        if (fallback != null) {
            fallback.close();
        }
    }
}
