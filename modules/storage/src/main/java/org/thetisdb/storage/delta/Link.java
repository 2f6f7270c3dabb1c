package org.thetisdb.storage.delta;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A relationship that was made, changed or deleted since the base. The lists of both its nodes hold the same link, so
 * that one store to {@link #deleted} takes it out of both. Thread safe.
 */
final class Link {
    private static final VarHandle DELETED;
    private static final VarHandle HEAD;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            DELETED = lookup.findVarHandle(Link.class, "deleted", Stamp.class);
            HEAD = lookup.findVarHandle(Link.class, "head", RelationshipVersion.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final long relationship;
    private final long start;
    private final long end;
    private final Stamp created;

    /** The revision of {@link #created} once it is known to be committed, which saves readers a way; 0 before. */
    private volatile long createdRevision;

    private volatile Stamp deleted;
    private volatile RelationshipVersion head;
    private boolean listed;

    /** @param created {@link Stamp#BASE} for a relationship of the base */
    Link(long relationship, long start, long end, Stamp created) {
        this.relationship = relationship;
        this.start = start;
        this.end = end;
        this.created = created;
    }

    long relationship() {
        return relationship;
    }

    long start() {
        return start;
    }

    long end() {
        return end;
    }

    Stamp created() {
        return created;
    }

    /** As {@code created().revision()}. */
    long createdRevision() {
        long known = createdRevision;
        if (known == 0) {
            known = created.revision();
            if (known != Stamp.UNCOMMITTED) {
                createdRevision = known;
            }
        }
        return known;
    }

    boolean isOfBase() {
        return created == Stamp.BASE;
    }

    /** Who deleted it; null if nobody. */
    Stamp deleted() {
        return deleted;
    }

    boolean delete(Stamp stamp) {
        return DELETED.compareAndSet(this, null, stamp);
    }

    void undelete() {
        deleted = null;
    }

    /** The newest version of its properties; null if none was written since the base. */
    RelationshipVersion head() {
        return head;
    }

    boolean replaceHead(RelationshipVersion expected, RelationshipVersion version) {
        return HEAD.compareAndSet(this, expected, version);
    }

    /** True for the first who asks: that one has to enter the link into the lists of both nodes. */
    synchronized boolean enter() {
        boolean first = !listed;
        listed = true;
        return first;
    }

    /** The node at the other end as a list of this side has it. */
    long neighbour(boolean forward) {
        return forward ? end : start;
    }
}
