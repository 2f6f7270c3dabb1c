package org.thetisdb.demo;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The demonstration's script: questions to a generated network, in the order in which they are asked. */
public final class DemoQueries {
    private static final String TITLE_PREFIX = "// title: ";

    private static final List<String> NAMES = List.of(
            "01-what-is-in-here",
            "02-who-is-it",
            "03-friends-of-friends",
            "04-degrees-of-separation",
            "05-a-shortest-path",
            "06-top-tags",
            "07-triangles",
            "08-thread-depth",
            "09-messages-by-quarter",
            "10-cities",
            "11-recommendation",
            "12-most-liked",
            "13-birds-of-a-feather");

    /**
     * One question.
     *
     * @param name its file's name without extension
     * @param title what it is about, in a line
     * @param text the Cypher, without the title's line and without a line end at its end
     */
    public record DemoQuery(String name, String title, String text) {}

    private DemoQueries() {}

    /** All questions, in order; none takes parameters. */
    public static List<DemoQuery> all() {
        return NAMES.stream().map(DemoQueries::read).toList();
    }

    private static DemoQuery read(String name) {
        String resource = "/demo/queries/" + name + ".cypher";
        try (InputStream input = DemoQueries.class.getResourceAsStream(resource)) {
            if (input == null) {
                throw new IllegalStateException("a query is missing from the program, resource=" + resource);
            }
            String file = new String(input.readAllBytes(), StandardCharsets.UTF_8);
            int titleEnd = file.indexOf('\n');
            if (!file.startsWith(TITLE_PREFIX) || titleEnd < 0) {
                throw new IllegalStateException("a query's first line must be its title, resource=" + resource);
            }
            String title = file.substring(TITLE_PREFIX.length(), titleEnd).strip();
            return new DemoQuery(name, title, file.substring(titleEnd + 1).strip());
        } catch (IOException e) {
            throw new UncheckedIOException("resource=" + resource, e);
        }
    }
}
