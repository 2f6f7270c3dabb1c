package org.thetisdb.shell.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.shell.Main;
import org.thetisdb.shell.TinyDatabase;

final class DumpCommandTest {
    private static final String PERSONS =
            "MATCH (p:Person) OPTIONAL MATCH (p)-[k:KNOWS]->() RETURN p.name, p.seen, k.since ORDER BY p.id";

    @TempDir
    Path folder;

    private String output;
    private String errors;

    private int run(Object... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Main main = new Main(new ByteArrayInputStream(new byte[0]), out, err);
        int code = main.run(Arrays.stream(words).map(String::valueOf).toList());
        output = out.toString(StandardCharsets.UTF_8);
        errors = err.toString(StandardCharsets.UTF_8);
        return code;
    }

    @Test
    void dumps_make_the_graph_again_by_the_commands_that_they_name() {
        Path database = TinyDatabase.create(folder);
        assertThat(run("query", database, PERSONS)).isZero();
        String expected = output;
        Path file = folder.resolve("dump.cypher");
        assertThat(run("dump", database, "--to", file)).as(errors).isZero();
        assertThat(output).contains("wrote 2 nodes and 1 relationship of", "--file " + file);
        Path created = folder.resolve("created");
        assertThat(run("create", created)).as(errors).isZero();
        assertThat(run("query", created, "--file", file)).as(errors).isZero();
        assertThat(run("query", created, PERSONS)).isZero();
        assertThat(output).isEqualTo(expected);
        Path directory = folder.resolve("dump");
        assertThat(run("dump", database, "--format", "csv", "--to", directory)).isZero();
        assertThat(output).contains("--data " + directory);
        assertThat(directory.resolve("Person.csv")).exists();
        assertThat(directory.resolve("KNOWS.csv")).exists();
        Path imported = folder.resolve("imported");
        assertThat(run("import", imported, "--data", directory)).as(errors).isZero();
        assertThat(run("query", imported, PERSONS)).isZero();
        assertThat(output).isEqualTo(expected);
        assertThat(run("dump", database, "--format", "xml", "--to", directory)).isEqualTo(1);
        assertThat(run("dump", database)).isEqualTo(1);
    }

    @Test
    void statements_of_large_values_are_few_rows_long() throws Exception {
        Path database = folder.resolve("large");
        assertThat(run("create", database)).as(errors).isZero();
        String text = "reduce(s = 'x', i IN range(1, 17) | s + s)";
        assertThat(run("query", database, "UNWIND range(1, 20) AS id CREATE (:A {id: id, text: " + text + "})"))
                .as(errors)
                .isZero();
        assertThat(run("query", database, "MATCH (a:A {id: 1}), (b:A) CREATE (a)-[:R {text: " + text + "}]->(b)"))
                .as(errors)
                .isZero();
        Path file = folder.resolve("large.cypher");
        assertThat(run("dump", database, "--to", file)).as(errors).isZero();
        assertThat(Files.readString(file).split(";\n"))
                .hasSizeBetween(20, 40)
                .allMatch(each -> each.length() < 300_000);
        Path again = folder.resolve("again");
        assertThat(run("create", again)).as(errors).isZero();
        assertThat(run("query", again, "--file", file)).as(errors).isZero();
        String sizes = "MATCH (a:A)-[r:R]->(b:A) RETURN count(*), sum(size(r.text)), sum(size(b.text)), sum(b.id)";
        assertThat(run("query", again, sizes, "--format", "csv")).isZero();
        assertThat(output).endsWith("\n20,2621440,2621440,210\n");
    }
}
