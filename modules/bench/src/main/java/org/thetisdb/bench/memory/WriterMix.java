package org.thetisdb.bench.memory;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Session;

/**
 * The program of the writers: small transactions, values of a megabyte, transactions of millions of relationships,
 * readers, time travel and checkpoints, all at once, for some minutes.
 *
 * <p>Its arguments are the folder of a database to make, the budget, the minutes, and the relationships of a large
 * transaction. It prints what each kind of thread has done, and exits with 1 if any of them saw an error.
 */
public final class WriterMix {
    private static final int SMALL_WRITERS = 4;
    private static final int READERS = 2;
    private static final int NODES_PER_COMMIT = 10;
    private static final int LARGE_VALUE_CHARS = 1 << 20;
    private static final int LETTERS = 95;
    private static final long LARGE_VALUE_PAUSE_MILLIS = 500;
    private static final long TRAVEL_PAUSE_MILLIS = 1000;
    private static final long CHECKPOINT_PAUSE_MILLIS = 20_000;
    private static final int LARGE_TRANSACTIONS = 3;
    private static final int SECONDS_PER_MINUTE = 60;
    private static final double NANOS_PER_SECOND = 1e9;

    private static final String SMALL = "commits of ten nodes";
    private static final String LARGE_VALUE = "values of 1 MB";
    private static final String LARGE = "large transactions";
    private static final String READ = "reads by key";
    private static final String TRAVEL = "reads of the past";
    private static final String CHECKPOINT = "checkpoints";

    /** Something that a thread does again and again. */
    private interface Work {
        void run(Session session, Random random) throws InterruptedException;
    }

    private final Database database;
    private final long endNanos;
    private final MixTally tally = new MixTally();
    private final AtomicLong nextId = new AtomicLong();
    private final List<Thread> threads = new ArrayList<>();

    private WriterMix(Database database, long endNanos) {
        this.database = database;
        this.endNanos = endNanos;
    }

    /** Runs the mix. */
    public static void main(String[] arguments) throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        Path folder = Path.of(arguments[0]);
        int seconds = Integer.parseInt(arguments[2]) * SECONDS_PER_MINUTE;
        long relationshipCount = Long.parseLong(arguments[3]);
        Database.create(folder).close();
        DatabaseOptions options = DatabaseOptions.byDefault().withMemory(arguments[1]);
        boolean failed;
        try (Database database = Database.open(folder, options)) {
            try (Session session = database.session()) {
                session.run("CREATE INDEX FOR (n:Small) ON (n.id)").consume();
            }
            WriterMix mix = new WriterMix(database, System.nanoTime() + (long) (seconds * NANOS_PER_SECOND));
            mix.start(relationshipCount, seconds);
            mix.watch();
            out.print(mix.tally.lines(seconds));
            failed = mix.tally.hasErrors();
        }
        System.exit(failed ? 1 : 0);
    }

    private void start(long relationshipCount, int seconds) {
        for (int writer = 0; writer < SMALL_WRITERS; writer++) {
            thread(SMALL, 0, this::small);
        }
        for (int reader = 0; reader < READERS; reader++) {
            thread(READ, 0, this::read);
        }
        thread(LARGE_VALUE, LARGE_VALUE_PAUSE_MILLIS, WriterMix::largeValue);
        thread(TRAVEL, TRAVEL_PAUSE_MILLIS, this::travel);
        thread(CHECKPOINT, CHECKPOINT_PAUSE_MILLIS, (session, random) -> database.checkpoint());
        if (relationshipCount > 0) {
            // Spread over the run, whose disk space they would else fill.
            thread(
                    LARGE,
                    seconds * 1000L / LARGE_TRANSACTIONS,
                    (session, random) -> session.run(
                                    "CREATE (hub:Hub) WITH hub UNWIND range(1, $count) AS i"
                                            + " CREATE (hub)-[:TO]->(:Leaf)",
                                    Map.of("count", relationshipCount))
                            .consume());
        }
        threads.forEach(Thread::start);
    }

    private void small(Session session, Random random) {
        session.run(
                        "UNWIND range(0, $last) AS i CREATE (:Small {id: $first + i, a: i, b: $first * i,"
                                + " name: 'name of the node ' + toString($first + i)})",
                        Map.of("first", nextId.getAndAdd(NODES_PER_COMMIT), "last", NODES_PER_COMMIT - 1L))
                .consume();
    }

    /** Each is another one, which nothing makes smaller. */
    private static void largeValue(Session session, Random random) {
        byte[] letters = new byte[LARGE_VALUE_CHARS];
        for (int index = 0; index < letters.length; index++) {
            letters[index] = (byte) (' ' + random.nextInt(LETTERS));
        }
        session.run(
                        "CREATE (:Large {value: $value})",
                        Map.of("value", new String(letters, StandardCharsets.ISO_8859_1)))
                .consume();
    }

    private void read(Session session, Random random) {
        long id = random.nextLong(Math.max(1, nextId.get()));
        session.run("MATCH (n:Small {id: $id}) RETURN n.name", Map.of("id", id)).consume();
    }

    private void travel(Session session, Random random) {
        long revision = 1 + random.nextLong(database.revision());
        session.run("USE revision(" + revision + ") MATCH (n:Small) RETURN count(n), max(n.name)")
                .consume();
    }

    private void thread(String kind, long pauseMillis, Work work) {
        int seed = threads.size();
        threads.add(new Thread(() -> repeat(kind, pauseMillis, work, new Random(seed)), kind));
    }

    /** An error ends nothing: whatever the others do goes on, and this one tries again. */
    private void repeat(String kind, long pauseMillis, Work work, Random random) {
        try (Session session = database.session()) {
            while (System.nanoTime() < endNanos) {
                long started = System.nanoTime();
                try {
                    work.run(session, random);
                    tally.done(kind, System.nanoTime() - started);
                } catch (RuntimeException | OutOfMemoryError failure) {
                    tally.failed(kind, failure);
                }
                long left = pauseMillis - (System.nanoTime() - started) / 1_000_000;
                if (left > 0) {
                    Thread.sleep(Math.clamp((endNanos - System.nanoTime()) / 1_000_000, 0, left));
                }
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for the end, and tells how even the small commits were. */
    private void watch() throws InterruptedException {
        long least = Long.MAX_VALUE;
        long before = 0;
        while (System.nanoTime() < endNanos) {
            Thread.sleep(1000);
            long now = tally.count(SMALL);
            least = Math.min(least, now - before);
            before = now;
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.printf(Locale.ROOT, "fewest commits of ten nodes in a second: %d%n", least);
    }
}
