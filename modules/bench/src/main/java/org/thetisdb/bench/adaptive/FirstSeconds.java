package org.thetisdb.bench.adaptive;

import java.lang.management.ManagementFactory;
import java.util.List;
import org.thetisdb.bench.snb.QueryCase;

/**
 * How many statements ended in each of a process' first seconds, its start counted in. The queries take turns, and so
 * do the parameter sets of each.
 */
final class FirstSeconds implements ModeTask {
    static final int SECONDS = 10;

    /** What all queries together are called. */
    static final String ALL = "all";

    private static final int SECOND_MILLIS = 1_000;

    @Override
    public void run(ModeOrder order, List<List<QueryCase>> queries, ModeNotes notes) {
        long started = ManagementFactory.getRuntimeMXBean().getStartTime();
        int[] counts = new int[SECONDS];
        try (AskedDatabase database = AskedDatabase.open(order)) {
            boolean isOver = false;
            for (int turn = 0; !isOver; turn++) {
                for (List<QueryCase> sets : queries) {
                    QueryCase asked = sets.get(turn % sets.size());
                    AskedDatabase.Rows rows = database.run(asked);
                    long second = (System.currentTimeMillis() - started) / SECOND_MILLIS;
                    isOver = second >= SECONDS;
                    if (isOver) {
                        break;
                    }
                    counts[(int) second]++;
                    if (turn == 0) {
                        notes.check(asked.query(), asked, rows);
                    }
                }
            }
            // Whoever was slower has not asked all of them yet, which are to be compared all the same.
            queries.stream()
                    .map(List::getFirst)
                    .forEach(asked -> notes.check(asked.query(), asked, database.run(asked)));
        }
        for (int second = 0; second < SECONDS; second++) {
            notes.add(ALL, Integer.toString(second + 1), counts[second], counts[second]);
        }
    }
}
