package org.thetisdb.shell.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.Database;
import org.thetisdb.shell.Main;
import org.thetisdb.shell.TinyDatabase;

final class BackupCommandTest {
    private static final String COUNT = "MATCH (p:Person) RETURN count(*) AS persons";

    @TempDir
    Path folder;

    private Path database;
    private String output;
    private String errors;

    @BeforeEach
    void create() {
        database = TinyDatabase.create(folder);
    }

    private int run(Object... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Main main = new Main(new ByteArrayInputStream(new byte[0]), out, err);
        int code = main.run(List.of(words).stream().map(String::valueOf).toList());
        output = out.toString(StandardCharsets.UTF_8);
        errors = err.toString(StandardCharsets.UTF_8);
        return code;
    }

    @Test
    void backup_and_restore_tell_what_they_did() {
        Path target = folder.resolve("backup");
        Path restored = folder.resolve("restored");
        assertThat(run("backup", database, target)).as(errors).isZero();
        assertThat(output).contains("backed up revision 1 of ", "verified ");
        assertThat(run("query", database, "CREATE (:Person {id: 3})")).isZero();
        assertThat(run("backup", database, target, "--verify", "full")).isZero();
        assertThat(output).contains("backed up revision 2 of ", " bytes in 1 file of ");
        assertThat(run("restore", target, restored)).isZero();
        assertThat(output).contains("restored revision 2 of ");
        assertThat(run("query", restored, COUNT, "--format", "csv")).isZero();
        assertThat(output).isEqualTo("persons\n3\n");
        assertThat(run("restore", target, restored)).isEqualTo(1);
        assertThat(errors).contains("--overwrite");
        assertThat(run("restore", target, restored, "--overwrite")).isZero();
        assertThat(run("check", target)).isZero();
        assertThat(run("query", target, COUNT, "--read-only", "--format", "csv"))
                .isZero();
        assertThat(output).isEqualTo("persons\n3\n");
    }

    @Test
    void commands_read_beside_a_writer_and_say_so() {
        try (Database writer = Database.open(database)) {
            assertThat(run("query", database, COUNT, "--format", "csv")).isZero();
            assertThat(output).isEqualTo("persons\n2\n");
            assertThat(errors)
                    .startsWith("note: opened to read only.")
                    .contains("pid=" + ProcessHandle.current().pid());
            assertThat(run("query", database, "CREATE (:Person)")).isEqualTo(1);
            assertThat(errors).contains("for reading only");
            assertThat(run("check", database)).isZero();
            assertThat(run("info", database)).isZero();
            assertThat(run("backup", database, folder.resolve("backup"))).isZero();
            assertThat(writer.revision()).isEqualTo(1);
        }
    }
}
