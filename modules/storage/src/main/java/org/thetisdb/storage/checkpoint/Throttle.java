package org.thetisdb.storage.checkpoint;

/** Keeps a checkpoint from taking the disk and the processors away from queries, and lets it be given up. */
@FunctionalInterface
public interface Throttle {
    /** No rest, no end. */
    Throttle NONE = bytes -> {};

    /**
     * Told after each piece of work, when no page is held; may sleep for as long as it likes. An exception ends the
     * checkpoint: it is thrown on, and nothing of the checkpoint remains.
     *
     * @param bytes written since the last call
     */
    void wrote(long bytes);

    /** Whether somebody has asked for the checkpoint and waits: then several threads may work at it, else one does. */
    default boolean isHurried() {
        return true;
    }
}
