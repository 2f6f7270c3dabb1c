package org.thetisdb.bench.xml;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * The class path of this process without the peers, and with jars in the place of folders, as a program has it when it
 * is shipped: the JVM keeps a cache of classes out of jars only. Stateless.
 */
final class JarredClassPath {
    /** What the database and the extension need besides the project's own folders. */
    private static final List<String> LIBRARIES = List.of("Saxon-HE", "xmlresolver", "jackson-core", "zstd-jni");

    private JarredClassPath() {}

    /** Makes the jars in a folder, and gives the path. */
    static String make(Path folder) throws IOException {
        Files.createDirectories(folder);
        List<String> entries = new ArrayList<>();
        for (String each : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path entry = Path.of(each);
            String name = String.valueOf(entry.getFileName());
            if (Files.isDirectory(entry)) {
                entries.add(jar(entry, folder.resolve(entries.size() + ".jar")).toString());
            } else if (LIBRARIES.stream().anyMatch(name::startsWith)) {
                entries.add(each);
            }
        }
        return String.join(File.pathSeparator, entries);
    }

    private static Path jar(Path classes, Path jar) throws IOException {
        try (OutputStream file = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(file);
                Stream<Path> all = Files.walk(classes)) {
            for (Path each : all.filter(Files::isRegularFile).sorted().toList()) {
                String name = classes.relativize(each).toString().replace(File.separatorChar, '/');
                zip.putNextEntry(new ZipEntry(name));
                zip.write(Files.readAllBytes(each));
                zip.closeEntry();
            }
        } catch (UncheckedIOException failure) {
            throw failure.getCause();
        }
        return jar;
    }
}
