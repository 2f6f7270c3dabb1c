package org.thetisdb.bench.harness;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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
     * @param main the program
     */
    public static List<String> likeLauncher(Path project, String memory, Class<?> main, List<String> arguments) {
        List<String> words = new ArrayList<>(List.of(
                "sh",
                "-c",
                LIKE_LAUNCHER,
                project.resolve("launch").resolve("heap.sh").toString(),
                memory,
                java()));
        words.addAll(program(main, arguments));
        return words;
    }

    /** A program in a JVM as it comes, but for a bound of its heap. */
    public static List<String> plain(String heap, Class<?> main, List<String> arguments) {
        List<String> words = new ArrayList<>(List.of(java(), "-Xmx" + heap));
        words.addAll(program(main, arguments));
        return words;
    }

    private static List<String> program(Class<?> main, List<String> arguments) {
        List<String> words = new ArrayList<>(List.of(
                "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"), main.getName()));
        words.addAll(arguments);
        return words;
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}
