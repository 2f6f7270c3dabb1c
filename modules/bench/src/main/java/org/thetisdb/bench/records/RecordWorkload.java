package org.thetisdb.bench.records;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import org.thetisdb.bench.duckdb.Question;
import org.thetisdb.bench.duckdb.Stores;
import org.thetisdb.bench.duckdb.Workload;
import org.thetisdb.bench.harness.StoreDirectory;

/** The nine questions beside DuckDB. The stores are kept below {@code build/bench}. */
public final class RecordWorkload implements Workload {
    /** The options in one text, for the usage message. */
    public static final String USAGE = """
                   thetis bench records    [--rows 1m,10m] [--tasks filter-count,…] [--memory MIB] [--threads N]
                                           [--rounds N] [--times N] [--output FILE]      (beside DuckDB)
            """;

    private static final int TIMES = 30;

    @Override
    public String title() {
        return "Records scanned";
    }

    @Override
    public List<? extends Question> questions() {
        return List.of(RecordQuery.values());
    }

    @Override
    public List<String> rowCounts() {
        return List.of("1m");
    }

    @Override
    public int times() {
        return TIMES;
    }

    @Override
    public Stores stores(Path project, long rowCount, PrintStream out) throws IOException, InterruptedException {
        Path folder = StoreDirectory.of(project, "records-" + rowCount);
        Stores stores = new Stores(project, folder);
        if (!StoreDirectory.isComplete(folder)) {
            StoreDirectory.recreate(folder);
            Path rows = RecordFiles.of(folder.resolve("rows"), rowCount, out).rows();
            stores.load("Record", rows, "CREATE TABLE r AS SELECT * FROM read_csv('" + rows + "', header = true)");
            StoreDirectory.markComplete(folder, rowCount + " records");
        }
        return stores;
    }
}
