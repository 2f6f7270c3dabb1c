package org.thetisdb.engine;

import org.thetisdb.io.memory.MemoryAccount;
import org.thetisdb.storage.spill.TemporarySpace;

/**
 * What an engine shares with all else that works for a database.
 *
 * @param memory what its queries keep together is held of it
 * @param space where they put what is more
 */
public record EngineResources(MemoryAccount memory, TemporarySpace space) {}
