package org.thetisdb.io.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.thetisdb.io.PageCache;
import org.thetisdb.io.PageCacheOptions;
import org.thetisdb.io.PagedFile;
import org.thetisdb.io.PagedFileGeometry;
import org.thetisdb.io.PagedFileWriter;
import org.thetisdb.io.ReadEpoch;
import org.thetisdb.io.ReadableFile;
import org.thetisdb.io.WritableFile;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

final class SimulatedFileSystemTest {
    private static final long SEED = 5;
    private static final Path DIRECTORY = Path.of("/db");
    private static final Path FILE = DIRECTORY.resolve("file");

    private final SimulatedFileSystem fileSystem = new SimulatedFileSystem();

    private static MemorySegment text(String text) {
        return MemorySegment.ofArray(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String content(SimulatedFileSystem fileSystem, Path file) {
        return fileSystem.exists(file) ? new String(fileSystem.readAll(file), StandardCharsets.UTF_8) : "absent";
    }

    private Set<String> contentsInImages() {
        Set<String> contents = new HashSet<>();
        fileSystem.forEachCrashImage(SEED, 40, image -> {
            if (image.eventCount() == fileSystem.eventCount()) {
                contents.add(content(image.fileSystem(), FILE));
            }
        });
        return contents;
    }

    @Test
    void fileSystem_writtenAndRead_behavesLikeOne() {
        Random random = new Random(SEED);
        fileSystem.createDirectories(DIRECTORY);
        byte[] expected = new byte[50_000];
        int length = 0;
        try (WritableFile file = fileSystem.create(FILE);
                Arena arena = Arena.ofConfined()) {
            for (int round = 0; round < 1000; round++) {
                if (random.nextInt(10) == 0) {
                    int size = random.nextInt(expected.length);
                    file.truncate(size);
                    if (size < length) {
                        Arrays.fill(expected, size, length, (byte) 0);
                        length = size;
                    }
                }
                byte[] bytes = new byte[random.nextInt(9000)];
                random.nextBytes(bytes);
                int offset = random.nextInt(expected.length - bytes.length);
                file.write(offset, MemorySegment.ofArray(bytes));
                System.arraycopy(bytes, 0, expected, offset, bytes.length);
                length = bytes.length == 0 ? length : Math.max(length, offset + bytes.length);
                assertThat(file.sizeBytes()).isEqualTo(length);
            }
            MemorySegment read = arena.allocate(length);
            try (ReadableFile readable = fileSystem.openForRead(FILE)) {
                readable.readFully(0, read);
                assertThat(readable.read(length, read)).isZero();
            }
            assertThat(read.mismatch(MemorySegment.ofArray(expected).asSlice(0, length)))
                    .isEqualTo(-1);
        }
        Path renamed = DIRECTORY.resolve("renamed");
        fileSystem.renameAtomically(FILE, renamed);
        assertThat(fileSystem.list(DIRECTORY)).containsExactly(renamed);
        fileSystem.delete(renamed);
        assertThat(fileSystem.list(DIRECTORY)).isEmpty();
        assertThatThrownBy(() -> fileSystem.openForRead(renamed))
                .isInstanceOfSatisfying(
                        ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FILE_MISSING));
    }

    @Test
    void pageCache_overIt_readsWhatWasWritten() {
        fileSystem.createDirectories(DIRECTORY);
        PagedFileGeometry geometry;
        try (PagedFileWriter writer = PagedFileWriter.create(fileSystem, FILE, 4096, 0, 0)) {
            writer.append("hello".getBytes(StandardCharsets.UTF_8), 8);
            geometry = writer.finish();
        }
        try (PageCache cache = PageCache.open(fileSystem, PageCacheOptions.of(new MemoryBudget(1 << 20, "test")));
                PagedFile file = cache.open(FILE, geometry);
                ReadEpoch epoch = cache.register()) {
            epoch.enter();
            file.ensureResident(epoch, 0, 5);
            assertThat(file.memory().asSlice(0, 5).mismatch(text("hello"))).isEqualTo(-1);
            epoch.exit();
        }
    }

    @Test
    void images_ofForcedWrites_haveThemAlways() {
        fileSystem.createDirectories(DIRECTORY);
        fileSystem.startRecording();
        try (WritableFile file = fileSystem.create(FILE)) {
            file.write(0, text("old"));
            file.force();
            fileSystem.forceDirectory(DIRECTORY);
            assertThat(contentsInImages()).containsExactly("old");
            file.write(0, text("new"));
            assertThat(contentsInImages()).containsExactlyInAnyOrder("old", "new");
            file.force();
            assertThat(contentsInImages()).containsExactly("new");
            file.truncate(1);
            assertThat(contentsInImages()).containsExactlyInAnyOrder("new", "n");
        }
    }

    @Test
    void images_ofUnforcedNames_haveThemOrNot() {
        fileSystem.createDirectories(DIRECTORY);
        fileSystem.startRecording();
        Path other = DIRECTORY.resolve("other");
        try (WritableFile file = fileSystem.create(other)) {
            file.write(0, text("new"));
            file.force();
        }
        fileSystem.forceDirectory(DIRECTORY);
        fileSystem.renameAtomically(other, FILE);
        assertThat(contentsInImages()).containsExactlyInAnyOrder("absent", "new");
        fileSystem.forEachCrashImage(SEED, 20, image -> {
            if (image.eventCount() == fileSystem.eventCount()) {
                assertThat(image.fileSystem().list(DIRECTORY))
                        .as(image.toString())
                        .hasSize(1);
            }
        });
        fileSystem.forceDirectory(DIRECTORY);
        assertThat(contentsInImages()).containsExactly("new");
    }

    @Test
    void images_ofALongWrite_tearItAtSectors() {
        fileSystem.createDirectories(DIRECTORY);
        fileSystem.writeAll(FILE, "a".repeat(2048).getBytes(StandardCharsets.UTF_8));
        fileSystem.startRecording();
        try (WritableFile file = fileSystem.openForWrite(FILE)) {
            file.write(0, text("b".repeat(2048)));
        }
        Set<String> contents = contentsInImages();
        assertThat(contents).hasSizeGreaterThan(6).allSatisfy(content -> {
            for (int sector = 0; sector < 4; sector++) {
                assertThat(content.substring(sector * 512, sector * 512 + 512)
                                .chars()
                                .distinct())
                        .hasSize(1);
            }
        });
    }

    @Test
    void image_bySeedAndNumbers_isTheSameAgain() {
        fileSystem.createDirectories(DIRECTORY);
        fileSystem.startRecording();
        try (WritableFile file = fileSystem.create(FILE)) {
            for (int i = 0; i < 20; i++) {
                file.write(i * 700L, text("x".repeat(700)));
            }
        }
        fileSystem.sampleCrashImages(SEED, 100, image -> {
            CrashImage again = fileSystem.crashImage(SEED, image.eventCount(), image.imageNumber());
            assertThat(content(again.fileSystem(), FILE)).isEqualTo(content(image.fileSystem(), FILE));
        });
    }

    /** In two directories, with all kinds of changes. */
    @Test
    void imagesThatAreNotGivenAgain_areThoseThatFollow() {
        Path second = Path.of("/second");
        List<Path> files = List.of(FILE, DIRECTORY.resolve("other"), second.resolve("third"), second.resolve("fourth"));
        fileSystem.createDirectories(DIRECTORY);
        fileSystem.createDirectories(second);
        fileSystem.startRecording();
        Random random = new Random(SEED);
        for (int step = 0; step < 300; step++) {
            Path file = files.get(random.nextInt(files.size()));
            Path other = files.get(random.nextInt(files.size()));
            if (!fileSystem.exists(file)) {
                fileSystem.create(file).close();
            }
            switch (random.nextInt(6)) {
                case 0 -> fileSystem.delete(file);
                case 1 -> fileSystem.forceDirectory(file.getParent());
                case 2 -> {
                    if (!file.equals(other)) {
                        fileSystem.renameAtomically(file, other);
                    }
                }
                default -> {
                    fileSystem.failForce(random.nextInt(6) == 0 ? _ -> true : _ -> false);
                    change(file, random);
                    fileSystem.failForce(_ -> false);
                }
            }
        }
        Set<List<Integer>> given = new HashSet<>();
        fileSystem.forEachDifferentCrashImage(
                SEED, 3, image -> given.add(List.of(image.eventCount(), image.imageNumber())));
        assertThat(given).hasSizeBetween(fileSystem.eventCount() * 2, fileSystem.eventCount() * 5 / 2);
        for (int count = 0; count < fileSystem.eventCount(); count++) {
            assertThat(given).contains(List.of(count, 2));
            for (int number = 0; number < 2; number++) {
                if (!given.contains(List.of(count, number))) {
                    SimulatedFileSystem left =
                            fileSystem.crashImage(SEED, count, number).fileSystem();
                    SimulatedFileSystem next =
                            fileSystem.crashImage(SEED, count + 1, number).fileSystem();
                    for (Path file : files) {
                        assertThat(content(left, file)).isEqualTo(content(next, file));
                    }
                }
            }
        }
    }

    private void change(Path path, Random random) {
        try (WritableFile file = fileSystem.openForWrite(path)) {
            if (random.nextInt(4) == 0) {
                file.truncate(random.nextInt(5));
            }
            file.write(random.nextInt(5), text("text " + random.nextInt(100)));
            if (random.nextBoolean()) {
                file.force();
            }
        } catch (ThetisException failed) {
            assertThat(failed.code()).isNotEqualTo(ErrorCode.INTERNAL);
        }
    }

    @Test
    void write_onAFullDisk_failsUntilRoomIsBack() {
        fileSystem.createDirectories(DIRECTORY);
        Path other = DIRECTORY.resolve("other");
        fileSystem.writeAll(other, new byte[10]);
        fileSystem.fullAfterBytes(4);
        try (WritableFile file = fileSystem.create(FILE)) {
            assertThatThrownBy(() -> file.write(0, text("12345")))
                    .isInstanceOfSatisfying(
                            ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DISK_FULL));
            assertThat(content(fileSystem, FILE)).isEqualTo("1234");
            fileSystem.delete(other);
            file.write(0, text("12345"));
        }
        assertThat(content(fileSystem, FILE)).isEqualTo("12345");
    }

    @Test
    void force_afterAFailedOne_doesNotBringWritesBack() {
        fileSystem.createDirectories(DIRECTORY);
        fileSystem.writeAll(FILE, "old".getBytes(StandardCharsets.UTF_8));
        Set<String> contents = new HashSet<>();
        for (int round = 0; round < 20; round++) {
            fileSystem.writeAll(FILE, "old".getBytes(StandardCharsets.UTF_8));
            fileSystem.startRecording();
            try (WritableFile file = fileSystem.openForWrite(FILE)) {
                for (int i = 0; i < round; i++) {
                    file.write(0, text("old"));
                }
                file.write(0, text("new"));
                fileSystem.failForce(FILE::equals);
                assertThatThrownBy(file::force).isInstanceOf(ThetisException.class);
                fileSystem.failForce(_ -> false);
                file.force();
            }
            contents.addAll(contentsInImages());
        }
        assertThat(contents).containsExactlyInAnyOrder("old", "new");
    }
}
