package org.thetisdb.storage.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.options.Durability;
import org.thetisdb.storage.options.Isolation;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.store.GraphStore;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;

/**
 * Goal: killing the process that writes loses no acknowledged commit and leaves none half there, at any durability:
 * what was written is the operating system's. Method: a process with several writers moves money between accounts,
 * counts its commits in the graph and says each that was acknowledged; it is killed at random moments, while it makes
 * checkpoints and indexes all the time, and what it leaves is compared with what it said, and checked.
 */
final class StoreKillTest {
    private static final int WRITERS = 3;
    private static final int ACCOUNTS = 20;
    private static final long BALANCE = 1_000;

    /** Of the waits and of the amounts; the moment at which a process is hit repeats only nearly. */
    private static final long SEED = Long.getLong("thetis.seed", 1);

    @TempDir
    private Path temporary;

    private static StoreOptions options(Durability durability) {
        return StoreOptions.byDefault()
                .withMemory(MemoryBudget.ofBytes(8L << 20))
                .withDurability(durability)
                .withCheckpointBytes(20_000);
    }

    @Test
    @Timeout(180)
    void aKilledProcessLosesNothing() throws IOException, InterruptedException {
        kill(3, new Random(SEED), Durability.OFF);
    }

    /** {@code -Dthetis.kills=N}: so many of each durability. */
    @Test
    @Tag("long")
    void aProcessKilledOftenLosesNothing() throws IOException, InterruptedException {
        int kills = Integer.getInteger("thetis.kills", 100);
        Random random = new Random(SEED);
        for (Durability durability : List.of(Durability.SYNC, Durability.OFF, Durability.INTERVAL)) {
            long commits = kill(kills, random, durability);
            System.out.println(durability + ": " + kills + " kills, " + commits + " commits, nothing lost");
        }
    }

    private long kill(int kills, Random random, Durability durability) throws IOException, InterruptedException {
        Path directory = temporary.resolve("db-" + durability);
        try (GraphStore store = GraphStore.create(directory, options(durability));
                GraphTransaction transaction = store.begin(Isolation.SNAPSHOT)) {
            Writer.prepare(transaction);
            transaction.commit(Optional.empty());
        }
        long[] counted = new long[WRITERS];
        for (int round = 0; round < kills; round++) {
            long[] acknowledged = runAndKill(directory, durability, random, counted);
            try (GraphStore store = GraphStore.open(directory, options(durability))) {
                counted = examine(store, acknowledged, durability + ", round " + round);
            }
        }
        long commits = Arrays.stream(counted).sum();
        assertThat(commits).isGreaterThan(kills);
        return commits;
    }

