package org.thetisdb.query;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.thetisdb.value.cases.TextCases;
import org.thetisdb.value.cases.TextCases.TextCase;

/**
 * A file of statements with their answers: paragraphs of {@link TextCases}. One that begins with {@code graph} says on
 * which graph those below it are tried, by the name of a file or by the statements that make it.
 *
 * @param name below the folder of statements
 * @param cases for each paragraph; empty for one that says which graph
 */
record StatementFile(String name, TextCases text, List<Optional<StatementCase>> cases) {
    private static final String GRAPH = "graph";
    private static final String ENDING = ".test";

    /** All files of statements below a folder of the project. */
    static List<StatementFile> readAll(String folder) {
        Path root = TextCases.project().resolve(folder);
        try (Stream<Path> paths = Files.walk(root)) {
            return paths.filter(path -> path.toString().endsWith(ENDING))
                    .sorted()
                    .map(path -> read(root, path))
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static StatementFile read(Path root, Path path) {
        String name = root.relativize(path).toString().replace('\\', '/');
        TextCases text = TextCases.read(path);
        List<Optional<StatementCase>> cases = new ArrayList<>();
        StatementGraph graph = StatementGraph.EMPTY;
        for (TextCase each : text.cases()) {
            List<String> lines = each.input().lines().toList();
            if (lines.getFirst().equals(GRAPH)) {
                graph = StatementGraph.of(lines.subList(1, lines.size()));
                cases.add(Optional.empty());
            } else if (lines.getFirst().startsWith(GRAPH + " ")) {
                String file = lines.getFirst().substring(GRAPH.length()).strip();
                graph = file.equals("empty")
                        ? StatementGraph.EMPTY
                        : StatementGraph.named(root.resolve("graphs/" + file + ".cypher"));
                cases.add(Optional.empty());
            } else {
                cases.add(Optional.of(StatementCase.of(name + ":" + each.line(), each, graph)));
            }
        }
        return new StatementFile(name, text, cases);
    }

    Stream<StatementCase> statements() {
        return cases.stream().flatMap(Optional::stream);
    }
}
