package org.thetisdb.bench.harness;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.stream.Stream;

/** A cached store: complete if and only if the marker file is there, which is written last. */
public final class StoreDirectory {
    private static final String MARKER = "complete";

    private StoreDirectory() {}

    /** The project's root, from the launcher, else the current directory. */
    public static Path project() {
        return Path.of(System.getProperty("thetis.project", "."))
                .toAbsolutePath()
                .normalize();
    }

    /** The directory of that name among those of all runs. */
    public static Path of(Path project, String name) {
        return project.resolve("build").resolve("bench").resolve(name);
    }

    /** Whether the directory holds a complete store. */
    public static boolean isComplete(Path directory) {
        return Files.exists(directory.resolve(MARKER));
    }

    /** Marks the store as complete, with a note for people. */
    public static void markComplete(Path directory, String note) throws IOException {
        Files.writeString(directory.resolve(MARKER), note + "\n");
    }

    /** Makes the directory again, empty. */
    public static void recreate(Path directory) throws IOException {
        delete(directory);
        Files.createDirectories(directory);
    }

    /** Copies a store to a directory, which is made again. */
    public static void copy(Path from, Path to) throws IOException {
        recreate(to);
        try (Stream<Path> paths = Files.walk(from)) {
            for (Path path : (Iterable<Path>) paths.skip(1)::iterator) {
                Files.copy(path, to.resolve(from.relativize(path).toString()));
            }
        }
    }

    /** The sum of the lengths of all files below a directory. */
    public static long bytes(Path directory) throws IOException {
        long bytes = 0;
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : (Iterable<Path>) paths::iterator) {
                bytes += Files.isRegularFile(path) ? Files.size(path) : 0;
            }
        }
        return bytes;
    }

    /** Deletes a directory with all that is in it; nothing happens if it is absent. */
    public static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, IOException failure) throws IOException {
                if (failure != null) {
                    throw failure;
                }
                Files.delete(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
