package org.thetisdb.engine.run;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The instances of all plans that wait for another run and hold so much that it matters: vectors, tables, what their
 * readers know. Hundreds of plans, each run once now and then, would otherwise fill the heap with what nobody uses.
 * When they hold more than they may together, those that have waited the longest are closed.
 *
 * <pre>
 *   CompiledPlan: free instances ──keep──►  [ a ] [ b ] [ c ] … [ z ]   heldBytes ≤ limitBytes
 *                                ◄──close──   longest          newest
 * </pre>
 *
 * <p>Invariant: an instance is in here only while it is among its plan's free ones, or is about to be closed.
 *
 * <p>Thread safe. A plan calls with its own lock held; this calls plans without a lock.
 */
public final class IdleInstances {
    /** What holds less is left to its plan, which has few: most plans of short queries never come here. */
    static final long BYTES_MIN = 64 << 10;

    private final long limitBytes;
    private final Map<PlanInstance, CompiledPlan> waiting = new LinkedHashMap<>();
    private long heldBytes;

    /** @param limitBytes what all of them may hold together, at least 0 */
    public IdleInstances(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    /** What those that wait hold together, about. */
    public synchronized long heldBytes() {
        return heldBytes;
    }

    /** An instance waits from now on. */
    synchronized void keep(CompiledPlan plan, PlanInstance instance) {
        if (instance.heldBytes() >= BYTES_MIN && waiting.put(instance, plan) == null) {
            heldBytes += instance.heldBytes();
        }
    }

    /** An instance waits no longer. */
    synchronized void remove(PlanInstance instance) {
        if (waiting.remove(instance) != null) {
            heldBytes -= instance.heldBytes();
        }
    }

    /** Closes those that have waited the longest, until the others hold no more than they may. */
    void closeSurplus() {
        for (Map.Entry<PlanInstance, CompiledPlan> each : surplus()) {
            each.getValue().closeIdle(each.getKey());
        }
    }

    private synchronized List<Map.Entry<PlanInstance, CompiledPlan>> surplus() {
        if (heldBytes <= limitBytes) {
            return List.of();
        }
        List<Map.Entry<PlanInstance, CompiledPlan>> surplus = new ArrayList<>();
        Iterator<Map.Entry<PlanInstance, CompiledPlan>> longest =
                waiting.entrySet().iterator();
        while (heldBytes > limitBytes) {
            Map.Entry<PlanInstance, CompiledPlan> next = longest.next();
            surplus.add(Map.entry(next.getKey(), next.getValue()));
            heldBytes -= next.getKey().heldBytes();
            longest.remove();
        }
        return surplus;
    }
}
