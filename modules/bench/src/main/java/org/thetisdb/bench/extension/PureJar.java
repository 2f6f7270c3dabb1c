package org.thetisdb.bench.extension;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;

/**
 * What {@link SampleFunctions}, {@link SampleSum} and {@link ThetisCommits} have, as others deploy it: held to the fence.
 * Compiled here, since packages of this project are no place for it. Stateless.
 */
final class PureJar {
    private static final String SOURCE = """
            package example;
            import org.thetisdb.extension.*;
            public final class Pure {
                @ScalarFunction(name = "pure.f")
                public static long compute(long value) {
                    return 2 * value + 1;
                }
                @ScalarFunction(name = "pure.digits")
                public static long digits(long value) {
                    long sum = 0;
                    for (long rest = value; rest > 0; rest /= 10) {
                        sum += rest % 10;
                    }
                    return sum;
                }
                @ScalarFunction(name = "pure.twice")
                public static long twice(long value) {
                    return compute(compute(value));
                }
                @AggregateFunction(name = "pure.sum")
                public static final class Sum implements Aggregate<Sum> {
                    private long sum;
                    public void add(long value) {
                        sum += value;
                    }
                    public void merge(Sum other) {
                        sum += other.sum;
                    }
                    public Long result() {
                        return sum;
                    }
                }
            }
            """;

    private static final String TRIGGER = """
            package example;
            import org.thetisdb.extension.*;
            public final class Pure {
                @Trigger(name = "pure.read", phase = TriggerPhase.COMMIT)
                public static void read(Changes changes) {
                    for (Change each : changes) {
                        if (each.after().isEmpty()) {
                            throw new IllegalStateException("it has no number");
                        }
                    }
                }
            }
            """;

    private PureJar() {}

    /**
     * The statement that deploys the functions.
     *
     * @param folder for files of its own
     */
    static String functions(Path folder) throws IOException {
        return statement(folder, SOURCE);
    }

    /** The statement that deploys a trigger that reads the changes. */
    static String trigger(Path folder) throws IOException {
        return statement(folder, TRIGGER);
    }

    private static String statement(Path folder, String source) throws IOException {
        Path place = Files.createTempDirectory(folder, "pure");
        Path file = Files.writeString(place.resolve("Pure.java"), source);
        List<String> options =
                List.of("-proc:none", "-d", place.toString(), "-cp", System.getProperty("java.class.path"));
        String[] arguments =
                Stream.concat(options.stream(), Stream.of(file.toString())).toArray(String[]::new);
        if (ToolProvider.getSystemJavaCompiler().run(null, OutputStream.nullOutputStream(), null, arguments) != 0) {
            throw new IOException("the extension of the bench does not compile: file=" + file);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream jar = new ZipOutputStream(bytes);
                Stream<Path> classes = Files.list(place.resolve("example"))) {
            for (Path each : classes.sorted().toList()) {
                jar.putNextEntry(new ZipEntry("example/" + each.getFileName()));
                Files.copy(each, jar);
                jar.closeEntry();
            }
        }
        return "CREATE EXTENSION pure FROM 'data:application/java-archive;base64,"
                + Base64.getEncoder().encodeToString(bytes.toByteArray()) + "'";
    }
}
