package org.thetisdb.trigger;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.thetisdb.engine.extension.HostTypes;
import org.thetisdb.engine.query.QueryEngine;
import org.thetisdb.entity.EntityReaders;
import org.thetisdb.storage.store.GraphStore;

/**
 * What triggers run among. Thread safe.
 *
 * @param engine with all that the database's extensions have now
 * @param readers of nodes and relationships in rows
 * @param types how the database's own objects look to extensions
 * @param retries runs work again that was in another's way
 */
public record TriggerHost(
        GraphStore store, Supplier<QueryEngine> engine, EntityReaders readers, HostTypes types, Retrying retries) {
    /** Runs work again after a conflict. */
    @FunctionalInterface
    public interface Retrying {
        /** Returns what the first try that succeeds has given. */
        List<Map<String, Object>> run(Supplier<List<Map<String, Object>>> work);
    }
}
