package org.thetisdb.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.thetisdb.engine.EngineOptions;
import org.thetisdb.engine.ResultCursor;
import org.thetisdb.engine.testing.FaultySnapshot;
import org.thetisdb.engine.testing.GeneratedGraph;
import org.thetisdb.engine.testing.Queries;
import org.thetisdb.engine.testing.TestEngine;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StreamingTest {
    private static final int ROW_COUNT = 40_000;
    private static final String MANY = "UNWIND range(1, " + ROW_COUNT + ") AS x RETURN x, 'text ' + toString(x) AS s";
    private static final String PAIRS = "MATCH (a), (b) RETURN a.k AS k, b.k AS l";
    private static final String WALKS = "MATCH (a)-[:X|Y*1..4]-(b) RETURN id(a), id(b)";

    /** So small that a few hundred rows are many. */
    private static final int BATCH_ROWS = 4;

    private final FaultySnapshot store = new FaultySnapshot(GeneratedGraph.of(3, 200, 500, 32));

    private TestEngine engine() {
        return new TestEngine(store.snapshot(), new EngineOptions(3, 100));
    }

    @Test
    void next_oneMorselWithManyRows_givesEachOnceInOrder() {
        try (TestEngine engine = engine()) {
            for (int run = 0; run < 3; run++) {
                List<List<Object>> rows = Queries.rows(engine, MANY, Queries.options(2, BATCH_ROWS));
                assertThat(rows).hasSize(ROW_COUNT);
                for (int index = 0; index < ROW_COUNT; index++) {
                    assertThat(rows.get(index)).containsExactly(index + 1L, "text " + (index + 1));
                }
            }
        }
        assertThat(store.openReaders()).isZero();
    }

    @Test
    void next_largeResult_comesInBoundedBatches() {
        try (TestEngine engine = engine();
                ResultCursor cursor = engine.run(PAIRS, Map.of(), Queries.options(2, BATCH_ROWS))) {
            long count = 0;
            int most = 0;
            while (cursor.next()) {
                count += cursor.rowCount();
                most = Math.max(most, cursor.rowCount());
            }
            assertThat(count).isEqualTo(200 * 200);
            assertThat(most).isLessThan(ROW_COUNT / 4);
        }
    }

    @Test
    void next_orderedAndLarge_keepsTheOrder() {
        String text = "MATCH (a), (b) RETURN a.k AS k, b.k AS l ORDER BY k DESC, l";
        try (TestEngine engine = engine()) {
            List<List<Object>> rows = Queries.rows(engine, text, Queries.options(3, BATCH_ROWS));
            int index = 0;
            for (long k = 199; k >= 0; k--) {
                for (long l = 0; l < 200; l++) {
                    assertThat(rows.get(index++)).containsExactly(k, l);
                }
            }
        }
    }

    @Test
    void next_streamedLimitAndSkip_stopsAtTheLimit() {
        String text = "UNWIND range(1, 100000000) AS x WITH x SKIP 1000 LIMIT 20000 RETURN x";
        try (TestEngine engine = engine()) {
            for (int threadCount = 1; threadCount <= 3; threadCount++) {
                List<List<Object>> rows = Queries.rows(engine, text, Queries.options(threadCount, BATCH_ROWS));
                assertThat(rows).hasSize(20_000);
                assertThat(rows.getFirst()).containsExactly(1001L);
                assertThat(rows.getLast()).containsExactly(21_000L);
            }
        }
    }

    @Test
    void profile_streamed_countsEachRowOnce() {
        try (TestEngine engine = engine();
                ResultCursor cursor = engine.run("PROFILE " + MANY, Map.of(), Queries.options(2, BATCH_ROWS))) {
            List<List<Object>> rows = new ArrayList<>();
            while (cursor.next()) {
                Queries.add(cursor, rows);
            }
            assertThat(rows).hasSize(ROW_COUNT);
            assertThat(cursor.plan().orElseThrow()).doesNotContain("" + (ROW_COUNT + 1));
        }
    }

    @Test
    void close_early_stopsTheProducers() {
        try (TestEngine engine = engine()) {
            for (String text : List.of(MANY, PAIRS, WALKS)) {
                for (int batches = 0; batches < 12; batches++) {
                    try (ResultCursor cursor = engine.run(text, Map.of(), Queries.options(3, BATCH_ROWS))) {
                        for (int batch = 0; batch < batches; batch++) {
                            assertThat(cursor.next()).isTrue();
                        }
                    }
                }
                assertThat(Queries.rows(engine, "MATCH (a) RETURN count(a)", Queries.options(2, 1024)))
                        .containsExactly(List.of(200L));
            }
            assertThat(engine.memoryBytesTaken()).isZero();
        }
        assertThat(store.openReaders()).isZero();
    }

    @Test
    void cancel_whileTheConsumerIsSlow_endsTheRun() throws Exception {
        try (TestEngine engine = engine();
                ResultCursor cursor = engine.run(WALKS, Map.of(), Queries.options(3, BATCH_ROWS))) {
            assertThat(cursor.next()).isTrue();
            assertThat(cursor.next()).isTrue();
            Thread.sleep(20);
            cursor.cancel();
            assertCode(() -> takeAll(cursor), ErrorCode.QUERY_CANCELLED);
        }
        assertThat(store.openReaders()).isZero();
    }

    @Test
    void timeOut_whileTheConsumerIsSlow_endsTheRun() throws Exception {
        long timeoutNanos = TimeUnit.MILLISECONDS.toNanos(150);
        try (TestEngine engine = engine();
                ResultCursor cursor = engine.run(WALKS, Map.of(), Queries.options(3, BATCH_ROWS, 0, timeoutNanos))) {
            cursor.next();
            Thread.sleep(200);
            assertCode(() -> takeAll(cursor), ErrorCode.QUERY_TIMED_OUT);
        }
        assertThat(store.openReaders()).isZero();
    }

    @Test
    void next_interrupted_cancelsAndKeepsTheInterrupt() {
        try (TestEngine engine = engine();
                ResultCursor cursor = engine.run(WALKS, Map.of(), Queries.options(2, BATCH_ROWS))) {
            cursor.next();
            Thread.currentThread().interrupt();
            try {
                takeAll(cursor);
            } catch (ThetisException cancelled) {
                assertThat(cancelled.code()).isEqualTo(ErrorCode.QUERY_CANCELLED);
            }
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void engineClose_withStreamOpen_leavesNothingBehind() {
        TestEngine engine = engine();
        ResultCursor cursor = engine.run(PAIRS, Map.of(), Queries.options(3, BATCH_ROWS));
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.next()).isTrue();
        cursor.close();
        engine.close();
        assertThat(store.openReaders()).isZero();
    }

    @Test
    void next_errorLateInTheStream_reachesTheCallerAndNobodyElse() {
        String text = "UNWIND range(1, 40000) AS x RETURN 1 / (30000 - x)";
        try (TestEngine engine = engine()) {
            for (int run = 0; run < 3; run++) {
                assertCode(
                        () -> Queries.rows(engine, text, Queries.options(2, BATCH_ROWS)), ErrorCode.DIVISION_BY_ZERO);
                assertThat(Queries.rows(engine, "RETURN 1 AS x", Queries.options(2, BATCH_ROWS)))
                        .containsExactly(List.of(1L));
            }
            assertThat(engine.memoryBytesTaken()).isZero();
        }
        assertThat(store.openReaders()).isZero();
    }

    @Test
    void run_faultsAtRandomPoints_failTheRunAndNothingElse() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        try (TestEngine engine = engine()) {
            for (String text : Queries.MIXED) {
                List<String> expected = Queries.comparable(text, Queries.rows(engine, text, Queries.options(1, 1024)));
                for (int attempt = 0; attempt < 6; attempt++) {
                    int threadCount = 1 + random.nextInt(3);
                    int batchRows = 1 + random.nextInt(8);
                    store.failAfter(random.nextInt(200));
                    try {
                        Queries.rows(engine, text, Queries.options(threadCount, batchRows));
                    } catch (ThetisException fault) {
                        assertThat(fault.code()).isEqualTo(ErrorCode.IO_FAILED);
                    }
                    store.failNever();
                    assertThat(Queries.comparable(
                                    text, Queries.rows(engine, text, Queries.options(threadCount, batchRows))))
                            .as("seed=%d, threadCount=%d, batchRows=%d: %s", seed, threadCount, batchRows, text)
                            .isEqualTo(expected);
                }
            }
            assertThat(engine.memoryBytesTaken()).isZero();
        }
        assertThat(store.openReaders()).isZero();
    }

    private static void takeAll(ResultCursor cursor) {
        while (cursor.next()) {
            assertThat(cursor.rowCount()).isPositive();
        }
    }

    static void assertCode(org.assertj.core.api.ThrowableAssert.ThrowingCallable call, ErrorCode code) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        ThetisException.class, error -> assertThat(error.code()).isEqualTo(code));
    }
}
