package org.thetisdb.storage.delta;

import org.jspecify.annotations.Nullable;

/**
 * Which versions a reader sees: those committed up to a revision, and those of its own transaction. Immutable.
 *
 * @param revision the snapshot's
 * @param own the stamp of the reader's transaction; {@link Stamp#NOBODY} for readers without
 */
public record Visibility(long revision, Stamp own) {
    /** The revision of one who sees all that was committed. */
    public static final long ALL_COMMITTED = Stamp.UNCOMMITTED - 1;

    boolean sees(Stamp stamp) {
        return stamp.revision() <= revision || stamp == own;
    }

    /** The newest version of a chain that is seen; null if that is the base's. */
    <V extends Version<V>> @Nullable V newest(@Nullable V head) {
        V version = head;
        while (version != null && !sees(version)) {
            V jump = version.jump();
            // What is not seen there is not seen on the way there either.
            version = jump != null && !sees(jump) ? jump : version.older();
        }
        return version;
    }

    private boolean sees(Version<?> version) {
        return version.revision() <= revision || version.stamp() == own;
    }

    /** Whether the relationship exists. */
    boolean sees(Link link) {
        if (link.createdRevision() > revision && link.created() != own) {
            return false;
        }
        Stamp deleted = link.deleted();
        return deleted == null || !sees(deleted);
    }
}
