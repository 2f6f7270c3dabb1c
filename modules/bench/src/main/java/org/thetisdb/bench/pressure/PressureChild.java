package org.thetisdb.bench.pressure;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Record;
import org.thetisdb.Result;
import org.thetisdb.Session;
import org.thetisdb.bench.snb.Answer;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * One process: asks all queries and reads keys with the memory it has, and writes down how long that took. A line has
 * the query's name, its answers' digest or what went wrong, and the milliseconds of each round.
 */
final class PressureChild {
    private static final int WARMUP_TIMES_MIN = 2;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final Database database;
    private final int rounds;
    private final int warmupSeconds;
    private final PrintWriter out;

    private PressureChild(Database database, int rounds, int warmupSeconds, PrintWriter out) {
        this.database = database;
        this.rounds = rounds;
        this.warmupSeconds = warmupSeconds;
        this.out = out;
    }

    /**
     * The arguments: the database, the budget, the engine, the file of queries, rounds, seconds to warm up, the limit
     * in seconds, seconds to read keys, the file of lines.
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        DatabaseOptions options = DatabaseOptions.byDefault()
                .withMemory(arguments[1])
                .withEngine(arguments[2])
                .withThreadCount(1)
                .withQueryTimeout(Duration.ofSeconds(Long.parseLong(arguments[6])))
                .asReadOnly();
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(Path.of(arguments[8])));
                Database database = Database.open(Path.of(arguments[0]), options)) {
            PressureChild child =
                    new PressureChild(database, Integer.parseInt(arguments[4]), Integer.parseInt(arguments[5]), out);
            Map<String, List<AskedQuery>> byName = new LinkedHashMap<>();
            for (AskedQuery asked : AskedQuery.read(Path.of(arguments[3]))) {
                byName.computeIfAbsent(asked.query(), _ -> new ArrayList<>()).add(asked);
            }
            byName.forEach(child::measure);
            int pointSeconds = Integer.parseInt(arguments[7]);
            if (pointSeconds > 0) {
                out.println(new PointReads(database, pointSeconds).run());
            }
        }
    }

    private void measure(String name, List<AskedQuery> sets) {
        StringBuilder line = new StringBuilder(name).append('\t');
        try (Session session = database.session()) {
            line.append(digest(session, sets)).append('\t');
            long end = System.nanoTime() + warmupSeconds * NANOS_PER_SECOND;
            for (int times = 1; times < WARMUP_TIMES_MIN || System.nanoTime() < end; times++) {
                sets.forEach(asked -> ask(session, asked));
            }
            for (int round = 0; round < rounds; round++) {
                long started = System.nanoTime();
                sets.forEach(asked -> ask(session, asked));
                double millis = (System.nanoTime() - started) / NANOS_PER_MILLI / sets.size();
                line.append(String.format(Locale.ROOT, "%.4f ", millis));
            }
            out.println(line.toString().strip());
        } catch (ThetisException failed) {
            String reason = failed.code() == ErrorCode.QUERY_TIMED_OUT ? "took too long" : String.valueOf(failed);
            out.println(name + "\t" + reason.replace('\t', ' ').replace('\n', ' '));
        }
        out.flush();
    }

    private static int ask(Session session, AskedQuery asked) {
        try (Result result = session.run(asked.text(), asked.asParameters())) {
            int rows = 0;
            while (result.hasNext()) {
                result.next();
                rows++;
            }
            return rows;
        }
    }

    private static String digest(Session session, List<AskedQuery> sets) {
        int digest = 0;
        for (AskedQuery asked : sets) {
            try (Result result = session.run(asked.text(), asked.asParameters())) {
                List<Object[]> rows = new ArrayList<>();
                while (result.hasNext()) {
                    Record record = result.next();
                    rows.add(record.values().toArray());
                }
                digest = 31 * digest + Answer.canonical(result.keys(), rows).hashCode();
            }
        }
        return Integer.toHexString(digest);
    }
}
