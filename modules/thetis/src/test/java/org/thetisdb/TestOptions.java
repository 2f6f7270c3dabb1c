package org.thetisdb;

/** What only tests choose of a database, for tests in other packages. Stateless. */
public final class TestOptions {
    private TestOptions() {}

    /** A checkpoint begins when so many bytes of changes are in memory. */
    public static DatabaseOptions withCheckpointBytes(DatabaseOptions options, long bytes) {
        return options.withStore(options.store().withCheckpointBytes(bytes));
    }
}
