package org.thetisdb.engine;

/**
 * Limits of an engine.
 *
 * @param threadCount workers that one query may use at most; at least 1
 * @param planCacheEntries plans that are kept for texts met before; at least 1
 */
public record EngineOptions(int threadCount, int planCacheEntries) {
    /** A thousand texts are more than an application has; a plan takes some tens of KiB. */
    public static final int DEFAULT_PLAN_CACHE_ENTRIES = 1024;

    public EngineOptions {
        if (threadCount < 1 || planCacheEntries < 1) {
            throw new IllegalArgumentException("threadCount=" + threadCount + ", planCacheEntries=" + planCacheEntries);
        }
    }
}
