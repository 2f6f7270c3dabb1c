package org.thetisdb.bench.spill;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Record;
import org.thetisdb.Session;

/**
 * The program that answers one question by Thetis, and prints its seconds and its answer. Its arguments are the
 * database, the budget, the threads and the text.
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
            long started = System.nanoTime();
            List<Record> rows = session.run(arguments[3]).list();
            double seconds = (System.nanoTime() - started) / 1e9;
            System.out.println(seconds);
            for (Record row : rows) {
                List<String> values = IntStream.range(0, row.size())
                        .mapToObj(column -> String.valueOf(row.get(column)))
                        .toList();
                System.out.println(String.join(",", values));
            }
        }
    }
}
