package org.thetisdb.fuzz.bytes;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Runs one target in a process with Jazzer, which must be on this process's class path. */
final class ByteRun {
    private static final Pattern DONE = Pattern.compile("Done (\\d+) runs in (\\d+) second");
    private static final Pattern COVERAGE = Pattern.compile("cov: (\\d+)");
    private static final int INPUT_BYTES_MAX = 1_000;

    /**
     * Longer than the first input takes on a busy machine, as it loads all classes with the fuzzer's instrumentation.
     */
    private static final int HANG_SECONDS = 30;

    private static final List<String> MODULES = List.of("value", "io", "storage", "cypher", "engine", "thetis");

    private final Path project;
    private final ByteTarget target;
    private final Path folder;

    /** @param project the project's root, whose modules and their tests are compiled */
    ByteRun(Path project, ByteTarget target) {
        this.project = project;
        this.target = target;
        this.folder = project.resolve("build/fuzz/bytes").resolve(target.text());
    }

    /** Whether nothing was found in that many runs. */
    boolean run(long runs, PrintStream out) {
        try {
            Path corpus = Files.createDirectories(folder.resolve("corpus"));
            Path findings = Files.createDirectories(folder.resolve("findings"));
            int before = count(findings);
            keep(corpus);
            Path log = folder.resolve("log.txt");
            ProcessBuilder builder = new ProcessBuilder(command(runs, corpus, findings))
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile());
            int exitCode = builder.start().waitFor();
            int found = count(findings) - before;
            out.println(target.text() + ": " + summary(log) + ", " + found + " findings"
                    + (exitCode == 0 ? "" : ", exit code " + exitCode) + "; see " + folder);
            return exitCode == 0 && found == 0;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private List<String> command(long runs, Path corpus, Path findings) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx2g",
                "-ea",
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+EnableDynamicAgentLoading",
                "-cp",
                classPath(),
                "com.code_intelligence.jazzer.Jazzer",
                "--target_class=" + target.className(),
                "--instrumentation_includes=org.thetisdb.**",
                // Its hooks look for injections, which do not matter here, and slow everything down.
                "--disabled_hooks=*",
                "--reproducer_path=" + findings,
                "--keep_going=20",
                "-artifact_prefix=" + findings + "/",
                "-runs=" + runs,
                "-max_len=" + INPUT_BYTES_MAX,
                "-timeout=" + HANG_SECONDS,
                "-use_value_profile=1",
                corpus.toString());
    }

    private String classPath() {
        StringBuilder path = new StringBuilder();
        for (String module : MODULES) {
            Path build = project.resolve("modules").resolve(module).resolve("target");
            path.append(build.resolve("classes")).append(':');
            path.append(build.resolve("test-classes")).append(':');
        }
        return path.append(System.getProperty("java.class.path")).toString();
    }

    /** Writes the kept inputs into the corpus, which has those of former runs. */
    private void keep(Path corpus) throws IOException {
        List<byte[]> inputs = new ArrayList<>();
        for (String line : lines(target.keptInputs())) {
            inputs.add(Base64.getDecoder().decode(line.strip()));
        }
        if (target.lines().isPresent()) {
            lines(target.lines().get()).forEach(line -> inputs.add(line.getBytes(StandardCharsets.UTF_8)));
        }
        for (int index = 0; index < inputs.size(); index++) {
            Files.write(corpus.resolve("kept-" + index), inputs.get(index));
        }
    }

    private List<String> lines(String resource) throws IOException {
        Path file = project.resolve("modules")
                .resolve(target.module())
                .resolve("src/test/resources")
                .resolve(resource);
        return Files.readAllLines(file).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .toList();
    }

    /** Findings are files that Jazzer names by what happened. */
    private static int count(Path findings) throws IOException {
        try (Stream<Path> files = Files.list(findings)) {
            return (int)
                    files.filter(file -> !file.toString().endsWith(".java")).count();
        }
    }

    private static String summary(Path log) throws IOException {
        String runs = "ended early";
        String coverage = "0";
        for (String line : Files.readAllLines(log, StandardCharsets.ISO_8859_1)) {
            Matcher done = DONE.matcher(line);
            if (done.find()) {
                runs = done.group(1) + " inputs in " + done.group(2) + " s";
            }
            Matcher covered = COVERAGE.matcher(line);
            if (covered.find()) {
                coverage = covered.group(1);
            }
        }
        return runs + ", " + coverage + " branches reached";
    }
}
