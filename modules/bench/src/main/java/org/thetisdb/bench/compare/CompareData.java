package org.thetisdb.bench.compare;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.thetisdb.bench.harness.StoreDirectory;
import org.thetisdb.bench.records.RecordFiles;
import org.thetisdb.bench.records.RecordQuery;
import org.thetisdb.bench.snb.Dataset;
import org.thetisdb.bench.snb.QueryCase;
import org.thetisdb.bench.snb.Scale;
import org.thetisdb.demo.DemoQueries;
import org.thetisdb.demo.SocialNetworkGenerator;
import org.thetisdb.dump.CsvDump;

/**
 * The data that both builds import, and the queries that they run beside point reads and updates.
 *
 * @param name its name in reports and folders
 * @param mapping the import's mapping
 * @param folder the folder that the mapping's file names are relative to
 * @param schema statements to be run after the import, each ended by a semicolon and a line end
 * @param cases per query its parameter sets, in the order in which they are run
 */
public record CompareData(
        String name, Path mapping, Path folder, Optional<Path> schema, Map<String, List<QueryCase>> cases) {
    /** The name of the generated network, which needs nothing besides the project. */
    static final String DEMO = "demo";

    /** The name of the records that are scanned, which need nothing either. */
    private static final String RECORDS = "records";

    private static final String CYPHER = ".cypher";

    /**
     * The data of that name.
     *
     * <ul>
     *   <li>a scale's label, such as {@code sf0.1}: the social network beside the project, with its queries;
     *   <li>{@code demo}: a generated network, with the demonstration's questions;
     *   <li>{@code records}: a million records of five fields, with the nine questions of {@link RecordQuery};
     *   <li>a folder as {@code dump} writes one: its mapping and files, and {@code queries/NAME.cypher} without
     *       parameters, if there are any.
     * </ul>
     *
     * @throws CompareException if there is no such data
     */
    public static CompareData of(String name, Path project, PrintStream out) throws IOException {
        if (name.equals(DEMO)) {
            return demo(project, out);
        }
        if (name.equals(RECORDS)) {
            return records(project, out);
        }
        Optional<Scale> scale = Scale.named(name);
        if (scale.isPresent()) {
            Dataset dataset = Dataset.find(project, scale.get())
                    .orElseThrow(() -> new CompareException(
                            "there is no such data: --data=" + name + ", looked in=" + Dataset.dataDirectory(project)));
            return new CompareData(name, dataset.mappingFile(), dataset.folder(), Optional.empty(), dataset.cases("*"));
        }
        return folder(Path.of(name).toAbsolutePath().normalize());
    }

    private static CompareData records(Path project, PrintStream out) throws IOException {
        RecordFiles files = RecordFiles.of(kept(project, RECORDS), RecordFiles.ROW_COUNT, out);
        return new CompareData(RECORDS, files.mapping(), files.folder(), Optional.empty(), RecordQuery.cases());
    }

    private static Path kept(Path project, String name) {
        return StoreDirectory.of(project, "compare").resolve("data").resolve(name);
    }

    private static CompareData demo(Path project, PrintStream out) throws IOException {
        Path folder = kept(project, DEMO);
        if (!StoreDirectory.isComplete(folder)) {
            out.println("generating a social network in " + folder);
            StoreDirectory.recreate(folder);
            new SocialNetworkGenerator(SocialNetworkGenerator.DEFAULT_SCALE, SocialNetworkGenerator.DEFAULT_SEED, 1)
                    .generate(folder.resolve("csv"));
            StoreDirectory.markComplete(folder, "seed " + SocialNetworkGenerator.DEFAULT_SEED);
        }
        Map<String, List<QueryCase>> cases = new LinkedHashMap<>();
        for (DemoQueries.DemoQuery query : DemoQueries.all()) {
            put(cases, "demo-" + query.name(), query.text());
        }
        Path mapping = project.resolve("examples").resolve("snb").resolve("merged-fk.json");
        return new CompareData(DEMO, mapping, folder.resolve("csv"), Optional.empty(), cases);
    }

    private static CompareData folder(Path folder) throws IOException {
        Path mapping = folder.resolve(CsvDump.MAPPING_FILE);
        if (!Files.isRegularFile(mapping)) {
            throw new CompareException("neither a scale nor a folder with a mapping: --data=" + folder + ", missing="
                    + mapping.getFileName());
        }
        Map<String, List<QueryCase>> cases = new LinkedHashMap<>();
        Path queries = folder.resolve("queries");
        if (Files.isDirectory(queries)) {
            try (Stream<Path> files = Files.list(queries)) {
                for (Path file : files.sorted().toList()) {
                    String fileName = file.getFileName().toString();
                    if (fileName.endsWith(CYPHER)) {
                        String query = fileName.substring(0, fileName.length() - CYPHER.length());
                        put(cases, "data-" + query, Files.readString(file));
                    }
                }
            }
        }
        Optional<Path> schema = Optional.of(folder.resolve(CsvDump.SCHEMA_FILE)).filter(Files::exists);
        return new CompareData(folder.getFileName().toString(), mapping, folder, schema, cases);
    }

    private static void put(Map<String, List<QueryCase>> cases, String name, String text) {
        cases.put(name, List.of(new QueryCase(name, text, Map.of(), Optional.empty(), false)));
    }
}
