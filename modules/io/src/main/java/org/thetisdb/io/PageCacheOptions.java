package org.thetisdb.io;

import org.thetisdb.io.memory.JvmHeap;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.io.memory.MemoryGovernor;

/**
 * How to open a {@link PageCache}.
 *
 * @param memory of which the pages have what others leave
 * @param engineName an {@link IoEngine}'s name, or {@link #AUTO} for the first that works here
 */
public record PageCacheOptions(MemoryGovernor memory, String engineName) {
    /** Lets the file system choose the engine. */
    public static final String AUTO = "auto";

    /**
     * {@return a budget for pages alone, and the engine chosen by the file system}
     *
     * @param budget how many bytes of pages should be in memory at most
     */
    public static PageCacheOptions of(MemoryBudget budget) {
        return of(budget, AUTO);
    }

    /**
     * {@return a budget for pages alone, and an engine}
     *
     * @param budget how many bytes of pages should be in memory at most
     * @param engineName an {@link IoEngine}'s name, or {@link #AUTO}
     */
    public static PageCacheOptions of(MemoryBudget budget, String engineName) {
        return new PageCacheOptions(new MemoryGovernor(budget, JvmHeap.NONE), engineName);
    }
}
