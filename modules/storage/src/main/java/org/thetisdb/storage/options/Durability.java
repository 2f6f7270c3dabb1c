package org.thetisdb.storage.options;

/**
 * What a commit has reached when it is acknowledged, and so what can be lost.
 *
 * <p>Whichever is chosen, what was lost is always a tail: a revision is there whole or not at all, and never without
 * those before it.
 */
public enum Durability {
    /** The device. Nothing acknowledged is lost, whatever ends: process, operating system or power. */
    SYNC,
    /**
     * The operating system, and the device within the flush delay. The end of the process loses nothing; that of the
     * operating system or of power loses what was committed within about the flush delay.
     */
    INTERVAL,
    /**
     * The operating system. The end of the process loses nothing; that of the operating system or of power loses what
     * it had not written by itself, on Linux about the last half minute.
     */
    OFF
}
