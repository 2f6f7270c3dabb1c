package org.thetisdb.engine;

/**
 * Limits of an engine.
 *
 * @param threadCount workers that one query may use at most; at least 1
 * @param planCacheEntries plans kept for texts that were run before; at least 1
 * @param memoryBytes what all queries that run at the same time may keep together, where they have no {@link
 *     EngineResources}; 0 for no limit
 * @param variant how queries are planned and run; other than the usual one only for tests
 * @param codeStore keeps compiled code from one process to the next
 */
public record EngineOptions(
        int threadCount, int planCacheEntries, long memoryBytes, EngineVariant variant, CodeStore codeStore) {
    /** An application seldom has a thousand texts; a plan takes some tens of KiB. */
    public static final int DEFAULT_PLAN_CACHE_ENTRIES = 1024;

    public EngineOptions {
        if (threadCount < 1 || planCacheEntries < 1 || memoryBytes < 0) {
            throw new IllegalArgumentException("threadCount=" + threadCount + ", planCacheEntries=" + planCacheEntries
                    + ", memoryBytes=" + memoryBytes);
        }
    }

    /** With the usual variant, and no code that is kept. */
    public EngineOptions(int threadCount, int planCacheEntries, long memoryBytes) {
        this(threadCount, planCacheEntries, memoryBytes, EngineVariant.USUAL, CodeStore.NONE);
    }

    /** Without a memory limit. */
    public EngineOptions(int threadCount, int planCacheEntries) {
        this(threadCount, planCacheEntries, 0);
    }

    public EngineOptions withVariant(EngineVariant other) {
        return new EngineOptions(threadCount, planCacheEntries, memoryBytes, other, codeStore);
    }

    public EngineOptions withCodeStore(CodeStore store) {
        return new EngineOptions(threadCount, planCacheEntries, memoryBytes, variant, store);
    }
}
