package org.thetisdb.query.plan;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Durability;
import org.thetisdb.Result;
import org.thetisdb.Session;

/** A database made by statements, and the plans of queries over it. One thread. */
final class PlannedGraph implements AutoCloseable {
    private static final DatabaseOptions OPTIONS =
            DatabaseOptions.byDefault().withThreadCount(2).withDurability(Durability.OFF);

    /** Estimates are shown by so many digits; beyond them a small change of the statistics would be seen everywhere. */
    private static final MathContext DIGITS = new MathContext(2);

    /** The parameters that queries of the files may name. */
    private static final Map<String, Object> PARAMETERS = Map.of(
            "count", 10L,
            "flag", true,
            "from", 100L,
            "id", 7L,
            "ids", List.of(1L, 2L),
            "rows", List.of(Map.of("id", 20_000L, "name", "new")),
            "to", 200L);

    private final Database database;

    private PlannedGraph(Database database) {
        this.database = database;
    }

    /** Runs the statements of a file, each up to a semicolon at a line's end, and moves their graph into the base. */
    static PlannedGraph make(Path directory, Path statements) {
        try (Database database = Database.create(directory, OPTIONS);
                Session session = database.session()) {
            for (String statement : Files.readString(statements).split(";\\s*\\R")) {
                if (!statement.lines().allMatch(line -> line.isBlank() || line.startsWith("//"))) {
                    session.run(statement).consume();
                }
            }
            database.checkpoint();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return new PlannedGraph(Database.open(directory, OPTIONS));
    }

    /** The lines of EXPLAIN below its headings, estimates rounded. */
    List<String> plan(String query) {
        try (Session session = database.session();
                Result result = session.run("EXPLAIN " + query, PARAMETERS)) {
            String plan = result.plan().orElseThrow();
            int width = plan.indexOf('\n');
            return plan.lines().skip(1).map(line -> rounded(line, width)).toList();
        }
    }

    /** Only a line that goes to the end of the headings has an estimate; the others continue the details. */
    private static String rounded(String line, int width) {
        int start = line.lastIndexOf(' ') + 1;
        if (line.length() < width) {
            return line;
        }
        BigDecimal rows = new BigDecimal(line.substring(start).replace(",", "")).round(DIGITS);
        String shown = String.format(Locale.ROOT, rows.scale() > 0 ? "%,.1f" : "%,.0f", rows);
        return line.substring(0, start) + shown;
    }

    @Override
    public void close() {
        database.close();
    }
}
