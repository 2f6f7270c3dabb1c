package org.thetisdb.engine.query;

import java.util.Optional;
import java.util.function.BiFunction;
import org.thetisdb.engine.StopSignal;
import org.thetisdb.engine.estimate.KnownValues;
import org.thetisdb.engine.estimate.ValueSpreads;
import org.thetisdb.engine.run.CompiledPlan;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.Statistics;

/**
 * A plan, and what it was made for: a graph whose names, indexes and counts differ little from what a snapshot shows.
 * Telling that it suits costs three comparisons as long as nothing has changed, and few more while something always
 * changes; over a base that it has not met, all is looked at once. Thread safe.
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

    /** No snapshot lies over it. */
    private static final Object NO_BASE = new Object();

    private final CompiledPlan plan;
    private final BiFunction<Snapshot, StopSignal, CompiledPlan> fallbackPlanner;
    private final long plannedNodes;
    private final long plannedRelationships;
    private final boolean plannedExactly;
    private final KnownNames plannedNames;
    private volatile Suited suited;
    private volatile Choice choice;
    private volatile long lastRevision;
    private Optional<CompiledPlan> fallback = Optional.empty();
    private boolean closed;

    /** Which catalog the plan suits. */
    private record Suited(Object base, int catalogVersion) {}

    /** Which plan suits what a revision shows. */
    private record Choice(Object base, long revision, CompiledPlan plan) {}

    /** How many names a catalog knows: one that knows fewer may not know those of the plan. */
    private record KnownNames(int labels, int types, int propertyKeys) {
        static KnownNames of(Catalog catalog) {
            return new KnownNames(catalog.labelCount(), catalog.typeCount(), catalog.propertyKeyCount());
        }

        boolean areKnownTo(Catalog catalog) {
            return labels <= catalog.labelCount()
                    && types <= catalog.typeCount()
                    && propertyKeys <= catalog.propertyKeyCount();
        }
    }

    /**
     * @param snapshot what the plan was made for
     * @param fallbackPlanner makes a plan of the same query that does not rely on counts
     */
    PreparedQuery(
            Snapshot snapshot, CompiledPlan plan, BiFunction<Snapshot, StopSignal, CompiledPlan> fallbackPlanner) {
        this.plan = plan;
        this.fallbackPlanner = fallbackPlanner;
        Statistics statistics = snapshot.statistics();
        this.plannedNodes = statistics.nodeCount();
        this.plannedRelationships = statistics.relationshipCount();
        this.plannedExactly = statistics.isExact();
        this.plannedNames = KnownNames.of(snapshot.catalog());
        this.suited = new Suited(snapshot.base(), snapshot.catalog().version());
        this.lastRevision = snapshot.revision();
        this.choice = new Choice(NO_BASE, NO_REVISION, plan);
    }

    /** Whether calls of extensions' functions still cost what the plan takes them to cost. */
    boolean hasRightCosts() {
        return plan.plan().assumedCosts().areStillRight();
    }

    /** Whether nothing was assumed of values. */
    boolean isForAllValues() {
        return plan.plan().assumedShares().isEmpty();
    }

    /**
     * Whether the plan takes as many nodes to have values in a range as it seems for these.
     *
     * @param spreads of the snapshot's base
     */
    boolean isForValues(Snapshot snapshot, ValueSpreads spreads, KnownValues values) {
        return plan.plan().assumedShares().areRightFor(snapshot, spreads, values);
    }

    /** Whether another plan of the query is for the same values. */
    boolean assumesTheSame(PreparedQuery other) {
        return plan.plan().assumedShares().equals(other.plan.plan().assumedShares());
    }

    /** Whether the snapshot that was asked about last lies over this base. */
    boolean isOver(Object base) {
        return suited.base().equals(base);
    }

    /**
     * The plan to run over a snapshot; empty if the query has to be planned again.
     *
     * @param own whether the snapshot shows a transaction its own writes, so that its revision does not tell all
     * @param stop ends the planning, if there has to be any
     */
    Optional<CompiledPlan> planFor(Snapshot snapshot, boolean own, StopSignal stop) {
        Object base = snapshot.base();
        // Read once: another thread may move on to another base, whose catalogs have versions of their own.
        Suited last = suited;
        if (!last.base().equals(base)) {
            return moveTo(snapshot, own, stop);
        }
        if (!knows(snapshot.catalog(), last)) {
            return Optional.empty();
        }
        long revision = snapshot.revision();
        Choice known = choice;
        if (known.revision() == revision && !own && known.base().equals(base)) {
            return known.plan().itself();
        }
        boolean passing = revision != lastRevision;
        lastRevision = revision;
        if (passing && !isCountedAgain(revision)) {
            return plan.plan().needsCounts() ? fallback(snapshot, stop).itself() : plan.itself();
        }
        return choose(snapshot, own, stop);
    }

    /**
     * Looks at all that the plan takes for granted. One that was made while counts were estimates is made again when
     * they are exact, for more may follow from them.
     */
    private Optional<CompiledPlan> moveTo(Snapshot snapshot, boolean own, StopSignal stop) {
        Catalog catalog = snapshot.catalog();
        if (!plannedNames.areKnownTo(catalog)
                || !plan.plan().catalogNeeds().areMetBy(catalog)
                || !plannedExactly && snapshot.statistics().isExact()) {
            return Optional.empty();
        }
        suited = new Suited(snapshot.base(), catalog.version());
        lastRevision = snapshot.revision();
        return choose(snapshot, own, stop);
    }

    /**
     * Whether to look at the counts although the graph changes all the time. They take some microseconds then, which a
     * query that visits few rows does not take itself: it rather relies on nothing.
     */
    private boolean isCountedAgain(long revision) {
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
            choice = new Choice(snapshot.base(), snapshot.revision(), chosen);
        }
        return chosen.itself();
    }

    private boolean knows(Catalog catalog, Suited last) {
        int version = catalog.version();
        if (version == last.catalogVersion()) {
            return true;
        }
        boolean met = plan.plan().catalogNeeds().areMetBy(catalog);
        if (met) {
            suited = new Suited(last.base(), version);
        }
        return met;
    }

    private static boolean isDrift(long planned, long now) {
        return now > DRIFT_FACTOR * planned + DRIFT_FREE || planned > DRIFT_FACTOR * now + DRIFT_FREE;
    }

    private synchronized CompiledPlan fallback(Snapshot snapshot, StopSignal stop) {
        if (fallback.isEmpty()) {
            fallback = fallbackPlanner.apply(snapshot, stop).itself();
            if (closed) {
                fallback.get().close();
            }
        }
        return fallback.get();
    }

    /** Releases what is kept for a base. */
    void forget(Object base) {
        if (isOver(base)) {
            suited = new Suited(NO_BASE, suited.catalogVersion());
        }
        if (choice.base().equals(base)) {
            choice = new Choice(NO_BASE, NO_REVISION, plan);
        }
        plan.closeIdle(instance -> instance.equals(base));
        idleFallback().ifPresent(other -> other.closeIdle(instance -> instance.equals(base)));
    }

    /** Closes the idle instances over other bases. */
    void keepOnly(Object base) {
        plan.closeIdle(instance -> !instance.equals(base));
        idleFallback().ifPresent(other -> other.closeIdle(instance -> !instance.equals(base)));
    }

    private synchronized Optional<CompiledPlan> idleFallback() {
        return fallback;
    }

    @Override
    public synchronized void close() {
        closed = true;
        plan.close();
        fallback.ifPresent(CompiledPlan::close);
    }
}
