package org.thetisdb.storage.delta;

import org.jspecify.annotations.Nullable;

/**
 * A link of a chain of versions, newest first: what one transaction left of an entity.
 *
 * <pre>
 *   depth   7   6   5   4   3   2   1   0
 *   older   6   5   4   3   2   1   0   –
 *   jump    0   3   4   3   0   1   0   –
 * </pre>
 *
 * <p>Invariant: along a chain revisions descend, because a version is only put upon one that its transaction sees; only
 * the first may be uncommitted. So what a jump skips is at least as new as where it lands, and the newest version up to
 * a revision is found in a number of steps that grows with the logarithm of the chain's length (skew-binary numbers: E.
 * W. Myers, "An applicative random-access stack", 1983).
 *
 * <p>Threads: to readers it is immutable; what it remembers of its stamp is final when it is remembered.
 */
abstract class Version<V extends Version<V>> {
    private final Stamp stamp;

    /** The revision of the stamp once it is known to be committed, which saves readers a way; 0 before. */
    private volatile long revision;

    private final @Nullable V older;
    private final @Nullable V jump;
    private final int depth;

    /**
     * A version on top of a chain.
     *
     * @param stamp who wrote it
     * @param older the version before; null if that is the base's, or none
     */
    Version(Stamp stamp, @Nullable V older) {
        this.stamp = stamp;
        this.older = older;
        if (older == null) {
            depth = 0;
            jump = null;
        } else {
            Version<V> below = older;
            assert below.revision() != Stamp.UNCOMMITTED && below.revision() <= stamp.revision()
                    : "a version is put upon one that its transaction sees: revision=" + stamp.revision() + ", older="
                            + below.revision();
            depth = below.depth + 1;
            jump = jumpOver(older, below);
        }
    }

    /** Two jumps of equal length below make one longer one. */
    private static <V extends Version<V>> V jumpOver(V older, Version<V> below) {
        Version<V> landing = below.jump;
        if (landing != null && landing.jump != null) {
            Version<V> second = landing.jump;
            if (below.depth - landing.depth == landing.depth - second.depth) {
                return landing.jump;
            }
        }
        return older;
    }

    final Stamp stamp() {
        return stamp;
    }

    /** As {@code stamp().revision()}. */
    final long revision() {
        long known = revision;
        if (known == 0) {
            known = stamp.revision();
            if (known != Stamp.UNCOMMITTED) {
                revision = known;
            }
        }
        return known;
    }

    /** The version before; null if that is the base's, or none. */
    final @Nullable V older() {
        return older;
    }

    /** An older version, further away the longer the chain; null at its end. */
    final @Nullable V jump() {
        return jump;
    }
}
