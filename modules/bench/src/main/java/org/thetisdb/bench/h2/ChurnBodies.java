package org.thetisdb.bench.h2;

import java.io.IOException;

/** Benchmarks that change much of a database, and close it compacted. */
final class ChurnBodies {
    private static final long TENTHS = 10;

    private ChurnBodies() {}

    /** Changes that are made one after the other. */
    interface Changes {
        void run(Store store, Client client);
    }

    /**
     * Makes changes, and closes.
     *
     * @param untimed come before the clock starts
     * @param timed come after it
     * @param totals what must be the same afterwards
     */
    static Shot compact(Setting setting, Changes untimed, Changes timed, Statement totals) throws IOException {
        Store store = setting.renewed();
        long begin;
        try (Client client = store.connect()) {
            untimed.run(store, client);
            begin = System.nanoTime();
            timed.run(store, client);
        }
        store.closeCompact();
        double millis = (System.nanoTime() - begin) / 1e6;
        setting.wasClosed();
        try (Client client = setting.reopened().connect()) {
            return new Shot(millis, client.read(totals));
        }
    }

    static void nothing(Store store, Client client) {
        // The compaction alone is timed.
    }

    /** Three tenths of the rows go, three others change. */
    static void some(Store store, Client client) {
        for (long tenth = 0; tenth < 3; tenth++) {
            client.change(Statement.DELETE_BLOBS, tenth);
            client.change(Statement.CHANGE_BLOBS, tenth + 5);
        }
    }

    /** All rows change twice, half of them go. */
    static void most(Store store, Client client) {
        for (long tenth = 0; tenth < 2 * TENTHS; tenth++) {
            client.change(Statement.CHANGE_BLOBS, tenth % TENTHS);
        }
        for (long tenth = 0; tenth < TENTHS; tenth += 2) {
            client.change(Statement.DELETE_BLOBS, tenth);
        }
    }

    /** The items of orders with two states of five go, the orders of customers in half of the regions change. */
    static void joined(Store store, Client client) {
        for (long status = 0; status < 2; status++) {
            client.change(Statement.DELETE_ITEMS, status);
        }
        for (long region = 0; region < Rows.REGIONS; region += 2) {
            client.change(Statement.CHANGE_ORDERS, region);
        }
    }

    static void indexes(Store store, Client client) {
        store.define(Statement.BLOB_INDEX);
        store.define(Statement.BLOB_INDEX_BOTH);
        store.define(Statement.BLOB_INDEX_TEXT);
    }
}
