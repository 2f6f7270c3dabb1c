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
            ". \"$0\"; find_heap --memory \"$1\"; java=$2; shift 2; exec \"$java\" $jvm_options $heap \"$@\"";

    /** The same, with the class path as the launcher's shell makes it, for which its cache was made. */
    private static final String LAUNCHED = ". \"$0\"; find_heap --memory \"$1\"; java=$2; lib=$3; path=$4; shift 4;"
            + " jars=; for jar in \"$lib\"/*.jar; do jars=$jars$jar:; done;"
            + " exec \"$java\" $jvm_options $heap -cp \"$jars$path\" \"$@\"";

    private ChildJvm() {}

    /**
     * A program over Thetis, in a JVM like the launcher's: the same heap for the same budget, the same collector.
     *
     * @param memory the budget, as {@code --memory} takes it
     * @param main the program
     */
    public static List<String> likeLauncher(Path project, String memory, Class<?> main, List<String> arguments) {
        List<String> words = shell(LIKE_LAUNCHER, project, memory);
        words.addAll(program(main, arguments));
        return words;
    }

    /**
     * As {@link #likeLauncher}, with what {@code ./thetis} has built: its jars and its cache of loaded classes and
     * profiles, so that a start costs the program what it costs a command. Of this JVM's class path it has the classes,
     * but not the peers' jars: the JVM keeps a list of all files in them, ten megabytes of the heap.
     */
    public static List<String> launched(Path project, String memory, Class<?> main, List<String> arguments) {
        Path build = project.resolve("build");
        List<String> words = shell(LAUNCHED, project, memory);
        words.addAll(List.of(
                build.resolve("lib").toString(),
                ownClasses(),
                "--enable-native-access=ALL-UNNAMED",
                "-Xlog:disable",
                "-Xlog:all=error:stderr",
                "-XX:AOTCache=" + build.resolve("thetis.aot"),
                main.getName()));
        words.addAll(arguments);
        return words;
    }

    /**
     * A program in a JVM like the launcher's, over jars of its own.
     *
     * @param classPath jars alone, if the JVM is to keep their classes in a cache
     * @param options further ones for the JVM
     */
    public static List<String> ofJars(
            Path project,
            String memory,
            String classPath,
            List<String> options,
            Class<?> main,
            List<String> arguments) {
        List<String> words = shell(LIKE_LAUNCHER, project, memory);
        words.addAll(options);
        words.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp", classPath, main.getName()));
        words.addAll(arguments);
        return words;
    }

    /** Begins a command with a script that takes the launchers' rules, the memory and Java, and then what follows. */
    private static List<String> shell(String script, Path project, String memory) {
        String rules = project.resolve("launch").resolve("jvm.sh").toString();
        return new ArrayList<>(List.of("sh", "-c", script, rules, memory, java()));
    }

    private static String ownClasses() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> Files.isDirectory(Path.of(entry)))
                .collect(Collectors.joining(File.pathSeparator));
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
