package org.thetisdb.demo;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.thetisdb.shell.Main;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * The run from which the JVM learns which classes a start of Thetis needs: a small network is generated, imported and
 * queried in every way that the command line has, then rows that do not fit into memory are. The launcher starts it
 * once after a build.
 */
public final class Training {
    private static final double SCALE = 0.003;
    private static final int SPILLED_ROWS = 300_000;
    private static final String SPILLING_MEMORY = "32MiB";

    private Training() {}

    public static void main(String[] words) {
        Path folder = Path.of(words[0]);
        Path project = Path.of(System.getProperty("thetis.project", "."));
        new SocialNetworkGenerator(SCALE, SocialNetworkGenerator.DEFAULT_SEED, 1).generate(folder.resolve("csv"));
        String database = folder.resolve("database").toString();
        run(
                "import",
                database,
                "--mapping",
                project.resolve("examples/snb/merged-fk.json").toString(),
                "--data",
                folder.resolve("csv").toString());
        for (DemoQueries.DemoQuery query : DemoQueries.all()) {
            run("query", database, query.text());
        }
        String point = "MATCH (person:Person {id: $id}) RETURN person, person.firstName AS name, $ids AS ids";
        for (String format : List.of("table", "csv", "json", "jsonl")) {
            run("query", database, point, "--format", format, "--param", "id=0", "--param", "ids=[1, 2.5, \"x\"]");
        }
        run("query", database, "PROFILE MATCH (a:Person)-[k:KNOWS]-(b) RETURN a, k, b LIMIT 2", "--timer");
        run("info", database);
        spill(folder);
        run("help");
    }

    /** More rows than memory are sorted, grouped and joined: much code, which a start would else load and profile. */
    private static void spill(Path folder) {
        Path rows = folder.resolve("rows.csv");
        writeRows(rows);
        String database = folder.resolve("rows").toString();
        run("import", database, "--nodes", "Item=" + rows);
        for (String query : List.of(
                "MATCH (i:Item) RETURN i.code AS code, i.number AS number ORDER BY code, number SKIP 299999",
                "MATCH (i:Item) WITH i.code AS code, count(*) AS items, sum(i.number) AS total"
                        + " RETURN count(*) AS codes, max(items) AS most, max(total) AS greatest",
                "MATCH (i:Item) MATCH (j:Item) WHERE i.code = j.code"
                        + " RETURN count(*) AS pairs, sum(i.number - j.number) AS total")) {
            run("query", database, query, "--memory", SPILLING_MEMORY);
        }
    }

    private static void writeRows(Path file) {
        DeterministicRandom random =
                DeterministicRandom.of(SocialNetworkGenerator.DEFAULT_SEED, DeterministicRandom.Stream.MESSAGE, 0);
        StringBuilder text = new StringBuilder("code:int,number:int\n");
        for (int row = 0; row < SPILLED_ROWS; row++) {
            text.append(random.nextInt(SPILLED_ROWS)).append(',').append(row).append('\n');
        }
        try {
            Files.writeString(file, text);
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    private static void run(String... words) {
        List<String> given = new ArrayList<>(List.of(words));
        Main main = new Main(new ByteArrayInputStream(new byte[0]), OutputStream.nullOutputStream(), System.err);
        if (main.run(given) != 0) {
            throw new ThetisException(ErrorCode.INTERNAL, "a training command failed: words=" + given);
        }
    }
}
