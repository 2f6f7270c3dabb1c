package org.thetisdb.bench.duckdb;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Record;
import org.thetisdb.Result;
import org.thetisdb.Session;

/**
 * The program that answers one question by Thetis, and prints what {@link Repeats} says. Its arguments are
 * the database, the budget, the threads, how often it asks, and the text.
 */
public final class ThetisTask {
    private ThetisTask() {}

    /** Runs the question. */
    public static void main(String[] arguments) {
        DatabaseOptions options = DatabaseOptions.byDefault()
                .withMemory(arguments[1])
                .withThreadCount(Integer.parseInt(arguments[2]))
                .asReadOnly();
        try (Database database = Database.open(Path.of(arguments[0]), options);
                Session session = database.session()) {
            Repeats.run(Integer.parseInt(arguments[3]), () -> ask(session, arguments[4]));
        }
    }

    private static Repeats.Answer ask(Session session, String cypher) {
        Result result = session.run(cypher);
        List<String> rows = result.list().stream().map(ThetisTask::row).toList();
        return new Repeats.Answer(rows, result.summary().spilledBytes());
    }

    private static String row(Record row) {
        return IntStream.range(0, row.size())
                .mapToObj(column -> String.valueOf(row.get(column)))
                .collect(Collectors.joining(","));
    }
}
