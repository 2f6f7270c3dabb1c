package org.thetisdb;

/**
 * Hears how far a check, a backup or a restore is, from the thread that runs it. An exception that is thrown here ends
 * the work and is passed on to its caller.
 */
@FunctionalInterface
public interface CheckProgress {
    /** Listens to nothing. */
    CheckProgress NONE = (phase, itemCount) -> {};

    /**
     * Told at the start of each phase and now and then within.
     *
     * @param phase what is being done, in words for people
     * @param itemCount pages, rows and entries compared so far, over all phases
     */
    void at(String phase, long itemCount);
}
