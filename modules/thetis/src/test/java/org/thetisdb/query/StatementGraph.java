package org.thetisdb.query;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The graph that statements are tried on.
 *
 * @param statements those that make it
 * @param indexes such as {@code :A(x)} or {@code unique :A(x)}
 */
record StatementGraph(List<String> statements, List<String> indexes) {
    static final StatementGraph EMPTY = new StatementGraph(List.of(), List.of());

    private static final String INDEX = "index ";
    private static final String STATEMENT_END = ";\\s*(\\n|$)";

    /** Reads what is below {@code graph}: statements with semicolons between, and a line for each index. */
    static StatementGraph of(List<String> lines) {
        List<String> indexes = lines.stream()
                .filter(line -> line.startsWith(INDEX))
                .map(line -> line.substring(INDEX.length()).strip())
                .toList();
        List<String> others = lines.stream()
                .filter(line -> !line.startsWith(INDEX) && !line.startsWith("//"))
                .toList();
        List<String> statements = new ArrayList<>();
        for (String statement : String.join("\n", others).split(STATEMENT_END)) {
            if (!statement.isBlank()) {
                statements.add(statement);
            }
        }
        return new StatementGraph(statements, indexes);
    }

    /** Reads a graph that several files share. */
    static StatementGraph named(Path file) {
        try {
            return of(Files.readAllLines(file));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
