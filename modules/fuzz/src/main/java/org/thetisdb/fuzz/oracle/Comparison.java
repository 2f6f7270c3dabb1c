package org.thetisdb.fuzz.oracle;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.thetisdb.fuzz.query.FuzzQuery;
import org.thetisdb.fuzz.query.Piece;
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

    /** What differs that may not between the answers of another product and of an oracle. */
    public static Optional<Difference> ofForeign(FuzzQuery query, Answer expected, Answer given) {
        boolean rows = expected instanceof Answer.Rows && given instanceof Answer.Rows;
        return rows || !isOfRun(expected) || !isOfRun(given) ? of(query, expected, given) : Optional.empty();
    }

    /** Whether it is an answer that depends on values, be it rows or an error. */
    private static boolean isOfRun(Answer answer) {
        return switch (answer) {
            case Answer.Failure failure -> isOfValue(failure);
            case Answer.Rows rows -> true;
            case Answer.Defect defect -> false;
            case Answer.Declined declined -> true;
        };
    }

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
        return ofFailures(query, expected, given);
    }

    private static Optional<Difference> ofFailures(FuzzQuery query, Answer expected, Answer given) {
        if (expected instanceof Answer.Failure wanted
                && given instanceof Answer.Failure found
                && (isOfValue(wanted) && isOfValue(found) || wanted.code().equals(found.code()))) {
            return Optional.empty();
        }
        if (expected instanceof Answer.Failure wanted
                && given instanceof Answer.Rows found
                && wanted.spared().isPresent()) {
            return ofRows(query, wanted.spared().get(), found);
        }
        boolean early = given instanceof Answer.Failure found && isOfValue(found) && FallibleConditions.in(query);
        if (early) {
            return Optional.empty();
        }
        return Optional.of(new Difference("error", "expected " + shown(expected) + ", found " + shown(given)));
    }

    /** Whether it is an error that depends on values, of which {@link AllowedDifference#WHICH_ERROR} speaks. */
    private static boolean isOfValue(Answer.Failure failure) {
        return failure.code().map(Comparison::isOfValues).orElse(true);
    }

    /** Whether the values are the cause and not the text. */
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
        List<Column> columns = columns(query, wanted.columns().size());
        List<String> wantedRows = texts(wanted.rows(), columns);
        List<String> foundRows = texts(found.rows(), columns);
        boolean sameOrder = wantedRows.equals(foundRows);
        Collections.sort(wantedRows);
        Collections.sort(foundRows);
        if (!sameOrder && !wantedRows.equals(foundRows)) {
            return Optional.of(new Difference("rows", described(wanted, found, wantedRows, foundRows)));
        }
        List<Integer> keys =
                query.sortedBy().stream().map(wanted.columns()::indexOf).toList();
        if (!sameOrder && !keys.contains(-1)) {
            List<Column> ordered = keys.stream().map(columns::get).toList();
            List<String> wantedKeys = texts(wanted.rows(), ordered);
            List<String> foundKeys = texts(found.rows(), ordered);
            if (!wantedKeys.equals(foundKeys)) {
                return Optional.of(new Difference("order", described(wanted, found, wantedKeys, foundKeys)));
            }
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

    /**
     * A column, and what its values may differ in.
     *
     * @param bags whether lists are the same in any order
     * @param rough whether floats are the same that differ in their last digits
     */
    private record Column(int index, boolean bags, boolean rough) {}

    /** What a column may differ in follows from its own item alone. */
    private static List<Column> columns(FuzzQuery query, int columnCount) {
        List<Column> columns = new ArrayList<>();
        for (Piece item : query.items(columnCount)) {
            columns.add(new Column(
                    columns.size(),
                    FuzzQuery.hasSort(item, Sort::isBag),
                    FuzzQuery.hasSort(item, sort -> sort == Sort.ROUGH)));
        }
        return columns;
    }

    /** One for each row, equal where the rows are the same to a query. */
    static List<String> texts(FuzzQuery query, List<List<Object>> rows) {
        return rows.isEmpty()
                ? new ArrayList<>()
                : texts(rows, columns(query, rows.getFirst().size()));
    }

    private static List<String> texts(List<List<Object>> rows, List<Column> columns) {
        List<String> texts = new ArrayList<>();
        for (List<Object> row : rows) {
            StringBuilder text = new StringBuilder();
            for (Column column : columns) {
                text.append(Canonical.of(row.get(column.index()), column.bags(), column.rough()))
                        .append(" | ");
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
