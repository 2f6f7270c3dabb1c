package org.thetisdb.bench.pressure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.thetisdb.Database;
import org.thetisdb.Session;
import org.thetisdb.bench.harness.Spread;

/** Texts of messages by key, drawn at random over all messages by several threads, each with a session of its own. */
record PointReads(Database database, int seconds) {
    /** How many threads read. */
    static final int THREADS = 8;

    private static final String KEYS =
            "MATCH (m:Message) WITH m.id AS id, rand() AS place ORDER BY place LIMIT 200000" + " RETURN id";
    private static final String READ = "MATCH (m:Message {id: $id}) RETURN m.content AS content, m.length AS length";
    /** By each thread. */
    private static final int TIMES_KEPT = 50_000;

    private static final double MICROS = 1e3;
    private static final double NANOS = 1e9;

    /** How many answers there were, and how long some of them took. */
    private record Times(long answers, double[] micros) {}

    /** Reads until the time is over, and tells about it in one line. */
    String run() throws InterruptedException, IOException {
        long[] keys = keys();
        read(keys, 1);
        long bytes = deviceBytes();
        long pages = database.counters().misses();
        Times times = read(keys, seconds);
        long bytesRead = deviceBytes() - bytes;
        long missed = database.counters().misses() - pages;
        return String.format(
                Locale.ROOT,
                "%s\t%d\t%.0f\t%.0f\t%.0f\t%.0f\t%.1f",
                PressureTimes.POINTS,
                THREADS,
                times.answers / (double) seconds,
                Spread.percentile(times.micros, 50),
                Spread.percentile(times.micros, 99),
                missed / (double) seconds,
                bytesRead / (double) seconds / (1 << 20));
    }

    private long[] keys() {
        try (Session session = database.session()) {
            return session.run(KEYS).list().stream()
                    .mapToLong(row -> (Long) row.values().getFirst())
                    .toArray();
        }
    }

    private Times read(long[] keys, int forSeconds) throws InterruptedException {
        long end = System.nanoTime() + (long) (forSeconds * NANOS);
        long answers = 0;
        List<double[]> all = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            List<Callable<Times>> readers = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                Random random = new Random(thread);
                readers.add(() -> readUntil(end, keys, random));
            }
            for (Future<Times> reader : threads.invokeAll(readers)) {
                answers += reader.get().answers;
                all.add(reader.get().micros);
            }
        } catch (ExecutionException failed) {
            throw new IllegalStateException("a reader has failed", failed);
        }
        return new Times(
                answers, all.stream().flatMapToDouble(Arrays::stream).sorted().toArray());
    }

    private Times readUntil(long end, long[] keys, Random random) {
        double[] micros = new double[TIMES_KEPT];
        long answers = 0;
        try (Session session = database.session()) {
            for (long now = System.nanoTime(); now < end; answers++) {
                session.run(READ, Map.of("id", keys[random.nextInt(keys.length)]))
                        .consume();
                long after = System.nanoTime();
                // Of more answers than are kept, each is kept with the same probability.
                long place = answers < TIMES_KEPT ? answers : random.nextLong(answers + 1);
                if (place < TIMES_KEPT) {
                    micros[(int) place] = (after - now) / MICROS;
                }
                now = after;
            }
        }
        return new Times(answers, Arrays.copyOf(micros, (int) Math.min(answers, TIMES_KEPT)));
    }

    /** What this process has had read from the device; 0 where the system does not tell. */
    private static long deviceBytes() throws IOException {
        Path file = Path.of("/proc/self/io");
        if (!Files.isReadable(file)) {
            return 0;
        }
        return Files.readAllLines(file).stream()
                .filter(line -> line.startsWith("read_bytes:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .sum();
    }
}
