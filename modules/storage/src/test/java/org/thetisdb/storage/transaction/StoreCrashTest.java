package org.thetisdb.storage.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.io.memory.MemoryUse;
import org.thetisdb.io.simulated.CrashImage;
import org.thetisdb.io.simulated.SimulatedFileSystem;
import org.thetisdb.storage.Catalog.ConstraintKind;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.options.Isolation;
import org.thetisdb.storage.options.Retention;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.store.GraphStore;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Goal: whenever the machine stops, every acknowledged commit is there, none is half there, and every retained revision
 * reads as it did. Method: transactions, checkpoints, schema changes and restarts run on a simulated file system that
 * records every write and sync; images of crashes at each of these, with what was not forced there, lost, torn or
 * reordered, are opened and compared with the model of each revision.
 *
 * <p>A failing image names its seed: {@code -Dthetis.crash.seeds=N-N} runs that one again.
 */
final class StoreCrashTest {
    private static final Path DIRECTORY = Path.of("/simulated/db");
    private static final int STEPS = 40;

    /** Some are so large that they are written in many parts. */
    private static final int LARGE_CHANGES = 200;

    private static final int LARGE_EVERY = 10;
    private static final int ROLLBACK_EVERY = 8;

    /** A root for each checkpoint, for some of them, and for none but the first and the last. */
    private static final long[] ROOT_DISTANCES = {0, 20_000, StoreOptions.ROOT_DISTANCE_BYTES_DEFAULT};

    private final SimulatedFileSystem fileSystem = new SimulatedFileSystem();
    private final TreeMap<Long, List<String>> revisions = new TreeMap<>();

    /** By event, the newest revision that was acknowledged. */
    private final TreeMap<Integer, Long> acknowledged = new TreeMap<>();

    private GraphModel model = new GraphModel();
    private long inFileBytes;

    /** Most transactions are written in parts, or none. */
    private static final int[] PIECE_BYTES = {40, StoreOptions.LOG_PIECE_BYTES_DEFAULT};

    /** Then all but the first changes are in a temporary file, and lists of large transactions in runs. */
    private static final long CHANGES_BYTES_FEW = 20_000;

    private static final int RUNS_EVERY = 3;

    /** So often an image is left in the middle of being recovered and checkpointed, too. */
    private static final int CRASHES_AGAIN_EVERY = 24;

    private static final int IMAGES_OF_RECOVERY = 5;
    private static final long CHECKPOINT_BYTES_FEW = 5_000;

    /** What is kept of the past, where it is read from, how it is written, and what of the changes is in memory. */
    private record Retained(Retention revisions, long rootDistanceBytes, int pieceBytes, long changesBytesMax) {}

