package org.thetisdb.storage.report;

/** Told by a check how far it is, from the checking thread. */
@FunctionalInterface
public interface CheckProgress {
    /**
     * Told at the start of each phase and now and then within.
     *
     * @param phase what is being checked, for people
     * @param itemCount pages, rows and entries compared so far, over all phases
     */
    void at(String phase, long itemCount);
}