    /** Returns what each writer's counter was when it last said so, or was before. */
    private long[] runAndKill(Path directory, Durability durability, Random random, long[] before)
            throws IOException, InterruptedException {
        Path errors = temporary.resolve("errors.txt");
        Process victim = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-ea",
                        "-Xmx200m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Writer.class.getName(),
                        directory.toString(),
                        durability.name())
                .redirectError(errors.toFile())
                .start();
        long[] acknowledged = before.clone();
        try (BufferedReader output = victim.inputReader()) {
            String first = output.readLine();
            assertThat(first)
                    .as("first line; errors: %s", Files.readString(errors))
                    .isNotNull();
            Thread killer = Thread.ofPlatform().start(() -> killAfter(victim, random.nextInt(700)));
            for (String line = first; line != null; line = output.readLine()) {
                // A line that the kill has cut has no end mark.
                if (line.endsWith(";")) {
                    String[] parts = line.substring(0, line.length() - 1).split(" ");
                    acknowledged[Integer.parseInt(parts[0])] = Long.parseLong(parts[1]);
                }
            }
            killer.join();
        } finally {
            victim.destroyForcibly().waitFor();
        }
        assertThat(Files.readString(errors)).doesNotContain("Exception");
        return acknowledged;
    }

    private static void killAfter(Process victim, int millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        // Not by the process object, which would close the pipe with what was said before.
        victim.toHandle().destroyForcibly();
    }

    private static long[] examine(GraphStore store, long[] acknowledged, String round) {
        Map<String, Long> found = Writer.values(store.snapshot());
        long[] counted = new long[WRITERS];
        for (int writer = 0; writer < WRITERS; writer++) {
            counted[writer] = found.get("counter" + writer);
            // One more may have been committed, but not said.
            assertThat(counted[writer] - acknowledged[writer])
                    .as("%s, writer %d said %d", round, writer, acknowledged[writer])
                    .isBetween(0L, 1L);
        }
        long sum = 0;
        for (int account = 0; account < ACCOUNTS; account++) {
            sum += found.get("account" + account);
        }
        assertThat(sum).as("%s, money", round).isEqualTo(ACCOUNTS * BALANCE);
        assertThat(store.check((done, total) -> {}).findings()).as("%s", round).isEmpty();
        return counted;
    }

    /** The process that is killed. */
    static final class Writer {
        private static final PrintStream OUT = System.out;

        private Writer() {}

        public static void main(String[] arguments) {
            GraphStore store = GraphStore.open(Path.of(arguments[0]), options(Durability.valueOf(arguments[1])));
            for (int number = 0; number < WRITERS; number++) {
                int writer = number;
                Thread.ofPlatform().start(() -> write(store, writer));
            }
            changeSchema(store);
        }

        /** Accounts with money, and counters. */
        static void prepare(GraphTransaction transaction) {
            int[] keys = {transaction.propertyKey("name"), transaction.propertyKey("value")};
            int accounts = transaction.labelSet(transaction.label("Account"));
            for (int account = 0; account < ACCOUNTS; account++) {
                transaction.createNode(accounts, keys, new Object[] {"account" + account, BALANCE});
            }
            int counters = transaction.labelSet(transaction.label("Counter"));
            for (int writer = 0; writer < WRITERS; writer++) {
                transaction.createNode(counters, keys, new Object[] {"counter" + writer, 0L});
            }
        }

        private static void changeSchema(GraphStore store) {
            while (true) {
                try {
                    store.schema().createIndex(Optional.of("values"), "Account", List.of("value"), true);
                    store.schema().dropIndex("values", true);
                } catch (ThetisException conflict) {
                    requireTransient(conflict);
                }
            }
        }

        private static void write(GraphStore store, int writer) {
            Random random = new Random(SEED + writer);
            Map<String, Long> nodes = nodes(store.snapshot());
            while (true) {
                try (GraphTransaction transaction = store.begin(Isolation.SERIALIZABLE)) {
                    int[] key = {transaction.propertyKey("value")};
                    long from = nodes.get("account" + random.nextInt(ACCOUNTS));
                    long to = nodes.get("account" + random.nextInt(ACCOUNTS));
                    long amount = random.nextInt(10);
                    add(transaction, key, from, -amount);
                    add(transaction, key, to, amount);
                    long count = add(transaction, key, nodes.get("counter" + writer), 1);
                    long entry = transaction.createNode(
                            transaction.labelSet(transaction.label("Entry")), key, new Object[] {amount});
                    transaction.createRelationship(entry, transaction.type("OF"), to, new int[0], new Object[0]);
                    transaction.commit(Optional.of("transfer"));
                    // One write each, so that a kill cuts the last line at most.
                    synchronized (OUT) {
                        OUT.write((writer + " " + count + ";\n").getBytes(StandardCharsets.US_ASCII));
                        OUT.flush();
                    }
                } catch (ThetisException conflict) {
                    requireTransient(conflict);
                } catch (IOException over) {
                    return;
                }
            }
        }

        private static void requireTransient(ThetisException problem) {
            if (problem.code() != ErrorCode.TRANSACTION_CONFLICT) {
                throw problem;
            }
        }

        private static long add(GraphTransaction transaction, int[] key, long node, long amount) {
            long value;
            try (GraphReader reader = transaction.snapshot().reader()) {
                Vector values = new Vector();
                reader.nodeProperty(key[0], new long[] {node}, null, 1, values);
                value = (long) values.valueAt(0) + amount;
            }
            transaction.setNodeProperties(node, key, new Object[] {value});
            return value;
        }

        private static Map<String, Long> nodes(Snapshot snapshot) {
            Map<String, Long> nodes = new HashMap<>();
            for (Named each : named(snapshot)) {
                nodes.put(each.name(), each.node());
            }
            return nodes;
        }

        /** What each account and each counter has. */
        static Map<String, Long> values(Snapshot snapshot) {
            Map<String, Long> found = new HashMap<>();
            for (Named each : named(snapshot)) {
                found.put(each.name(), each.value());
            }
            return found;
        }

        private record Named(String name, long node, long value) {}

        private static List<Named> named(Snapshot snapshot) {
            int name = snapshot.catalog().propertyKeyId("name").orElseThrow();
            int value = snapshot.catalog().propertyKeyId("value").orElseThrow();
            List<Named> found = new ArrayList<>();
            try (GraphReader reader = snapshot.reader()) {
                Vector names = new Vector();
                Vector values = new Vector();
                for (int chunk = 0; chunk < snapshot.chunkCount(); chunk++) {
                    int rows = snapshot.rowCount(chunk);
                    reader.nodeProperty(name, chunk, 0, rows, names);
                    reader.nodeProperty(value, chunk, 0, rows, values);
                    for (int row = 0; row < rows; row++) {
                        if (!names.isNull(row)) {
                            found.add(new Named((String) names.valueAt(row), NodeIdLayout.id(chunk, row), (long)
                                    values.valueAt(row)));
                        }
                    }
                }
            }
            return found;
        }
    }
}
