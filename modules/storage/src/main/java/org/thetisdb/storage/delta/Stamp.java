package org.thetisdb.storage.delta;

import org.thetisdb.value.Invariant;

/**
 * Who wrote a version, and since which revision it counts. All versions of a transaction share one stamp, so that a
 * commit makes all of them visible by one store.
 */
public final class Stamp {
    /** The revision of a stamp whose transaction has not committed. Greater than that of any snapshot. */
    public static final long UNCOMMITTED = Long.MAX_VALUE;

    /** What was there before the first revision. */
    static final Stamp BASE = new Stamp(0);

    /** Of whoever writes nothing: no version bears it. */
    public static final Stamp NOBODY = new Stamp();

    private volatile long revision;

    /** For a transaction that begins. */
    public Stamp() {
        this(UNCOMMITTED);
    }

    /** For changes that were committed before, and are read from the log. */
    public Stamp(long revision) {
        this.revision = revision;
    }

    public long revision() {
        return revision;
    }

    public boolean isCommitted() {
        return revision != UNCOMMITTED;
    }

    /** Commits. The revision must be greater than that of all snapshots that exist. */
    public void commit(long newRevision) {
        Invariant.check(
                !isCommitted() && newRevision > 0 && newRevision != UNCOMMITTED,
                "a transaction commits once, as a revision",
                "revision",
                revision,
                "newRevision",
                newRevision);
        revision = newRevision;
    }
}
