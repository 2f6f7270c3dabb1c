package org.thetisdb.bench.updates;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.thetisdb.bench.peer.UpdateClient;
import org.thetisdb.bench.peer.UpdateTarget;
import org.thetisdb.snb.UpdateBatch;
import org.thetisdb.snb.UpdateStatement;

/**
 * The clients of one peer, each with a thread and one statement at a time. They share a batch wave by wave: a client
 * takes the next statement of the wave as soon as its last one is committed, and none begins a wave before the last
 * one is done. Used by one thread.
 */
final class UpdateClients implements AutoCloseable {
    private final Map<String, String> texts;
    private final List<UpdateClient> clients = new ArrayList<>();
    private final ExecutorService threads;

    UpdateClients(UpdateTarget target, int clientCount, Map<String, String> texts) {
        this.texts = texts;
        for (int client = 0; client < clientCount; client++) {
            clients.add(target.client());
        }
        this.threads = Executors.newFixedThreadPool(
                clientCount,
                Thread.ofPlatform().name("bench-" + target.name() + "-", 0).factory());
    }

    /** Applies a batch and adds what it took. */
    void apply(UpdateBatch batch, UpdateTimes times) throws InterruptedException {
        long started = System.nanoTime();
        for (List<UpdateStatement> statements : batch.waves()) {
            new Wave(statements).run(times);
        }
        times.endDay(System.nanoTime() - started, batch.statements().size());
    }

    @Override
    public void close() {
        threads.close();
        clients.forEach(UpdateClient::close);
    }

    /** Statements that the clients share; what each took is at its index. */
    private final class Wave {
        private final List<UpdateStatement> statements;
        private final AtomicInteger taken = new AtomicInteger();
        private final long[] nanos;
        private final boolean[] changed;

        Wave(List<UpdateStatement> statements) {
            this.statements = statements;
            this.nanos = new long[statements.size()];
            this.changed = new boolean[statements.size()];
        }

        void run(UpdateTimes times) throws InterruptedException {
            List<Callable<Void>> tasks = new ArrayList<>();
            for (UpdateClient client : clients.subList(0, Math.min(clients.size(), statements.size()))) {
                tasks.add(() -> {
                    work(client);
                    return null;
                });
            }
            for (Future<Void> task : threads.invokeAll(tasks)) {
                try {
                    task.get();
                } catch (ExecutionException failure) {
                    throw new IllegalStateException("a client failed", failure.getCause());
                }
            }
            for (int index = 0; index < nanos.length; index++) {
                times.add(statements.get(index).query(), nanos[index], changed[index]);
            }
        }

        private void work(UpdateClient client) {
            for (int index = taken.getAndIncrement(); index < nanos.length; index = taken.getAndIncrement()) {
                UpdateStatement statement = statements.get(index);
                String text = Objects.requireNonNull(texts.get(statement.query()));
                long started = System.nanoTime();
                changed[index] = client.update(text, statement.parameters());
                nanos[index] = System.nanoTime() - started;
            }
        }
    }
}
