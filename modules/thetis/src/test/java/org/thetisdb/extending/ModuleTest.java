package org.thetisdb.extending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Durability;
import org.thetisdb.Record;
import org.thetisdb.Session;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Goal: an extension is a module in a layer of its own, which its jar describes or not, and finds all that is in it.
 * Method: jars that ask for their module, services, resources and members by reflection.
 */
final class ModuleTest {
    private static final String GREETING = """
            package org.example.api;
            public interface Greeting { String text(); }
            """;
    private static final String HELLO = """
            package org.example.inner;
            public final class Hello implements org.example.api.Greeting {
                private String secret = "psst";
                @Override public String text() { return "hello"; }
            }
            """;
    private static final String ASKING = """
            package org.example.inner;
            import java.util.*;
            import org.thetisdb.extension.*;
            public final class Asking {
                @ScalarFunction(name = "asking.module") public static String module(long x) {
                    return Asking.class.getModule().getName() + " " + Asking.class.getModule().getDescriptor().isOpen()
                            + " " + (Asking.class.getModule().getLayer() == ModuleLayer.boot());
                }
                @ScalarFunction(name = "asking.services") public static List<String> services(long x) {
                    List<String> texts = new ArrayList<>();
                    ServiceLoader.load(org.example.api.Greeting.class, Asking.class.getClassLoader())
                            .forEach(each -> texts.add(each.text()));
                    return texts;
                }
                @ScalarFunction(name = "asking.none") public static boolean none(long x) {
                    return ServiceLoader.load(Runnable.class, Asking.class.getClassLoader()).findFirst().isEmpty();
                }
                @ScalarFunction(name = "asking.resource") public static String resource(String name) throws Exception {
                    StringBuilder all = new StringBuilder();
                    try (var a = Asking.class.getResourceAsStream(name);
                            var b = Asking.class.getModule().getResourceAsStream(name);
                            var c = Asking.class.getClassLoader().getResourceAsStream(name.substring(1))) {
                        for (var each : Arrays.asList(a, b, c)) {
                            all.append(each == null ? "-" : new String(each.readAllBytes()));
                        }
                    }
                    return all.toString();
                }
                @ScalarFunction(name = "asking.secret") public static Object secret(long x) throws Exception {
                    Class<?> type = Class.forName("org.example.inner.Hello");
                    var field = type.getDeclaredField("secret");
                    field.setAccessible(true);
                    return field.get(type.getConstructor().newInstance());
                }
                @ScalarFunction(name = "asking.reads") public static boolean reads(String module) {
                    return Asking.class.getModule().canRead(ModuleLayer.boot().findModule(module).orElseThrow());
                }
                @ScalarFunction(name = "asking.text") public static String text(String called) throws Exception {
                    return String.valueOf(Class.forName(called).getMethod("text").invoke(null));
                }
            }
            """;
    private static final String PURE = """
            package org.example.inner;
            import org.thetisdb.extension.*;
            public final class Pure {
                @ScalarFunction(name = "pure.twice") public static long twice(long x) { return 2 * x; }
            }
            """;

    @TempDir
    private Path folder;

    private int jars;

    private static DatabaseOptions options() {
        return DatabaseOptions.byDefault()
                .withDurability(Durability.OFF)
                .withThreadCount(2)
                .withTrustedExtensions(true);
    }

    private Database create() {
        return Database.create(folder.resolve("db"), options());
    }

    private static Object value(Database database, String expression) {
        List<Object> values = new ArrayList<>();
        try (Session session = database.session()) {
            for (Record row : session.run("RETURN " + expression + " AS x").list()) {
                values.add(row.get("x"));
            }
        }
        assertThat(values).hasSize(1);
        return values.getFirst();
    }

    private void deploy(Database database, String name, boolean trusted, Map<String, String> files) {
        Path jar = TestJar.of(folder.resolve("jar" + jars++ + ".jar"), files);
        try (Session session = database.session()) {
            session.run("CREATE EXTENSION " + name + " FROM '" + jar + "'" + (trusted ? " WITH TRUST" : ""))
                    .consume();
        }
    }

    private static Map<String, String> asking(Map<String, String> more) {
        Map<String, String> files = new HashMap<>(Map.of(
                "org/example/api/Greeting.java", GREETING,
                "org/example/inner/Hello.java", HELLO,
                "org/example/inner/Asking.java", ASKING,
                "org/example/words.txt", "words;"));
        files.putAll(more);
        return files;
    }

