package org.thetisdb.bench.micro;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.store.GraphStore;
import org.thetisdb.value.vector.Vector;

/**
 * Reading one whole column into vectors, a batch at a time, compared with the sum of a Java array. Nanoseconds per
 * value; all pages are resident.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ScanBenchmark {
    private static final int BATCH_ROWS = 2_048;

    private GeneratedGraph graph;
    private GraphStore store;
    private Snapshot snapshot;
    private GraphReader reader;
    private final Vector column = new Vector();

    /** Imports the network and opens it. */
    @Setup(Level.Trial)
    public void open() throws IOException {
        graph = new GeneratedGraph();
        store = GraphStore.open(graph.importInto("scan"), StoreOptions.byDefault());
        snapshot = store.snapshot();
        reader = snapshot.reader();
    }

    /** Closes and deletes everything. */
    @TearDown(Level.Trial)
    public void close() throws IOException {
        reader.close();
        store.close();
        graph.close();
    }

    /** A column of integers below a million, bit-packed. */
    @Benchmark
    @OperationsPerInvocation(GeneratedGraph.NODE_COUNT)
    public long integer_column() {
        return sumLongs("number");
    }

    /** A column of datetimes in UTC, in order. */
    @Benchmark
    @OperationsPerInvocation(GeneratedGraph.NODE_COUNT)
    public long datetime_column() {
        return sumLongs("moment");
    }

    /** A column of short strings, 50,000 different ones. */
    @Benchmark
    @OperationsPerInvocation(GeneratedGraph.NODE_COUNT)
    public long string_column() {
        int key = snapshot.catalog().propertyKeyId("word").orElseThrow();
        long sum = 0;
        for (int chunk = 0; chunk < snapshot.chunkCount(); chunk++) {
            int rowCount = snapshot.rowCount(chunk);
            for (int first = 0; first < rowCount; first += BATCH_ROWS) {
                int count = Math.min(BATCH_ROWS, rowCount - first);
                reader.nodeProperty(key, chunk, first, count, column);
                for (int row = 0; row < count; row++) {
                    sum += column.lengths()[row] + column.bytes()[column.starts()[row]];
                }
                reader.refresh();
            }
        }
        return sum;
    }

    private long sumLongs(String property) {
        int key = snapshot.catalog().propertyKeyId(property).orElseThrow();
        long sum = 0;
        for (int chunk = 0; chunk < snapshot.chunkCount(); chunk++) {
            int rowCount = snapshot.rowCount(chunk);
            for (int first = 0; first < rowCount; first += BATCH_ROWS) {
                int count = Math.min(BATCH_ROWS, rowCount - first);
                reader.nodeProperty(key, chunk, first, count, column);
                long[] longs = column.longs();
                for (int row = 0; row < count; row++) {
                    sum += longs[row];
                }
                reader.refresh();
            }
        }
        return sum;
    }

    /** The baseline of {@link #integer_column} and {@link #datetime_column}. */
    @Benchmark
    @OperationsPerInvocation(GeneratedGraph.NODE_COUNT)
    public long integer_array() {
        long sum = 0;
        for (long number : graph.numbers) {
            sum += number;
        }
        return sum;
    }

    /** The baseline of {@link #string_column}: strings as Java keeps them. */
    @Benchmark
    @OperationsPerInvocation(GeneratedGraph.NODE_COUNT)
    public long string_array() {
        long sum = 0;
        for (String word : graph.words) {
            sum += word.length() + word.getBytes(StandardCharsets.UTF_8)[0];
        }
        return sum;
    }
}
