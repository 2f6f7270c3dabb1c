package org.thetisdb.bench.adaptive;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Durability;
import org.thetisdb.Session;
import org.thetisdb.bench.harness.StoreDirectory;
import org.thetisdb.bench.peer.ThetisPeer;
import org.thetisdb.bench.snb.QueryCase;

/**
 * A ring of places, each with a number and one way to the next, and paths along it: as many rows for each number of
 * hops, but for what filters leave out.
 */
final class HopGraph {
    static final int HOPS_MAX = 10;
    private static final int PLACES = 100_000;

    private static final String NODES =
            "UNWIND range(0, $count - 1) AS number" + " CREATE (:Place {number: number, height: number * 7919 % 1000})";
    private static final String WAYS =
            "MATCH (a:Place), (b:Place) WHERE b.number = (a.number + 1) % $count" + " CREATE (a)-[:NEXT]->(b)";

    private HopGraph() {}

    /** The database, which is made if it is not there. */
    static Path store(Path project, PrintStream out) throws IOException {
        Path directory = StoreDirectory.of(project, "adaptive-hops");
        Path store = ThetisPeer.databaseIn(directory);
        if (!StoreDirectory.isComplete(directory)) {
            out.println("making a ring of " + PLACES + " places in " + directory);
            StoreDirectory.recreate(directory);
            Map<String, Object> count = Map.of("count", PLACES);
            DatabaseOptions options = DatabaseOptions.byDefault().withDurability(Durability.OFF);
            try (Database database = Database.create(store, options);
                    Session session = database.session()) {
                session.run(NODES, count).consume();
                session.run(WAYS, count).consume();
                database.checkpoint();
            }
            StoreDirectory.markComplete(directory, PLACES + " places");
        }
        return store;
    }

    /** The name of the paths with so many hops. */
    static String name(int hops) {
        return "hops-" + hops;
    }

    /** How many of these paths there are, and the sum of their heights; a filter for each place. */
    static QueryCase query(int hops) {
        String path = IntStream.rangeClosed(1, hops)
                .mapToObj(hop -> "-[:NEXT]->(n" + hop + ")")
                .collect(Collectors.joining("", "(n0:Place)", ""));
        String filters = IntStream.rangeClosed(0, hops)
                .mapToObj(hop -> "n" + hop + ".height >= " + 10 * (hop + 1))
                .collect(Collectors.joining(" AND "));
        String sum = IntStream.rangeClosed(0, hops)
                .mapToObj(hop -> "n" + hop + ".height * " + (hop + 2))
                .collect(Collectors.joining(" + "));
        String text = "MATCH " + path + " WHERE " + filters + " RETURN count(*) AS paths, sum(" + sum + ") AS heights";
        return new QueryCase(name(hops), text, Map.of(), Optional.empty(), false);
    }
}
