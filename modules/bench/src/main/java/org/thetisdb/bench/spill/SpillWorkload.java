package org.thetisdb.bench.spill;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.thetisdb.bench.duckdb.Question;
import org.thetisdb.bench.duckdb.Stores;
import org.thetisdb.bench.duckdb.Workload;
import org.thetisdb.bench.harness.StoreDirectory;

/** More rows than memory. The stores are kept below {@code build/bench}. */
public final class SpillWorkload implements Workload {
    /** The options in one text, for the usage message. */
    public static final String USAGE = """
                   thetis bench spill      [--rows 10m,100m] [--tasks sort,group,join] [--memory MIB] [--threads N]
                                           [--rounds N] [--times N] [--output FILE]      (beside DuckDB)
            """;

    private static final int BUFFER_BYTES = 1 << 20;
    private static final int TEXT_CHARS = 1 << 16;
    private static final int TIMES = 3;

    @Override
    public String title() {
        return "More rows than memory";
    }

    @Override
    public List<? extends Question> questions() {
        return List.of(SpillTask.values());
    }

    @Override
    public List<String> rowCounts() {
        return List.of("10m", "100m");
    }

    @Override
    public int times() {
        return TIMES;
    }

    @Override
    public Stores stores(Path project, long rowCount, PrintStream out) throws IOException, InterruptedException {
        Path folder = StoreDirectory.of(project, "spill-" + rowCount);
        Stores stores = new Stores(project, folder);
        if (!StoreDirectory.isComplete(folder)) {
            out.println("making rows in " + folder);
            StoreDirectory.recreate(folder);
            Path rows = folder.resolve("rows.csv");
            writeRows(rows, rowCount);
            stores.load(
                    "Row",
                    rows,
                    "CREATE TABLE r AS SELECT * FROM read_csv('" + rows
                            + "', header = false, skip = 1, columns = {'k': 'BIGINT', 'v': 'BIGINT'})");
            Files.delete(rows);
            StoreDirectory.markComplete(folder, rowCount + " rows");
        }
        return stores;
    }

    private static void writeRows(Path file, long rowCount) throws IOException {
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
}
