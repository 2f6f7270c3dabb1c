package org.thetisdb.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.Session;

/**
 * Random queries over small tables have the answers of a PostgreSQL over copies of them. The seed is printed when one
 * has another; {@code -Dthetis.seed} gives one, {@code -Dthetis.queries} how many there are.
 */
class SqlDifferenceTest {
    @TempDir
    static Path directory;

    private static Optional<OwnPostgres> postgres = Optional.empty();
    private static Optional<GraphServer> server = Optional.empty();

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        postgres = Optional.of(OwnPostgres.start(directory));
        server = Optional.of(GraphServer.start(directory));
    }

    @AfterAll
    static void stop() throws IOException, InterruptedException {
        if (postgres.isPresent()) {
            postgres.get().close();
        }
        server.ifPresent(GraphServer::close);
    }

    @Test
    void setsJoinsAndWindows_haveTheAnswersOfPostgres() throws IOException, InterruptedException {
        long seed = Long.getLong("thetis.seed", System.nanoTime());
        Random random = new Random(seed);
        GraphServer graph = server.orElseThrow();
        try (Session session = graph.database().session()) {
            for (String label : new String[] {"T", "U"}) {
                // Of each table at least one row, so that it has its columns.
                session.run("CREATE (:" + label + " {k: 0, v: 1, t: 'x0'})").consume();
                for (int row = random.nextInt(12); row > 0; row--) {
                    String value = random.nextInt(4) == 0 ? "null" : Integer.toString(random.nextInt(6));
                    session.run("CREATE (:" + label + " {k: " + random.nextInt(4) + ", v: " + value + ", t: 'x"
                                    + random.nextInt(3) + "'})")
                            .consume();
                }
            }
        }
        OwnPostgres own = postgres.orElseThrow();
        own.importGraph(graph.port());
        own.psql("", "CREATE TABLE \"T\" AS SELECT * FROM g.\"T\"; CREATE TABLE \"U\" AS SELECT * FROM g.\"U\";");
        RandomQueries queries = new RandomQueries(random);
        StringBuilder script = new StringBuilder();
        for (int number = Integer.getInteger("thetis.queries", 120); number > 0; number--) {
            String query = queries.next();
            script.append("\\qecho ")
                    .append(query.replaceAll("['\"\\\\;`:\n]", ""))
                    .append('\n');
            script.append(query).append('\n');
        }
        String theirs = own.psql("", script.toString());
        assertThat(theirs).as("seed=%d", seed).doesNotContain("ERROR");
        assertThat(own.psql(graph.port(), "", script.toString()))
                .as("seed=%d", seed)
                .isEqualTo(theirs);
    }
}
