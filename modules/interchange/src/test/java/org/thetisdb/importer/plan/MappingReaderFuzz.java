package org.thetisdb.importer.plan;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.thetisdb.io.simulated.SimulatedFileSystem;
import org.thetisdb.value.fuzzing.FuzzTarget;

/** Any mapping file is planned over a folder of three CSV files, or refused. */
public final class MappingReaderFuzz {
    private static final Path FOLDER = Path.of("/data");
    private static final Path MAPPING = FOLDER.resolve("m.json");

    /** Files that mappings of the kept inputs name. */
    private static final List<List<String>> FILES =
            List.of(List.of("a.csv", "id,b\n1,2\n"), List.of("c.csv", "x\n"), List.of("d.csv", ""));

    private MappingReaderFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        SimulatedFileSystem files = new SimulatedFileSystem();
        files.createDirectories(FOLDER);
        for (List<String> file : FILES) {
            files.writeAll(FOLDER.resolve(file.getFirst()), file.getLast().getBytes(StandardCharsets.UTF_8));
        }
        files.writeAll(MAPPING, input);
        FuzzTarget.answersOrRefuses(() -> MappingReader.read(files, MAPPING, FOLDER));
    }
}
