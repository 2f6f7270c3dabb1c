package org.thetisdb.bench.micro;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
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
import org.openjdk.jmh.annotations.Warmup;
import org.thetisdb.engine.hash.LongTable;
import org.thetisdb.engine.table.JoinTable;
import org.thetisdb.engine.table.KeyFinder;
import org.thetisdb.engine.table.KeyHashing;
import org.thetisdb.engine.table.KeyTable;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Groups, joins and sets by a key that is a long, compared with collections of {@code java.util}. Nanoseconds per row;
 * keys are drawn at random from as many as {@code keyCount} says.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class HashTableBenchmark {
    private static final int ROW_COUNT = 1 << 20;
    private static final int BATCH_ROWS = 1024;

    /** How many different keys there are. */
    @Param({"10", "10000", "1000000"})
    public int keyCount;

    private final Vector whole = new Vector();
    private final List<Vector[]> batches = new ArrayList<>();
    private final int[] entries = new int[BATCH_ROWS];
    private final KeyFinder finder = JoinTable.finder(KeyHashing.USUAL);
    private JoinTable joinTable;
    private Map<Long, Integer> firstRows;

    /** Draws the keys. */
    @Setup(Level.Trial)
    public void draw() {
        Random random = new Random(1);
        whole.reset(VectorKind.INTEGER, ROW_COUNT);
        for (int row = 0; row < ROW_COUNT; row++) {
            whole.longs()[row] = 7L * random.nextInt(keyCount);
        }
        for (int from = 0; from < ROW_COUNT; from += BATCH_ROWS) {
            Vector batch = new Vector();
            batch.append(whole, from, BATCH_ROWS);
            batches.add(new Vector[] {batch});
        }
        joinTable = build();
        firstRows = build_map();
    }

    /** Numbers of groups, from an empty table on. */
    @Benchmark
    @OperationsPerInvocation(ROW_COUNT)
    public long group() {
        KeyTable table = new KeyTable(1);
        long sum = 0;
        for (Vector[] batch : batches) {
            table.findOrAdd(batch, BATCH_ROWS, entries);
            sum += entries[0];
        }
        return sum + table.count();
    }

    /** The baseline of {@link #group}. */
    @Benchmark
    @OperationsPerInvocation(ROW_COUNT)
    public long group_map() {
        Map<Long, Integer> table = new HashMap<>();
        long sum = 0;
        for (int row = 0; row < ROW_COUNT; row++) {
            int next = table.size();
            sum += table.computeIfAbsent(whole.longs()[row], key -> next);
        }
        return sum;
    }

    /** The table of a join's build side. */
    @Benchmark
    @OperationsPerInvocation(ROW_COUNT)
    public JoinTable build() {
        return new JoinTable(new Vector[] {whole}, ROW_COUNT, KeyHashing.USUAL, false, bytes -> {});
    }

    /** The baseline of {@link #build}, which keeps only the first row of each key. */
    @Benchmark
    @OperationsPerInvocation(ROW_COUNT)
    public Map<Long, Integer> build_map() {
        Map<Long, Integer> table = new HashMap<>();
        for (int row = 0; row < ROW_COUNT; row++) {
            table.putIfAbsent(whole.longs()[row], row);
        }
        return table;
    }

    /** The first row with each row's key. */
    @Benchmark
    @OperationsPerInvocation(ROW_COUNT)
    public long probe() {
        long sum = 0;
        for (Vector[] batch : batches) {
            joinTable.find(finder, batch, BATCH_ROWS, entries);
            sum += entries[BATCH_ROWS - 1];
        }
        return sum;
    }

    /** The baseline of {@link #probe}. */
    @Benchmark
    @OperationsPerInvocation(ROW_COUNT)
    public long probe_map() {
        long sum = 0;
        for (int row = 0; row < ROW_COUNT; row++) {
            sum += Objects.requireNonNull(firstRows.get(whole.longs()[row]));
        }
        return sum;
    }

    /** A set that is probed with one long at a time. */
    @Benchmark
    @OperationsPerInvocation(ROW_COUNT)
    public int set() {
        LongTable table = new LongTable();
        for (int row = 0; row < ROW_COUNT; row++) {
            table.add(whole.longs()[row]);
        }
        return table.count();
    }

    /** The baseline of {@link #set}. */
    @Benchmark
    @OperationsPerInvocation(ROW_COUNT)
    public int set_hash() {
        Set<Long> set = new HashSet<>();
        for (int row = 0; row < ROW_COUNT; row++) {
            set.add(whole.longs()[row]);
        }
        return set.size();
    }
}
