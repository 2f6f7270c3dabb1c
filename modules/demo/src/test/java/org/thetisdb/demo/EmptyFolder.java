package org.thetisdb.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * An empty folder outside the project, in which somebody types what a page prints. It knows what the modules have
 * packed, as a stranger would get it, and nothing of the project's own class path.
 */
record EmptyFolder(Path path, LocalRepository repository) {
    static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

    /** The one jar that runs. */
    Path jar() {
        return repository.file("thetis-shell", "-all.jar").toAbsolutePath();
    }

    /** Puts {@code ./thetis} there. */
    void addLauncher() throws IOException {
        script("thetis", "exec '" + JAVA + "' -jar '" + jar() + "' \"$@\"");
    }

    Path script(String name, String text) throws IOException {
        Path script = Files.writeString(path.resolve(name), "#!/bin/sh\n" + text + "\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        return script;
    }

    /** What a script prints that has to succeed. */
    String run(Path script) throws Exception {
        return print(script, true);
    }

    /** What a command prints, whether it succeeds or not. */
    String type(String command) throws Exception {
        return print(script("command", command), false);
    }

    /** In the folder, with the JDK of this test and nothing to read. */
    private String print(Path script, boolean succeeds) throws Exception {
        Path output = path.resolve("output.txt");
        Process process = builder(script.toString())
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(5, TimeUnit.MINUTES);
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        String text = Files.readString(output);
        assertThat(ended).as(text).isTrue();
        assertThat(!succeeds || process.exitValue() == 0).as(text).isTrue();
        return text;
    }

    ProcessBuilder builder(String... command) {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(path.toFile()).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("PATH", JAVA.getParent() + ":" + System.getenv("PATH"));
        builder.environment().put("HOME", path.toString());
        builder.environment().keySet().removeIf(name -> name.startsWith("XDG_"));
        return builder;
    }

    /** Builds a user's project; Maven gets by the repository's name only what it needs for that here. */
    void buildProject(String pom, String main, String commands) throws Exception {
        Path source = Files.createDirectories(path.resolve("src/main/java"));
        Files.writeString(source.resolve("Main.java"), main);
        Files.writeString(path.resolve("pom.xml"), pom);
        maven(commands);
        assertThat(path.resolve("target/friends-1.jar")).isRegularFile();
    }

    /** Runs commands of Maven's, which finds there what this build has packed. */
    void maven(String commands) throws Exception {
        Path maven = Path.of(System.getProperty("thetis.maven"), "bin", "mvn");
        String options = "-B -ntp -Dstyle.color=never '-Dmaven.repo.local="
                + repository.folder().toAbsolutePath() + "'";
        assertThat(commands).startsWith("mvn -q package");
        run(script("build", commands.replace("mvn ", "'" + maven + "' " + options + " ")));
    }
}
