package org.thetisdb.engine;

import org.thetisdb.io.memory.MemoryAccount;
import org.thetisdb.io.memory.MemoryGovernor;
import org.thetisdb.io.memory.MemoryUse;
import org.thetisdb.storage.spill.TemporarySpace;

/**
 * What an engine shares with all else that works for a database.
 *
 * @param memory what its queries keep together is held of it
 * @param searches what their searches along paths keep outside the heap is held of it
 * @param space where they put what is more
 */
public record EngineResources(MemoryAccount memory, MemoryAccount searches, TemporarySpace space) {
    /** Of a database's memory. */
    public static EngineResources of(MemoryGovernor governor, TemporarySpace space) {
        return new EngineResources(governor.account(MemoryUse.QUERIES), governor.account(MemoryUse.SEARCHES), space);
    }
}
