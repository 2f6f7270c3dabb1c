package org.thetisdb.engine.run;

import java.util.Map;
import org.thetisdb.engine.EngineOptions;
import org.thetisdb.engine.QueryEngine;
import org.thetisdb.engine.ResultCursor;
import org.thetisdb.engine.RunOptions;
import org.thetisdb.storage.Snapshot;

/** An engine whose queries all see the same snapshot. */
record TestEngine(QueryEngine engine, Snapshot snapshot) implements AutoCloseable {
    TestEngine(Snapshot snapshot, EngineOptions options) {
        this(new QueryEngine(options), snapshot);
    }

    ResultCursor run(String text, Map<String, Object> parameters, RunOptions options) {
        return engine.run(text, parameters, options, snapshot);
    }

    long memoryBytesTaken() {
        return engine.memoryBytesTaken();
    }

    @Override
    public void close() {
        engine.close();
    }
}
