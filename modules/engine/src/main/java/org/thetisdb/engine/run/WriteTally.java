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

    WriteCounters counters() {
        return new WriteCounters(
                nodesCreated,
                nodesDeleted,
                relationshipsCreated,
                relationshipsDeleted,
                propertiesSet,
                labelsAdded,
                labelsRemoved,
                0,
                0,
                0,
                0);
    }
}