    private static StoreOptions options(SimulatedFileSystem files, Retained retained) {
        return StoreOptions.byDefault()
                .withMemoryLimit(MemoryUse.CHANGES, retained.changesBytesMax())
                .withFileSystem(files)
                .withMemory(MemoryBudget.ofBytes(4L << 20))
                .withRetention(retained.revisions())
                .withRootDistanceBytes(retained.rootDistanceBytes())
                .withLogPieceBytes(retained.pieceBytes())
                .withClock(Clock.fixed(Instant.parse("2100-01-01T00:00:00Z"), ZoneOffset.UTC));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 3})
    void aCrashAnywhereLosesNothing(long seed) {
        assertThat(crashEverywhere(seed, 2)).isGreaterThan(100);
    }

    /** The seeds 1 to 60 give more than 100,000 images; about ten minutes. */
    @Test
    @Tag("long")
    void manyCrashesLoseNothing() {
        String[] seeds = System.getProperty("thetis.crash.seeds", "1-60").split("-");
        long images = 0;
        for (long seed = Long.parseLong(seeds[0]); seed <= Long.parseLong(seeds[1]); seed++) {
            StoreCrashTest run = new StoreCrashTest();
            images += run.crashEverywhere(seed, 6);
            System.out.println("seed " + seed + ": " + images + " crash images so far, no finding");
        }
    }

    private int crashEverywhere(long seed, int imagesPerEvent) {
        Random random = new Random(seed);
        Retained retained = new Retained(
                random.nextBoolean() ? Retention.ALL : Retention.ofRevisions(random.nextInt(6)),
                ROOT_DISTANCES[random.nextInt(ROOT_DISTANCES.length)],
                PIECE_BYTES[(int) (seed % PIECE_BYTES.length)],
                seed % RUNS_EVERY == 0 ? CHANGES_BYTES_FEW : Long.MAX_VALUE);
        fileSystem.createDirectories(DIRECTORY.getParent());
        GraphStore.create(DIRECTORY, options(fileSystem, retained)).close();
        revisions.put(1L, List.of());
        fileSystem.startRecording();
        acknowledged.put(0, 1L);
        run(random, retained);
        int[] images = new int[1];
        fileSystem.forEachDifferentCrashImage(seed, imagesPerEvent, image -> {
            images[0]++;
            long atLeast = acknowledged.floorEntry(image.eventCount()).getValue();
            examine(image, atLeast, retained, random);
        });
        return images[0];
    }

    private void run(Random random, Retained retained) {
        GraphStore store = GraphStore.open(DIRECTORY, options(fileSystem, retained));
        try {
            for (int step = 0; step < STEPS; step++) {
                switch (random.nextInt(10)) {
                    case 0 -> store.checkpoint();
                    case 1 -> changeSchema(store, random);
                    case 2 -> {
                        inFileBytes += store.temporarySpace().totalBytes();
                        store.close();
                        store = GraphStore.open(DIRECTORY, options(fileSystem, retained));
                    }
                    default -> transact(store, random);
                }
            }
            inFileBytes += store.temporarySpace().totalBytes();
            assertThat(inFileBytes > 0)
                    .as("changes are in a file where there is no memory for them")
                    .isEqualTo(retained.changesBytesMax() == CHANGES_BYTES_FEW);
        } finally {
            store.close();
        }
    }

    private void transact(GraphStore store, Random random) {
        GraphModel next = model.copy();
        try (GraphTransaction transaction = store.begin(Isolation.SERIALIZABLE)) {
            RandomWorkload.change(transaction, next, random, random.nextInt(LARGE_EVERY) == 0 ? LARGE_CHANGES : 6);
            if (random.nextInt(ROLLBACK_EVERY) == 0) {
                transaction.rollback();
                return;
            }
            revisions.put(store.revision() + 1, next.describe());
            acknowledge(transaction.commit(Optional.empty()));
            model = next;
        }
    }

    /** A schema change may take several commits; none of them changes the graph. */
    private void changeSchema(GraphStore store, Random random) {
        String name = "s" + random.nextInt(2);
        for (long ahead = 1; ahead <= 3; ahead++) {
            revisions.put(store.revision() + ahead, model.describe());
        }
        if (random.nextBoolean()) {
            store.schema().createIndex(Optional.of(name), "L0", List.of("p" + random.nextInt(3)), true);
        } else if (store.snapshot().catalog().indexes().stream()
                .anyMatch(index -> index.name().equals(name))) {
            store.schema().dropIndex(name, true);
        } else {
            createConstraint(store, random);
        }
        revisions.tailMap(store.revision(), false).clear();
        acknowledge(store.revision());
    }

    /** Random data seldom keeps to a constraint. */
    private static void createConstraint(GraphStore store, Random random) {
        try {
            store.schema()
                    .createConstraint(
                            Optional.empty(),
                            random.nextBoolean() ? ConstraintKind.UNIQUE : ConstraintKind.EXISTS,
                            false,
                            "L9",
                            List.of("p" + random.nextInt(3)),
                            true);
        } catch (ThetisException refused) {
            assertThat(refused.code()).isIn(ErrorCode.CONSTRAINT_VIOLATED, ErrorCode.SCHEMA_EXISTS);
        }
    }

    private void acknowledge(long revision) {
        acknowledged.put(fileSystem.eventCount(), revision);
    }

    private void examine(CrashImage image, long atLeast, Retained retained, Random random) {
        StoreOptions options = options(image.fileSystem(), retained);
        try {
            long revision = recovered(options);
            assertThat(revision).as("%s", image).isGreaterThanOrEqualTo(atLeast);
            if (random.nextInt(CRASHES_AGAIN_EVERY) == 0) {
                crashAgain(image, revision, retained);
            }
            try (GraphStore store = GraphStore.open(DIRECTORY, options)) {
                // A constraint that the crash interrupted is made when the store is opened, in commits of its own.
                assertThat(store.revision()).as("%s", image).isBetween(revision, revision + 2);
                assertThat(GraphModel.describe(store.snapshot()))
                        .as("%s, revision %d", image, revision)
                        .isEqualTo(revisions.get(revision));
                readThePast(image, store, revision, random);
                writeOn(image, store, random);
            }
        } catch (ThetisException problem) {
            throw new AssertionError(image.toString(), problem);
        }
    }

    /** A crash in the middle of recovery, or of the checkpoint after it: the next recovery finds as much. */
    private void crashAgain(CrashImage first, long revision, Retained retained) {
        first.fileSystem().startRecording();
        StoreOptions options = options(first.fileSystem(), retained).withCheckpointBytes(CHECKPOINT_BYTES_FEW);
        try (GraphStore store = GraphStore.open(DIRECTORY, options)) {
            store.checkpoint();
        }
        first.fileSystem().sampleCrashImages(first.seed(), IMAGES_OF_RECOVERY, image -> {
            try (GraphStore store = GraphStore.open(DIRECTORY, options(image.fileSystem(), retained))) {
                // Each of the two openings makes a constraint that was interrupted, or takes it back.
                assertThat(store.revision()).as("%s, then %s", first, image).isBetween(revision, revision + 4);
                assertThat(GraphModel.describe(store.snapshot()))
                        .as("%s, then %s", first, image)
                        .isEqualTo(revisions.get(revision));
                Path temporary = DIRECTORY.resolve("temporary");
                assertThat(
                                image.fileSystem().isDirectory(temporary)
                                        ? image.fileSystem().list(temporary)
                                        : List.of())
                        .as("%s, then %s", first, image)
                        .isEmpty();
            }
        });
    }

    private static long recovered(StoreOptions options) {
        try (GraphStore reader = GraphStore.open(DIRECTORY, options.asReadOnly())) {
            return reader.revision();
        }
    }

    private void readThePast(CrashImage image, GraphStore store, long newest, Random random) {
        long oldest = store.history().oldestRevision();
        if (oldest > newest) {
            return;
        }
        List<Long> retained =
                new ArrayList<>(revisions.subMap(oldest, true, newest, true).keySet());
        for (int sample = 0; sample < 2; sample++) {
            long past = retained.get(random.nextInt(retained.size()));
            assertThat(GraphModel.describe(store.snapshot(past)))
                    .as("%s, past revision %d", image, past)
                    .isEqualTo(revisions.get(past));
        }
    }

    /** What was opened after a crash can be written to and opened again; not always, for it takes time. */
    private static void writeOn(CrashImage image, GraphStore store, Random random) {
        if (random.nextInt(8) > 0) {
            return;
        }
        try (GraphTransaction transaction = store.begin(Isolation.SNAPSHOT)) {
            transaction.createNode(transaction.labelSet(transaction.label("After")), new int[0], new Object[0]);
            transaction.commit(Optional.empty());
        }
        // A superblock that was torn is a finding until a checkpoint writes it again.
        store.checkpoint();
        assertThat(store.check((done, total) -> {}).findings()).as("%s", image).isEmpty();
    }
}
