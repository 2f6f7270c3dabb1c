package org.thetisdb.engine.sort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.thetisdb.engine.EngineOptions;
import org.thetisdb.engine.EngineVariant;
import org.thetisdb.engine.ResultCursor;
import org.thetisdb.engine.RunOptions;
import org.thetisdb.engine.testing.GeneratedGraph;
import org.thetisdb.engine.testing.Queries;
import org.thetisdb.engine.testing.TestEngine;
import org.thetisdb.engine.testing.TestGraph;
import org.thetisdb.io.simulated.SimulatedFileSystem;
import org.thetisdb.storage.spill.TemporarySpace;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Sorts that do not fit into their memory give what those give that do. */
class SpilledSortTest {
    private static final String HASHED = "UNWIND range(1, 60000) AS x WITH x, x * 7919 % 10007 AS k ";

    private static final List<String> SORTS = List.of(
            HASHED + "RETURN k, x ORDER BY k",
            HASHED + "RETURN x ORDER BY k DESC, x",
            HASHED + "RETURN x, k ORDER BY toString(k), x SKIP 100 LIMIT 40000",
            HASHED + "RETURN x ORDER BY k LIMIT 50000",
            HASHED + "RETURN x ORDER BY k SKIP 59990",
            HASHED + "RETURN x ORDER BY k SKIP 70000",
            HASHED + "RETURN CASE k % 5 WHEN 0 THEN null WHEN 1 THEN k * 0.5 WHEN 2 THEN toString(k) WHEN 3 THEN [k]"
                    + " ELSE k END AS y, x ORDER BY y, x",
            HASHED + "WITH x, k ORDER BY k, x WITH collect(x)[0..5] AS l RETURN l",
            HASHED + "WITH x ORDER BY k WITH x ORDER BY x % 10 RETURN x",
            "UNWIND range(1, 300) AS g CALL (g) { UNWIND range(1, 200) AS x RETURN x ORDER BY x * g % 211 }"
                    + " RETURN g, x",
            "UNWIND range(1, 300) AS g CALL (g) { UNWIND range(1, 200) AS x RETURN x ORDER BY x * g % 211 LIMIT 7 }"
                    + " RETURN g, x",
            "MATCH (a)-[r]->(b) RETURN a, r, b ORDER BY b.s, id(r)");

    private final TestGraph graph = GeneratedGraph.of(5, 300, 600, 32);
    private final SimulatedFileSystem fileSystem = new SimulatedFileSystem();
    private final TemporarySpace space = TemporarySpace.ofReader(fileSystem, Path.of("/temporary"));

    private TestEngine spilling(long shareBytesMax) {
        EngineVariant variant = EngineVariant.USUAL.withShareBytesMax(shareBytesMax);
        return new TestEngine(graph, new EngineOptions(2, 100).withVariant(variant), space);
    }

    @Test
    void sortsThatSpill_giveTheSameRowsInTheSameOrder() {
        try (TestEngine inMemory = new TestEngine(graph, new EngineOptions(1, 100));
                TestEngine spilling = spilling(20_000)) {
            for (String text : SORTS) {
                long before = space.totalBytes();
                assertThat(Queries.rows(spilling, text, Queries.options(1, 1024)))
                        .as(text)
                        .isEqualTo(Queries.rows(inMemory, text, Queries.options(1, 1024)));
                assertThat(space.totalBytes()).as("spilled: " + text).isGreaterThan(before);
                assertThat(space.usedBytes()).as("left: " + text).isZero();
                assertThat(spilling.memoryBytesTaken()).isZero();
            }
        }
    }

    @Test
    void aSortOfAllItsBatchesAsRuns_isMergedInSeveralPasses() {
        try (TestEngine inMemory = new TestEngine(graph, new EngineOptions(1, 100));
                TestEngine spilling = spilling(0)) {
            String text = HASHED + "WHERE x < 6000 RETURN x, 'a long text ' + k AS t, k ORDER BY k % 100, t";
            assertThat(Queries.rows(spilling, text, Queries.options(2, 3)))
                    .isEqualTo(Queries.rows(inMemory, text, Queries.options(1, 3)));
            assertThat(space.usedBytes()).isZero();
        }
    }

