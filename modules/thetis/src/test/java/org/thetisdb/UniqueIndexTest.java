package org.thetisdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.importer.ImportArguments;
import org.thetisdb.importer.ImportProgress;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** An index that an import makes unique is a constraint from the first revision on. */
final class UniqueIndexTest {
    @TempDir
    Path directory;

    private Path database() {
        return directory.resolve("db");
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    private void importNodes(String... words) {
        List<String> all = new ArrayList<>(List.of(database().toString(), "--threads", "1"));
        all.addAll(List.of(words));
        ImportArguments.parse(all.toArray(String[]::new)).run(ImportProgress.NONE);
    }

    private static List<String> rows(Session session, String text) {
        List<String> rows = new ArrayList<>();
        session.run(text).forEach(row -> rows.add(row.asMap().toString()));
        return rows;
    }

    private static void assertViolated(Session session, String text) {
        assertThatThrownBy(() -> session.run(text).consume())
                .isInstanceOfSatisfying(
                        ThetisException.class,
                        problem -> assertThat(problem.code()).isEqualTo(ErrorCode.CONSTRAINT_VIOLATED));
    }

    @Test
    void aUniqueIndexIsAConstraint() throws IOException {
        Path movies = file("m.csv", "id:long,title\n1,Alien\n2,Brazil\n,Nameless\n,Unknown\n");
        importNodes("--nodes", "Movie=" + movies, "--unique-index", "Movie.id");
        try (Database opened = Database.open(database());
                Session session = opened.session()) {
            assertThat(rows(session, "SHOW CONSTRAINTS YIELD name, type, labelsOrTypes, properties"))
                    .containsExactly("{name=constraint_Movie_id, type=NODE_PROPERTY_UNIQUENESS,"
                            + " labelsOrTypes=[Movie], properties=[id]}");
            assertThat(rows(session, "SHOW INDEXES YIELD name, unique"))
                    .containsExactly("{name=constraint_Movie_id, unique=true}");
            session.run("CREATE (:Movie {id: 77})").consume();
            assertViolated(session, "CREATE (:Movie {id: 77})");
            assertViolated(session, "CREATE (:Movie {id: 1})");
            assertViolated(session, "MATCH (m:Movie {id: 2}) SET m.id = 1");
            opened.checkpoint();
            assertViolated(session, "CREATE (:Movie {id: 77})");
            session.run("CREATE (:Movie)").consume();
            assertThat(opened.check((phase, items) -> {}).findings()).isEmpty();
            assertThatThrownBy(
                            () -> session.run("DROP INDEX constraint_Movie_id").consume())
                    .hasMessageContaining("DROP CONSTRAINT constraint_Movie_id");
            session.run("DROP CONSTRAINT constraint_Movie_id").consume();
            session.run("CREATE (:Movie {id: 77})").consume();
        }
    }

    @Test
    void twoIndexesThatWouldHaveOneName_haveTwo() throws IOException {
        Path first = file("first.csv", "c:long\n1\n");
        Path second = file("second.csv", "B_c:long\n1\n");
        importNodes(
                "--nodes",
                "A_B=" + first,
                "--nodes",
                "A=" + second,
                "--unique-index",
                "A_B.c",
                "--unique-index",
                "A.B_c");
        try (Database opened = Database.open(database());
                Session session = opened.session()) {
            assertThat(rows(session, "SHOW CONSTRAINTS YIELD name RETURN DISTINCT name"))
                    .hasSize(2);
            assertViolated(session, "CREATE (:A_B {c: 1})");
            assertViolated(session, "CREATE (:A {B_c: 1})");
        }
    }

    @Test
    void aValueThatOccursTwice_isToldByFileAndLine() throws IOException {
        Path old = file("old.csv", "id:long,title\n1,Alien\n2,\"Bra\nzil\"\n3,Casablanca\n");
        Path recent = file("recent.csv", "4,Dune\n5,Eraserhead\n3,Fargo\n");
        for (String tolerance : List.of("0", "5")) {
            String both = "Movie=" + old + "," + recent;
            assertThatThrownBy(() ->
                            importNodes("--nodes", both, "--unique-index", "Movie.id", "--bad-tolerance", tolerance))
                    .isInstanceOfSatisfying(ThetisException.class, problem -> {
                        assertThat(problem.code()).isEqualTo(ErrorCode.IMPORT_DUPLICATE_ID);
                        assertThat(problem)
                                .hasMessageContainingAll(
                                        "file=" + recent + ", line=3", "value=3", "file=" + old + ", line=5");
                    });
            assertThat(database()).doesNotExist();
        }
    }

    @Test
    void aDumpOfIt_canBeRestored() throws IOException {
        Path movies = file("m.csv", "id:long\n1\n2\n");
        importNodes("--nodes", "Movie=" + movies, "--unique-index", "Movie.id");
        Path dump = directory.resolve("dump.cypher");
        try (Database opened = Database.open(database());
                Database copy = Database.create(directory.resolve("copy"));
                Session session = copy.session()) {
            opened.dumpCypher(dump);
            for (String statement : Files.readString(dump).split(";\n")) {
                session.run(statement).consume();
            }
            assertThat(rows(session, "SHOW CONSTRAINTS YIELD name")).containsExactly("{name=constraint_Movie_id}");
            assertViolated(session, "CREATE (:Movie {id: 2})");
        }
    }
}
