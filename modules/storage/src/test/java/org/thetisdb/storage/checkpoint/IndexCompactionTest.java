package org.thetisdb.storage.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.io.simulated.CrashImage;
import org.thetisdb.io.simulated.SimulatedFileSystem;
import org.thetisdb.storage.Catalog.IndexDescriptor;
import org.thetisdb.storage.base.BaseSnapshot;
import org.thetisdb.storage.file.DataFile;
import org.thetisdb.storage.file.StoreFiles;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Goal: an index says the same whether its runs are compacted or not, whatever checkpoints do meanwhile, and nothing is
 * left of a compaction that fails or that nobody adopts. Method: random changes to a model, with compactions that run
 * before, between or after checkpoints, fail, or are dropped; and crash images of it all.
 */
final class IndexCompactionTest {
    private static final Path DIRECTORY = Path.of("/simulated/db");
    private static final int NODES = 120;
    private static final long ALL_REVISIONS = 1_000;

    private final SimulatedFileSystem fileSystem = new SimulatedFileSystem();
    private final TreeMap<Long, ModelGraph> models = new TreeMap<>();
    private Optional<IndexCompaction> underWay = Optional.empty();
    private int adoptedCount;

    private ModelStore open(Random random) {
        fileSystem.createDirectories(DIRECTORY.getParent());
        ModelStore.load(fileSystem, DIRECTORY, random, NODES);
        return new ModelStore(fileSystem, DIRECTORY);
    }

    private void change(ModelStore opened, Random random, long revision, long keptRevisions) {
        ModelGraph changed = opened.model.copy();
        new RandomChanges(random, changed).apply(random.nextInt(12) == 0 ? 60 : 8);
        if (random.nextInt(30) == 0) {
            changed.indexes.removeLast();
            changed.indexes.add(new IndexDescriptor(1, "new " + revision, 1, List.of(1), false, false));
        }
        boolean complete = underWay.isPresent() && underWay.get().result().isPresent();
        Set<Integer> before = indexFiles(opened.base);
        opened.checkpoint(changed, revision, revision - keptRevisions);
        Set<Integer> after = indexFiles(opened.base);
        if (complete) {
            int file = underWay.get().fileNumber();
            adoptedCount += after.contains(file) && !before.contains(file) ? 1 : 0;
            underWay = Optional.empty();
        }
        models.put(revision, opened.model);
    }

    private static Set<Integer> indexFiles(BaseSnapshot base) {
        Set<Integer> files = new TreeSet<>();
        base.catalog()
                .indexes()
                .forEach(index -> base.root()
                        .indexRuns(index.ordinal())
                        .forEach(run -> files.add(run.root().file())));
        return files;
    }

    /** Lets a compaction begin, end, fail, or wait. */
    private void compact(ModelStore opened, Random random) {
        if (underWay.isEmpty()) {
            underWay = opened.beginCompaction();
        }
        if (underWay.isEmpty() || underWay.get().result().isPresent()) {
            return;
        }
        switch (random.nextInt(6)) {
            case 0 -> fail(underWay.get());
            case 1 -> {
                underWay.get().abandon();
                underWay = Optional.empty();
            }
            case 2, 3 -> underWay.get().run(Throttle.NONE);
            default -> {
                // The next checkpoints meet one that runs.
            }
        }
    }

    private void fail(IndexCompaction compaction) {
        assertThatThrownBy(() -> compaction.run(bytes -> {
                    throw new ThetisException(ErrorCode.CLOSED, "the database is being closed");
                }))
                .hasMessageContaining("being closed");
        underWay = Optional.empty();
    }

    private static Set<Integer> filesOf(SimulatedFileSystem files) {
        Set<Integer> numbers = new TreeSet<>();
        files.list(DIRECTORY).forEach(file -> StoreFiles.dataFileNumber(file).ifPresent(numbers::add));
        return numbers;
    }

    private static Set<Integer> known(ModelStore opened) {
        Set<Integer> numbers = new TreeSet<>();
        opened.base.root().dataFiles().stream().map(DataFile::number).forEach(numbers::add);
        return numbers;
    }

