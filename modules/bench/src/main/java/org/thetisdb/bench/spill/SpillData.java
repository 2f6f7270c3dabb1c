package org.thetisdb.bench.spill;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.thetisdb.bench.harness.ChildJvm;
import org.thetisdb.bench.harness.MeasuredProcess;
import org.thetisdb.bench.harness.StoreDirectory;

/**
 * The stored rows of both, made once and kept below {@code build/bench}. Immutable.
 *
 * @param folder where they are
 * @param rowCount how many
 */
record SpillData(Path folder, long rowCount) {
    private static final int BUFFER_BYTES = 1 << 20;
    private static final int TEXT_CHARS = 1 << 16;
    private static final int LOAD_MEMORY_MIB = 1024;

    /** The rows of that number, made if they are not there. */
    static SpillData of(Path project, long rowCount, PrintStream out) throws IOException, InterruptedException {
        SpillData data = new SpillData(StoreDirectory.of(project, "spill-" + rowCount), rowCount);
        if (!StoreDirectory.isComplete(data.folder)) {
            out.println("making rows in " + data.folder);
            data.make(project);
        }
        return data;
    }

    private void make(Path project) throws IOException, InterruptedException {
        StoreDirectory.recreate(folder);
        Path rows = folder.resolve("rows.csv");
        writeRows(rows);
        run(
                project,
                List.of(
                        project.resolve("thetis").toString(),
                        "import",
                        thetis().toString(),
                        "--nodes",
                        "Row=" + rows,
                        "--memory",
                        LOAD_MEMORY_MIB + "MiB"));
        String sql = "CREATE TABLE r AS SELECT * FROM read_csv('" + rows
                + "', header = false, skip = 1, columns = {'k': 'BIGINT', 'v': 'BIGINT'})";
        run(project, duckDbTask(LOAD_MEMORY_MIB, 2, 1, sql));
        Files.delete(rows);
        StoreDirectory.markComplete(folder, rowCount + " rows");
    }

    private static void run(Path project, List<String> words) throws IOException, InterruptedException {
        MeasuredProcess process = MeasuredProcess.run(project, words);
        if (!process.succeeded()) {
            throw new IllegalStateException("the rows could not be loaded: command=" + words + "\n" + process.errors());
        }
    }

    private void writeRows(Path file) throws IOException {
        try (OutputStream stream = new BufferedOutputStream(Files.newOutputStream(file), BUFFER_BYTES)) {
            StringBuilder text = new StringBuilder("k:int,v:int\n");
            for (long row = 0; row < rowCount; row++) {
                text.append(Long.remainderUnsigned(mixed(row), rowCount))
                        .append(',')
                        .append(row)
                        .append('\n');
                if (text.length() > TEXT_CHARS) {
                    stream.write(text.toString().getBytes(StandardCharsets.US_ASCII));
                    text.setLength(0);
                }
            }
            stream.write(text.toString().getBytes(StandardCharsets.US_ASCII));
        }
    }

    /** Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014: SplitMix64 of a number. */
    private static long mixed(long number) {
        long bits = (number + 1) * 0x9E3779B97F4A7C15L;
        bits = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
        bits = (bits ^ (bits >>> 27)) * 0x94D049BB133111EBL;
        return bits ^ (bits >>> 31);
    }

    private Path thetis() {
        return folder.resolve("thetis");
    }

    /** The command that answers a question by Thetis. */
    List<String> thetisTask(Path project, int memoryMib, int threadCount, int times, String cypher) {
        String memory = memoryMib + "MiB";
        return ChildJvm.launched(
                project,
                memory,
                ThetisTask.class,
                List.of(thetis().toString(), memory, Integer.toString(threadCount), Integer.toString(times), cypher));
    }

    /** The command that answers a question by DuckDB. */
    List<String> duckDbTask(int memoryMib, int threadCount, int times, String sql) {
        return ChildJvm.plain(
                "64m",
                DuckDbTask.class,
                List.of(
                        folder.resolve("rows.duckdb").toString(),
                        memoryMib + "MiB",
                        Integer.toString(threadCount),
                        folder.resolve("duckdb-temporary").toString(),
                        Integer.toString(times),
                        sql));
    }
}
