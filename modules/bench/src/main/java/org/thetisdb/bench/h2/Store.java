package org.thetisdb.bench.h2;

/** A database that is open. Thread safe. */
interface Store extends AutoCloseable {
    /** Makes a table or an index. */
    void define(Statement statement);

    /** {@return a new client; to be closed} */
    Client connect();

    /** Closes the database, compacted as far as it can be. */
    void closeCompact();

    /** Closes the database; nothing happens if it is closed already. */
    @Override
    void close();
}
