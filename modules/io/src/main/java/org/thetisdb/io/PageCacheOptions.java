package org.thetisdb.io;

/**
 * How to open a {@link PageCache}.
 *
 * @param budget how many bytes of pages should be in memory at most
 * @param engineName an {@link IoEngine}'s name, or {@link #AUTO} for the first that works here
 */
public record PageCacheOptions(MemoryBudget budget, String engineName) {
    /** Lets the file system choose the engine. */
    public static final String AUTO = "auto";

    /**
     * {@return the budget given and the engine chosen by the file system}
     *
     * @param budget how many bytes of pages should be in memory at most
     */
    public static PageCacheOptions of(MemoryBudget budget) {
        return new PageCacheOptions(budget, AUTO);
    }
}
