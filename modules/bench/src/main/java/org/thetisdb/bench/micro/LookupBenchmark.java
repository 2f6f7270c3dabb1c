package org.thetisdb.bench.micro;

import java.io.IOException;
import java.util.SplittableRandom;
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
import org.thetisdb.importer.ImportPlan;
import org.thetisdb.storage.Expansion;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.NodeIndexReader;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.store.GraphStore;
import org.thetisdb.value.vector.Vector;

/** Finding single things of an imported database, all pages resident. Nanoseconds per thing found. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class LookupBenchmark {
    private static final int BATCH_ROWS = 2_048;

    private final long[] nodes = new long[BATCH_ROWS];
    private final int[] rows = new int[BATCH_ROWS];
    private final long[] relationships = new long[BATCH_ROWS];
    private final long[] neighbours = new long[BATCH_ROWS];
    private final long[] relationshipIds = new long[BATCH_ROWS];
    private final Vector keys = new Vector();
    private GeneratedGraph graph;
    private GraphStore store;
    private Snapshot snapshot;
    private GraphReader reader;
    private Expansion expansion;
    private NodeIndexReader index;
    private int[] types;

    /** Imports the network, opens it and chooses what is looked up. */
    @Setup(Level.Trial)
    public void open() throws IOException {
        graph = new GeneratedGraph();
        store = GraphStore.open(
                graph.importInto("lookup", new ImportPlan.Index("Item", "number", false)), StoreOptions.byDefault());
        snapshot = store.snapshot();
        reader = snapshot.reader();
        expansion = reader.expansion();
        types = new int[] {snapshot.catalog().typeId("FEW").orElseThrow()};
        SplittableRandom random = new SplittableRandom(11);
        for (int row = 0; row < BATCH_ROWS; row++) {
            nodes[row] =
                    NodeIdLayout.id(random.nextInt(snapshot.chunkCount() - 1), random.nextInt(NodeIdLayout.CHUNK_ROWS));
        }
        var descriptor = snapshot.catalog().indexes().getFirst();
        index = reader.index(descriptor);
        reader.nodeProperty(descriptor.propertyKeyId(), nodes, null, BATCH_ROWS, keys);
        expansion.start(nodes, null, BATCH_ROWS, types, GraphReader.Side.FORWARD, true);
        expansion.next(rows, relationshipIds, neighbours, BATCH_ROWS);
    }

    /** Closes and deletes everything. */
    @TearDown(Level.Trial)
    public void close() throws IOException {
        reader.close();
        store.close();
        graph.close();
    }

    /** Nodes by the value of a property that is nearly unique. */
    @Benchmark
    @OperationsPerInvocation(BATCH_ROWS)
    public long index_seek() {
        long sum = 0;
        for (int row = 0; row < BATCH_ROWS; row++) {
            index.seek(keys, row);
            sum += index.next(neighbours, 1) + neighbours[0];
        }
        reader.refresh();
        return sum;
    }

    /** Both ends of relationships by their ids. */
    @Benchmark
    @OperationsPerInvocation(BATCH_ROWS)
    public long relationship_ends() {
        long sum = 0;
        for (int row = 0; row < BATCH_ROWS; row++) {
            sum += reader.startNode(relationshipIds[row]) + reader.endNode(relationshipIds[row]);
        }
        reader.refresh();
        return sum;
    }

    /** Lists of four, at nodes far from each other, with the ids of relationships. */
    @Benchmark
    @OperationsPerInvocation(BATCH_ROWS * GeneratedGraph.FEW_PER_NODE)
    public long short_lists_with_ids() {
        long sum = 0;
        expansion.start(nodes, null, BATCH_ROWS, types, GraphReader.Side.FORWARD, true);
        int found;
        while ((found = expansion.next(rows, relationships, neighbours, BATCH_ROWS)) > 0) {
            for (int entry = 0; entry < found; entry++) {
                sum += relationships[entry] ^ neighbours[entry];
            }
            reader.refresh();
        }
        return sum;
    }
}
