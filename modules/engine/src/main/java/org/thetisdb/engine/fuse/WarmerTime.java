package org.thetisdb.engine.fuse;

/** The time as a {@link LoopWarmer} sees it. */
interface WarmerTime {
    /** As {@link System#nanoTime}. */
    long nanoTime();

    /**
     * Waits; returns early if nobody needs the loop any more.
     *
     * @return whether that is so
     */
    boolean pause(long millis) throws InterruptedException;
}
