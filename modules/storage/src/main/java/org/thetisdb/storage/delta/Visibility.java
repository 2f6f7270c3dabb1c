package org.thetisdb.storage.delta;

/**
 * Which versions a reader sees: those committed up to a revision, and those of its own transaction. Immutable.
 *
 * @param revision the snapshot's
 * @param own the stamp of the reader's transaction; {@link Stamp#NOBODY} for readers without
 */
public record Visibility(long revision, Stamp own) {
    /** The revision of one who sees all that was committed. */
    public static final long ALL_COMMITTED = Stamp.UNCOMMITTED - 1;
}
