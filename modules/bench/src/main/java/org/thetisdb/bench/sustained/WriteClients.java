package org.thetisdb.bench.sustained;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/** The clients of one store: each commits, and when that is on the device it commits again. */
final class WriteClients {
    private final SustainedStore store;
    private final SustainedOptions options;
    private final AtomicLong nextId = new AtomicLong();

    WriteClients(SustainedStore store, SustainedOptions options) {
        this.store = store;
        this.options = options;
    }

    /**
     * Runs them to the end of the last second.
     *
     * @param eachSecond called once a second meanwhile
     */
    CommitTimes run(Runnable eachSecond) throws Exception {
        CommitTimes all = new CommitTimes(options.warmupSeconds(), options.seconds());
        try (ExecutorService threads = Executors.newFixedThreadPool(options.clientCount())) {
            long beganNanos = System.nanoTime();
            List<Future<CommitTimes>> running = new ArrayList<>();
            for (int client = 0; client < options.clientCount(); client++) {
                running.add(threads.submit(() -> client(beganNanos)));
            }
            for (Future<CommitTimes> each : running) {
                all.addAll(await(each, eachSecond));
            }
        }
        return all;
    }

    private static CommitTimes await(Future<CommitTimes> client, Runnable eachSecond)
            throws InterruptedException, ExecutionException {
        while (true) {
            try {
                return client.get(1, TimeUnit.SECONDS);
            } catch (TimeoutException stillRunning) {
                eachSecond.run();
            }
        }
    }

    private CommitTimes client(long beganNanos) throws Exception {
        CommitTimes times = new CommitTimes(options.warmupSeconds(), options.seconds());
        long lastNanos = (options.warmupSeconds() + options.seconds()) * 1_000_000_000L;
        try (SustainedStore.Client client = store.connect()) {
            long begun = System.nanoTime() - beganNanos;
            while (begun < lastNanos) {
                client.commit(nextId.getAndAdd(options.itemCount()), options.itemCount());
                long ended = System.nanoTime() - beganNanos;
                times.add(ended, ended - begun);
                begun = ended;
            }
        }
        return times;
    }

    /** How many items were acknowledged. */
    long itemCount() {
        return nextId.get();
    }
}
