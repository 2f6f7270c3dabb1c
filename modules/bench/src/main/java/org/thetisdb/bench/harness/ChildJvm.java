package org.thetisdb.bench.harness;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Commands that start a JVM over this one's class path. */
public final class ChildJvm {
    /** Sources the launchers' rules for memory, and starts Java with them. */
    private static final String LIKE_LAUNCHER =
            ". \"$0\"; find_heap --memory \"$1\"; java=$2; shift 2; exec \"$java\" $memory_options $heap \"$@\"";

    private ChildJvm() {}

    /**
     * A program over Thetis, in a JVM like the launcher's: the same heap for the same budget, the same collector.
     *
     * @param memory the budget, as {@code --memory} takes it
     * @param classPath of which the program is
     * @param main the program
     */
    public static List<String> likeLauncher(
            Path project, String memory, String classPath, Class<?> main, List<String> arguments) {
        List<String> words = new ArrayList<>(List.of(
                "sh",
                "-c",
                LIKE_LAUNCHER,
                project.resolve("launch").resolve("heap.sh").toString(),
                memory,
                java()));
        words.addAll(program(classPath, main, arguments));
        return words;
    }

    /** This JVM's class path. */
    public static String wholeClassPath() {
        return System.getProperty("java.class.path");
    }

    /**
     * This JVM's class path without what only the peers need. The JVM keeps a list of the files in each jar, ten megabytes
     * of the heap for the peers'.
     *
     * @param project with the jars that the launcher runs, built
     */
    public static String ownClassPath(Path project) {
        Path library = project.resolve("build").resolve("lib");
        return Arrays.stream(wholeClassPath().split(File.pathSeparator))
                .filter(entry -> Files.isDirectory(Path.of(entry))
                        || Files.exists(library.resolve(Path.of(entry).getFileName())))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** A program in a JVM as it comes, but for a bound of its heap. */
    public static List<String> plain(String heap, Class<?> main, List<String> arguments) {
        List<String> words = new ArrayList<>(List.of(java(), "-Xmx" + heap));
        words.addAll(program(wholeClassPath(), main, arguments));
        return words;
    }

    private static List<String> program(String classPath, Class<?> main, List<String> arguments) {
        List<String> words =
                new ArrayList<>(List.of("--enable-native-access=ALL-UNNAMED", "-cp", classPath, main.getName()));
        words.addAll(arguments);
        return words;
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}
