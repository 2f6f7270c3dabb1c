package org.thetisdb.extending;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.api.Compiler;

/**
 * Goal: extensions are called, kept apart and collected as well where the database is made of modules itself. Method: a
 * program of one module in a process of its own; all other tests run on the class path.
 */
final class ModulePathTest {
    private static final String PROGRAM = """
            package user;
            import java.lang.ref.WeakReference;
            import java.nio.file.Path;
            import org.thetisdb.*;
            public final class Program {
                public static void main(String[] args) {
                    var options = DatabaseOptions.byDefault().withTrustedExtensions(true);
                    try (Database database = Database.create(Path.of(args[0]), options);
                            Session session = database.session()) {
                        session.run("CREATE EXTENSION pure FROM '" + args[1] + "'").consume();
                        session.run("CREATE EXTENSION own FROM '" + args[2] + "' WITH TRUST").consume();
                        session.run("CREATE EXTENSION bare FROM '" + args[3] + "' WITH TRUST").consume();
                        print(session, "pure.twice(4)");
                        print(session, "own.twice(4)");
                        print(session, "own.module(1)");
                        print(session, "bare.module(1)");
                        session.run("DROP EXTENSION own").consume();
                        session.run("DROP EXTENSION bare").consume();
                        int left = 2;
                        for (int turn = 0; turn < 50 && left > 0; turn++) {
                            System.gc();
                            session.run("RETURN " + turn).consume();
                            left = left("own") + left("bare");
                        }
                        System.out.println("left " + left);
                    }
                }
                private static int left(String name) {
                    return ((WeakReference<?>) System.getProperties().get(name)).get() == null ? 0 : 1;
                }
                private static void print(Session session, String call) {
                    System.out.println(session.run("RETURN " + call + " AS x").single().get("x"));
                }
            }
            """;

    @TempDir
    private Path folder;

    private Path jar(String name, String packageLine, String description) {
        String source = """
                %s
                import java.util.logging.Logger;
                import org.thetisdb.extension.*;
                public final class Functions {
                    static {
                        System.getProperties().put("%s",
                                new java.lang.ref.WeakReference<>(Functions.class.getClassLoader()));
                    }
                    @ScalarFunction(name = "%s.twice") public static long twice(long x) { return 2 * x; }
                    @ScalarFunction(name = "%s.module") public static String module(long x) {
                        Module module = Functions.class.getModule();
                        return Logger.getLogger("log").getName() + " " + module.isNamed() + " "
                                + (module.isNamed() ? module.getName() : "")
                                + " " + module.canRead(ModuleLayer.boot().findModule("org.thetisdb").orElseThrow());
                    }
                }
                """.formatted(packageLine, name, name, name);
        String path = packageLine.isEmpty() ? "Functions.java" : "org/example/Functions.java";
        return TestJar.of(
                folder.resolve(name + ".jar"),
                description.isEmpty() ? Map.of(path, source) : Map.of(path, source, "module-info.java", description));
    }

    private Path pure() {
        return TestJar.of(folder.resolve("pure.jar"), "org.example.Pure", """
                package org.example;
                import org.thetisdb.extension.*;
                public final class Pure {
                    @ScalarFunction(name = "pure.twice") public static long twice(long x) { return 2 * x; }
                }
                """);
    }

    @Test
    void extensions_besideADatabaseOfModules_areModulesToo() throws IOException, InterruptedException {
        Path sources = Files.createDirectories(folder.resolve("user"));
        Path module = Files.writeString(sources.resolve("module-info.java"), "module user { requires org.thetisdb; }");
        Path program = Files.writeString(sources.resolve("Program.java"), PROGRAM);
        Path out = folder.resolve("out");
        assertThat(Compiler.run(
                        "--module-path",
                        Compiler.modulePath(),
                        "-d",
                        out.toString(),
                        module.toString(),
                        program.toString()))
                .isEmpty();
        Path said = folder.resolve("said.txt");
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--module-path",
                Compiler.modulePath() + File.pathSeparator + out,
                "--enable-native-access=org.thetisdb.io",
                "--add-modules",
                "java.logging",
                "--module",
                "user/user.Program",
                folder.resolve("db").toString(),
                pure().toString(),
                jar(
                                "own",
                                "package org.example;",
                                "module org.example.own { requires org.thetisdb.extension;"
                                        + " requires java.logging; }")
                        .toString(),
                jar("bare", "", "").toString());
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(said, StandardCharsets.UTF_8)).isEqualToNormalizingNewlines("""
                        8
                        8
                        log true org.example.own false
                        log false  true
                        left 0
                        """);
    }
}
