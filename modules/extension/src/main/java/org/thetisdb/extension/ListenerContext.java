package org.thetisdb.extension;

import java.util.List;
import java.util.Map;

/** What a listener may ask, and do. Belongs to the calling thread, and to the call. */
public interface ListenerContext extends CallContext {
    /**
     * Runs a statement of Cypher to its end, in a transaction of its own, for which no trigger is called.
     *
     * @param statement that reads or writes; not one that changes the schema
     * @param parameters by name; values as functions may return them
     * @return its rows, each by the names of its columns; values as functions are given them
     */
    List<Map<String, Object>> run(String statement, Map<String, Object> parameters);
}
