package org.thetisdb.query;

/** How a test's graph got into its database, and so where readers find it. */
enum GraphPlace {
    /** Bulk-loaded: all of it in segments. */
    BASE,
    /** Written by transactions, and no checkpoint: all of it in memory and in the log. */
    DELTA,
    /** A checkpoint halfway; afterwards the rest came, and what was wrong before was put right or deleted. */
    HALF,
    /** As {@link #HALF}; then all was changed, and queries see the revision before that. */
    OLDER,
    /** As {@link #OLDER}, with another checkpoint after the change. */
    OLDER_ERA,
    /** As {@link #HALF}; queries read through a store opened read-only beside the one that writes. */
    FOLLOWED;

    /** Whether queries see the newest revision, so that they can write. */
    boolean isWritable() {
        return this != OLDER && this != OLDER_ERA;
    }
}
