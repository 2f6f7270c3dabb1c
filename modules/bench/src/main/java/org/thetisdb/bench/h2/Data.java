package org.thetisdb.bench.h2;

/** What a store holds before a benchmark begins; made once for each contender and size, and then copied. */
enum Data {
    NONE,
    BLOBS,
    ORDERS;

    /** Fills an empty store. */
    void insert(Store store, Sizes sizes) {
        switch (this) {
            case NONE -> {}
            case BLOBS -> {
                store.define(Statement.BLOB_TABLE);
                Rows.insertBlobs(store, sizes);
            }
            case ORDERS -> Rows.insertOrders(store, sizes);
        }
    }
}
