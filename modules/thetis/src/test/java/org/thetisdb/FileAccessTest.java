package org.thetisdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Which files queries may access, by whatever path. */
final class FileAccessTest {
    private static final String TO = "COPY (RETURN 1 AS a) TO $file (FORMAT csv, OVERWRITE true)";
    private static final String FROM = "COPY T FROM $file (FORMAT csv)";
    private static final String LOAD = "LOAD CSV FROM $file AS row RETURN row";

    @TempDir
    Path temporary;

    private Path folder;
    private Path data;
    private Path outside;
    private Database database;

    @BeforeEach
    void open() throws IOException {
        // The folder for temporary files may itself be reached through a link.
        folder = temporary.toRealPath();
        data = Files.createDirectory(folder.resolve("data"));
        outside = Files.createDirectory(folder.resolve("data-not"));
        Files.writeString(data.resolve("in.csv"), "a\n1\n");
        Files.writeString(outside.resolve("out.csv"), "a\n1\n");
        database = Database.create(folder.resolve("db"));
    }

    @AfterEach
    void close() {
        database.close();
    }

    private void restrict(Path... folders) {
        database.close();
        database =
                Database.open(folder.resolve("db"), DatabaseOptions.byDefault().withFilesIn(folders));
    }

    private void run(String text, String place) {
        try (Session session = database.session()) {
            session.run(text, Map.of("file", place)).consume();
        }
    }

    private void assertRefused(String place, String reason) {
        for (String text : List.of(TO, FROM, LOAD)) {
            assertThatThrownBy(() -> run(text, place))
                    .as("%s, %s", text, place)
                    .isInstanceOfSatisfying(
                            ThetisException.class,
                            problem -> assertThat(problem.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                    .hasMessageContaining(reason);
        }
    }

    private void assertAllowed(String place) {
        for (String text : List.of(TO, FROM, LOAD)) {
            run(text, place);
        }
    }

    @Test
    void withoutFolders_allFilesButThoseOfDatabases_areOpen() {
        assertAllowed(data.resolve("in.csv").toString());
        assertAllowed(outside.resolve("out.csv").toUri().toString());
    }

    @Test
    void filesInTheFolders_areOpen() throws IOException {
        restrict(data);
        Files.createDirectory(data.resolve("sub"));
        Files.createSymbolicLink(data.resolve("link.csv"), data.resolve("in.csv"));
        Files.createSymbolicLink(outside.resolve("back"), data);
        for (String place : List.of(
                data + "/in.csv",
                data + "/./sub/../in.csv",
                folder + "/data-not/../data/in.csv",
                "file://" + data + "/in.csv",
                "FILE://" + data + "/in.csv",
                "file://" + data + "/i%6e.csv",
                "file://" + data + "/sub/%2e%2e/in.csv",
                data + "/link.csv",
                outside + "/back/in.csv",
                Path.of("").toAbsolutePath().relativize(data.resolve("in.csv")).toString())) {
            assertAllowed(place);
        }
        assertThat(data.resolve("link.csv")).isSymbolicLink();
        run(TO, data + "/new.csv");
        assertThat(data.resolve("new.csv")).hasContent("a\n1\n");
    }

    @Test
    void filesElsewhere_areNot_whateverWayLeadsThere() throws IOException {
        restrict(data, folder.resolve("not-there"));
        Files.createSymbolicLink(data.resolve("link.csv"), outside.resolve("out.csv"));
        Files.createSymbolicLink(data.resolve("folder"), outside);
        Files.createSymbolicLink(data.resolve("up"), Path.of(".."));
        for (String place : List.of(
                outside + "/out.csv",
                outside + "/none.csv",
                data + "/../data-not/out.csv",
                data + "/none/../../data-not/out.csv",
                data + "/link.csv",
                data + "/folder/out.csv",
                data + "/folder/none.csv",
                data + "/folder/none/x.csv",
                data + "/up/data-not/out.csv",
                "file://" + data + "/%2e%2e/data-not/out.csv",
                "file://" + data + "/..%2Fdata-not/out.csv",
                data.toString().toUpperCase(java.util.Locale.ROOT) + "/../data-not/out.csv",
                "out.csv",
                "/dev/stdin",
                "/etc/passwd")) {
            assertRefused(place, "--files");
        }
        assertThat(outside.resolve("out.csv")).hasContent("a\n1\n");
        for (String place : List.of("file:relative.csv", "file://host/x.csv", "http://host/x.csv", "a\0b", "/")) {
            assertThatThrownBy(() -> run(TO, place)).isInstanceOf(ThetisException.class);
        }
    }

    @Test
    void noFolders_areNoFiles() {
        restrict();
        assertRefused(data + "/in.csv", "--files");
    }

    @Test
    void filesOfDatabases_areLeftAlone_whateverWayLeadsThere() throws IOException {
        Path other = folder.resolve("other");
        Database.create(other).close();
        Path backup = folder.resolve("backup");
        database.backup(backup, false, (phase, items) -> {});
        Files.createSymbolicLink(data.resolve("link"), folder.resolve("db"));
        Files.createSymbolicLink(data.resolve("file.csv"), folder.resolve("db").resolve("graph.thetis"));
        Files.createDirectory(folder.resolve("new.importing"));
        for (String place : List.of(
                folder + "/db/graph.thetis",
                folder + "/db/x.csv",
                folder + "/db/log/x.csv",
                folder + "/db/none/x.csv",
                folder + "/data/../db/x.csv",
                data + "/link/graph.thetis",
                data + "/link/../db/graph.thetis",
                data + "/file.csv",
                other + "/x.csv",
                backup + "/x.csv",
                folder + "/new.importing/x.csv")) {
            assertRefused(place, "databases and backups");
        }
        assertThat(database.check((phase, items) -> {}).findings()).isEmpty();
    }

    /** What is written is a new file that takes the name: the one that had it is another's still. */
    @Test
    void hardLinks_areNotWrittenThrough() throws IOException {
        Path superblocks = folder.resolve("db").resolve("graph.thetis");
        byte[] before = Files.readAllBytes(superblocks);
        Path link = Files.createLink(data.resolve("link.csv"), superblocks);
        run(TO, link.toString());
        assertThat(link).hasContent("a\n1\n");
        assertThat(superblocks).hasBinaryContent(before);
        assertThat(database.check((phase, items) -> {}).findings()).isEmpty();
    }
}
