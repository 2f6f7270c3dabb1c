package org.thetisdb.bench.sustained;

import java.nio.file.Path;

/** A system under the writers. Opened once, used by many clients, closed once. */
interface SustainedStore extends AutoCloseable {
    /** What it is and how it is set up, for the report. */
    String description();

    /** Opens an empty store. */
    void open(Path directory, long memoryBytes) throws Exception;

    /** A client of one thread. */
    Client connect() throws Exception;

    /** How many items there are. */
    long count() throws Exception;

    /** The first process of those that make up the system. */
    long processId() throws Exception;

    /** One thread's way to the store. */
    interface Client extends AutoCloseable {
        /** Makes items in one transaction that is on the device when this returns. */
        void commit(long firstId, int itemCount) throws Exception;
    }

    /** The last field of an item; the second is {@code id % 1000}, the third {@code 3 * id}. */
    static String name(long id) {
        return "the name of item " + id;
    }
}
