package org.thetisdb.engine.sort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.engine.RunOptions;
import org.thetisdb.engine.StopSignal;
import org.thetisdb.engine.order.SortKeys;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.QueryContext;
import org.thetisdb.engine.pipeline.QueryMemory;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.spill.RowWriter;
import org.thetisdb.engine.spill.SpillOutput;
import org.thetisdb.engine.spill.SpilledRows;
import org.thetisdb.engine.testing.StageHarness;
import org.thetisdb.engine.testing.TestGraph;
import org.thetisdb.io.simulated.SimulatedFileSystem;
import org.thetisdb.storage.spill.SpillFile;
import org.thetisdb.storage.spill.TemporarySpace;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Runs that several threads merge give the order of one stable sort, whatever the sizes of all that is in between. */
class MergedRunsTest {
    private static final int[] SLOTS = {0, 1};
    private static final int RUN_COUNT_MAX = 9;
    private static final int RUN_ROWS_MAX = 2500;
    private static final int ROUNDS = 25;

    private final TestGraph graph = TestGraph.builder(1).build();
    private final StageHarness harness = new StageHarness(graph, 1024);
    private final TemporarySpace space = TemporarySpace.ofReader(new SimulatedFileSystem(), Path.of("/temporary"));
    private final ExecutorService helpers = Executors.newCachedThreadPool();

    @AfterEach
    void stopHelpers() {
        helpers.shutdownNow();
    }

    private Worker worker(int threadCount, int batchRows) {
        Worker worker = new Worker(graph, Optional.of(helpers));
        QueryMemory memory = new QueryMemory(0, Optional.of(space), Long.MAX_VALUE);
        RunOptions options = new RunOptions(threadCount, 0, 0, batchRows, Clock.systemUTC(), new Random(1));
        worker.begin(new QueryContext(Map.of(), options, memory, graph, Optional.empty(), new StopSignal(0)));
        return worker;
    }

    @Test
    void fewKeys_manyTies() {
        assertMerged(1, random -> (long) random.nextInt(4));
        assertMerged(2, _ -> 7L);
    }

    @Test
    void integers() {
        assertMerged(3, Random::nextLong);
        assertMerged(4, random -> (long) random.nextInt(3000));
    }

    @Test
    void texts_withCommonBegins() {
        assertMerged(5, random -> "a common begin, then " + random.nextInt(500));
    }

    /** The keys: values that compare as Java compares them. Rows are numbered in the order of runs and rows. */
    private <T extends Comparable<T>> void assertMerged(long firstSeed, Function<Random, T> keys) {
        for (long seed = firstSeed * ROUNDS; seed < (firstSeed + 1) * ROUNDS; seed++) {
            Random random = new Random(seed);
            List<List<List<Object>>> runs = runs(random, keys);
            List<List<Object>> expected = new ArrayList<>();
            runs.forEach(expected::addAll);
            expected.sort(MergedRunsTest::compareKeys);
            long first = random.nextInt(3) == 0 ? random.nextInt(expected.size() + 10) : 0;
            long count = random.nextInt(3) == 0 ? random.nextInt(expected.size()) : Long.MAX_VALUE;
            int from = (int) Math.min(first, expected.size());
            int end = (int) (from + Math.min(count, expected.size() - from));
            assertThat(merged(random, runs, first, count))
                    .as("seed=%d, first=%d, count=%d", seed, first, count)
                    .isEqualTo(expected.subList(from, end));
        }
    }

    @SuppressWarnings("unchecked") // All keys of a test are of one type.
    private static int compareKeys(List<Object> left, List<Object> right) {
        return ((Comparable<Object>) left.getFirst()).compareTo(right.getFirst());
    }

    private static <T extends Comparable<T>> List<List<List<Object>>> runs(Random random, Function<Random, T> keys) {
        List<List<List<Object>>> runs = new ArrayList<>();
        int runCount = 1 + random.nextInt(RUN_COUNT_MAX);
        long number = 0;
        for (int run = 0; run < runCount; run++) {
            int rowCount = 1 + random.nextInt(RUN_ROWS_MAX);
            List<T> sorted = new ArrayList<>();
            for (int row = 0; row < rowCount; row++) {
                sorted.add(keys.apply(random));
            }
            sorted.sort(Comparator.naturalOrder());
            List<List<Object>> rows = new ArrayList<>();
            for (T key : sorted) {
                rows.add(StageHarness.row(key, number++));
            }
            runs.add(rows);
        }
        return runs;
    }

