package org.thetisdb.bench.micro;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.thetisdb.storage.Expansion;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.store.GraphStore;

/**
 * Reading all lists of a type, short ones of every node and long ones of a few, compared with lists in one Java array.
 * Nanoseconds per relationship; all pages are resident.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ExpandBenchmark {
    private static final int BATCH_ROWS = 2_048;

    private final long[] nodes = new long[BATCH_ROWS];
    private final int[] rows = new int[BATCH_ROWS];
    private final long[] relationships = new long[BATCH_ROWS];
    private final long[] neighbours = new long[BATCH_ROWS];
    private GeneratedGraph graph;
    private GraphStore store;
    private Snapshot snapshot;
    private GraphReader reader;
    private Expansion expansion;

    /** Imports the network and opens it. */
    @Setup(Level.Trial)
    public void open() throws IOException {
        graph = new GeneratedGraph();
        store = GraphStore.open(graph.importInto("expand"), StoreOptions.byDefault());
        snapshot = store.snapshot();
        reader = snapshot.reader();
        expansion = reader.expansion();
    }

    /** Closes and deletes everything. */
    @TearDown(Level.Trial)
    public void close() throws IOException {
        reader.close();
        store.close();
        graph.close();
    }

    /** Lists of four. */
    @Benchmark
    @OperationsPerInvocation(GeneratedGraph.NODE_COUNT * GeneratedGraph.FEW_PER_NODE)
    public long short_lists() {
        return walk("FEW");
    }

    /** Lists of 16,384. */
    @Benchmark
    @OperationsPerInvocation(GeneratedGraph.HUB_COUNT * GeneratedGraph.MANY_PER_HUB)
    public long long_lists() {
        return walk("MANY");
    }

    private long walk(String type) {
        int[] types = {snapshot.catalog().typeId(type).orElseThrow()};
        long sum = 0;
        for (int chunk = 0; chunk < snapshot.chunkCount(); chunk++) {
            int rowCount = snapshot.rowCount(chunk);
            for (int first = 0; first < rowCount; first += BATCH_ROWS) {
                int count = Math.min(BATCH_ROWS, rowCount - first);
                for (int row = 0; row < count; row++) {
                    nodes[row] = NodeIdLayout.id(chunk, first + row);
                }
                expansion.start(nodes, null, count, types, GraphReader.Side.FORWARD, false);
                int found;
                while ((found = expansion.next(rows, relationships, neighbours, BATCH_ROWS)) > 0) {
                    for (int index = 0; index < found; index++) {
                        sum += neighbours[index];
                    }
                    reader.refresh();
                }
            }
        }
        return sum;
    }

    /** The baseline of {@link #short_lists}. */
    @Benchmark
    @OperationsPerInvocation(GeneratedGraph.NODE_COUNT * GeneratedGraph.FEW_PER_NODE)
    public long short_arrays() {
        return sum(graph.few, GeneratedGraph.FEW_PER_NODE);
    }

    /** The baseline of {@link #long_lists}. */
    @Benchmark
    @OperationsPerInvocation(GeneratedGraph.HUB_COUNT * GeneratedGraph.MANY_PER_HUB)
    public long long_arrays() {
        return sum(graph.many, GeneratedGraph.MANY_PER_HUB);
    }

    private static long sum(int[] targets, int perNode) {
        long sum = 0;
        for (int start = 0; start < targets.length; start += perNode) {
            for (int index = start; index < start + perNode; index++) {
                sum += targets[index];
            }
        }
        return sum;
    }
}
