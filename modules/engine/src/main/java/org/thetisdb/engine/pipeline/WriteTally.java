package org.thetisdb.engine.pipeline;

import org.thetisdb.engine.WriteCounters;

/** Counts what a run writes. Used by the thread that writes; read when the run is over. */
public final class WriteTally {
    private long nodesCreated;
    private long nodesDeleted;
    private long relationshipsCreated;
    private long relationshipsDeleted;
    private long propertiesSet;
    private long labelsAdded;
    private long labelsRemoved;
    private long indexesAdded;
    private long indexesRemoved;
    private long constraintsAdded;
    private long constraintsRemoved;
    private WriteCounters inner = WriteCounters.NONE;

    /** Adds what a statement within the run has written. */
    public void add(WriteCounters written) {
        inner = inner.plus(written);
    }

    public void nodeCreated() {
        nodesCreated++;
    }

    public void nodeDeleted() {
        nodesDeleted++;
    }

    public void relationshipCreated() {
        relationshipsCreated++;
    }

    public void relationshipsDeleted(long count) {
        relationshipsDeleted += count;
    }

    public void propertiesSet(long count) {
        propertiesSet += count;
    }

    /** @param change labels added, or less than 0 for labels removed */
    public void labels(long change) {
        labelsAdded += Math.max(0, change);
        labelsRemoved += Math.max(0, -change);
    }

    /** @param change 1 for an index that was made, -1 for one that was dropped, 0 for neither */
    public void indexes(int change) {
        indexesAdded += Math.max(0, change);
        indexesRemoved += Math.max(0, -change);
    }

    /** As {@link #indexes}. */
    public void constraints(int change) {
        constraintsAdded += Math.max(0, change);
        constraintsRemoved += Math.max(0, -change);
    }

    public WriteCounters counters() {
        return new WriteCounters(
                        nodesCreated,
                        nodesDeleted,
                        relationshipsCreated,
                        relationshipsDeleted,
                        propertiesSet,
                        labelsAdded,
                        labelsRemoved,
                        indexesAdded,
                        indexesRemoved,
                        constraintsAdded,
                        constraintsRemoved)
                .plus(inner);
    }
}
