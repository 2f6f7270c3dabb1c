package org.thetisdb.bench.h2;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** The rows, the same for the same numbers, and how they come into a store. */
final class Rows {
    static final int REGIONS = 20;
    static final int STATUSES = 5;

    private static final int BATCH = 1_000;
    private static final int PAYLOAD_CHARACTERS = 480;

    private Rows() {}

    /** A number that looks random, from 0 on. */
    private static long mixed(long number) {
        long mixed = (number + 1) * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ mixed >>> 32) * 0xD6E8FEB86659FD93L;
        return (mixed ^ mixed >>> 32) >>> 1;
    }

    private static Object[] blob(int id) {
        StringBuilder payload = new StringBuilder(PAYLOAD_CHARACTERS);
        for (long part = 0; payload.length() < PAYLOAD_CHARACTERS; part++) {
            payload.append(Long.toString(mixed(id * 64L + part), Character.MAX_RADIX));
        }
        payload.setLength(PAYLOAD_CHARACTERS);
        return new Object[] {(long) id, mixed(id) % 10_000, payload.toString()};
    }

    private static Object[] customer(int id) {
        return new Object[] {(long) id, "customer " + id, mixed(id) % REGIONS, (long) id};
    }

    private static Object[] order(Sizes sizes, int id) {
        return new Object[] {
            (long) id, mixed(id) % sizes.customers(), mixed(-id) % STATUSES, amount(id), mixed(3L * id) % sizes.orders()
        };
    }

    /** What an order costs at first; benchmarks that change it make it one more. */
    static long amount(long order) {
        return order * 7 % 1000;
    }

    private static Object[] item(Sizes sizes, int id) {
        return new Object[] {
            (long) id, mixed(id) % sizes.orders(), mixed(-id) % 1_000, id % 9L + 1, mixed(5L * id) % 500
        };
    }

    /** Inserts blobs, a thousand in each transaction. */
    static void insertBlobs(Store store, Sizes sizes) {
        try (Client client = store.connect()) {
            insert(client, Statement.INSERT_BLOBS, sizes.blobs(), Rows::blob);
        }
    }

    /** Makes the tables of orders with their indexes, and fills them. */
    static void insertOrders(Store store, Sizes sizes) {
        Statement.ORDER_SCHEMA.forEach(store::define);
        try (Client client = store.connect()) {
            insert(client, Statement.INSERT_CUSTOMERS, sizes.customers(), Rows::customer);
            insert(client, Statement.INSERT_ORDERS, sizes.orders(), id -> order(sizes, id));
            insert(client, Statement.INSERT_ITEMS, sizes.items(), id -> item(sizes, id));
        }
    }

    private static void insert(Client client, Statement statement, int count, IntFunction<Object[]> row) {
        for (int from = 0; from < count; from += BATCH) {
            List<Object[]> rows = new ArrayList<>(BATCH);
            for (int id = from; id < Math.min(count, from + BATCH); id++) {
                rows.add(row.apply(id));
            }
            client.writeAll(statement, rows);
        }
    }
}
