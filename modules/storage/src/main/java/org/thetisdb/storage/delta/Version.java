package org.thetisdb.storage.delta;

/**
 * A link of a chain of versions, newest first: what one transaction left of an entity. Immutable.
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
 */
abstract class Version<V extends Version<V>> {
    private final Stamp stamp;
    private final V older;
    private final V jump;
    private final int depth;

    /**
     * A version on top of a chain.
     *
     * @param stamp who wrote it
     * @param older the version before; null if that is the base's, or none
     */
    Version(Stamp stamp, V older) {
        this.stamp = stamp;
        this.older = older;
        if (older == null) {
            depth = 0;
            jump = null;
        } else {
            Version<V> below = older;
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

    final V older() {
        return older;
    }

    /** An older version, further away the longer the chain; null at its end. */
    final V jump() {
        return jump;
    }
}
