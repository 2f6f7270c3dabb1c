package org.thetisdb.storage.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.thetisdb.io.memory.MemoryAccount;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.io.memory.MemoryUse;
import org.thetisdb.io.simulated.SimulatedFileSystem;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.options.Durability;
import org.thetisdb.storage.options.Isolation;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.store.GraphStore;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** A store on a simulated file system, with nodes that have names, for tests of faults. */
final class FaultyStore implements AutoCloseable {
    static final Path DIRECTORY = Path.of("/simulated/db");
    static final Path LOG = DIRECTORY.resolve("log");
    static final long ANY_SIZE = Long.MAX_VALUE;

    final SimulatedFileSystem fileSystem = new SimulatedFileSystem();
    long nowMillis = Instant.parse("2100-01-01T00:00:00Z").toEpochMilli();
    StoreOptions options = StoreOptions.byDefault()
            .withFileSystem(fileSystem)
            .withMemory(MemoryBudget.ofBytes(4L << 20))
            .withDurability(Durability.SYNC)
            .withCheckpointBytes(Long.MAX_VALUE)
            .withClock(((InstantSource) () -> Instant.ofEpochMilli(nowMillis)).withZone(ZoneOffset.UTC));
    GraphStore store;

    FaultyStore() {
        fileSystem.createDirectories(DIRECTORY.getParent());
        store = GraphStore.create(DIRECTORY, options);
    }

    /** From now on there is no memory for changes: they are in a temporary file, and lists in runs. */
    static void takeMemory(GraphStore store) {
        MemoryAccount account = store.memory().account(MemoryUse.CHANGES);
        account.take(Math.max(0, account.limitBytes() - account.usedBytes()));
    }

    Clock clock() {
        return options.clock();
    }

    void reopen() {
        store.close();
        store = GraphStore.open(DIRECTORY, options);
    }

    static long add(GraphTransaction transaction, String name) {
        return transaction.createNode(
                transaction.labelSet(transaction.label("Named")),
                new int[] {transaction.propertyKey("name")},
                new Object[] {name});
    }

    GraphTransaction begin() {
        return store.begin(Isolation.SNAPSHOT);
    }

    long commit(String name) {
        try (GraphTransaction transaction = begin()) {
            add(transaction, name);
            return transaction.commit(Optional.empty());
        }
    }

    String large(int bytes) {
        char[] text = new char[bytes];
        Arrays.fill(text, 'x');
        return new String(text);
    }

    List<String> graph() {
        return graph(store);
    }

    static List<String> graph(GraphStore store) {
        Snapshot snapshot = store.snapshot();
        try {
            return GraphModel.describe(snapshot);
        } finally {
            snapshot.release();
        }
    }

    static boolean isLog(Path file) {
        return file.toAbsolutePath().startsWith(LOG);
    }

    static boolean isSuperblock(Path file) {
        return file.getFileName().toString().equals("graph.thetis");
    }

    static boolean isNewData(Path file) {
        String name = file.getFileName().toString();
        return name.startsWith("data-") && !name.contains("00000000");
    }

    static ThetisException assertCode(ErrorCode code, ThrowingCallable call) {
        ThetisException problem = catchThrowableOfType(ThetisException.class, call);
        assertThat(problem).as("expected %s", code).isNotNull();
        assertThat(problem.code()).as("%s", problem).isEqualTo(code);
        return problem;
    }

    /** All files of the database, to see that nothing has changed. */
    TreeMap<Path, Integer> files() {
        TreeMap<Path, Integer> files = new TreeMap<>();
        for (Path directory : List.of(DIRECTORY, LOG)) {
            if (fileSystem.isDirectory(directory)) {
                for (Path file : fileSystem.list(directory)) {
                    files.put(file, fileSystem.isDirectory(file) ? 0 : Arrays.hashCode(fileSystem.readAll(file)));
                }
            }
        }
        return files;
    }

    void assertSound() {
        assertThat(store.check((done, total) -> {}).findings()).isEmpty();
    }

    @Override
    public void close() {
        store.close();
    }
}
