package org.thetisdb.bench.peer;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** A cached store: complete if and only if the marker file is there, which is written last. */
final class StoreDirectory {
    private static final String MARKER = "complete";

    private StoreDirectory() {}

    static boolean isComplete(Path directory) {
        return Files.exists(directory.resolve(MARKER));
    }

    static void markComplete(Path directory, String note) throws IOException {
        Files.writeString(directory.resolve(MARKER), note + "\n");
    }

    /** Makes the directory anew and empty. */
    static void recreate(Path directory) throws IOException {
        delete(directory);
        Files.createDirectories(directory);
    }

    /** Deletes a directory with all that is in it; nothing happens if it is absent. */
    static void delete(Path directory) throws IOException {
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
