package org.thetisdb.fuzz.oracle;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.thetisdb.fuzz.query.FuzzQuery;
import org.thetisdb.fuzz.query.Sort;
import org.thetisdb.value.ErrorCode;

/** Judges two answers to one query. Stateless. */
public final class Comparison {
    private static final int SHOWN_ROWS = 12;

    private Comparison() {}

    /**
     * What is wrong with an answer.
     *
     * @param kind in a few words, the same for all findings that may have one cause
     */
    public record Difference(String kind, String description) {}

    /** What differs that may not; empty if nothing. */
    public static Optional<Difference> of(FuzzQuery query, Answer expected, Answer given) {
        if (given instanceof Answer.Defect defect) {
            return Optional.of(new Difference(defect.kind(), defect.message()));
        }
        if (expected instanceof Answer.Declined || given instanceof Answer.Declined) {
            return Optional.empty();
        }
        if (expected instanceof Answer.Defect defect) {
            return Optional.of(new Difference("the expected: " + defect.kind(), defect.message()));
        }
        if (expected instanceof Answer.Rows wanted && given instanceof Answer.Rows found) {
            return ofRows(query, wanted, found);
        }
        return ofFailures(expected, given);
    }

    private static Optional<Difference> ofFailures(Answer expected, Answer given) {
        boolean wantedRun = isOfRun(expected);
        boolean givenRun = isOfRun(given);
        if (wantedRun && givenRun || isSameError(expected, given)) {
            return Optional.empty();
        }
        return Optional.of(new Difference("error", "expected " + shown(expected) + ", found " + shown(given)));
    }

    private static boolean isSameError(Answer expected, Answer given) {
        return expected instanceof Answer.Failure wanted
                && given instanceof Answer.Failure found
                && wanted.code().equals(found.code());
    }

    /** Whether it is rows, or an error that depends on values, which {@link AllowedDifference#ERROR_OR_NOT} covers. */
    private static boolean isOfRun(Answer answer) {
        if (!(answer instanceof Answer.Failure failure)) {
            return true;
        }
        return failure.code().map(Comparison::isOfValues).orElse(true);
    }

    /** Whether values are at fault and not the text. */
    public static boolean isOfValues(ErrorCode code) {
        return switch (code) {
            case DIVISION_BY_ZERO, NUMBER_OUT_OF_RANGE, INVALID_ARGUMENT, INVALID_TEMPORAL, TYPE_MISMATCH -> true;
            case NODE_STILL_CONNECTED, CONSTRAINT_VIOLATED, ENTITY_DELETED -> true;
            default -> false;
        };
    }

    private static Optional<Difference> ofRows(FuzzQuery query, Answer.Rows wanted, Answer.Rows found) {
        if (!wanted.columns().equals(found.columns())) {
            return Optional.of(
                    new Difference("columns", "expected " + wanted.columns() + ", found " + found.columns()));
        }
        boolean bags = query.hasSort(Sort::isBag);
        boolean rough = query.hasSort(sort -> sort == Sort.ROUGH);
        List<String> keys = query.sortedBy();
        List<Integer> ordered = new ArrayList<>();
        keys.forEach(key -> ordered.add(wanted.columns().indexOf(key)));
        List<String> wantedKeys = texts(wanted.rows(), ordered, bags, rough);
        List<String> foundKeys = texts(found.rows(), ordered, bags, rough);
        List<Integer> all = new ArrayList<>();
        for (int column = 0; column < wanted.columns().size(); column++) {
            all.add(column);
        }
        List<String> wantedRows = texts(wanted.rows(), all, bags, rough);
        List<String> foundRows = texts(found.rows(), all, bags, rough);
        Collections.sort(wantedRows);
        Collections.sort(foundRows);
        if (!wantedRows.equals(foundRows)) {
            return Optional.of(new Difference("rows", described(wanted, found, wantedRows, foundRows)));
        }
        if (!ordered.contains(-1) && !wantedKeys.equals(foundKeys)) {
            return Optional.of(new Difference("order", described(wanted, found, wantedKeys, foundKeys)));
        }
        if (wanted.graph().isPresent()
                && found.graph().isPresent()
                && !wanted.graph().equals(found.graph())) {
            List<String> wantedParts = wanted.graph().get().colours();
            List<String> foundParts = found.graph().get().colours();
            return Optional.of(new Difference("graph", described(wanted, found, wantedParts, foundParts)));
        }
        return Optional.empty();
    }

    /** One for each row, equal where the rows are the same to a query. */
    static List<String> texts(FuzzQuery query, List<List<Object>> rows) {
        List<Integer> columns = new ArrayList<>();
        for (int column = 0; !rows.isEmpty() && column < rows.getFirst().size(); column++) {
            columns.add(column);
        }
        return texts(rows, columns, query.hasSort(Sort::isBag), query.hasSort(sort -> sort == Sort.ROUGH));
    }

    private static List<String> texts(List<List<Object>> rows, List<Integer> columns, boolean bags, boolean rough) {
        List<String> texts = new ArrayList<>();
        for (List<Object> row : rows) {
            StringBuilder text = new StringBuilder();
            for (int column : columns) {
                if (column >= 0) {
                    text.append(Canonical.of(row.get(column), bags, rough)).append(" | ");
                }
            }
            texts.add(text.toString());
        }
        return texts;
    }

    private static String described(Answer.Rows wanted, Answer.Rows found, List<String> left, List<String> right) {
        List<String> missing = new ArrayList<>(left);
        right.forEach(missing::remove);
        List<String> surplus = new ArrayList<>(right);
        left.forEach(surplus::remove);
        return "expected " + wanted.rows().size() + " rows, found "
                + found.rows().size() + "\n  missing: " + some(missing) + "\n  surplus: " + some(surplus);
    }

    private static String some(List<String> rows) {
        return rows.size() <= SHOWN_ROWS
                ? String.join("\n           ", rows)
                : String.join("\n           ", rows.subList(0, SHOWN_ROWS)) + "\n           and "
                        + (rows.size() - SHOWN_ROWS) + " more";
    }

    static String shown(Answer answer) {
        return switch (answer) {
            case Answer.Rows rows -> rows.rows().size() + " rows";
            case Answer.Failure failure ->
                "error " + failure.code().map(ErrorCode::code).orElse("") + " " + failure.message();
            case Answer.Defect defect -> "defect " + defect.message();
            case Answer.Declined declined -> "nothing, because " + declined.reason();
        };
    }
}
