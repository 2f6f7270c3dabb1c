package org.thetisdb.query;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One scenario of a feature file, outlines spelled out.
 *
 * @param file the file's path below the folder of feature files, without its ending
 * @param name its name, for outlines with the row's number
 * @param description what its author says of it, or nothing
 * @param graph a graph by name, or empty for the empty one
 * @param givens the statements that fill the graph
 * @param indexes indexes of the graph, such as {@code :A(x)}, those that are unique with {@code unique} before
 * @param procedures procedures that there are
 * @param parameters values as written
 * @param query the query under test
 * @param expectation what it must give
 * @param sideEffects what it must change, such as {@code +nodes}, each with its number; empty if nothing is said
 */
record Scenario(
        String file,
        String name,
        String description,
        Optional<String> graph,
        List<String> givens,
        List<String> indexes,
        List<Procedure> procedures,
        Map<String, String> parameters,
        String query,
        Expectation expectation,
        Optional<Map<String, Long>> sideEffects) {
    /** The scenario's key in lists of known failures. */
    String key() {
        return file + " " + name;
    }

    /** A procedure as the TCK describes it, with a table of arguments and results. */
    record Procedure(String signature, List<List<String>> table) {}

    sealed interface Expectation {}

    /** Cells as written. */
    record Rows(List<String> columns, List<List<String>> cells, boolean ordered, boolean listOrder)
            implements Expectation {}

    /** An error such as {@code SyntaxError}, {@code compile time}, {@code UndefinedVariable}. */
    record Error(String type, String phase, String detail) implements Expectation {}
}
