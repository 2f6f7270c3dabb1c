package org.thetisdb.postgresql;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Programs of this machine. */
final class Programs {
    private static final long SECONDS_MAX = 60;

    private Programs() {}

    /** Where a program is, on the PATH or where Debian keeps PostgreSQL's. */
    static Optional<Path> find(String name) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        Stream<Path> folders = Stream.concat(
                Stream.of(path.split(java.io.File.pathSeparator))
                        .filter(each -> !each.isEmpty())
                        .map(Path::of),
                Stream.of(17, 16, 15, 14).map(version -> Path.of("/usr/lib/postgresql/" + version + "/bin")));
        return folders.map(folder -> folder.resolve(name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** What a program has said, and how it has ended. */
    record Ended(int code, String output) {}

    /** Runs a program to its end, which must come within a minute. */
    static Ended run(Path folder, Map<String, String> environment, List<String> command, String input)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "output", ".txt");
        Path given = Files.writeString(Files.createTempFile(folder, "input", ".txt"), input);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectInput(given.toFile())
                .redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException("it takes too long: command=" + command + ", output=" + Files.readString(output));
        }
        return new Ended(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
    }
}
