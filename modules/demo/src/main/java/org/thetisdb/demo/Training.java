package org.thetisdb.demo;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Session;
import org.thetisdb.shell.Main;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * The run from which the JVM learns which classes a start of Thetis needs: a small network is generated, imported and
 * queried in every way that the command line has, then rows of all kinds are: all of them at once, and more than fit
 * into memory. The launcher starts it once after a build.
 *
 * <p>What is asked of all rows is asked several times, until loops are made of it. Profiles are not kept, as the
 * launcher says.
 */
public final class Training {
    private static final double SCALE = 0.003;
    private static final int ROWS = 300_000;
    private static final int KINDS = 8;
    private static final LocalDate FIRST_DAY = LocalDate.of(2019, 4, 14);
    private static final int RUNS = 8;
    private static final String SPILLING_MEMORY = "32MiB";

    /** Asked of all rows: filters, totals and groups over each kind of column, and what is done with them. */
    private static final List<String> OF_ALL_ROWS = List.of(
            "MATCH (i:Item) WHERE i.code > 1000 AND i.isOpen RETURN count(*) AS items",
            "MATCH (i:Item) WHERE i.size > 5 AND i.size <= 40 AND i.rate < 0.5 RETURN count(*) AS items",
            "MATCH (i:Item) RETURN i.kind AS kind, count(*) AS items",
            "MATCH (i:Item) RETURN i.kind AS kind, i.place AS place, count(*) AS items",
            "MATCH (i:Item) WHERE i.isOpen RETURN DISTINCT i.kind AS kind, i.place AS place",
            "MATCH (i:Item) RETURN i.kind AS kind, i.place AS place, count(*) AS items, sum(i.size) AS total",
            "MATCH (i:Item) WHERE i.isOpen RETURN i.kind AS kind, avg(i.rate) AS mean, max(i.day) AS last",
            "MATCH (i:Item) RETURN sum(i.size) AS total, avg(i.size) AS mean, sum(i.rate) AS rates",
            "MATCH (i:Item) RETURN min(i.size) AS least, max(i.size) AS greatest, max(i.kind) AS last",
            "MATCH (i:Item) RETURN count(DISTINCT i.kind) AS kinds, count(DISTINCT i.size) AS sizes",
            "MATCH (i:Item) WHERE i.size * 2 > 30 RETURN sum(CASE WHEN i.isOpen THEN i.size ELSE 0 END) AS total",
            "MATCH (i:Item) RETURN i.code / 1000 AS thousand, count(*) AS items ORDER BY items DESC, thousand LIMIT 5",
            "MATCH (i:Item) WHERE i.kind IN ['kind 1', 'kind 5'] OR i.place STARTS WITH 'p' RETURN count(*) AS items",
            "MATCH (i:Item) WHERE i.note CONTAINS '77' RETURN i.number AS number ORDER BY i.note DESC LIMIT 10",
            "MATCH (i:Item) WHERE i.day >= date('2020-06-01') RETURN i.day.month AS month, count(*) AS items");

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
        rows(folder);
        run("help");
    }

    /** Questions about all rows, then more rows than memory: much code, which a start would else load and profile. */
    private static void rows(Path folder) {
        Path rows = folder.resolve("rows.csv");
        writeRows(rows);
        String database = folder.resolve("rows").toString();
        run("import", database, "--nodes", "Item=" + rows);
        askOften(database);
        for (String query : List.of(
                "MATCH (i:Item) RETURN i.code AS code, i.number AS number ORDER BY code, number SKIP 299999",
                "MATCH (i:Item) WITH i.code AS code, count(*) AS items, sum(i.number) AS total"
                        + " RETURN count(*) AS codes, max(items) AS most, max(total) AS greatest",
                "MATCH (i:Item) MATCH (j:Item) WHERE i.code = j.code"
                        + " RETURN count(*) AS pairs, sum(i.number - j.number) AS total")) {
            run("query", database, query, "--memory", SPILLING_MEMORY);
        }
    }

    private static void askOften(String database) {
        try (Database opened = Database.open(
                        Path.of(database), DatabaseOptions.byDefault().asReadOnly());
                Session session = opened.session()) {
            for (String statement : OF_ALL_ROWS) {
                for (int run = 0; run < RUNS; run++) {
                    session.run(statement).list();
                }
            }
        }
    }

    private static void writeRows(Path file) {
        DeterministicRandom random =
                DeterministicRandom.of(SocialNetworkGenerator.DEFAULT_SEED, DeterministicRandom.Stream.MESSAGE, 0);
        StringBuilder text =
                new StringBuilder("code:int,number:int,size:int,isOpen:boolean,rate:double,kind,place,note,day:date\n");
        for (int row = 0; row < ROWS; row++) {
            text.append(random.nextInt(ROWS)).append(',').append(row);
            text.append(',').append(random.nextInt(50)).append(',').append(random.nextInt(2) == 0);
            text.append(",0.").append(random.nextInt(1_000));
            text.append(",kind ").append(random.nextInt(KINDS));
            text.append(",place ").append(random.nextInt(KINDS));
            text.append(",note ").append(random.nextInt(ROWS));
            text.append(',').append(FIRST_DAY.plusDays(random.nextInt(700))).append('\n');
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
