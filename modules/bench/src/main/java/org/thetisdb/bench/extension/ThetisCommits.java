package org.thetisdb.bench.extension;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Durability;
import org.thetisdb.Session;
import org.thetisdb.bench.harness.Spread;
import org.thetisdb.extension.Change;
import org.thetisdb.extension.TriggerPhase;

/** What triggers cost: commits of one changed node each, without any and with several, in turns. Used once. */
final class ThetisCommits implements AutoCloseable {
    private static final String CHANGE = "MATCH (c:Counter) SET c.v = c.v + 1";
    private static final double NANOS_PER_MICROSECOND = 1e3;

    private final Database database;
    private final Session session;
    private final int commits;
    private final Map<String, Runnable> ways = new LinkedHashMap<>();
    private final Map<String, List<Double>> micros = new LinkedHashMap<>();

    ThetisCommits(Path folder, ExtensionOptions options) throws IOException {
        commits = options.commits();
        database = Database.create(
                folder.resolve("database"),
                DatabaseOptions.byDefault()
                        .withDurability(Durability.OFF)
                        .withThreadCount(options.threads())
                        .withMemory(options.memoryBytes() + "B"));
        session = database.session();
        session.run("CREATE (:Counter {v: 0})").consume();
        String pure = PureJar.trigger(folder);
        ways.put("no trigger", () -> {});
        ways.put(
                "one that does nothing",
                () -> database.extend("bench")
                        .trigger("bench.nothing", TriggerPhase.COMMIT, (context, changes) -> {})
                        .register());
        ways.put(
                "one that reads the changes",
                () -> database.extend("bench")
                        .trigger("bench.read", TriggerPhase.COMMIT, (context, changes) -> {
                            for (Change each : changes) {
                                if (each.after().isEmpty()) {
                                    throw new IllegalStateException("it has no number");
                                }
                            }
                        })
                        .register());
        ways.put("the same, held to the fence", () -> session.run(pure).consume());
    }

    /** Runs all ways once. */
    void measure(boolean counts) {
        ways.forEach((way, begin) -> {
            begin.run();
            long start = System.nanoTime();
            for (int commit = 0; commit < commits; commit++) {
                session.run(CHANGE).consume();
            }
            double taken = (System.nanoTime() - start) / NANOS_PER_MICROSECOND / commits;
            if (counts) {
                micros.computeIfAbsent(way, _ -> new ArrayList<>()).add(taken);
            }
            database.dropExtension("bench");
            session.run("DROP EXTENSION pure IF EXISTS").consume();
        });
    }

    /** A table of what was measured. */
    String report() {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%n- %,d commits of one changed node each; microseconds a commit, median [least..greatest]%n%n"
                        + "| trigger of the phase COMMIT | µs | × without |%n|---|---:|---:|%n",
                commits));
        double without = spread("no trigger").median();
        for (String way : ways.keySet()) {
            Spread spread = spread(way);
            text.append(String.format(Locale.ROOT, "| %s | %s | %.2f |%n", way, spread, spread.median() / without));
        }
        return text.toString();
    }

    private Spread spread(String way) {
        return Spread.of(micros.getOrDefault(way, List.of()).stream()
                .mapToDouble(Double::doubleValue)
                .toArray());
    }

    @Override
    public void close() {
        session.close();
        database.close();
    }
}
