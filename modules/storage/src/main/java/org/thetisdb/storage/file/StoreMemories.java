package org.thetisdb.storage.file;

/** All data files as one worker sees them. Structures are opened in the memory of their own file. Not thread safe. */
@FunctionalInterface
public interface StoreMemories {
    /** The memory of a data file, always the same object for the same number. */
    StoreMemory of(int file);

    /**
     * Says who knows what will be read next.
     *
     * @param next until somebody else does; {@link Foresight#NONE} for nobody
     * @return who did before
     */
    default Foresight foresee(Foresight next) {
        return Foresight.NONE;
    }

    /**
     * Has what a foresight tells read by another thread, as far as it is missing.
     *
     * @param foresight is asked at once
     */
    default void readBehind(Foresight foresight) {}
}
