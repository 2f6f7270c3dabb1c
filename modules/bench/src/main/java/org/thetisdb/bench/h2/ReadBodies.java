package org.thetisdb.bench.h2;

import java.io.IOException;
import java.util.Random;

/** Benchmarks that only read. */
final class ReadBodies {
    /** The answers of the first operations are compared; how many there are more depends on the time. */
    private static final int COMPARED = 20;

    private static final int ROWS_IN_RANGE = 1_000;
    private static final int CUSTOMERS_LOOKED_UP = 100;
    private static final long SEED = 4331;

    private ReadBodies() {}

    /** One operation on a store. */
    private interface Operation {
        long run(Client client, Random random);
    }

    private static Shot operations(Setting setting, Operation operation) throws IOException {
        Random random = new Random(SEED);
        long digest = 0;
        long count = 0;
        try (Client client = setting.store().connect()) {
            long begin = System.nanoTime();
            long nanos = 0;
            while (count < COMPARED || nanos < setting.shotNanos()) {
                long answer = operation.run(client, random);
                digest += count < COMPARED ? answer : 0;
                count++;
                nanos = System.nanoTime() - begin;
            }
            return new Shot(count / (nanos / 1e9), digest);
        }
    }

    static Shot randomReads(Setting setting) throws IOException {
        int blobs = setting.sizes().blobs();
        return operations(setting, (client, random) -> client.read(Statement.BLOB_BY_ID, (long) random.nextInt(blobs)));
    }

    static Shot rangeScans(Setting setting) throws IOException {
        // So wide that one status of five has about a thousand orders in it.
        int orders = setting.sizes().orders();
        int width = Math.min(orders, ROWS_IN_RANGE * Rows.STATUSES);
        return operations(setting, (client, random) -> {
            long from = random.nextInt(orders - width + 1);
            return client.read(Statement.ORDERS_IN_RANGE, (long) random.nextInt(Rows.STATUSES), from, from + width - 1);
        });
    }

    static Shot lookUps(Setting setting) throws IOException {
        int customers = setting.sizes().customers();
        return operations(setting, (client, random) -> {
            long digest = 0;
            for (int i = 0; i < CUSTOMERS_LOOKED_UP; i++) {
                digest += client.read(Statement.ORDERS_OF_CUSTOMER, (long) random.nextInt(customers));
            }
            return digest;
        });
    }

    static Shot coldScan(Setting setting) throws IOException, InterruptedException {
        try (Client client = setting.cold().connect()) {
            long begin = System.nanoTime();
            return Shot.since(begin, client.read(Statement.BLOB_LENGTHS));
        }
    }

    static Shot query(Setting setting, Statement statement, Object... parameters) throws IOException {
        try (Client client = setting.store().connect()) {
            long begin = System.nanoTime();
            return Shot.since(begin, client.read(statement, parameters));
        }
    }
}
