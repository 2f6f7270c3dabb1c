package org.thetisdb.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.thetisdb.cypher.Cypher;
import org.thetisdb.cypher.bound.Query;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.value.ThetisException;

/** What a statement gave, as lines of text: its rows, what it changed, or its error. */
final class StatementAnswer {
    private static final String NO_ROWS = "no rows";
    private static final String NO_CHANGES = "no changes";

    private StatementAnswer() {}

    static List<String> of(StatementCase each, Table table) {
        List<String> lines = rows(each, table);
        return lines.isEmpty() ? List.of(NO_ROWS) : lines;
    }

    /** A statement that writes lists what it changed after its rows. */
    static List<String> of(StatementCase each, Table table, Map<String, Long> changes) {
        List<String> lines = rows(each, table);
        String changed = new TreeMap<>(changes)
                .entrySet().stream()
                        .map(change -> change.getKey() + " " + change.getValue())
                        .collect(Collectors.joining(", "));
        lines.add(changed.isEmpty() ? NO_CHANGES : changed);
        return lines;
    }

    static List<String> of(ThetisException error) {
        return List.of(ErrorText.of(error));
    }

    /** What must never be thrown; no file expects it. */
    static List<String> ofDefect(Throwable defect) {
        StackTraceElement[] trace = defect.getStackTrace();
        return List.of("defect " + defect + (trace.length == 0 ? "" : " at " + trace[0]));
    }

    private static List<String> rows(StatementCase each, Table table) {
        List<String> lines = new ArrayList<>();
        if (!table.columns().isEmpty()) {
            table.rows()
                    .forEach(row -> lines.add(row.stream()
                            .map(value -> ShapeText.of(each.compared(value)))
                            .collect(Collectors.joining(" | "))));
        }
        return lines;
    }

    /**
     * Whether the lines say the same, in the same order if the statement sorts its rows. An error may be expected
     * without its message.
     */
    static boolean isSame(StatementCase each, List<String> expected, List<String> found) {
        if (expected.size() == 1
                && expected.getFirst().startsWith(ErrorText.MARK)
                && !expected.getFirst().contains(":")) {
            return code(expected).equals(code(found));
        }
        return isSorted(each.last())
                ? expected.equals(found)
                : expected.stream()
                        .sorted()
                        .toList()
                        .equals(found.stream().sorted().toList());
    }

    /** Whether an error is expected and found that has the same code, whatever it says. */
    static boolean isSameError(List<String> expected, List<String> found) {
        return !expected.isEmpty()
                && expected.getFirst().startsWith(ErrorText.MARK)
                && code(expected).equals(code(found));
    }

    private static String code(List<String> lines) {
        String line = lines.getFirst();
        return line.contains(":") ? line.substring(0, line.indexOf(':')) : line;
    }

    private static boolean isSorted(String statement) {
        try {
            return Cypher.bind(statement).query() instanceof Query.Single single && sorts(single.steps());
        } catch (ThetisException refused) {
            return false;
        }
    }

    /** Whether after the last sort there are only steps that keep the order. */
    private static boolean sorts(List<Step> steps) {
        for (Step step : steps.reversed()) {
            if (step instanceof Step.Sort) {
                return true;
            }
            if (!(step instanceof Step.Slice || step instanceof Step.Filter || step instanceof Step.Project)) {
                return false;
            }
        }
        return false;
    }
}
