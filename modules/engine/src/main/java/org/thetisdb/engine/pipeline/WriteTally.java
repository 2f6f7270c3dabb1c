package org.thetisdb.engine.pipeline;

import org.thetisdb.engine.WriteCounters;

/** Counts what a run writes. Used by the thread that writes; read when the run is over. */
public final class WriteTally {
    public long nodesCreated;
    public long nodesDeleted;
    public long relationshipsCreated;
    public long relationshipsDeleted;
    public long propertiesSet;
    public long labelsAdded;
    public long labelsRemoved;
    public long indexesAdded;
    public long indexesRemoved;
    public long constraintsAdded;
    public long constraintsRemoved;

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
                constraintsRemoved);
    }
}