    /** Within the limit of a query, and within what all may keep: no query fails that can spill. */
    @Test
    void sortsBeyondTheLimits_doNotFail() {
        try (TestEngine engine = new TestEngine(graph, new EngineOptions(2, 100, 8 << 20), space)) {
            String text = HASHED + "RETURN x, toString(k) AS t ORDER BY t, x";
            List<List<Object>> rows = Queries.rows(engine, text, Queries.options(2, 1024, 1 << 20, 0));
            assertThat(rows).hasSize(60_000);
            assertThat(space.totalBytes()).isPositive();
            assertThat(engine.memoryBytesTaken()).isZero();
        }
    }

    /** The first sort fits; the second one needs what the first has, which then puts the rest of its rows on disk. */
    @Test
    void twoSortsInARow_shareTheMemory() {
        try (TestEngine inMemory = new TestEngine(graph, new EngineOptions(1, 100));
                TestEngine engine = new TestEngine(graph, new EngineOptions(1, 100), space)) {
            String text = "UNWIND range(1, 150000) AS x WITH x ORDER BY x * 7919 % 100003 WITH x, x % 1000 AS k"
                    + " ORDER BY k RETURN x";
            assertThat(Queries.rows(engine, text, Queries.options(1, 1024, 5 << 20, 0)))
                    .isEqualTo(Queries.rows(inMemory, text, Queries.options(1, 1024)));
            assertThat(space.totalBytes()).isPositive();
            assertThat(space.usedBytes()).isZero();
        }
    }

    @Test
    void manyQueriesAtOnce_allSucceed() throws Exception {
        String text = HASHED + "RETURN x, k ORDER BY k, x";
        try (TestEngine engine = new TestEngine(graph, new EngineOptions(2, 100, 12 << 20), space);
                ExecutorService clients = Executors.newFixedThreadPool(8)) {
            List<List<Object>> expected = Queries.rows(engine, text, Queries.options(1, 1024));
            List<Callable<List<List<Object>>>> queries = new ArrayList<>();
            for (int query = 0; query < 24; query++) {
                queries.add(() -> Queries.rows(engine, text, Queries.options(2, 1024)));
            }
            for (Future<List<List<Object>>> answer : clients.invokeAll(queries)) {
                assertThat(answer.get()).isEqualTo(expected);
            }
            assertThat(engine.memoryBytesTaken()).isZero();
            assertThat(space.usedBytes()).isZero();
        }
    }

    @Test
    void aFullDisk_endsOnlyTheQueryThatSpills_andLeavesNothing() {
        String text = HASHED + "RETURN x, k ORDER BY k, x";
        for (long bytes : new Random(7).longs(20, 0, 500_000).toArray()) {
            fileSystem.fullAfterBytes(bytes);
            try (TestEngine engine = spilling(20_000)) {
                assertThatThrownBy(() -> Queries.rows(engine, text, Queries.options(2, 1024)))
                        .isInstanceOfSatisfying(
                                ThetisException.class,
                                error -> assertThat(error.code()).isEqualTo(ErrorCode.DISK_FULL));
                assertThat(space.usedBytes()).isZero();
                assertThat(engine.memoryBytesTaken()).isZero();
                assertThat(Queries.rows(engine, "RETURN 1 AS x", Queries.options(1, 1)))
                        .as("others go on")
                        .containsExactly(List.of(1L));
            }
        }
    }

    /** So little memory that runs are merged in passes, whose rows are written while helpers read. */
    @Test
    void aDiskThatIsFullInTheMiddleOfAMerge_endsOnlyTheQuery() {
        String text = HASHED + "WHERE x < 20000 RETURN x, k ORDER BY k, x";
        try (TestEngine engine = spilling(0)) {
            Queries.rows(engine, text, Queries.options(3, 100));
            long bytes = space.totalBytes();
            long seed = 11;
            for (long free : new Random(seed).longs(15, bytes / 2, bytes - 1).toArray()) {
                fileSystem.fullAfterBytes(free);
                assertThatThrownBy(() -> Queries.rows(engine, text, Queries.options(3, 100)))
                        .as("seed=%d, free=%d", seed, free)
                        .isInstanceOfSatisfying(
                                ThetisException.class,
                                error -> assertThat(error.code()).isEqualTo(ErrorCode.DISK_FULL));
                assertThat(space.usedBytes()).isZero();
                assertThat(engine.memoryBytesTaken()).isZero();
            }
            fileSystem.fullAfterBytes(Long.MAX_VALUE);
            assertThat(Queries.rows(engine, text, Queries.options(3, 100))).hasSize(19_999);
        }
    }

