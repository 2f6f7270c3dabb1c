package org.thetisdb.importer.ids;

/** Hears of keys that are in a space already. */
@FunctionalInterface
public interface DuplicateListener {
    /**
     * @param position of the row, as it was given to {@link IdSpace#put}
     * @param id as text; empty where only its hash is known
     */
    void duplicate(long position, String id);
}