    @Test
    void jarWithoutDescription_isAnOpenModule_thatReadsAllIfItIsTrusted() {
        try (Database database = create()) {
            deploy(
                    database,
                    "`a-b`",
                    true,
                    asking(Map.of(
                            "META-INF/services/org.example.api.Greeting",
                            "# those that greet\norg.example.inner.Hello # politely\n",
                            "org/example/inner/Logging.java",
                            """
                            package org.example.inner;
                            public final class Logging {
                                public static String text() {
                                    Class<?> seen = org.thetisdb.extending.LoaderProbe.class;
                                    return java.util.logging.Logger.getLogger("x").getName();
                                }
                            }
                            """,
                            "Bare.java",
                            "public class Bare { public static String text() { return \"bare\"; } }")));
            assertThat(value(database, "asking.module(1)")).isEqualTo("extension_a_b true false");
            assertThat(value(database, "asking.services(1)")).isEqualTo(List.of("hello"));
            assertThat(value(database, "asking.none(1)")).isEqualTo(true);
            assertThat(value(database, "asking.resource('/org/example/words.txt')"))
                    .isEqualTo("words;words;words;");
            assertThat(value(database, "asking.resource('/org/example/absent.txt')"))
                    .isEqualTo("---");
            assertThat(value(database, "asking.secret(1)")).isEqualTo("psst");
            assertThat(value(database, "asking.reads('java.sql')")).isEqualTo(true);
            assertThat(value(database, "asking.text('org.example.inner.Logging')"))
                    .isEqualTo("x");
            assertThat(value(database, "asking.text('Bare')")).isEqualTo("bare");
        }
    }

    @Test
    void jarWithADescription_isWhatThatSays() {
        try (Database database = create()) {
            deploy(database, "asking", true, asking(Map.of("module-info.java", """
                    module org.example.asking {
                        requires org.thetisdb.extension;
                        requires java.sql;
                        requires static java.prefs;
                        exports org.example.api;
                        uses org.example.api.Greeting;
                        provides org.example.api.Greeting with org.example.inner.Hello;
                    }
                    """)));
            assertThat(value(database, "asking.module(1)")).isEqualTo("org.example.asking false false");
            assertThat(value(database, "asking.services(1)")).isEqualTo(List.of("hello"));
            assertThatThrownBy(() -> value(database, "asking.none(1)")).hasMessageContaining("does not declare `uses`");
            assertThat(value(database, "asking.resource('/org/example/words.txt')"))
                    .isEqualTo("words;words;words;");
            assertThat(value(database, "asking.secret(1)")).isEqualTo("psst");
            assertThat(value(database, "asking.reads('java.sql')")).isEqualTo(true);
            assertThat(value(database, "asking.reads('java.desktop')")).isEqualTo(false);
        }
    }

    @Test
    void moduleThatIsRequired_andNotThereOrNotForPure_isNamed() {
        try (Database database = create()) {
            for (boolean trusted : new boolean[] {false, true}) {
                assertInvalid(
                        database,
                        trusted,
                        "requires java.sql; requires static java.prefs;",
                        trusted ? null : "required=java.sql; do without it, or trust");
                assertInvalid(database, trusted, "requires static java.sql; requires org.thetisdb;", null);
            }
        }
    }

    private void assertInvalid(Database database, boolean trusted, String lines, String expected) {
        Map<String, String> files = Map.of(
                "module-info.java",
                "module org.example.pure { requires org.thetisdb.extension; " + lines + " }",
                "org/example/inner/Pure.java",
                PURE);
        String name = "p" + jars;
        if (expected != null) {
            assertThatThrownBy(() -> deploy(database, name, trusted, files))
                    .isInstanceOfSatisfying(ThetisException.class, error -> {
                        assertThat(error.code()).isEqualTo(ErrorCode.EXTENSION_INVALID);
                        assertThat(error.getMessage()).contains("module=org.example.pure", expected);
                    });
            return;
        }
        deploy(database, name, trusted, files);
        assertThat(value(database, "pure.twice(4)")).isEqualTo(8L);
        try (Session session = database.session()) {
            session.run("DROP EXTENSION " + name).consume();
        }
    }

    @Test
    void classOfAPureExtension_isInAPackage() {
        try (Database database = create()) {
            assertThatThrownBy(() -> deploy(
                            database,
                            "bare",
                            false,
                            Map.of("Pure.java", PURE.replace("package org.example.inner;", ""))))
                    .isInstanceOfSatisfying(ThetisException.class, error -> {
                        assertThat(error.code()).isEqualTo(ErrorCode.EXTENSION_INVALID);
                        assertThat(error.getMessage()).contains("class=Pure; put it into one");
                    });
        }
    }

    @Test
    void extensionsWithTheSamePackages_doNotMeet() {
        try (Database database = create()) {
            for (String name : List.of("one", "two")) {
                deploy(
                        database,
                        name,
                        false,
                        Map.of(
                                "org/example/inner/Pure.java",
                                PURE.replace("pure.twice", "pure." + name).replace("2 * x", name.length() + " + x"),
                                "java_free/Other.java",
                                "package java_free; public class Other {}"));
                assertThat(value(database, "pure." + name + "(4)")).isEqualTo(7L);
            }
        }
    }
}
