package org.thetisdb.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the README prints, done as it is printed, in an empty folder outside the project. Uses what the modules before
 * this one have packed, as a stranger would get it, and nothing of the project's own class path.
 */
final class ReadmeTest {
    private static final Path PROJECT = Path.of(System.getProperty("thetis.project", "../.."));
    private static final String VERSION = System.getProperty("thetis.version", "");
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
    private static final String OWN_PROGRAM = "In a program of your own";

    @TempDir
    Path folder;

    private LocalRepository repository;
    private MarkdownBlocks readme;

    @BeforeEach
    void findWhatIsPublished() throws IOException {
        assumeTrue(Boolean.getBoolean("thetis.published"), "nothing is packed for others in a quick build");
        assumeTrue(Files.exists(Path.of("/bin/sh")), "no shell to type the commands into");
        repository = LocalRepository.make(
                PROJECT.resolve("build/repository"),
                PROJECT,
                VERSION,
                Path.of(System.getProperty("thetis.maven.repository")));
        assumeTrue(Files.exists(repository.file("thetis-shell", "-all.jar")), "the modules have not been packed");
        readme = MarkdownBlocks.of(PROJECT.resolve("README.md"));
    }

    @Test
    void commands_ofThePrompt_workAsPrinted() throws Exception {
        Path jar = repository.file("thetis-shell", "-all.jar").toAbsolutePath();
        script("thetis", "exec '" + JAVA + "' -jar '" + jar + "' \"$@\"");
        String commands = readme.in("On the prompt", "").getFirst();
        assertThat(commands).contains("./thetis import", "./thetis query", "./thetis shell", "./thetis dump");

        String output = run(script("commands", "set -eux\n" + commands));

        assertThat(output)
                .contains("imported 2 nodes and 1 relationship ", "Charles", "1 property set, revision 2", "│ Ada    │")
                .doesNotContain("WARNING");
        assertThat(folder.resolve("again.thetis")).isDirectory();
        assertThat(folder.resolve("people-csv")).isDirectoryContaining("glob:**.csv");
    }

    @Test
    void project_ofAUser_buildsAndPrintsWhatIsPrinted() throws Exception {
        buildUserProject();

        String output = run(script("start", lastLine(commandsOfAProgram())));

        assertThat(output).isEqualTo(readme.in(OWN_PROGRAM, "").getLast());
    }

    @Test
    void piecesOfJava_workAfterTheProgram() throws Exception {
        Path jar = repository.file("thetis-shell", "-all.jar").toAbsolutePath();
        String start = "exec '" + JAVA + "' --enable-native-access=ALL-UNNAMED -cp '" + jar + "' ";
        Files.writeString(
                folder.resolve("Main.java"), readme.in(OWN_PROGRAM, "java").getFirst());
        run(script("program", start + "Main.java"));
        String pieces = String.join("\n", readme.in("In Java", "java"))
                .replace("{ … }", "{ }")
                .replaceAll("time\\('[^']*'\\)", "time('" + Instant.now() + "')");
        assertThat(pieces).contains("executeWrite", "USE revision", "history.versions");
        Files.writeString(folder.resolve("Pieces.java"), """
                import org.thetisdb.Database;
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

        String output = run(script("pieces", start + "Pieces.java"));

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
        Path jar = repository.file("thetis-shell", "-all.jar").toAbsolutePath();
        assertThat(run(script("version", "exec '" + JAVA + "' -jar '" + jar + "' --version")))
                .startsWith("Thetis " + VERSION + " ");
    }

    private String commandsOfAProgram() {
        return readme.in(OWN_PROGRAM, "").getFirst();
    }

    private static String lastLine(String commands) {
        return commands.lines().toList().getLast();
    }

    /** All commands but the last, which starts what they have built. */
    private void buildUserProject() throws Exception {
        Path source = Files.createDirectories(folder.resolve("src/main/java"));
        Files.writeString(
                source.resolve("Main.java"), readme.in(OWN_PROGRAM, "java").getFirst());
        Files.writeString(
                folder.resolve("pom.xml"), readme.in(OWN_PROGRAM, "xml").getFirst());
        Path maven = Path.of(System.getProperty("thetis.maven"), "bin", "mvn");
        String options = "-B -ntp -Dstyle.color=never '-Dmaven.repo.local="
                + repository.folder().toAbsolutePath() + "'";
        String build = commandsOfAProgram().replace(lastLine(commandsOfAProgram()) + "\n", "");
        assertThat(build).startsWith("mvn -q package");
        run(script("build", build.replace("mvn ", "'" + maven + "' " + options + " ")));
        assertThat(folder.resolve("target/friends-1.jar")).isRegularFile();
    }

    private Path script(String name, String text) throws IOException {
        Path script = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + text + "\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        return script;
    }

    /** Runs in the empty folder, with the JDK of this test and nothing to read; gives what was printed. */
    private String run(Path script) throws Exception {
        Path output = folder.resolve("output.txt");
        ProcessBuilder builder = new ProcessBuilder(script.toString())
                .directory(folder.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("PATH", JAVA.getParent() + ":" + System.getenv("PATH"));
        Process process = builder.start();
        boolean ended = process.waitFor(5, TimeUnit.MINUTES);
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        String text = Files.readString(output);
        assertThat(ended).as(text).isTrue();
        assertThat(process.exitValue()).as(text).isZero();
        return text;
    }
}
