package org.thetisdb.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.thetisdb.importer.ImportArguments;
import org.thetisdb.importer.ImportProgress;

/**
 * What the transcripts find in the folder that they run in: the files of {@code transcripts/files}, the database
 * {@code small} that four of them were imported to, and {@code newer}, which a later Thetis has written.
 */
final class TranscriptFolder {
    private static final int VERSION_OFFSET = 8;
    private static final int SUPERBLOCK_BYTES = 4096;

    private TranscriptFolder() {}

    static Path make(Path folder, Path files) throws IOException {
        copy(files, folder, path -> true);
        ImportArguments.parse(
                        folder.resolve("small").toString(),
                        "--nodes",
                        "Person=" + folder.resolve("persons.csv"),
                        "--nodes",
                        "City=" + folder.resolve("cities.csv"),
                        "--relationships",
                        "KNOWS=" + folder.resolve("knows.csv"),
                        "--relationships",
                        "LIVES_IN=" + folder.resolve("lives.csv"),
                        "--unique-index",
                        "Person.id",
                        "--threads",
                        "1")
                .run(ImportProgress.NONE);
        copy(folder.resolve("small"), folder.resolve("newer"), path -> true);
        Path superblocks = folder.resolve("newer").resolve("graph.thetis");
        byte[] bytes = Files.readAllBytes(superblocks);
        bytes[VERSION_OFFSET] = 99;
        bytes[SUPERBLOCK_BYTES + VERSION_OFFSET] = 99;
        Files.write(superblocks, bytes);
        return folder;
    }

    /** Makes a folder for one transcript, without what its input does not name and is dear. */
    static void copyFor(String input, Path model, Path folder) throws IOException {
        copy(model, folder, path -> input.contains("newer") || !path.startsWith(model.resolve("newer")));
    }

    static void delete(Path folder) throws IOException {
        List<Path> paths;
        try (Stream<Path> walk = Files.walk(folder)) {
            paths = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : paths) {
            Files.delete(path);
        }
    }

    /** Copies a folder with what is wanted of it. */
    private static void copy(Path from, Path to, Predicate<Path> wanted) throws IOException {
        List<Path> paths;
        try (Stream<Path> walk = Files.walk(from)) {
            paths = walk.filter(wanted).sorted().toList();
        }
        for (Path path : paths) {
            Path target = to.resolve(from.relativize(path).toString());
            if (Files.isDirectory(path)) {
                Files.createDirectories(target);
            } else {
                Files.copy(path, target);
            }
        }
    }
}
