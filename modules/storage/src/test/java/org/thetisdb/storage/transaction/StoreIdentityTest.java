package org.thetisdb.storage.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.thetisdb.io.simulated.SimulatedFileSystem;
import org.thetisdb.storage.file.StoreFiles;
import org.thetisdb.storage.options.CheckDepth;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.report.CheckReport;
import org.thetisdb.storage.store.GraphStore;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** What is said of files that do not belong together; {@link MixedFilesTest} tries them all. */
final class StoreIdentityTest {
    private static final Path DIRECTORY = StoredFiles.DIRECTORY;
    private static final String DATA_FILE = "data-00000001.thetis";
    private static final String FIRST_SEGMENT = "log/00000001.log";

    private final StoredFiles older = StoredFiles.create(1).advance(1, 2);
    private final StoredFiles whole = older.advance(2, 3);
    private final TreeMap<String, byte[]> files = new TreeMap<>(whole.files());

    private SimulatedFileSystem written() {
        return StoredFiles.written(files, DIRECTORY);
    }

    private void assertRefused(ErrorCode code, String... texts) {
        for (boolean readOnly : new boolean[] {true, false}) {
            StoreOptions options = StoredFiles.options(written());
            assertThatThrownBy(() -> GraphStore.open(DIRECTORY, readOnly ? options.asReadOnly() : options)
                            .close())
                    .isInstanceOfSatisfying(
                            ThetisException.class,
                            problem -> assertThat(problem.code())
                                    .as(problem.getMessage())
                                    .isEqualTo(code))
                    .hasMessageContainingAll(texts);
        }
    }

    private CheckReport check(CheckDepth depth) {
        StoreOptions options = StoredFiles.options(written()).asReadOnly();
        try (GraphStore store = GraphStore.open(DIRECTORY, options)) {
            return store.check(depth, (phase, items) -> {});
        }
    }

    @Test
    void dataFileOfAnotherDatabase_isRefusedByName() {
        files.put(DATA_FILE, StoredFiles.create(3).advance(3, 3).files().get(DATA_FILE));
        assertRefused(
                ErrorCode.WRONG_DATABASE,
                "file=" + DIRECTORY.resolve(DATA_FILE),
                "offset=16",
                "expected=database ",
                "found=database ");
    }

    /** The number was given twice: in the database, and in a copy of it that went on by itself. */
    @Test
    void dataFileOfACopyThatTookAnotherCourse_isRefusedByName() {
        String name = files.floorKey("data-99999999.thetis");
        files.put(name, older.advance(4, 3).files().get(name));
        assertRefused(ErrorCode.WRONG_FILE, "file=" + DIRECTORY.resolve(name), "expected=fileId 0x", "found=fileId 0x");
    }

    @Test
    void dataFileWithTheNameOfAnother_isRefusedByName() {
        files.put(DATA_FILE, files.get("data-00000000.thetis"));
        assertRefused(
                ErrorCode.WRONG_FILE, "file=" + DIRECTORY.resolve(DATA_FILE), "expected=number 1, found=number 0");
    }

    @Test
    void dataFileThatIsTooLongOrTooShort_isRefusedByName() {
        byte[] bytes = files.get(DATA_FILE);
        files.put(DATA_FILE, Arrays.copyOf(bytes, bytes.length + 1));
        assertRefused(ErrorCode.WRONG_FILE, "file=" + DIRECTORY.resolve(DATA_FILE), "expectedBytes=" + bytes.length);
        files.put(DATA_FILE, Arrays.copyOf(bytes, bytes.length - 1));
        assertRefused(
                ErrorCode.FILE_TRUNCATED, "file=" + DIRECTORY.resolve(DATA_FILE), "foundBytes=" + (bytes.length - 1));
    }

    /** It called this sound, and the first write ended with an error. */
    @Test
    void logThatIsCutInHalf_isRefusedByName() {
        String last = files.keySet().stream()
                .filter(name -> name.endsWith(".log"))
                .reduce((first, second) -> second)
                .orElseThrow();
        byte[] bytes = files.get(last);
        files.put(last, Arrays.copyOf(bytes, bytes.length / 2));
        assertRefused(
                ErrorCode.LOG_SEGMENT_MISSING, "file=" + DIRECTORY.resolve(last), "expected=a log up to revision ");
        files.put(last, Arrays.copyOf(bytes, 64));
        assertRefused(
                ErrorCode.LOG_SEGMENT_MISSING, "file=" + DIRECTORY.resolve(last), "expected=a log up to revision ");
    }

