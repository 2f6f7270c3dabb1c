package org.thetisdb.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code Record} and {@code Path} have the names of classes of the JDK. What the docs say of imports is compiled here,
 * in programs with a module of their own, as a user's compiler would.
 */
class UserImportsTest {
    private static final String PROGRAM = """
            package user;
            %s
            final class Program {
                static long sum() {
                    long sum = 0;
                    try (Database database = Database.openOrCreate(Path.of("numbers.thetis"));
                            Session session = database.session()) {
                        for (%s row : session.run("UNWIND [1, 2, 3] AS a RETURN a")) {
                            sum += row.getLong("a");
                        }
                    }
                    return sum;
                }
            }
            """;

    private static final String GRAPH_PATH = """
            package user;
            import org.thetisdb.*;
            import java.nio.file.*;
            final class Program {
                static int length(Database database) {
                    try (Session session = database.session()) {
                        var path = session.run("MATCH p = ()-->() RETURN p LIMIT 1").single().getPath("p");
                        org.thetisdb.Path same = path;
                        return same.length();
                    }
                }
            }
            """;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "import java.nio.file.Path; import org.thetisdb.Database; import org.thetisdb.Record;"
                        + " import org.thetisdb.Session;",
                "import java.nio.file.Path; import org.thetisdb.*; import org.thetisdb.Record;",
                "import java.nio.file.*; import java.nio.file.Path; import org.thetisdb.*;"
                        + " import org.thetisdb.Record;",
                "import module org.thetisdb; import java.nio.file.Path; import org.thetisdb.Record;",
                "import module java.base; import module org.thetisdb; import java.nio.file.Path;"
                        + " import org.thetisdb.Record;"
            })
    void importsOfSingleTypes_haveTheLastWord(String imports) throws IOException {
        assertThat(compile(PROGRAM.formatted(imports, "Record"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"import org.thetisdb.*;", "import module org.thetisdb;"})
    void var_needsNoImportOfRecord(String imports) throws IOException {
        assertThat(compile(PROGRAM.formatted("import java.nio.file.Path; " + imports, "var")))
                .isEmpty();
    }

    @Test
    void pathOfTheGraph_besideThatOfFiles_byItsFullNameOrVar() throws IOException {
        assertThat(compile(GRAPH_PATH)).isEmpty();
    }

    /** If these compiled, the docs would ask for imports that nobody needs. */
    @Test
    void starsAndModulesAlone_areNotEnough() throws IOException {
        assertThat(compile(PROGRAM.formatted("import java.nio.file.Path; import org.thetisdb.*;", "Record")))
                .contains("reference to Record is ambiguous");
        assertThat(compile(PROGRAM.formatted("import java.nio.file.*; import org.thetisdb.*;", "var")))
                .contains("reference to Path is ambiguous");
        assertThat(compile(PROGRAM.formatted("import java.nio.file.Path; import module org.thetisdb;", "Record")))
                .contains("org.thetisdb.Record cannot be converted to java.lang.Record");
    }

    /** What javac says of the program; empty if it compiles, without a warning. */
    private String compile(String program) throws IOException {
        Path module = Files.writeString(folder.resolve("module-info.java"), "module user { requires org.thetisdb; }");
        Path source = Files.writeString(folder.resolve("Program.java"), program);
        return Compiler.run(
                "-Xlint:all",
                "-proc:none",
                "--module-path",
                Compiler.modulePath(),
                "-d",
                folder.resolve("out").toString(),
                module.toString(),
                source.toString());
    }
}
