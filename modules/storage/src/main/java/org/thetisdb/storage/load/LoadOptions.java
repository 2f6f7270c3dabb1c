package org.thetisdb.storage.load;

import java.time.Clock;
import java.util.random.RandomGenerator;
import org.thetisdb.storage.options.UniqueNumbers;

/**
 * Limits of a bulk load.
 *
 * @param memoryBytes what all buffers together may take before they spill to temporary files beside the database
 * @param threadCount workers for sorting and encoding; at least 1
 * @param pageBytes page size of the new database; a power of two from 4 KiB to 64 KiB
 * @param clock gives the first revision its time
 * @param random gives the database and its file their ids
 */
public record LoadOptions(long memoryBytes, int threadCount, int pageBytes, Clock clock, RandomGenerator random) {
    /** With the system's clock and random numbers. */
    public LoadOptions(long memoryBytes, int threadCount, int pageBytes) {
        this(memoryBytes, threadCount, pageBytes, Clock.systemUTC(), new UniqueNumbers());
    }

    public LoadOptions withClock(Clock other) {
        return new LoadOptions(memoryBytes, threadCount, pageBytes, other, random);
    }

    public LoadOptions withRandom(RandomGenerator other) {
        return new LoadOptions(memoryBytes, threadCount, pageBytes, clock, other);
    }
}
