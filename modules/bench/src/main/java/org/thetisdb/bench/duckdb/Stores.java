package org.thetisdb.bench.duckdb;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.thetisdb.bench.harness.ChildJvm;
import org.thetisdb.bench.harness.MeasuredProcess;

/**
 * The same rows in a database of Thetis and in one of DuckDB. Immutable.
 *
 * @param project the project's root
 * @param folder where both are
 */
public record Stores(Path project, Path folder) {
    private static final int LOAD_MEMORY_MIB = 1024;

    /**
     * Loads rows from a file with a header as {@code import} reads it.
     *
     * @param label of the nodes, each a row
     * @param sql makes the table of them
     */
    public void load(String label, Path rows, String sql) throws IOException, InterruptedException {
        run(List.of(
                project.resolve("thetis").toString(),
                "import",
                thetis().toString(),
                "--nodes",
                label + "=" + rows,
                "--memory",
                LOAD_MEMORY_MIB + "MiB"));
        run(duckDbTask(new Limits(LOAD_MEMORY_MIB, 2, 1), sql));
    }

    private void run(List<String> words) throws IOException, InterruptedException {
        MeasuredProcess process = MeasuredProcess.run(project, words);
        if (!process.succeeded()) {
            throw new IllegalStateException("the rows could not be loaded: command=" + words + "\n" + process.errors());
        }
    }

    private Path thetis() {
        return folder.resolve("thetis");
    }

    /** The command that answers a question by Thetis. */
    List<String> thetisTask(Limits limits, String cypher) {
        String memory = limits.memoryMib() + "MiB";
        return ChildJvm.launched(
                project,
                memory,
                ThetisTask.class,
                List.of(
                        thetis().toString(),
                        memory,
                        Integer.toString(limits.threadCount()),
                        Integer.toString(limits.times()),
                        cypher));
    }

    /** The command that answers a question by DuckDB. */
    List<String> duckDbTask(Limits limits, String sql) {
        return ChildJvm.plain(
                "64m",
                DuckDbTask.class,
                List.of(
                        folder.resolve("rows.duckdb").toString(),
                        limits.memoryMib() + "MiB",
                        Integer.toString(limits.threadCount()),
                        folder.resolve("duckdb-temporary").toString(),
                        Integer.toString(limits.times()),
                        sql));
    }
}
