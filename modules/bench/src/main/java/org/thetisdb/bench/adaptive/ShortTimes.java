package org.thetisdb.bench.adaptive;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.thetisdb.bench.compare.KeyedNodes;
import org.thetisdb.bench.harness.Spread;
import org.thetisdb.bench.snb.QueryCase;

/**
 * The 50th and the 99th percentile of the latency of short reads, in microseconds: the queries that the order has, and
 * reads of nodes by a unique property where the data has one. All parameter sets take turns.
 */
final class ShortTimes implements ModeTask {
    static final String MEDIAN = "p50";
    static final String LATE = "p99";

    private static final int RUNS_MAX = 50_000;
    private static final int LATE_PERCENT = 99;

    /** So many answers of each query are compared with other processes'. */
    private static final int CHECKED_SETS = 20;

    @Override
    public void run(ModeOrder order, List<List<QueryCase>> queries, ModeNotes notes) {
        try (AskedDatabase database = AskedDatabase.open(order)) {
            List<List<QueryCase>> all = new ArrayList<>(queries);
            KeyedNodes.find(text -> database.run(text, Map.of()).values())
                    .ifPresent(nodes -> all.addAll(nodes.pointReads().values()));
            for (List<QueryCase> sets : all) {
                for (int set = 0; set < Math.min(CHECKED_SETS, sets.size()); set++) {
                    QueryCase asked = sets.get(set);
                    notes.check(asked.query() + "/" + set, asked, database.run(asked));
                }
            }
            for (List<QueryCase> sets : all) {
                runs(database, sets, order.limits().warmupSeconds());
            }
            for (List<QueryCase> sets : all) {
                double[] micros = runs(database, sets, order.limits().secondsPerQuery());
                String query = sets.getFirst().query();
                notes.add(query, MEDIAN, micros.length, Spread.percentile(micros, 50));
                notes.add(query, LATE, micros.length, Spread.percentile(micros, LATE_PERCENT));
            }
        }
    }

    /** The microseconds of many runs, sorted. */
    private static double[] runs(AskedDatabase database, List<QueryCase> sets, int seconds) {
        double[] micros = new double[RUNS_MAX];
        int count = 0;
        long end = System.nanoTime() + seconds * 1_000_000_000L;
        do {
            micros[count] = database.run(sets.get(count % sets.size())).nanos() / 1e3;
            count++;
        } while (count < RUNS_MAX && System.nanoTime() < end);
        double[] sorted = Arrays.copyOf(micros, count);
        Arrays.sort(sorted);
        return sorted;
    }
}
