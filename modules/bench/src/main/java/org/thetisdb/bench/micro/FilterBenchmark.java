package org.thetisdb.bench.micro;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Session;

/**
 * A whole query that filters one column and counts, on one thread, compared with a loop over a Java array. Nanoseconds
 * per node; all pages are resident.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class FilterBenchmark {
    private static final String TEXT = "MATCH (n:Item) WHERE n.number < $below RETURN count(*) AS matches";

    /** The share of nodes that match, in percent. */
    @Param({"1", "50", "99"})
    public int matchPercent;

    private GeneratedGraph graph;
    private Database database;
    private Session session;
    private long below;

    /** Imports the network and opens it. */
    @Setup(Level.Trial)
    public void open() throws IOException {
        graph = new GeneratedGraph();
        database = Database.open(
                graph.importInto("filter"), DatabaseOptions.byDefault().withThreadCount(1));
        session = database.session();
        below = GeneratedGraph.NUMBER_BOUND / 100L * matchPercent;
    }

    /** Closes and deletes everything. */
    @TearDown(Level.Trial)
    public void close() throws IOException {
        session.close();
        database.close();
        graph.close();
    }

    /** Parameters in, one record out. */
    @Benchmark
    @OperationsPerInvocation(GeneratedGraph.NODE_COUNT)
    public long filter_query() {
        return session.run(TEXT, Map.of("below", below)).single().getLong("matches");
    }

    /** The baseline of {@link #filter_query}. */
    @Benchmark
    @OperationsPerInvocation(GeneratedGraph.NODE_COUNT)
    public long filter_array() {
        long matches = 0;
        for (long number : graph.numbers) {
            if (number < below) {
                matches++;
            }
        }
        return matches;
    }
}
