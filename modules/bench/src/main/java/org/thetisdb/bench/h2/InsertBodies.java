package org.thetisdb.bench.h2;

import java.io.IOException;

/** Benchmarks that make a database. */
final class InsertBodies {
    private InsertBodies() {}

    static Shot create(Setting setting) throws IOException {
        // The folder is made before, and is not timed.
        setting.empty();
        setting.close();
        long begin = System.nanoTime();
        setting.empty();
        setting.close();
        return Shot.since(begin, 0);
    }

    static Shot insert(Setting setting, boolean withIndex) throws IOException {
        long begin = System.nanoTime();
        Store store = setting.empty();
        store.define(Statement.BLOB_TABLE);
        if (withIndex) {
            store.define(Statement.BLOB_INDEX);
        }
        Rows.insertBlobs(store, setting.sizes());
        setting.close();
        double millis = (System.nanoTime() - begin) / 1e6;
        try (Client client = setting.reopened().connect()) {
            return new Shot(millis, client.read(Statement.BLOB_TOTALS));
        }
    }
}
