package org.thetisdb.bench.snb;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The rules by which two answers are equal: integers, strings, booleans and lists exactly, floats with a relative
 * tolerance of 1e-9, an integer never equals a float; rows in order if the query defines one, else as a bag.
 */
public final class AnswerComparison {
    private static final double RELATIVE_TOLERANCE = 1e-9;

    private AnswerComparison() {}

    /**
     * Compares two answers.
     *
     * @return nothing if they are equal, else the first difference in words
     */
    public static Optional<String> difference(Answer expected, Answer found, boolean ordered) {
        if (!expected.columns().equals(found.columns())) {
            return Optional.of("columns: expected=" + expected.columns() + " found=" + found.columns());
        }
        if (expected.rows().size() != found.rows().size()) {
            return Optional.of("row count: expected=" + expected.rows().size() + " found="
                    + found.rows().size());
        }
        return ordered ? inOrder(expected, found) : asBag(expected, found);
    }

    private static Optional<String> inOrder(Answer expected, Answer found) {
        for (int index = 0; index < expected.rows().size(); index++) {
            List<Object> expectedRow = expected.rows().get(index);
            List<Object> foundRow = found.rows().get(index);
            if (!equalValues(expectedRow, foundRow)) {
                return Optional.of("row " + index + ": expected=" + expectedRow + " found=" + foundRow);
            }
        }
        return Optional.empty();
    }

    /** Quadratic, which is fine: unordered answers of these queries have one row or none. */
    private static Optional<String> asBag(Answer expected, Answer found) {
        List<List<Object>> rest = new ArrayList<>(found.rows());
        for (List<Object> expectedRow : expected.rows()) {
            int match = -1;
            for (int index = 0; index < rest.size() && match < 0; index++) {
                if (equalValues(expectedRow, rest.get(index))) {
                    match = index;
                }
            }
            if (match < 0) {
                return Optional.of("no such row: expected=" + expectedRow + " found instead=" + rest.getFirst());
            }
            rest.remove(match);
        }
        return Optional.empty();
    }

    private static boolean equalValues(Object expected, Object found) {
        return switch (expected) {
            case null -> found == null;
            case Double number -> found instanceof Double other && equalFloats(number, other);
            case List<?> list -> found instanceof List<?> other && equalLists(list, other);
            default -> expected.equals(found);
        };
    }

    private static boolean equalLists(List<?> expected, List<?> found) {
        if (expected.size() != found.size()) {
            return false;
        }
        for (int index = 0; index < expected.size(); index++) {
            if (!equalValues(expected.get(index), found.get(index))) {
                return false;
            }
        }
        return true;
    }

    private static boolean equalFloats(double expected, double found) {
        return Double.compare(expected, found) == 0
                || Math.abs(expected - found) <= RELATIVE_TOLERANCE * Math.max(Math.abs(expected), Math.abs(found));
    }
}
