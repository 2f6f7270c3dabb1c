package org.thetisdb.bench.compare;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A process that has ended.
 *
 * @param exitCode 0 if all went well
 * @param output what it printed, errors included
 */
record Command(int exitCode, String output) {
    private static final int TAIL_LINES = 30;

    /**
     * Runs a command to its end.
     *
     * @throws CompareException if there is no such command
     */
    static Command run(Path directory, List<String> words) throws IOException, InterruptedException {
        Path log = Files.createTempFile("thetis-compare", ".log");
        try {
            int exitCode = run(directory, words, log);
            return new Command(exitCode, Files.readString(log).strip());
        } finally {
            Files.delete(log);
        }
    }

    /** Runs a command to its end, writes what it prints to a file, and returns its exit code. */
    static int run(Path directory, List<String> words, Path log) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(words)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectOutput(log.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process;
        try {
            process = builder.start();
        } catch (IOException missing) {
            throw new CompareException("a command cannot be started: command=" + words.getFirst(), missing);
        }
        try {
            return process.waitFor();
        } finally {
            process.destroy();
        }
    }

    boolean succeeded() {
        return exitCode == 0;
    }

    /** The last lines of a log, which say what went wrong. */
    static String tail(Path log) throws IOException {
        List<String> lines = Files.readAllLines(log);
        return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
    }
}
