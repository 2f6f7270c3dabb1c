package org.thetisdb.bench.micro;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.options.Durability;
import org.thetisdb.storage.options.Isolation;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.store.GraphStore;

/**
 * A checkpoint that somebody waits for, of 500,000 changed properties, 250,000 new nodes with three, and as many
 * relationships with two, made by one thread and by several. Its baseline is one thread.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 4)
@Measurement(iterations = 8)
@Fork(1)
public class CheckpointBenchmark {
    private static final int NODES = 250_000;
    private static final long MEMORY_BYTES = 8L << 30;

    /** Threads that encode. */
    @Param({"1", "2"})
    public int threads;

    private final long[] nodes = new long[NODES];
    private Path directory;
    private GraphStore store;
    private int round;

    /** Makes a database without automatic checkpoints. */
    @Setup(Level.Trial)
    public void open() throws IOException {
        directory = Files.createTempDirectory(Path.of("").toAbsolutePath(), "thetis-checkpoint");
        store = GraphStore.create(
                directory.resolve("db"),
                StoreOptions.byDefault()
                        .withMemory(MemoryBudget.ofBytes(MEMORY_BYTES))
                        .withDurability(Durability.OFF)
                        .withCheckpointBytes(Long.MAX_VALUE)
                        .withEncodingThreads(threads));
        change();
        store.checkpoint();
    }

    /** Changes the nodes that were made last, and makes as many new ones that refer to them. */
    @Setup(Level.Invocation)
    public void change() {
        try (GraphTransaction transaction = store.begin(Isolation.SNAPSHOT)) {
            int set = transaction.labelSet(transaction.label("Person"));
            int type = transaction.type("KNOWS");
            int[] keys = {
                transaction.propertyKey("number"), transaction.propertyKey("name"), transaction.propertyKey("score")
            };
            for (int index = 0; index < NODES; index++) {
                long number = (long) round * NODES + index;
                long known = nodes[index];
                if (round > 0) {
                    transaction.setNodeProperties(
                            known, new int[] {keys[1], keys[2]}, new Object[] {"text " + number % 1009, number * 0.37});
                }
                nodes[index] = transaction.createNode(
                        set, keys, new Object[] {number, "person " + number * 7919 % NODES, number * 1.37 % 1000});
                if (round > 0) {
                    transaction.createRelationship(
                            nodes[index], type, known, new int[] {keys[0], keys[2]}, new Object[] {
                                number % 3650, number * 0.001
                            });
                }
            }
            transaction.commit(Optional.empty());
        }
        round++;
    }

    /** Makes a checkpoint. */
    @Benchmark
    public Object checkpoint() {
        store.checkpoint();
        return store;
    }

    /** Deletes the database. */
    @TearDown(Level.Trial)
    public void close() throws IOException {
        store.close();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
