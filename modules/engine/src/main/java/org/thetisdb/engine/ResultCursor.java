package org.thetisdb.engine;

import java.util.List;
import java.util.Optional;
import org.thetisdb.cypher.bound.BoundQuery;
import org.thetisdb.value.Notification;
import org.thetisdb.value.vector.Vector;

/** A query's rows, a batch at a time. Belongs to one thread, but for {@link #cancel}. Must be closed. */
public interface ResultCursor extends AutoCloseable {
    /** The names of the columns. */
    List<String> columns();

    BoundQuery.Mode mode();

    /** The plan as text, for EXPLAIN and, when all rows were taken, for PROFILE. */
    Optional<String> plan();

    /** The notifications of the query, in the order of the text. */
    List<Notification> notifications();

    /** What the query has written. */
    WriteCounters counters();

    /** What the run's operators keep at this moment, in bytes; any thread. */
    long memoryBytes();

    /** The most that the run's operators have kept at a time so far, in bytes. */
    long peakBytes();

    /** What the run has written to temporary files so far, in bytes. */
    long spilledBytes();

    /** Advances to the next batch; false when there is none. */
    boolean next();

    /** The number of rows in the current batch. */
    int rowCount();

    /** Whether it is certain that no rows follow the current batch, so that nothing of the run is needed after it. */
    boolean isLast();

    /** A column of the current batch; not to be changed, valid until the next call of {@link #next}. */
    Vector column(int index);

    /** Ends the query at its next check; may be called from any thread. */
    void cancel();

    @Override
    void close();
}
