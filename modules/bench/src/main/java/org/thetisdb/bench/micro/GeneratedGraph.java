package org.thetisdb.bench.micro;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import org.thetisdb.importer.ImportOptions;
import org.thetisdb.importer.ImportPlan;
import org.thetisdb.importer.ImportProgress;
import org.thetisdb.importer.Importer;
import org.thetisdb.io.LocalFileSystem;

/**
 * A small network in a temporary directory, the same for every run: as CSV, as arrays for the baselines, and, when
 * asked for, as a database.
 *
 * <pre>
 *   (:Item {number, moment, word}) × NODE_COUNT
 *   (:Item)-[:FEW]->(:Item)   FEW_PER_NODE from every node, to any
 *   (:Item)-[:MANY]->(:Item)  MANY_PER_HUB from HUB_COUNT nodes, to any
 * </pre>
 */
final class GeneratedGraph implements AutoCloseable {
    static final int NODE_COUNT = 262_144;
    static final int FEW_PER_NODE = 4;
    static final int HUB_COUNT = 64;
    static final int MANY_PER_HUB = 16_384;
    static final int ELEMENT_COUNT = NODE_COUNT * (1 + FEW_PER_NODE) + HUB_COUNT * MANY_PER_HUB;
    static final int NUMBER_BOUND = 1_000_000;

    private static final long SEED = 7;
    private static final int WORD_COUNT = 50_000;
    private static final long FIRST_SECOND = 1_262_304_000L;

    final long[] numbers = new long[NODE_COUNT];
    final long[] moments = new long[NODE_COUNT];
    final String[] words = new String[NODE_COUNT];
    final int[] few = new int[NODE_COUNT * FEW_PER_NODE];
    final int[] many = new int[HUB_COUNT * MANY_PER_HUB];

    private final Path directory;

    GeneratedGraph() throws IOException {
        directory = Files.createTempDirectory("thetis-micro");
        SplittableRandom random = new SplittableRandom(SEED);
        for (int node = 0; node < NODE_COUNT; node++) {
            numbers[node] = random.nextInt(NUMBER_BOUND);
            moments[node] = FIRST_SECOND + node * 300L + random.nextInt(300);
            words[node] = "word-" + random.nextInt(WORD_COUNT);
        }
        fill(few, random);
        fill(many, random);
        writeNodes();
        writeRelationships("few.csv", few, FEW_PER_NODE);
        writeRelationships("many.csv", many, MANY_PER_HUB);
    }

    private static void fill(int[] targets, SplittableRandom random) {
        for (int index = 0; index < targets.length; index++) {
            targets[index] = random.nextInt(NODE_COUNT);
        }
    }

    private void writeNodes() throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(directory.resolve("items.csv"))) {
            out.write("id:ID,number:long,moment:datetime,word:string\n");
            for (int node = 0; node < NODE_COUNT; node++) {
                out.write(node + "," + numbers[node] + "," + Instant.ofEpochSecond(moments[node]) + "," + words[node]
                        + "\n");
            }
        }
    }

    private void writeRelationships(String file, int[] targets, int perNode) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(directory.resolve(file))) {
            out.write(":START_ID,:END_ID\n");
            for (int index = 0; index < targets.length; index++) {
                out.write(index / perNode + "," + targets[index] + "\n");
            }
        }
    }

    /** The files, to be read by a baseline. */
    List<Path> files() {
        return List.of(directory.resolve("items.csv"), directory.resolve("few.csv"), directory.resolve("many.csv"));
    }

    /** Imports the files into a database, which replaces the one made before. */
    Path importInto(String name, ImportPlan.Index... indexes) {
        ImportPlan.HeaderFormat format = new ImportPlan.HeaderFormat(',', ';', '"', true, List.of(indexes));
        ImportPlan plan = ImportPlan.fromHeaders(
                new LocalFileSystem(),
                format,
                List.of("Item=" + files().get(0)),
                List.of("FEW=" + files().get(1), "MANY=" + files().get(2)));
        Path database = directory.resolve(name);
        new Importer(ImportOptions.defaults().withThreadCount(2).withOverwrite(true))
                .run(plan, database, ImportProgress.NONE);
        return database;
    }

    @Override
    public void close() throws IOException {
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, IOException failure) throws IOException {
                Files.delete(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
