package org.thetisdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The life of a small database, as SirixDB's write smoke test has it: made, written, opened again, written again,
 * opened again, looked back into. Its document is a node for each element here.
 */
final class LifecycleTest {
    private static final String ALL = "MATCH (n:Item) RETURN n.i AS i, n.name AS name ORDER BY i";

    @TempDir
    Path directory;

    @Test
    void madeWrittenOpenedAndLookedBackInto() {
        Path path = directory.resolve("db");
        long first;
        try (Database database = Database.create(path);
                Session session = database.session()) {
            session.run("UNWIND [[1, 'a'], [2, 'b']] AS each CREATE (:Item {i: each[0], name: each[1]})");
            first = session.lastRevision().orElseThrow();
            assertThat(items(session)).containsExactly(item(1, "a"), item(2, "b"));
        }
        try (Database database = Database.open(path);
                Session session = database.session()) {
            session.run("CREATE (:Item {i: 3, name: 'c'})");
        }
        try (Database database = Database.open(path);
                Session session = database.session();
                Session past = session.at(first)) {
            assertThat(items(session)).containsExactly(item(1, "a"), item(2, "b"), item(3, "c"));
            assertThat(items(past)).containsExactly(item(1, "a"), item(2, "b"));
            assertThat(session.run("USE revision($r) MATCH (n) RETURN count(n) AS count", Map.of("r", first))
                            .single()
                            .get("count"))
                    .isEqualTo(2L);
        }
    }

    private static List<Map<String, Object>> items(Session session) {
        return session.run(ALL).list().stream()
                .map(record -> item(record.getLong("i"), record.get("name", String.class)))
                .toList();
    }

    private static Map<String, Object> item(long number, String name) {
        return Map.of("i", number, "name", name);
    }
}