    @Test
    void aQueryThatIsCancelledInTheMiddleOfAMerge_leavesNothing() {
        try (TestEngine engine = spilling(100_000)) {
            for (int batches = 1; batches < 60; batches += 7) {
                ResultCursor cursor = engine.run(HASHED + "RETURN x ORDER BY k", Map.of(), Queries.options(3, 100));
                for (int batch = 0; batch < batches; batch++) {
                    assertThat(cursor.next()).isTrue();
                    assertThat(space.usedBytes()).as("batch %d", batch).isPositive();
                }
                cursor.cancel();
                cursor.close();
                assertThat(space.usedBytes()).isZero();
                assertThat(engine.memoryBytesTaken()).isZero();
            }
        }
    }

    /** Runs of all workers are merged by helpers; rows that compare as equal may come in any order of the workers. */
    @Test
    void severalThreads_giveTheRowsOfOne() {
        String text = "MATCH (a)-[r]->(b) MATCH (c) RETURN a.s AS s, id(r) AS r, c.k AS k ORDER BY k % 7, s DESC, r, k";
        try (TestEngine inMemory = new TestEngine(graph, new EngineOptions(1, 100));
                TestEngine spilling = spilling(300_000)) {
            List<List<Object>> expected = Queries.rows(inMemory, text, Queries.options(1, 1024));
            for (int threads = 2; threads <= 4; threads++) {
                assertThat(Queries.rows(spilling, text, Queries.options(threads, 1000)))
                        .as("threads=%d", threads)
                        .isEqualTo(expected);
            }
            assertThat(space.totalBytes()).isPositive();
            assertThat(space.usedBytes()).isZero();
        }
    }

    @Test
    void writesThatFail_leaveNothing() {
        fileSystem.failWrite(file -> true, 10);
        try (TestEngine engine = spilling(20_000)) {
            assertThatThrownBy(() -> Queries.rows(engine, HASHED + "RETURN x ORDER BY k", Queries.options(2, 1024)))
                    .isInstanceOf(RuntimeException.class);
            assertThat(space.usedBytes()).isZero();
            fileSystem.failWrite(file -> false, 0);
            assertThat(Queries.rows(engine, HASHED + "RETURN x ORDER BY k", Queries.options(2, 1024)))
                    .hasSize(60_000);
        }
    }

    @Test
    void aResultThatIsClosedHalfRead_leavesNothing() {
        try (TestEngine engine = spilling(20_000)) {
            RunOptions options = Queries.options(2, 100);
            try (ResultCursor cursor = engine.run(HASHED + "RETURN x ORDER BY k", Map.of(), options)) {
                assertThat(cursor.next()).isTrue();
                assertThat(space.usedBytes()).isPositive();
            }
            assertThat(space.usedBytes()).isZero();
            assertThat(engine.memoryBytesTaken()).isZero();
        }
    }

    @Test
    void profile_saysWhatEachOperatorHasSpilled() {
        try (TestEngine engine = spilling(20_000);
                ResultCursor cursor =
                        engine.run("PROFILE " + HASHED + "RETURN x ORDER BY k", Map.of(), Queries.options(2, 1024))) {
            while (cursor.next()) {
                // All rows are read.
            }
            List<String> lines = cursor.plan().orElseThrow().lines().toList();
            assertThat(lines.getFirst()).endsWith("Spilled KiB");
            assertThat(lines).anySatisfy(line -> assertThat(line).matches("Sort .* [1-9][0-9,]*"));
        }
    }
}
