package org.thetisdb.demo;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.thetisdb.importer.ImportArguments;
import org.thetisdb.shell.command.ImportCommand;
import org.thetisdb.shell.output.Figures;
import org.thetisdb.shell.output.Output;
import org.thetisdb.shell.output.ProgressLine;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Makes the demonstration's database, or finds the one made before. One thread. */
final class DemoDatabase {
    private final Path project;
    private final Output output;
    private final Output errors;

    DemoDatabase(Path project, Output output, Output errors) {
        this.project = project;
        this.output = output;
        this.errors = errors;
    }

    /** The directory of a database of this scale and seed; what a killed run left half-made is made again. */
    Path prepare(double scale, long seed) {
        Path folder = project.resolve("build").resolve("demo").resolve("scale-" + scale + "-seed-" + seed);
        Path database = folder.resolve("database");
        if (!Files.isDirectory(database)) {
            Path files = folder.resolve("csv");
            if (!Files.isDirectory(files)) {
                generate(scale, seed, files);
            }
            load(files, database);
            delete(files);
        }
        return database;
    }

    private void generate(double scale, long seed, Path files) {
        Path unfinished = files.resolveSibling("csv.unfinished");
        delete(unfinished);
        output.println("generating a social network: scale=" + scale + ", seed=" + seed)
                .flush();
        long start = System.nanoTime();
        GenerationSummary summary;
        int threadCount = Runtime.getRuntime().availableProcessors();
        try (ProgressLine line = new ProgressLine(errors)) {
            summary = new SocialNetworkGenerator(scale, seed, threadCount)
                    .generate(unfinished, (done, total) -> line.show("generating", done, total, 0, -1));
        }
        move(unfinished, files);
        output.println("generated " + Figures.counted(summary.nodeCount(), "node") + " and "
                        + Figures.counted(summary.relationshipCount(), "relationship") + " as "
                        + (summary.byteCount() >> 20) + " MiB of CSV in "
                        + Figures.time(System.nanoTime() - start))
                .flush();
    }

    private void load(Path files, Path database) {
        ImportArguments arguments = ImportArguments.parse(
                database.toString(),
                "--mapping",
                project.resolve("examples/snb/merged-fk.json").toString(),
                "--data",
                files.toString());
        new ImportCommand(output, errors).run(arguments);
    }

    private static void move(Path from, Path to) {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException failure) {
            throw failed("cannot be renamed to " + to, from, failure);
        }
    }

    /** Deletes a folder with all that is in it, if it exists. */
    static void delete(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.delete(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path directory, IOException failure) throws IOException {
                    if (failure != null) {
                        throw failure;
                    }
                    Files.delete(directory);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException failure) {
            throw failed("cannot be deleted", folder, failure);
        }
    }

    private static ThetisException failed(String what, Path folder, IOException failure) {
        return new ThetisException(
                ErrorCode.IO_FAILED,
                "a generated folder " + what + ": folder=" + folder + ", reason=" + failure.getMessage(),
                failure);
    }
}
