package org.thetisdb.engine.run;

import org.thetisdb.engine.WriteCounters;

/** Counts what a run writes. Used by the thread that writes; read when the run is over. */
final class WriteTally {
    long nodesCreated;
    long nodesDeleted;
    long relationshipsCreated;
    long relationshipsDeleted;
    long propertiesSet;
    long labelsAdded;
    long labelsRemoved;
    long indexesAdded;
    long indexesRemoved;
    long constraintsAdded;
    long constraintsRemoved;

    WriteCounters counters() {
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