    private List<List<Object>> merged(Random random, List<List<List<Object>>> runs, long first, long count) {
        Worker worker = worker(1 + random.nextInt(4), new int[] {1, 3, 1024}[random.nextInt(3)]);
        SpillOutput output = new SpillOutput(worker.newSpillFile());
        try {
            MergedRuns merged = merging(random, worker, written(runs, output), first, count);
            List<List<Object>> rows = new ArrayList<>();
            Batch batch = merged.next();
            while (batch != null) {
                for (int row = 0; row < batch.count(); row++) {
                    rows.add(StageHarness.row(
                            batch.column(0).valueAt(row), batch.column(1).valueAt(row)));
                }
                batch = merged.next();
            }
            merged.stop();
            return rows;
        } finally {
            output.close();
        }
    }

    private List<SpilledRows> written(List<List<List<Object>>> runs, SpillOutput output) {
        List<SpilledRows> written = new ArrayList<>();
        for (List<List<Object>> rows : runs) {
            RowWriter writer = new RowWriter(output, SLOTS, RowWriter.BLOCK_BYTES_MIN);
            for (int from = 0; from < rows.size(); from += 100) {
                writer.append(harness.batch(rows.subList(from, Math.min(rows.size(), from + 100))));
            }
            written.add(writer.finish());
        }
        output.flush();
        return written;
    }

    private static MergedRuns merging(Random random, Worker worker, List<SpilledRows> runs, long first, long count) {
        SortKeys keys = new SortKeys(new int[] {0}, new boolean[] {true});
        int blocks = 1 + random.nextInt(3);
        int readBytes = random.nextInt(1 << 16);
        List<RunWindow> windows = runs.stream()
                .map(run -> new RunWindow(run, keys, blocks, readBytes))
                .toList();
        Deque<MergeSection> sections = new ArrayDeque<>();
        int sectionCount = 1 + random.nextInt(6);
        for (int section = 0; section < sectionCount; section++) {
            sections.add(new MergeSection(SLOTS));
        }
        long sectionBytes = random.nextLong(1, 1 << 16);
        SectionReader reader = new SectionReader(windows, first, count, sectionBytes, worker.query());
        return new MergedRuns(reader, keys, worker, sections);
    }

    /** Whoever meets the damage, helper or not, the reader gets the error, and no helper is left. */
    @Test
    void aDamagedBlock_endsTheMerge() {
        for (long seed = 0; seed < ROUNDS; seed++) {
            Random random = new Random(seed);
            List<List<List<Object>>> runs = runs(random, Random::nextLong);
            Worker worker = worker(1 + random.nextInt(4), 1024);
            SpillOutput output = new SpillOutput(worker.newSpillFile());
            List<SpilledRows> written = written(runs, output);
            flipByte(random, written.getFirst().file());
            MergedRuns merged = merging(random, worker, written, 0, Long.MAX_VALUE);
            assertThatThrownBy(() -> readAll(merged))
                    .as("seed=%d", seed)
                    .isInstanceOfSatisfying(
                            ThetisException.class,
                            error -> assertThat(error.code()).isEqualTo(ErrorCode.CHECKSUM_MISMATCH));
            merged.stop();
            output.close();
        }
    }

    private static void flipByte(Random random, SpillFile file) {
        long at = random.nextInt((int) Math.min(file.writtenBytes(), SpillOutput.STAGED_BYTES / 2));
        byte[] some = new byte[1];
        file.read(at, some, 1);
        some[0] ^= 1;
        file.write(at, some, 0, 1);
    }

    @Test
    void aCancelledRun_endsTheMerge() {
        for (long seed = 0; seed < ROUNDS; seed++) {
            Random random = new Random(seed);
            Worker worker = worker(1 + random.nextInt(4), 100);
            SpillOutput output = new SpillOutput(worker.newSpillFile());
            List<SpilledRows> written = written(runs(random, Random::nextLong), output);
            MergedRuns merged = merging(random, worker, written, 0, Long.MAX_VALUE);
            assertThat(merged.next()).as("seed=%d", seed).isNotNull();
            worker.query().cancel();
            merged.stop();
            assertThatThrownBy(() -> worker.query().checkpoint()).isInstanceOf(ThetisException.class);
            output.close();
        }
    }

    private static void readAll(MergedRuns merged) {
        Batch batch = merged.next();
        while (batch != null) {
            batch = merged.next();
        }
    }
}
