package org.thetisdb.bench.adaptive;

import java.util.List;
import org.thetisdb.bench.snb.QueryCase;

/**
 * The share of the rows that went through compiled code, at the 1st, 10th and 100th run of each query, 0 to 1. Every
 * run has a profile, for one that has none need not be of the same plan. Queries without a place for such code have no
 * number. The interpreter is asked for its answers only.
 */
final class RowShares implements ModeTask {
    static final String FIRST = "1";
    static final String TENTH = "10";
    static final String LAST = "last";

    /** In the order of tables. */
    static final List<String> MOMENTS = List.of(FIRST, TENTH, LAST);

    private static final int TENTH_RUN = 10;
    static final int RUNS_MAX = 100;

    @Override
    public void run(ModeOrder order, List<List<QueryCase>> queries, ModeNotes notes) {
        try (AskedDatabase database = AskedDatabase.open(order)) {
            for (List<QueryCase> sets : queries) {
                QueryCase asked = sets.getFirst();
                if (order.mode() == RunMode.INTERPRETED) {
                    notes.check(asked.query(), asked, database.run(asked));
                } else {
                    run(database, asked, order.limits().secondsPerQuery(), notes);
                }
            }
        }
    }

    private static void run(AskedDatabase database, QueryCase asked, int seconds, ModeNotes notes) {
        long end = System.nanoTime() + seconds * 1_000_000_000L;
        int run = 0;
        PlanModes modes;
        do {
            AskedDatabase.Rows rows = database.profile(asked);
            modes = PlanModes.of(rows.plan().orElse(""));
            run++;
            if (run == 1) {
                notes.check(asked.query(), asked, rows);
                add(notes, asked, FIRST, run, modes);
            } else if (run == TENTH_RUN) {
                add(notes, asked, TENTH, run, modes);
            }
        } while (run < RUNS_MAX && System.nanoTime() < end);
        add(notes, asked, LAST, run, modes);
        modes.reasons().forEach(reason -> notes.remark(asked.query(), reason));
    }

    private static void add(ModeNotes notes, QueryCase asked, String moment, int run, PlanModes modes) {
        modes.share().ifPresent(share -> notes.add(asked.query(), moment, run, share));
    }
}
