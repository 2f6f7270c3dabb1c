package org.thetisdb.demo;

import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.thetisdb.shell.Main;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * The run from which the JVM learns which classes a start of Thetis needs: a small network is generated, imported and
 * queried in every way that the command line has. The launcher starts it once after a build.
 */
public final class Training {
    private static final double SCALE = 0.003;

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
        run("help");
    }

    private static void run(String... words) {
        List<String> given = new ArrayList<>(List.of(words));
        Main main = new Main(new ByteArrayInputStream(new byte[0]), OutputStream.nullOutputStream(), System.err);
        if (main.run(given) != 0) {
            throw new ThetisException(ErrorCode.INTERNAL, "a training command failed: words=" + given);
        }
    }
}
