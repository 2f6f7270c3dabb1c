package org.thetisdb.engine.testing;

import java.util.Map;
import org.thetisdb.engine.EngineOptions;
import org.thetisdb.engine.EngineResources;
import org.thetisdb.engine.ResultCursor;
import org.thetisdb.engine.RunOptions;
import org.thetisdb.engine.procedure.ProcedureProvider;
import org.thetisdb.engine.query.QueryEngine;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.io.memory.MemoryGovernor;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.spill.TemporarySpace;

/** An engine whose queries all see the same snapshot. */
public record TestEngine(QueryEngine engine, Snapshot snapshot) implements AutoCloseable {
    public TestEngine(Snapshot snapshot, EngineOptions options) {
        this(new QueryEngine(options), snapshot);
    }

    /** An engine whose queries spill. */
    public TestEngine(Snapshot snapshot, EngineOptions options, TemporarySpace space) {
        this(new QueryEngine(options, ProcedureProvider.NONE, resources(space)), snapshot);
    }

    static EngineResources resources(TemporarySpace space) {
        MemoryGovernor governor = MemoryGovernor.of(MemoryBudget.ofBytes(1L << 30));
        return EngineResources.of(governor, space);
    }

    public ResultCursor run(String text, Map<String, Object> parameters, RunOptions options) {
        return engine.run(text, parameters, options, snapshot);
    }

    public long memoryBytesTaken() {
        return engine.memoryBytesTaken();
    }

    @Override
    public void close() {
        engine.close();
    }
}
