package org.thetisdb.bench.adaptive;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.thetisdb.bench.harness.Spread;
import org.thetisdb.bench.snb.QueryCase;

/**
 * The time of each query's 1st, 2nd, 10th and 1,000th run, in milliseconds: in a process that has run nothing before,
 * and again when all queries were run for a while. All queries are run once, then all of them a second time, and so on,
 * so that a process has come as far with each. A query that has had its time, the first run not counted, is left out
 * from then on; its last run then stands for the 1,000th. What stands there is a median of the runs up to it, a tenth
 * of all and nine at most, for one run of microseconds says little.
 */
final class RunTimes implements ModeTask {
    static final String FIRST = "1";
    static final String SECOND = "2";
    static final String TENTH = "10";
    static final String LAST = "last";

    /** In the order of tables. */
    static final List<String> MOMENTS = List.of(FIRST, SECOND, TENTH, LAST);

    /** The process is new. */
    static final String COLD = "cold";

    /** The process has run all queries for a while. */
    static final String WARM = "warm";

    static final int RUNS_MAX = 1000;
    private static final int LAST_RUNS = 9;
    private static final int TENTH_RUN = 10;

    @Override
    public void run(ModeOrder order, List<List<QueryCase>> queries, ModeNotes notes) {
        try (AskedDatabase database = AskedDatabase.open(order)) {
            long limitNanos = order.limits().secondsPerQuery() * 1_000_000_000L;
            List<Series> cold = series(queries, database, notes);
            run(cold, RUNS_MAX, limitNanos);
            cold.forEach(each -> each.report(COLD));
            List<Series> warming = series(queries, database, notes);
            run(warming, Integer.MAX_VALUE, order.limits().warmupSeconds() * 1_000_000_000L);
            List<Series> warm = series(queries, database, notes);
            run(warm, RUNS_MAX, limitNanos);
            warm.forEach(each -> each.report(WARM));
        }
    }

    private static List<Series> series(List<List<QueryCase>> queries, AskedDatabase database, ModeNotes notes) {
        return queries.stream()
                .map(sets -> new Series(sets.getFirst(), database, notes))
                .toList();
    }

    private static void run(List<Series> all, int runsMax, long limitNanos) {
        List<Series> running = new ArrayList<>(all);
        while (!running.isEmpty()) {
            running.forEach(Series::runOnce);
            running.removeIf(each -> each.count >= runsMax || each.spentNanos >= limitNanos);
        }
    }

    /** How long the runs of all moments took, by the times of all runs; what there was not is not a number. */
    static double[] moments(double[] millis) {
        if (millis.length <= 2) {
            return new double[] {at(millis, 1), at(millis, 2), Double.NaN, Double.NaN};
        }
        int window = Math.clamp(millis.length / 10, 1, LAST_RUNS);
        double last = Spread.of(Arrays.copyOfRange(millis, millis.length - window, millis.length))
                .median();
        return new double[] {at(millis, 1), at(millis, 2), at(millis, TENTH_RUN), last};
    }

    private static double at(double[] millis, int run) {
        return run <= millis.length ? millis[run - 1] : Double.NaN;
    }

    /** The runs of one query. */
    private static final class Series {
        private final QueryCase asked;
        private final AskedDatabase database;
        private final ModeNotes notes;
        private double[] millis = new double[RUNS_MAX];
        private int count;
        private long spentNanos;

        Series(QueryCase asked, AskedDatabase database, ModeNotes notes) {
            this.asked = asked;
            this.database = database;
            this.notes = notes;
        }

        void runOnce() {
            AskedDatabase.Rows rows = database.run(asked);
            if (count == millis.length) {
                millis = Arrays.copyOf(millis, 2 * count);
            }
            millis[count++] = rows.nanos() / 1e6;
            spentNanos += count == 1 ? 0 : rows.nanos();
            // Between the moments, too, but seldom: comparing takes longer than a short query.
            if (Integer.bitCount(count) == 1 || count == TENTH_RUN || count == RUNS_MAX) {
                notes.check(asked.query(), asked, rows);
            }
        }

        void report(String state) {
            double[] moments = moments(Arrays.copyOf(millis, count));
            int[] runs = {1, 2, TENTH_RUN, count};
            for (int moment = 0; moment < moments.length; moment++) {
                if (!Double.isNaN(moments[moment])) {
                    notes.add(asked.query(), state + " " + MOMENTS.get(moment), runs[moment], moments[moment]);
                }
            }
        }
    }
}
