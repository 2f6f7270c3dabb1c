package org.thetisdb.bench.versions;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.thetisdb.bench.harness.Spread;
import org.thetisdb.bench.versions.VersionStore.Change;
import org.thetisdb.bench.versions.VersionStore.Client;
import org.thetisdb.bench.versions.VersionStore.FieldHistory;
import org.thetisdb.bench.versions.VersionStore.ServerSide;
import org.thetisdb.bench.versions.VersionStore.Size;
import org.thetisdb.bench.versions.VersionStore.Version;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One round of one store: W1 to W6 on an empty store. Reads are run once before they are timed. */
final class StoreRound {
    private static final long DOCUMENT = 1;
    private static final long SERVER_DOCUMENT = 1_000_000;
    private static final int PASS_COUNT = 5;
    private static final int CHANGES_PASS_COUNT = 101;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final VersionStore store;
    private final VersionOptions options;
    private final Random random;
    private final Map<Measure, Double> measured = new EnumMap<>(Measure.class);

    /**
     * A round of a store that is open and empty.
     *
     * @param seed chooses the versions that are read
     */
    StoreRound(VersionStore store, VersionOptions options, long seed) {
        this.store = store;
        this.options = options;
        this.random = new Random(seed);
    }

    /**
     * Runs the round.
     *
     * @throws IllegalStateException if an answer is wrong
     */
    Map<Measure, Double> run() throws Exception {
        try (Client client = store.connect()) {
            write(client);
        }
        Size size = store.size();
        measured.put(Measure.HISTORY_BYTES, (double) size.historyBytes());
        measured.put(Measure.ALL_BYTES, (double) size.allBytes());
        try (Client client = store.connect()) {
            List<Version> versions = list(client);
            read(client, versions);
            field(client);
            changes(client, versions);
        }
        writeByMany();
        if (store.serverSide().isPresent()) {
            onServer(store.serverSide().get());
        }
        return measured;
    }

    private void write(Client client) throws Exception {
        double[] micros = new double[options.commitCount()];
        long started = System.nanoTime();
        client.insert(DOCUMENT);
        long before = System.nanoTime();
        for (int counter = 1; counter <= micros.length; counter++) {
            client.setCounter(DOCUMENT, counter);
            long after = System.nanoTime();
            micros[counter - 1] = (after - before) / 1e3;
            before = after;
        }
        measured.put(Measure.ONE_CLIENT, (micros.length + 1) / seconds(before - started));
        measured.put(Measure.ONE_COMMIT, Spread.of(micros).median());
    }

    private List<Version> list(Client client) throws Exception {
        List<Version> versions = client.versions(DOCUMENT);
        expect("versions", options.commitCount() + 1, versions.size());
        measured.put(Measure.LIST, millis(PASS_COUNT, () -> client.versions(DOCUMENT)));
        return versions;
    }

    private void read(Client client, List<Version> versions) throws Exception {
        int[] wanted = random.ints(options.readCount(), 0, versions.size()).toArray();
        List<String> texts = new ArrayList<>();
        for (int index : wanted) {
            texts.add(client.readAt(DOCUMENT, versions.get(index)));
        }
        for (int index = 0; index < wanted.length; index++) {
            expect("document at version " + wanted[index], document(wanted[index]), JSON.readTree(texts.get(index)));
        }
        double millis = millis(PASS_COUNT, () -> {
            int length = 0;
            for (int index : wanted) {
                length += client.readAt(DOCUMENT, versions.get(index)).length();
            }
            return length;
        });
        measured.put(Measure.READ, millis * 1e3 / wanted.length);
    }

    private static JsonNode document(long counter) {
        return JSON.readTree(Document.json(counter));
    }

    private void field(Client client) throws Exception {
        expect("counter over all versions", history(options.commitCount()), client.counterHistory(DOCUMENT));
        measured.put(Measure.FIELD, millis(PASS_COUNT, () -> client.counterHistory(DOCUMENT)));
    }

    /** The counter was 0, 1, …, n. */
    private static FieldHistory history(long commitCount) {
        return new FieldHistory(commitCount + 1, commitCount * (commitCount + 1) / 2);
    }

    private void changes(Client client, List<Version> versions) throws Exception {
        int middle = versions.size() / 2;
        Version from = versions.get(middle - 1);
        Version to = versions.get(middle);
        List<Change> expected =
                List.of(new Change(Document.COUNTER, String.valueOf(middle - 1), String.valueOf(middle)));
        expect("changes", expected, client.changes(DOCUMENT, from, to));
        measured.put(Measure.CHANGES, millis(CHANGES_PASS_COUNT, () -> client.changes(DOCUMENT, from, to)));
    }

    private void writeByMany() throws Exception {
        int clientCount = options.clientCount();
        int each = options.commitCount() / clientCount;
        List<Client> clients = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(clientCount)) {
            for (int index = 0; index < clientCount; index++) {
                Client client = store.connect();
                clients.add(client);
                client.insert(DOCUMENT + 1 + index);
            }
            CountDownLatch ready = new CountDownLatch(clientCount);
            CountDownLatch go = new CountDownLatch(1);
            List<Future<?>> writers = new ArrayList<>();
            for (int index = 0; index < clientCount; index++) {
                Client client = clients.get(index);
                long id = DOCUMENT + 1 + index;
                writers.add(threads.submit(() -> {
                    ready.countDown();
                    go.await();
                    for (int counter = 1; counter <= each; counter++) {
                        client.setCounter(id, counter);
                    }
                    return null;
                }));
            }
            ready.await();
            long started = System.nanoTime();
            go.countDown();
            for (Future<?> writer : writers) {
                writer.get();
            }
            measured.put(Measure.MANY_CLIENTS, (double) each * clientCount / seconds(System.nanoTime() - started));
            for (int index = 0; index < clientCount; index++) {
                long id = DOCUMENT + 1 + index;
                expect(
                        "counter of document " + id,
                        history(each),
                        clients.get(index).counterHistory(id));
            }
        } finally {
            for (Client client : clients) {
                client.close();
            }
        }
    }

    private void onServer(ServerSide server) throws Exception {
        try (Client client = store.connect()) {
            client.insert(SERVER_DOCUMENT);
            long started = System.nanoTime();
            server.commits(SERVER_DOCUMENT, options.commitCount());
            long done = System.nanoTime();
            measured.put(Measure.SERVER_COMMITS, options.commitCount() / seconds(done - started));
            expect("counter on the server", history(options.commitCount()), client.counterHistory(SERVER_DOCUMENT));
            double millis = millis(PASS_COUNT, () -> {
                server.reads(SERVER_DOCUMENT, options.readCount());
                return null;
            });
            measured.put(Measure.SERVER_READ, millis * 1e3 / options.readCount());
        }
    }

    /** The median of several passes, after one that is not timed. */
    private static double millis(int passCount, Callable<?> pass) throws Exception {
        pass.call();
        double[] millis = new double[passCount];
        for (int index = 0; index < passCount; index++) {
            long started = System.nanoTime();
            pass.call();
            millis[index] = (System.nanoTime() - started) / 1e6;
        }
        Arrays.sort(millis);
        return Spread.percentile(millis, 50);
    }

    private static double seconds(long nanos) {
        return nanos / 1e9;
    }

    private void expect(String what, Object expected, Object found) {
        if (!expected.equals(found)) {
            throw new IllegalStateException(
                    "wrong: " + what + ", store=" + store.name() + ", expected=" + expected + ", found=" + found);
        }
    }
}
