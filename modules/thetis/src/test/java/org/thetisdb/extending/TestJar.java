package org.thetisdb.extending;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.thetisdb.api.Compiler;

/** Makes jars of sources, as an outside project would. Stateless. */
final class TestJar {
    private TestJar() {}

    /**
     * A jar of one class.
     *
     * @param jar is written over
     * @param type its full name
     */
    static Path of(Path jar, String type, String source) {
        try {
            Path classes = Files.createTempDirectory(jar.getParent(), "classes");
            compile(classes, type, source);
            try (OutputStream file = Files.newOutputStream(jar);
                    ZipOutputStream zip = new ZipOutputStream(file);
                    Stream<Path> walk = Files.walk(classes)) {
                for (Path each : walk.filter(Files::isRegularFile).sorted().toList()) {
                    put(zip, classes.relativize(each).toString(), Files.readAllBytes(each));
                }
                put(zip, "words.txt", "a word".getBytes(StandardCharsets.UTF_8));
            }
            return jar;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /**
     * A jar of several sources and other files.
     *
     * @param jar is written over
     * @param files what is in them, by their paths: sources ({@code .java}) are compiled, the others are entries
     */
    static Path of(Path jar, Map<String, String> files) {
        try {
            Path classes = Files.createTempDirectory(jar.getParent(), "classes");
            Path sources = Files.createTempDirectory(jar.getParent(), "sources");
            List<String> compiled = new ArrayList<>();
            for (Map.Entry<String, String> each : files.entrySet()) {
                boolean isSource = each.getKey().endsWith(".java");
                Path file = (isSource ? sources : classes).resolve(each.getKey());
                Files.createDirectories(file.getParent());
                Files.writeString(file, each.getValue());
                if (isSource) {
                    compiled.add(file.toString());
                }
            }
            compile(classes, files.containsKey("module-info.java") ? "--module-path" : "-cp", compiled);
            zip(jar, classes, entry -> true);
            return jar;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /**
     * Jars of one class each, which are compiled together, because the compiler takes longest to begin.
     *
     * @param folder where they are put
     * @param sources of the classes, by their full names
     * @return the jars, by the names of their classes
     */
    static Map<String, Path> ofEach(Path folder, Map<String, String> sources) {
        try {
            Path classes = Files.createTempDirectory(folder, "classes");
            Path directory = Files.createTempDirectory(folder, "sources");
            List<String> compiled = new ArrayList<>();
            for (Map.Entry<String, String> each : sources.entrySet()) {
                Path file = directory.resolve(each.getKey().replace('.', '/') + ".java");
                Files.createDirectories(file.getParent());
                compiled.add(Files.writeString(file, each.getValue()).toString());
            }
            compile(classes, "-cp", compiled);
            Map<String, Path> jars = new HashMap<>();
            for (String type : sources.keySet()) {
                String path = type.replace('.', '/');
                Path jar = Files.createTempFile(folder, type, ".jar");
                zip(jar, classes, entry -> entry.equals(path + ".class") || entry.startsWith(path + "$"));
                jars.put(type, jar);
            }
            return jars;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void zip(Path jar, Path classes, Predicate<String> has) throws IOException {
        try (OutputStream file = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(file);
                Stream<Path> walk = Files.walk(classes)) {
            for (Path each : walk.filter(Files::isRegularFile)
                    .filter(path -> has.test(classes.relativize(path).toString()))
                    .sorted()
                    .toList()) {
                put(zip, classes.relativize(each).toString(), Files.readAllBytes(each));
            }
        }
    }

    /**
     * A copy of a jar, changed by a hand that knows nothing of classes.
     *
     * @param jar is written over
     * @param damage makes the bytes of a class those of the copy
     */
    static Path damaged(Path jar, Path of, UnaryOperator<byte[]> damage) {
        try (ZipFile whole = new ZipFile(of.toFile());
                ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (ZipEntry each : Collections.list(whole.entries())) {
                byte[] bytes = whole.getInputStream(each).readAllBytes();
                put(zip, each.getName(), each.getName().endsWith(".class") ? damage.apply(bytes) : bytes);
            }
            return jar;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void put(ZipOutputStream zip, String name, byte[] bytes) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(bytes);
        zip.closeEntry();
    }

    private static Path ownClasses() {
        try {
            return Path.of(TestJar.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void compile(Path classes, String type, String source) throws IOException {
        Path file = Files.writeString(
                Files.createTempDirectory(classes.getParent(), "source")
                        .resolve(type.substring(type.lastIndexOf('.') + 1) + ".java"),
                source);
        compile(classes, "-cp", List.of(file.toString()));
    }

    private static void compile(Path classes, String path, List<String> sources) {
        List<String> arguments = new ArrayList<>(List.of(
                "-d",
                classes.toString(),
                "-parameters",
                "-proc:none",
                "-nowarn",
                path,
                Compiler.modulePath() + File.pathSeparator + ownClasses()));
        arguments.addAll(sources);
        String said = Compiler.run(arguments.toArray(String[]::new));
        if (said.contains("error")) {
            throw new IllegalStateException(said + "\n" + sources);
        }
    }
}
