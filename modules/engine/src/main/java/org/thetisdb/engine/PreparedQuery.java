package org.thetisdb.engine;

import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.thetisdb.engine.run.CompiledPlan;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.Statistics;

/**
 * A text's plan, and what it was made for: snapshots over one base, whose catalogs and counts differ little. Telling
 * that it suits costs three comparisons as long as nothing has changed. Thread safe.
 */
final class PreparedQuery implements AutoCloseable {
    /** A graph that has grown or shrunk so much since it was planned for deserves another plan. */
    private static final int DRIFT_FACTOR = 4;

    /** Differences of so many nodes or relationships never matter. */
    private static final long DRIFT_FREE = 1000;

    private final Object base;
    private final Set<String> parameters;
    private final QueryNeeds needs;
    private final CompiledPlan plan;
    private final Function<Snapshot, CompiledPlan> carefulPlanner;
    private final long plannedNodes;
    private final long plannedRelationships;
    private volatile int catalogVersion;
    private volatile Statistics trueOf;
    private CompiledPlan careful;
    private boolean closed;

    /**
     * @param snapshot what the plan was made for
     * @param carefulPlanner makes a plan of the same query that does not rely on counts
     */
    PreparedQuery(
            Snapshot snapshot,
            Set<String> parameters,
            QueryNeeds needs,
            CompiledPlan plan,
            Function<Snapshot, CompiledPlan> carefulPlanner) {
        this.base = snapshot.base();
        this.parameters = parameters;
        this.needs = needs;
        this.plan = plan;
        this.carefulPlanner = carefulPlanner;
        this.plannedNodes = snapshot.statistics().nodeCount();
        this.plannedRelationships = snapshot.statistics().relationshipCount();
        this.catalogVersion = snapshot.catalog().version();
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

    /** The plan to run over a snapshot; empty if the query has to be planned anew. */
    Optional<CompiledPlan> planFor(Snapshot snapshot) {
        if (!isOver(snapshot.base()) || !knows(snapshot.catalog())) {
            return Optional.empty();
        }
        Statistics statistics = snapshot.statistics();
        if (statistics == trueOf) {
            return Optional.of(plan);
        }
        if (isDrift(plannedNodes, statistics.nodeCount())
                || isDrift(plannedRelationships, statistics.relationshipCount())) {
            return Optional.empty();
        }
        if (!plan.plan().isTrueOf(statistics)) {
            return Optional.of(careful(snapshot));
        }
        if (statistics.isExact()) {
            trueOf = statistics;
        }
        return Optional.of(plan);
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

    private synchronized CompiledPlan careful(Snapshot snapshot) {
        if (careful == null) {
            careful = carefulPlanner.apply(snapshot);
            if (closed) {
                careful.close();
            }
        }
        return careful;
    }

    @Override
    public synchronized void close() {
        closed = true;
        plan.close();
        if (careful != null) {
            careful.close();
        }
    }
}
