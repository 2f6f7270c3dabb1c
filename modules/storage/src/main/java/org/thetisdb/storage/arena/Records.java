package org.thetisdb.storage.arena;

/** Gives room for records. Thread safe. */
public interface Records {
    /**
     * Room for a record, all zeros.
     *
     * @param bytes more than 0
     * @return its handle
     */
    int allocate(long bytes);
}
