package org.thetisdb.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the README prints, done as it is printed. */
final class ReadmeTest {
    private static final Path PROJECT = Path.of(System.getProperty("thetis.project", "../.."));
    private static final String VERSION = System.getProperty("thetis.version", "");
    private static final String OWN_PROGRAM = "In a program of your own";

    @TempDir
    Path folder;

    private LocalRepository repository;
    private EmptyFolder place;
    private MarkdownBlocks readme;

    @BeforeEach
    void findWhatIsPublished() throws IOException {
        repository = LocalRepository.published();
        place = new EmptyFolder(folder, repository);
        readme = MarkdownBlocks.of(PROJECT.resolve("README.md"));
    }

    @Test
    void commands_ofThePrompt_workAsPrinted() throws Exception {
        place.addLauncher();
        String commands = readme.in("On the prompt", "").getFirst();
        assertThat(commands).contains("./thetis import", "./thetis query", "./thetis shell", "./thetis dump");

        String output = place.run(place.script("commands", "set -eux\n" + commands));

        assertThat(output)
                .contains("imported 2 nodes and 1 relationship ", "Charles", "1 property set, revision 2", "│ Ada    │")
                .doesNotContain("WARNING");
        assertThat(folder.resolve("again.thetis")).isDirectory();
        assertThat(folder.resolve("people-csv")).isDirectoryContaining("glob:**.csv");
    }

    @Test
    void project_ofAUser_buildsAndPrintsWhatIsPrinted() throws Exception {
        String commands = commandsOfAProgram();
        String start = commands.lines().toList().getLast();
        place.buildProject(
                readme.in(OWN_PROGRAM, "xml").getFirst(),
                readme.in(OWN_PROGRAM, "java").getFirst(),
                commands.replace(start + "\n", ""));

        String output = place.run(place.script("start", start));

        assertThat(output).isEqualTo(readme.in(OWN_PROGRAM, "").getLast());

        String quickly = place.run(place.script(
                "quickly", "set -eu\n" + readme.in("A quick start", "").getFirst()));

        assertThat(quickly).contains("Charles since 1833");
        assertThat(folder.resolve("friends.aot")).isRegularFile();
    }

    @Test
    void piecesOfJava_workAfterTheProgram() throws Exception {
        String start = "exec '" + EmptyFolder.JAVA + "' --enable-native-access=ALL-UNNAMED -cp '" + place.jar() + "' ";
        Files.writeString(
                folder.resolve("Main.java"), readme.in(OWN_PROGRAM, "java").getFirst());
        place.run(place.script("program", start + "Main.java"));
        String pieces = String.join("\n", readme.in("In Java", "java"))
                .replace("{ … }", "{ }")
                .replaceAll("time\\('[^']*'\\)", "time('" + Instant.now() + "')");
        assertThat(pieces).contains("executeWrite", "USE revision", "history.versions");
        Files.writeString(folder.resolve("Pieces.java"), """
                import org.thetisdb.Database;
                import org.thetisdb.PreparedStatement;
                import org.thetisdb.Session;
                import org.thetisdb.Transaction;
                import org.thetisdb.TransactionOptions;

                void main() {
                    try (Database database = Database.open(Path.of("people.thetis"));
                            Session session = database.session()) {
                %s        IO.println(friends);
                    }
                }
                """.formatted(pieces));

        String output = place.run(place.script("pieces", start + "Pieces.java"));

        assertThat(output).isEqualTo("2\n");
    }

    @Test
    void versions_everywhere_areThatOfTheBuild() throws Exception {
        String bom = Files.readString(repository.file("thetis-bom", ".pom"));
        assertThat(repository.artifacts())
                .contains("thetis", "thetis-shell")
                .doesNotContain("thetis-fuzz", "thetis-demo", "thetis-snb", "thetis-reference");
        for (String name : repository.artifacts()) {
            assertThat(bom).contains("<artifactId>" + name + "</artifactId>");
            for (String kind : new String[] {".pom", ".jar", "-sources.jar", "-javadoc.jar"}) {
                assertThat(repository.file(name, kind)).isRegularFile();
            }
        }
        assertThat(readme.in(OWN_PROGRAM, "xml").getFirst()).contains("<version>" + VERSION + "</version>");
        assertThat(place.run(place.script(
                        "version", "exec '" + EmptyFolder.JAVA + "' -jar '" + place.jar() + "' --version")))
                .startsWith("Thetis " + VERSION + " ");
    }

    private String commandsOfAProgram() {
        return readme.in(OWN_PROGRAM, "").getFirst();
    }
}
