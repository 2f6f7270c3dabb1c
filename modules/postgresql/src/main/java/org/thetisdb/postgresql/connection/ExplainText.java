package org.thetisdb.postgresql.connection;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.thetisdb.JsonOutput;

/**
 * The drawing of a plan as EXPLAIN gives it. In front of it is a line as PostgreSQL has it, for programs that read the
 * estimate of rows, such as postgres_fdw with {@code use_remote_estimate}. Stateless.
 */
final class ExplainText {
    private static final String HEADING = "Estimated rows";
    private static final Pattern NUMBER = Pattern.compile(" ([\\d,]+(?:\\.\\d+)?)$");
    private static final long ROWS_UNKNOWN = 1_000;

    private ExplainText() {}

    static List<List<@Nullable Object>> rows(String plan, boolean json) {
        long estimate = estimate(plan);
        List<List<@Nullable Object>> rows = new ArrayList<>();
        if (json) {
            StringBuilder text = new StringBuilder("[{\"Plan\": {\"Node Type\": \"Thetis\", \"Startup Cost\": 0.0, ");
            text.append("\"Total Cost\": ")
                    .append(cost(estimate))
                    .append(", \"Plan Rows\": ")
                    .append(estimate);
            text.append(", \"Plan Width\": 32, \"Plan\": ");
            JsonOutput.appendString(text, plan);
            rows.add(List.of(text.append("}}]").toString()));
            return rows;
        }
        rows.add(List.of("Thetis  (cost=0.00.." + cost(estimate) + " rows=" + estimate + " width=32)"));
        plan.lines().forEach(line -> rows.add(List.of("  " + line)));
        return rows;
    }

    /** PostgreSQL's unit is a page that is read in order; a row costs about a hundredth of that. */
    private static String cost(long rows) {
        return rows / 100 + "." + (rows % 100 < 10 ? "0" : "") + rows % 100;
    }

    private static long estimate(String plan) {
        List<String> lines = plan.lines().toList();
        if (lines.size() < 2) {
            return ROWS_UNKNOWN;
        }
        // The number ends where its heading does.
        int heading = lines.getFirst().indexOf(HEADING);
        int end = Math.min(heading + HEADING.length(), lines.get(1).length());
        Matcher number = NUMBER.matcher(heading < 0 ? "" : lines.get(1).substring(0, end));
        return number.find() ? Math.round(Double.parseDouble(number.group(1).replace(",", ""))) : ROWS_UNKNOWN;
    }
}