    @Test
    void olderCopyOfTheWholeLog_isRefused() {
        files.keySet().removeIf(name -> name.startsWith("log/"));
        older.files().forEach((name, bytes) -> {
            if (name.startsWith("log/")) {
                files.put(name, bytes);
            }
        });
        assertRefused(ErrorCode.LOG_SEGMENT_MISSING, "the end of the log is missing");
    }

    @Test
    void damageBeforeTheRoot_isFoundByTheCheckByName_andNothingIsPromised() {
        byte[] bytes = files.get(FIRST_SEGMENT).clone();
        bytes[bytes.length / 2] ^= 1;
        files.put(FIRST_SEGMENT, bytes);
        CheckReport report = check(CheckDepth.NEWEST);
        assertThat(report.findings().toString())
                .contains("file=" + DIRECTORY.resolve(FIRST_SEGMENT), "offset=", ErrorCode.LOG_DAMAGED.code())
                .doesNotContain("can be read");
    }

    /** What an error tells to do has to help. */
    @Test
    void rightFilePutBack_isAllThatIsNeeded() {
        files.put(DATA_FILE, files.get("data-00000000.thetis"));
        assertRefused(ErrorCode.WRONG_FILE, "put the right file back");
        files.put(DATA_FILE, whole.files().get(DATA_FILE));
        assertThat(check(CheckDepth.ALL_ROOTS).findings()).isEmpty();
    }

    @Test
    void allRoots_areSoundAndTakeMoreToCheck() {
        CheckReport newest = check(CheckDepth.NEWEST);
        CheckReport all = check(CheckDepth.ALL_ROOTS);
        assertThat(newest.findings()).isEmpty();
        assertThat(all.findings()).isEmpty();
        assertThat(newest.notes()).isEmpty();
        assertThat(all.itemCount()).isGreaterThan(2 * newest.itemCount());
    }

    @Test
    void filesThatBelongToNothing_areNoted() {
        files.put("data-00000077.thetis", new byte[100]);
        files.put("notes.txt", new byte[1]);
        CheckReport report = check(CheckDepth.NEWEST);
        assertThat(report.isSound()).isTrue();
        assertThat(report.notes()).hasSize(2);
        assertThat(report.notes().getFirst())
                .contains("data-00000077.thetis", "removed when the database is opened to write");
        SimulatedFileSystem fileSystem = written();
        GraphStore.open(DIRECTORY, StoredFiles.options(fileSystem)).close();
        assertThat(fileSystem.exists(DIRECTORY.resolve("data-00000077.thetis"))).isFalse();
        assertThat(fileSystem.exists(DIRECTORY.resolve("notes.txt"))).isTrue();
    }

    @Test
    void ids_comeFromTheRandomNumbersThatWereHandedIn() {
        List<String> names = List.of(StoreFiles.SUPERBLOCK_FILE, "data-00000000.thetis");
        for (String name : names) {
            assertThat(StoredFiles.create(5).files().get(name))
                    .isEqualTo(StoredFiles.create(5).files().get(name))
                    .isNotEqualTo(StoredFiles.create(6).files().get(name));
        }
    }

    /** The copy has the same id, and files of the same names; only their ids tell. */
    @Test
    void backupOfACopyThatTookAnotherCourse_isNotMixedWithTheOther() {
        Path target = Path.of("/simulated/backup");
        SimulatedFileSystem fileSystem = written();
        backup(fileSystem, target);
        TreeMap<String, byte[]> copied = StoredFiles.read(fileSystem, target);
        older.advance(4, 4).files().forEach((name, bytes) -> fileSystem.writeAll(DIRECTORY.resolve(name), bytes));
        assertThatThrownBy(() -> backup(fileSystem, target))
                .isInstanceOfSatisfying(
                        ThetisException.class,
                        problem -> assertThat(problem.code())
                                .as(problem.getMessage())
                                .isEqualTo(ErrorCode.BACKUP_DIFFERS));
        assertThat(fileSystem.readAll(target.resolve(StoreFiles.BACKUP_FILE)))
                .isEqualTo(copied.get(StoreFiles.BACKUP_FILE));
    }

    private static void backup(SimulatedFileSystem fileSystem, Path target) {
        try (GraphStore store = GraphStore.open(DIRECTORY, StoredFiles.options(fileSystem))) {
            store.backup(target, true, (phase, items) -> {});
        }
    }

    @Test
    void onlyReading_changesNothing() {
        SimulatedFileSystem fileSystem = written();
        GraphStore.open(DIRECTORY, StoredFiles.options(fileSystem).withRandom(new Random(1)))
                .close();
        TreeMap<String, byte[]> after = StoredFiles.read(fileSystem, DIRECTORY);
        assertThat(after.keySet()).isEqualTo(files.keySet());
        after.forEach((name, bytes) -> assertThat(bytes).as(name).isEqualTo(files.get(name)));
    }
}
