package org.thetisdb.importer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.io.LocalFileSystem;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.store.GraphStore;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** An import is all or nothing, on the real storage. */
class ImportAtomicityTest {
    @TempDir
    Path directory;

    private Path database;
    private Path file;
    private final ImportOptions options = ImportOptions.defaults().withMemoryBytes(64 << 20);

    @BeforeEach
    void writeFile() throws IOException {
        database = Files.createDirectory(directory.resolve("home")).resolve("db");
        file = directory.resolve("a.csv");
        writeNodes(3, "");
    }

    private void writeNodes(int count, String last) throws IOException {
        StringBuilder text = new StringBuilder("id:ID,n:int\n");
        for (int index = 0; index < count; index++) {
            text.append(index).append(',').append(index).append('\n');
        }
        Files.writeString(file, text + last);
    }

    private ImportResult run(ImportOptions chosen) {
        return new Importer(chosen).run(plan(), database, ImportProgress.NONE);
    }

    private ImportPlan plan() {
        return ImportPlan.fromHeaders(
                new LocalFileSystem(),
                new ImportPlan.HeaderFormat(',', ';', '"', true, List.of(new ImportPlan.Index("A", "n", true))),
                List.of("A=" + file),
                List.of());
    }

    private long nodeCount() {
        try (GraphStore store = GraphStore.open(database, StoreOptions.byDefault())) {
            return store.snapshot().statistics().nodeCount();
        }
    }

    private List<String> entries() throws IOException {
        try (Stream<Path> files = Files.list(database.getParent())) {
            return files.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    private void assertFails(ErrorCode code, ImportOptions chosen) {
        assertThatThrownBy(() -> run(chosen))
                .isInstanceOfSatisfying(
                        ThetisException.class,
                        thrown -> assertThat(thrown.code())
                                .as(thrown.getMessage())
                                .isEqualTo(code));
    }

    @Test
    void failure_whileReadingOrAtTheEnd_leavesNothing() throws IOException {
        writeNodes(50_000, "x,1\n");
        assertFails(ErrorCode.IMPORT_BAD_ROW, options);
        assertThat(entries()).isEmpty();
        writeNodes(50_000, "50000,7\n");
        assertFails(ErrorCode.IMPORT_DUPLICATE_ID, options);
        assertThat(entries()).isEmpty();
        writeNodes(50_000, "");
        run(options);
        assertThat(nodeCount()).isEqualTo(50_000);
        assertThat(entries()).containsExactly("db");
    }

    @Test
    void existingDatabase_isKeptUnlessOverwritingIsAsked() throws IOException {
        run(options);
        writeNodes(5, "");
        assertFails(ErrorCode.IMPORT_TARGET_EXISTS, options);
        assertThat(nodeCount()).isEqualTo(3);
        ImportResult result = run(options.withOverwrite(true));
        assertThat(nodeCount()).isEqualTo(5);
        assertThat(result.notes()).contains("The former database was replaced.");
        writeNodes(5, "x,1\n");
        assertFails(ErrorCode.IMPORT_BAD_ROW, options.withOverwrite(true));
        assertThat(nodeCount()).isEqualTo(5);
        assertThat(entries()).containsExactly("db");
    }

    @Test
    void directoryThatIsNoDatabase_isNeverOverwritten() throws IOException {
        Files.createDirectory(database);
        Files.writeString(database.resolve("letter.txt"), "dear");
        assertFails(ErrorCode.IMPORT_TARGET_EXISTS, options.withOverwrite(true));
        assertThat(Files.readString(database.resolve("letter.txt"))).isEqualTo("dear");
    }

    @Test
    void databaseInUse_isNotOverwritten() throws IOException {
        run(options);
        try (GraphStore store = GraphStore.open(database, StoreOptions.byDefault())) {
            assertFails(ErrorCode.DATABASE_LOCKED, options.withOverwrite(true));
            assertThat(store.snapshot().statistics().nodeCount()).isEqualTo(3);
        }
        assertThat(entries()).containsExactly("db");
    }

    /** Whoever opens the database meanwhile would commit what is gone a moment later. */
    @Test
    void databaseThatIsBeingReplaced_isOpenToNobodyWhoWrites() throws IOException {
        run(options);
        boolean[] asked = new boolean[1];
        ImportPlan plan = plan();
        new Importer(options.withOverwrite(true)).run(plan, database, step -> {
            if (!asked[0]) {
                asked[0] = true;
                assertThatThrownBy(() -> GraphStore.open(database, StoreOptions.byDefault()))
                        .isInstanceOfSatisfying(
                                ThetisException.class,
                                thrown -> assertThat(thrown.code()).isEqualTo(ErrorCode.DATABASE_LOCKED));
                assertFails(ErrorCode.DATABASE_LOCKED, options.withOverwrite(true));
            }
        });
        assertThat(asked[0]).isTrue();
        assertThat(nodeCount()).isEqualTo(3);
        assertThat(entries()).containsExactly("db");
    }

    @Test
    void leftoversOfKilledImports_areRemovedAndTold() throws IOException {
        Path spill = Files.createDirectory(database.resolveSibling("db.import-spill"));
        Files.writeString(spill.resolve("ids-0.tmp"), "x");
        ImportResult result = run(options);
        assertThat(result.notes()).anyMatch(note -> note.contains("killed import"));
        assertThat(entries()).containsExactly("db");
    }

    @Test
    void replacementKilledBetweenItsRenames_isFinished() throws IOException {
        run(options);
        Files.move(database, database.resolveSibling("db.replaced"));
        writeNodes(4, "");
        assertFails(ErrorCode.IMPORT_TARGET_EXISTS, options);
        assertThat(nodeCount()).isEqualTo(3);
        assertThat(entries()).containsExactly("db");
        run(options.withOverwrite(true));
        Files.move(database, database.resolveSibling("db.replacement"));
        writeNodes(3, "");
        run(options);
        Files.move(database, database.resolveSibling("db.replaced"));
        writeNodes(6, "");
        Path other = database;
        database = database.resolveSibling("db.replacement");
        run(options);
        database = other;
        assertFails(ErrorCode.IMPORT_TARGET_EXISTS, options);
        assertThat(nodeCount()).isEqualTo(6);
        assertThat(entries()).containsExactly("db");
    }

    @Test
    void killedProcess_leavesNothingUnderTheName() throws Exception {
        writeNodes(2_000_000, "");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-ea",
                        "-Xmx128m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledImport.class.getName(),
                        file.toString(),
                        database.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        Path importing = database.resolveSibling("db.importing");
        for (int wait = 0; wait < 300 && !Files.exists(importing); wait++) {
            Thread.sleep(50);
        }
        Thread.sleep(100);
        process.destroyForcibly().waitFor();
        assertThat(Files.exists(database)).isFalse();
        assertThatThrownBy(this::nodeCount)
                .isInstanceOfSatisfying(
                        ThetisException.class,
                        thrown -> assertThat(thrown.code()).isEqualTo(ErrorCode.IMPORT_INTERRUPTED));
        writeNodes(3, "");
        ImportResult result = run(options);
        assertThat(result.notes()).isNotEmpty();
        assertThat(nodeCount()).isEqualTo(3);
        assertThat(entries()).containsExactly("db");
    }

    /** The program that is killed. */
    static final class KilledImport {
        private KilledImport() {}

        public static void main(String[] arguments) {
            ImportArguments.parse(arguments[1], "--nodes", "A=" + arguments[0], "--memory", "32MiB", "--index", "A.n")
                    .run(ImportProgress.NONE);
        }
    }
}
