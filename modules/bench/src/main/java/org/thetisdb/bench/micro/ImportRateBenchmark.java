package org.thetisdb.bench.micro;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

/**
 * Importing the whole network from CSV with two threads, compared with splitting the same files into fields with the
 * JDK's means. Nanoseconds per node or relationship: 2,000 ns are 500,000 a second.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class ImportRateBenchmark {
    private GeneratedGraph graph;

    /** Writes the files. */
    @Setup(Level.Trial)
    public void write() throws IOException {
        graph = new GeneratedGraph();
    }

    /** Deletes everything. */
    @TearDown(Level.Trial)
    public void delete() throws IOException {
        graph.close();
    }

    /** Files in, database out; it replaces the one before. */
    @Benchmark
    @OperationsPerInvocation(GeneratedGraph.ELEMENT_COUNT)
    public Path import_network() {
        return graph.importInto("import");
    }

    /** The baseline of {@link #import_network}: reads and splits, stores nothing, one thread. */
    @Benchmark
    @OperationsPerInvocation(GeneratedGraph.ELEMENT_COUNT)
    public long split_only() throws IOException {
        long fieldCount = 0;
        for (Path file : graph.files()) {
            try (BufferedReader reader = Files.newBufferedReader(file)) {
                String line;
                while ((line = reader.readLine()) != null) {
                    fieldCount += line.split(",", -1).length;
                }
            }
        }
        return fieldCount;
    }
}
