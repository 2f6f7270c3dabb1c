package org.thetisdb.bench.duckdb;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

/** Rows, and what is asked of them. Immutable. */
public interface Workload {
    /** The report's title. */
    String title();

    /** What is asked if the command line does not choose. */
    List<? extends Question> questions();

    /** How many rows there are if the command line does not say, as it is written there. */
    List<String> rowCounts();

    /** How often a process asks its question if the command line does not say. */
    int times();

    /** The rows as both have them; they are made if they are not there. */
    Stores stores(Path project, long rowCount, PrintStream out) throws IOException, InterruptedException;
}
