package org.thetisdb.storage.delta;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

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

    private volatile @Nullable Stamp deleted;
    private volatile @Nullable RelationshipVersion head;
    private boolean entering;
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
    @Nullable
    Stamp deleted() {
        return deleted;
    }

    boolean delete(Stamp stamp) {
        return DELETED.compareAndSet(this, null, stamp);
    }

    /** Takes {@link #delete} back, if it was this stamp's. */
    void undelete(Stamp stamp) {
        DELETED.compareAndSet(this, stamp, null);
    }

    /** The newest version of its properties; null if none was written since the base. */
    @Nullable
    RelationshipVersion head() {
        return head;
    }

    boolean replaceHead(@Nullable RelationshipVersion expected, @Nullable RelationshipVersion version) {
        return HEAD.compareAndSet(this, expected, version);
    }

    /**
     * Enters a relationship of the base into the lists of both its nodes; false if it is in them. Where that has failed
     * half-way, the next one begins again.
     */
    synchronized boolean enterInto(ListDelta forward, ListDelta backward) {
        if (listed) {
            return false;
        }
        if (entering) {
            forward.remove(this);
            backward.remove(this);
        }
        entering = true;
        forward.add(this);
        backward.add(this);
        listed = true;
        return true;
    }

    /** The node at the other end as a list of this side has it. */
    long neighbour(boolean forward) {
        return forward ? end : start;
    }
}
