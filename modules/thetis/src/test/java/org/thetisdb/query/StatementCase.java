package org.thetisdb.query;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.thetisdb.cypher.Cypher;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.cases.TextCases.TextCase;

/**
 * A paragraph of a {@link StatementFile}: one or more statements, and what the last of them gives.
 *
 * <pre>
 *   ## A title, if it helps
 *   parameters {x: 1}
 *   skip random plans 2: why not under this configuration
 *   unmodelled: why the reference interpreter cannot say what this gives
 *   lists in any order
 *   MATCH (n:A) SET n.x = $x;
 *   MATCH (n:A) RETURN n.x, n.y
 *   => 1 | 'a'
 * </pre>
 *
 * @param place the file and line
 * @param graph the graph that it begins with
 * @param parameters their values
 * @param skips reasons by the names of configurations
 * @param unmodelled why the reference interpreter is not asked
 * @param listsSorted whether lists are sorted before they are compared, because their order is not to be relied on
 * @param statements in their order
 */
record StatementCase(
        String place,
        TextCase text,
        StatementGraph graph,
        Map<String, Object> parameters,
        Map<String, String> skips,
        Optional<String> unmodelled,
        boolean listsSorted,
        List<String> statements) {
    private static final String PARAMETERS = "parameters ";
    private static final String SKIP = "skip ";
    private static final String UNMODELLED = "unmodelled: ";
    private static final String LISTS_SORTED = "lists in any order";

    static StatementCase of(String place, TextCase text, StatementGraph graph) {
        Map<String, Object> parameters = new LinkedHashMap<>();
        Map<String, String> skips = new LinkedHashMap<>();
        Optional<String> unmodelled = Optional.empty();
        boolean listsSorted = false;
        List<String> lines = new ArrayList<>();
        for (String line : text.input().lines().toList()) {
            if (line.startsWith(PARAMETERS)) {
                Map<?, ?> values = (Map<?, ?>) ShapeParser.parse(line.substring(PARAMETERS.length()));
                values.forEach((name, value) -> parameters.put((String) name, value));
            } else if (line.startsWith(SKIP)) {
                int colon = line.indexOf(": ");
                skips.put(line.substring(SKIP.length(), colon), line.substring(colon + 2));
            } else if (line.startsWith(UNMODELLED)) {
                unmodelled = Optional.of(line.substring(UNMODELLED.length()));
            } else if (line.equals(LISTS_SORTED)) {
                listsSorted = true;
            } else {
                lines.add(line);
            }
        }
        List<String> statements = List.of(String.join("\n", lines).split(";\\s*\\n"));
        return new StatementCase(place, text, graph, parameters, skips, unmodelled, listsSorted, statements);
    }

    /** A shape of an answer, as it is to be compared. */
    Object compared(Object shape) {
        return listsSorted ? ShapeText.sorted(shape) : shape;
    }

    String last() {
        return statements.getLast();
    }

    /** Whether any of the statements changes the graph; one that is refused does not. */
    boolean writes() {
        return statements.stream().anyMatch(StatementCase::writes);
    }

    boolean lastWrites() {
        return writes(last());
    }

    private static boolean writes(String statement) {
        try {
            return Cypher.bind(statement).writes();
        } catch (ThetisException refused) {
            return false;
        }
    }

    boolean expectsError() {
        return text.expected().stream().anyMatch(line -> line.startsWith(ErrorText.MARK));
    }
}
