package org.thetisdb.engine.procedure;

import java.util.Map;
import java.util.Optional;
import org.thetisdb.engine.ExtensionMeter;
import org.thetisdb.engine.InnerStatements;
import org.thetisdb.engine.StopSignal;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.Snapshot;

/** What a procedure can use while it runs. Belongs to the calling thread. */
public interface ProcedureContext {
    /** What the query sees. */
    Snapshot snapshot();

    /** Reads that snapshot; not to be closed. Its pages are released whenever the procedure gives a row. */
    GraphReader reader();

    /** The query's transaction, if it has one. */
    Optional<GraphTransaction> transaction();

    /** Whether the query takes the column at a place of the rows; the values of the others do not matter. */
    boolean takes(int column);

    /**
     * Begins a statement that belongs to the query, and sees what it sees; see {@link InnerStatements#begin}. {@link
     * #end} is to be called when it is over: when all of its writes are done or it is closed.
     */
    InnerStatements.Inner begin(String text, Map<String, Object> parameters, boolean mayWrite);

    /** A statement of {@link #begin} is over. */
    void end(InnerStatements.Inner inner);

    /** Counts calls of extensions for the session. */
    ExtensionMeter extensions();

    /** Says whether the query has to end. */
    StopSignal stop();

    /** To be called regularly by a body that works for long between two rows: ends the query if it has to end. */
    void checkpoint();
}
