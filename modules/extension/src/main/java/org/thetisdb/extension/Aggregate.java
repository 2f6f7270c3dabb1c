package org.thetisdb.extension;

import org.jspecify.annotations.Nullable;

/**
 * What an aggregate function knows of one group of rows. Beside these methods, a class has one public {@code void add}
 * with the arguments of the call, which is called for each row of the group without null among them:
 *
 * <pre>
 *   public void add(double value) { … }
 * </pre>
 *
 * <p>An instance is used by one thread at a time, and there are as many as there are groups and workers.
 *
 * @param <A> the class itself
 */
public interface Aggregate<A extends Aggregate<A>> {
    /**
     * Adds what another one knows of the same group, from rows that come after those of this one or anywhere between.
     *
     * @param other is not used any more
     */
    void merge(A other);

    /** {@return the value for the group; its declared class is the type of the result} It may be asked for once. */
    @Nullable
    Object result();

    /**
     * {@return about how many bytes it takes} Asked now and then, so that memory is counted; one that grows with the
     * rows overrides it.
     */
    default long bytes() {
        return 64;
    }

    /**
     * {@return all that is known, as a value of Cypher that {@link #restore} understands, so that a group can wait on
     * disk; null if that is not possible} Then all groups have to fit into memory.
     */
    default @Nullable Object save() {
        return null;
    }

    /**
     * Makes this instance, to which nothing was added, know what another one has saved.
     *
     * @param saved what {@link #save} gave; nodes, relationships and paths in it have been read again
     */
    default void restore(Object saved) {
        throw new UnsupportedOperationException("an aggregate that saves its state restores it");
    }
}
