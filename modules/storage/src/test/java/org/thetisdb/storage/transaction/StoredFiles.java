package org.thetisdb.storage.transaction;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.io.simulated.SimulatedFileSystem;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.options.Isolation;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.store.GraphStore;

/**
 * A small database of several data files and log segments, closed, as the bytes of its files; and the model of each of
 * its revisions. It can be made to go on, so that there are older copies, and copies that took another course.
 *
 * @param files by their names relative to the directory
 * @param revisions what each is
 * @param graph what the newest is
 */
record StoredFiles(TreeMap<String, byte[]> files, TreeMap<Long, List<String>> revisions, GraphModel graph) {
    static final Path DIRECTORY = Path.of("/simulated/db");
    private static final long LOG_SEGMENT_BYTES = 4096;

    static StoreOptions options(SimulatedFileSystem fileSystem) {
        return StoreOptions.byDefault()
                .withFileSystem(fileSystem)
                .withMemory(MemoryBudget.ofBytes(4L << 20))
                .withRootDistanceBytes(0)
                .withLogSegmentBytes(LOG_SEGMENT_BYTES)
                .withClock(Clock.fixed(Instant.parse("2100-01-01T00:00:00Z"), ZoneOffset.UTC));
    }

    /** A new database, with an index. */
    static StoredFiles create(long seed) {
        SimulatedFileSystem fileSystem = new SimulatedFileSystem();
        fileSystem.createDirectories(DIRECTORY.getParent());
        TreeMap<Long, List<String>> revisions = new TreeMap<>();
        try (GraphStore store = GraphStore.create(DIRECTORY, options(fileSystem).withRandom(new Random(seed)))) {
            store.schema().createIndex(Optional.of("index"), "L0", List.of("p0"), false);
            for (long revision = 1; revision <= store.revision(); revision++) {
                revisions.put(revision, List.of());
            }
        }
        return new StoredFiles(read(fileSystem, DIRECTORY), revisions, new GraphModel());
    }

    /** The same after more commits; there is a checkpoint after each round but the last. */
    StoredFiles advance(long seed, int rounds) {
        Random random = new Random(seed);
        SimulatedFileSystem fileSystem = written(files, DIRECTORY);
        TreeMap<Long, List<String>> known = new TreeMap<>(revisions);
        GraphModel model = graph.copy();
        try (GraphStore store = GraphStore.open(DIRECTORY, options(fileSystem).withRandom(new Random(seed)))) {
            for (int round = 0; round < rounds; round++) {
                for (int commit = 0; commit < 12; commit++) {
                    try (GraphTransaction transaction = store.begin(Isolation.SNAPSHOT)) {
                        RandomWorkload.change(transaction, model, random, 6);
                        String message = "course " + seed + ", ".repeat(random.nextInt(150));
                        known.put(transaction.commit(Optional.of(message)), model.describe());
                    }
                }
                if (round + 1 < rounds) {
                    store.checkpoint();
                }
            }
        }
        return new StoredFiles(read(fileSystem, DIRECTORY), known, model);
    }

    /** All files below a directory. */
    static TreeMap<String, byte[]> read(SimulatedFileSystem fileSystem, Path directory) {
        TreeMap<String, byte[]> files = new TreeMap<>();
        read(fileSystem, directory, directory, files);
        return files;
    }

    private static void read(SimulatedFileSystem fileSystem, Path base, Path directory, TreeMap<String, byte[]> files) {
        for (Path entry : fileSystem.list(directory)) {
            if (fileSystem.isDirectory(entry)) {
                read(fileSystem, base, entry, files);
            } else {
                files.put(base.relativize(entry).toString(), fileSystem.readAll(entry));
            }
        }
    }

    /** A file system that has these files below a directory. */
    static SimulatedFileSystem written(TreeMap<String, byte[]> files, Path directory) {
        SimulatedFileSystem fileSystem = new SimulatedFileSystem();
        fileSystem.createDirectories(directory);
        files.forEach((name, bytes) -> {
            Path path = directory.resolve(name);
            fileSystem.createDirectories(path.getParent());
            fileSystem.writeAll(path, bytes);
        });
        return fileSystem;
    }
}
