package org.thetisdb.bench.h2;

/**
 * How many rows there are.
 *
 * @param factor 1 is a hundred thousand customers with a million orders of three million items, and half a million
 *     blobs of 500 bytes
 */
record Sizes(double factor) {
    private static final int CUSTOMERS = 100_000;
    private static final int ORDERS_PER_CUSTOMER = 10;
    private static final int ITEMS_PER_ORDER = 3;
    private static final int BLOBS = 500_000;

    int customers() {
        return Math.max(100, (int) (CUSTOMERS * factor));
    }

    int orders() {
        return customers() * ORDERS_PER_CUSTOMER;
    }

    int items() {
        return orders() * ITEMS_PER_ORDER;
    }

    int blobs() {
        return Math.max(2_000, (int) (BLOBS * factor));
    }
}
