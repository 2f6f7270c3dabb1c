package org.thetisdb.bench.adaptive;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The report of {@link RowShares}, for pages on disk and for pages in memory. */
final class SharesReport {
    private static final String HEAD = """

            ## Rows that compiled code took

            The share of the rows that came to a place where compiled code can stand; – where none did. What the \
            engine says is of the last run in a warm page cache, for each such place. In a cold page cache, \
            """;
    private static final String TABLE = """
            .

            | query | cold: run 1 | run 10 | run 100 | warm: run 1 | run 10 | run 100 | the engine says |
            |---|---:|---:|---:|---:|---:|---:|---|
            """;
    private static final String DROPPED = "files were dropped from the system's cache as well";
    private static final String KEPT = "files may be in the system's cache, for it could not be asked to drop them";

    private SharesReport() {}

    /**
     * The table.
     *
     * @param isDropped whether files were on disk alone before a cold process
     * @param cold by group
     * @param warm by group, in the same order
     */
    static String text(boolean isDropped, List<RoundResults> cold, List<RoundResults> warm) {
        StringBuilder text = new StringBuilder(HEAD);
        text.append(isDropped ? DROPPED : KEPT).append(TABLE);
        for (int group = 0; group < cold.size(); group++) {
            Set<String> queries = new LinkedHashSet<>(cold.get(group).queries());
            queries.addAll(warm.get(group).queries());
            for (String query : queries) {
                text.append("| ").append(query);
                text.append(cells(cold.get(group), query)).append(cells(warm.get(group), query));
                text.append(" | ")
                        .append(String.join("; ", warm.get(group).remarks(RunMode.ADAPTIVE, query)))
                        .append(" |\n");
            }
        }
        return text.toString();
    }

    private static String cells(RoundResults results, String query) {
        StringBuilder cells = new StringBuilder();
        for (String moment : RowShares.MOMENTS) {
            cells.append(" | ").append(Numbers.percent(results.median(RunMode.ADAPTIVE, query, moment)));
            String runs = results.runs(query, moment);
            if (moment.equals(RowShares.LAST) && !runs.equals(Integer.toString(RowShares.RUNS_MAX))) {
                cells.append(" (").append(runs).append(')');
            }
        }
        return cells.toString();
    }
}
