package org.thetisdb.extension;

import java.util.List;
import java.util.Map;

/** What a trigger may ask, and do. Belongs to the calling thread, and to the call. */
public interface TriggerContext extends CallContext {
    /**
     * Runs a statement of Cypher to its end: in the transaction that has made the changes, and in one of its own when
     * that is committed ({@link TriggerPhase#COMMITTED}).
     *
     * @param statement that reads, or writes if the phase allows that; not one that changes the schema
     * @param parameters by name; values as functions may return them
     * @return its rows, each by the names of its columns; values as functions are given them
     */
    List<Map<String, Object>> run(String statement, Map<String, Object> parameters);

    /** {@return the revision that the commit has made; before that, the one that the transaction began with} */
    long revision();
}
