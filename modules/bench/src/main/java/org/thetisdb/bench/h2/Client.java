package org.thetisdb.bench.h2;

import java.util.List;

/** One user of a store. One thread at a time. */
interface Client extends AutoCloseable {
    /** Runs a statement once for each row, all in one transaction. */
    void writeAll(Statement statement, List<Object[]> rows);

    /** Runs a statement that changes something, as a transaction. */
    void change(Statement statement, Object... parameters);

    /** Runs a query and fetches all rows; returns a number that depends on all of them, but not on their order. */
    long read(Statement statement, Object... parameters);

    @Override
    void close();
}
