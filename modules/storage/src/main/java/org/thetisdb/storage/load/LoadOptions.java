package org.thetisdb.storage.load;

import java.time.Clock;

/**
 * Limits of a bulk load.
 *
 * @param memoryBytes what all buffers together may take before they spill to temporary files beside the database
 * @param threadCount workers for sorting and encoding; at least 1
 * @param pageBytes page size of the new database; a power of two from 4 KiB to 64 KiB
 * @param clock gives the first revision its time
 */
public record LoadOptions(long memoryBytes, int threadCount, int pageBytes, Clock clock) {
    /** With the system's clock. */
    public LoadOptions(long memoryBytes, int threadCount, int pageBytes) {
        this(memoryBytes, threadCount, pageBytes, Clock.systemUTC());
    }

    public LoadOptions withClock(Clock other) {
        return new LoadOptions(memoryBytes, threadCount, pageBytes, other);
    }
}
