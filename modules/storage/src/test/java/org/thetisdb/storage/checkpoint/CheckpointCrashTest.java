package org.thetisdb.storage.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.io.simulated.CrashImage;
import org.thetisdb.io.simulated.SimulatedFileSystem;
import org.thetisdb.storage.file.DataFile;
import org.thetisdb.storage.file.StoreFiles;
import org.thetisdb.storage.options.UniqueNumbers;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Goal: whenever the machine stops, the database is as one of the last two roots has it, the newer one once it was
 * acknowledged; and a checkpoint that fails takes nothing away. Method: a simulated file system gives crash images at
 * every write and sync of a few checkpoints; each is opened, compared with the model, checked, and written to again.
 */
final class CheckpointCrashTest {
    private static final Path DIRECTORY = Path.of("/simulated/db");

    private final SimulatedFileSystem fileSystem = new SimulatedFileSystem();

    private void load(Random random) {
        fileSystem.createDirectories(DIRECTORY.getParent());
        ModelStore.load(fileSystem, DIRECTORY, random, 20);
    }

    private ModelStore open(int threads) {
        return new ModelStore(fileSystem, DIRECTORY, ModelStore.threads(threads), new UniqueNumbers());
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "2, 1", "1000, 1", "2, 3"})
    void crash_anywhere_leavesAWholeRoot(long keptRevisions, int threads) {
        long seed = Long.getLong("thetis.seed", 21);
        Random random = new Random(seed);
        load(random);
        TreeMap<Long, ModelGraph> models = new TreeMap<>();
        TreeMap<Integer, Long> acknowledged = new TreeMap<>();
        fileSystem.startRecording();
        try (ModelStore opened = open(threads)) {
            models.put(1L, opened.model);
            acknowledged.put(0, 1L);
            for (long revision = 2; revision < 8; revision++) {
                ModelGraph changed = opened.model.copy();
                new RandomChanges(random, changed).apply(30);
                models.put(revision, changed);
                opened.checkpoint(changed, revision, revision - keptRevisions);
                acknowledged.put(fileSystem.eventCount(), revision);
            }
        }
        int[] images = new int[1];
        fileSystem.forEachCrashImage(seed, 4, image -> {
            images[0]++;
            long atLeast = acknowledged.floorEntry(image.eventCount()).getValue();
            examine(image, models, atLeast, keptRevisions, random);
        });
        assertThat(images[0]).isGreaterThan(100);
    }

    private static void examine(
            CrashImage image, TreeMap<Long, ModelGraph> models, long atLeast, long keptRevisions, Random random) {
        try (ModelStore opened = new ModelStore(image.fileSystem(), DIRECTORY)) {
            long revision = opened.base.revision();
            assertThat(revision).as("%s", image).isBetween(atLeast, atLeast + 1);
            ModelStore.assertSame(opened.model, models.get(revision));
            for (var root : opened.base.root().earlierRoots()) {
                try (var earlier = opened.base.openEarlier(root)) {
                    ModelStore.assertSame(ModelGraph.read(earlier), models.get(root.revision()));
                }
            }
            assertThat(opened.base.root().earlierRoots().size()).as("%s", image).isGreaterThanOrEqualTo((int)
                    Math.min(keptRevisions, revision - 1));
            assertFiles(image, opened, opened.superblocks.isWhole());
            ModelGraph changed = opened.model.copy();
            new RandomChanges(random, changed).apply(5);
            opened.checkpoint(changed, revision + 100, revision + 100);
            ModelStore.assertSame(opened.model, changed);
            assertFiles(image, opened, true);
            opened.assertSound(image.toString());
        } catch (ThetisException e) {
            throw new AssertionError(image.toString(), e);
        }
    }

    private static void assertFiles(CrashImage image, ModelStore opened, boolean exactly) {
        List<Integer> known =
                opened.base.root().dataFiles().stream().map(DataFile::number).toList();
        assertThat(dataFileNumbers(image.fileSystem())).as("%s", image).containsAll(known);
        if (exactly) {
            assertThat(known).as("%s", image).containsAll(dataFileNumbers(image.fileSystem()));
        }
    }

    private static List<Integer> dataFileNumbers(SimulatedFileSystem fileSystem) {
        return fileSystem.list(DIRECTORY).stream()
                .flatMap(file -> StoreFiles.dataFileNumber(file).stream().boxed())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void fullDisk_anywhere_leavesTheBase(int threads) {
        Random random = new Random(3);
        load(random);
        try (ModelStore opened = open(threads)) {
            ModelGraph changed = opened.model.copy();
            new RandomChanges(random, changed).apply(100);
            for (long room = 0; room < 30_000; room += 5_000) {
                fileSystem.fullAfterBytes(room);
                assertThatThrownBy(() -> opened.checkpoint(changed, 2, 0))
                        .isInstanceOfSatisfying(
                                ThetisException.class,
                                problem -> assertThat(problem.code()).isEqualTo(ErrorCode.DISK_FULL));
                assertThat(dataFileNumbers(fileSystem)).containsExactly(0);
                ModelStore.assertSame(ModelGraph.read(opened.base), opened.model);
            }
            fileSystem.fullAfterBytes(Long.MAX_VALUE);
            opened.checkpoint(changed, 2, 0);
            ModelStore.assertSame(opened.model, changed);
        }
    }

    @Test
    void failedForce_ofTheData_leavesTheBase() {
        Random random = new Random(4);
        load(random);
        try (ModelStore opened = new ModelStore(fileSystem, DIRECTORY)) {
            ModelGraph changed = opened.model.copy();
            new RandomChanges(random, changed).apply(50);
            fileSystem.failForce(file -> file.toString().contains("data-"));
            assertThatThrownBy(() -> opened.checkpoint(changed, 2, 0)).isInstanceOf(ThetisException.class);
            fileSystem.failForce(file -> false);
            assertThat(dataFileNumbers(fileSystem)).containsExactly(0);
            opened.checkpoint(changed, 2, 0);
        }
    }

    @Test
    void failedForce_ofTheSuperblock_keepsBothRoots() {
        Random random = new Random(5);
        load(random);
        Map<Long, ModelGraph> models = new TreeMap<>();
        fileSystem.startRecording();
        int[] failedAt = new int[1];
        try (ModelStore opened = new ModelStore(fileSystem, DIRECTORY)) {
            ModelGraph changed = opened.model.copy();
            new RandomChanges(random, changed).apply(50);
            models.put(1L, opened.model);
            models.put(2L, changed);
            fileSystem.failForce(file -> file.endsWith(StoreFiles.SUPERBLOCK_FILE));
            assertThatThrownBy(() -> opened.checkpoint(changed, 2, 2)).isInstanceOf(ThetisException.class);
            fileSystem.failForce(file -> false);
            assertThat(dataFileNumbers(fileSystem)).containsExactly(0, 1);
            failedAt[0] = fileSystem.eventCount();
        }
        fileSystem.forEachCrashImage(6, 8, image -> {
            if (image.eventCount() == failedAt[0]) {
                try (ModelStore opened = new ModelStore(image.fileSystem(), DIRECTORY)) {
                    ModelStore.assertSame(opened.model, models.get(opened.base.revision()));
                }
            }
        });
    }
}
