package org.thetisdb;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Queries with what is expected of them, from a text: the lines of a query, then lines that begin with {@code =>}, then
 * an empty line. Lines that begin with {@code #} are remarks.
 */
final class QueryCases {
    private QueryCases() {}

    record QueryCase(String query, List<String> expected) {}

    static List<QueryCase> read(String file) {
        String text;
        try (InputStream stream = QueryCases.class.getResourceAsStream(file)) {
            text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        List<QueryCase> cases = new ArrayList<>();
        List<String> query = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (String line : Stream.concat(text.lines(), Stream.of("")).toList()) {
            if (line.startsWith("=> ")) {
                expected.add(line.substring(3));
            } else if (line.isBlank() && !expected.isEmpty()) {
                cases.add(new QueryCase(String.join("\n", query), List.copyOf(expected)));
                query.clear();
                expected.clear();
            } else if (!line.isBlank() && !line.startsWith("#")) {
                query.add(line);
            }
        }
        return cases;
    }
}
