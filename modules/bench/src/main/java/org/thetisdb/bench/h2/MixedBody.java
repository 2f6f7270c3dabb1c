package org.thetisdb.bench.h2;

import java.io.IOException;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** Four clients that read orders by key, and four that change them. */
final class MixedBody {
    private static final int THREADS = 8;

    private MixedBody() {}

    static Shot run(Setting setting) throws IOException, InterruptedException, ExecutionException {
        Store store = setting.store();
        long begin = System.nanoTime();
        long end = begin + setting.shotNanos();
        long count = 0;
        double seconds;
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            for (Future<Long> each : IntStream.range(0, THREADS)
                    .mapToObj(thread -> threads.submit(() -> work(store, setting.sizes(), thread, end)))
                    .toList()) {
                count += each.get();
            }
            seconds = (System.nanoTime() - begin) / 1e9;
        }
        try (Client client = store.connect()) {
            // Which orders were changed depends on the time; none has another amount than one of two.
            return new Shot(count / seconds, client.read(Statement.ORDERS_UNTOUCHED));
        }
    }

    private static long work(Store store, Sizes sizes, int thread, long end) {
        Random random = new Random(thread);
        long count = 0;
        try (Client client = store.connect()) {
            while (System.nanoTime() < end) {
                long order = random.nextInt(sizes.orders());
                if (thread % 2 == 0) {
                    client.read(Statement.ORDER_BY_ID, order);
                } else {
                    client.change(Statement.SET_AMOUNT, Rows.amount(order) + random.nextInt(2), order);
                }
                count++;
            }
        }
        return count;
    }
}
