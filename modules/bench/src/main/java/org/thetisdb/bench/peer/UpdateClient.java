package org.thetisdb.bench.peer;

import java.util.Map;

/** One of several clients that change a database concurrently. One thread. */
public interface UpdateClient extends AutoCloseable {
    /**
     * Runs a writing text in a transaction of its own. When it returns, the change is durable as the database promises
     * by default; a transient error is retried inside.
     *
     * @return whether it changed anything
     */
    boolean update(String text, Map<String, Object> parameters);

    @Override
    void close();
}