    private void finish(ModelStore opened) {
        if (underWay.isPresent() && underWay.get().result().isEmpty()) {
            underWay.get().abandon();
        }
        opened.dropCompaction();
        opened.close();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 4, 5})
    void compactions_atAnyTime_changeNothing(long number) {
        long seed = Long.getLong("thetis.seed", 40) + number;
        Random random = new Random(seed);
        ModelStore opened = open(random);
        try {
            for (long revision = 2; revision < 60; revision++) {
                String as = "seed=" + seed + ", revision=" + revision;
                change(opened, random, revision, number % 2 == 0 ? 0 : ALL_REVISIONS);
                opened.assertSound(as);
                Set<Integer> expected = known(opened);
                underWay.ifPresent(each -> expected.add(each.fileNumber()));
                assertThat(filesOf(fileSystem)).as(as).isEqualTo(expected);
                compact(opened, random);
            }
            // Without a past, files with little in them are emptied first, and their runs with them.
            assertThat(adoptedCount > 0 || number % 2 == 0).as("seed=%d", seed).isTrue();
            checkPast(opened);
        } finally {
            finish(opened);
        }
        try (ModelStore reopened = new ModelStore(fileSystem, DIRECTORY)) {
            assertThat(filesOf(fileSystem)).isEqualTo(known(reopened));
            ModelStore.assertSame(reopened.model, models.lastEntry().getValue());
        }
    }

    private void checkPast(ModelStore opened) {
        for (var root : opened.base.root().earlierRoots()) {
            if (models.containsKey(root.revision())) {
                try (BaseSnapshot earlier = opened.base.openEarlier(root)) {
                    ModelStore.assertSame(ModelGraph.read(earlier), models.get(root.revision()));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, ALL_REVISIONS})
    void aCrash_anywhere_leavesAWholeRoot(long keptRevisions) {
        long seed = Long.getLong("thetis.seed", 3);
        Random random = new Random(seed);
        TreeMap<Integer, Long> acknowledged = new TreeMap<>();
        ModelStore opened = open(random);
        fileSystem.startRecording();
        try {
            models.put(1L, opened.model);
            acknowledged.put(0, 1L);
            for (long revision = 2; revision < 30; revision++) {
                change(opened, random, revision, keptRevisions);
                acknowledged.put(fileSystem.eventCount(), revision);
                compact(opened, random);
            }
            assertThat(adoptedCount > 0 || keptRevisions == 0).isTrue();
        } finally {
            finish(opened);
        }
        fileSystem.forEachCrashImage(
                seed,
                2,
                image -> examine(
                        image, acknowledged.floorEntry(image.eventCount()).getValue()));
    }

    private void examine(CrashImage image, long atLeast) {
        try (ModelStore opened = new ModelStore(image.fileSystem(), DIRECTORY)) {
            long revision = opened.base.revision();
            assertThat(revision).as("%s", image).isBetween(atLeast, atLeast + 1);
            ModelStore.assertSame(opened.model, models.get(revision));
            opened.assertSound(image.toString());
            assertThat(filesOf(image.fileSystem())).as("%s", image).containsAll(known(opened));
        } catch (ThetisException e) {
            throw new AssertionError(image.toString(), e);
        }
    }

    @Test
    void aFullDisk_costsOnlyTheCompaction() {
        Random random = new Random(8);
        ModelStore opened = open(random);
        try {
            long revision = 2;
            while (underWay.isEmpty() && revision < 100) {
                change(opened, random, revision++, ALL_REVISIONS);
                underWay = opened.beginCompaction();
            }
            IndexCompaction full = underWay.orElseThrow();
            fileSystem.fullAfterBytes(0);
            assertThatThrownBy(() -> full.run(Throttle.NONE))
                    .isInstanceOfSatisfying(
                            ThetisException.class,
                            problem -> assertThat(problem.code()).isEqualTo(ErrorCode.DISK_FULL));
            assertThat(filesOf(fileSystem)).isEqualTo(known(opened));
            fileSystem.fullAfterBytes(Long.MAX_VALUE);
            underWay = opened.beginCompaction();
            underWay.orElseThrow().run(Throttle.NONE);
            change(opened, random, revision, ALL_REVISIONS);
            assertThat(adoptedCount).isEqualTo(1);
            opened.assertSound("after a full disk");
        } finally {
            finish(opened);
        }
    }
}
