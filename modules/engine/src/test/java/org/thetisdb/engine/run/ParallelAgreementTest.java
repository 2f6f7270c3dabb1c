package org.thetisdb.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.thetisdb.engine.EngineOptions;
import org.thetisdb.engine.EngineVariant;
import org.thetisdb.engine.EngineVariant.Verification;
import org.thetisdb.engine.ResultCursor;
import org.thetisdb.engine.testing.FaultySnapshot;
import org.thetisdb.engine.testing.GeneratedGraph;
import org.thetisdb.engine.testing.Queries;
import org.thetisdb.engine.testing.TestEngine;
import org.thetisdb.engine.testing.TestGraph;

/** Whatever the number of workers and the size of batches, and whoever else asks: the answers are the same. */
class ParallelAgreementTest {
    private static final int[] BATCH_ROWS = {1, 2, 7, 64, 1024};
    private static final int CLIENTS = 4;
    private static final int ROUNDS = 40;

    @Test
    void run_anyThreadsAndBatches_givesTheSameRows() {
        for (long seed = 1; seed <= 2; seed++) {
            TestGraph graph = GeneratedGraph.of(seed, 150, 400, 16);
            try (TestEngine engine = new TestEngine(graph, new EngineOptions(4, 100))) {
                for (String text : Queries.MIXED) {
                    List<String> expected = answer(engine, text, 1, 1024);
                    for (int threadCount = 1; threadCount <= 4; threadCount++) {
                        for (int batchRows : BATCH_ROWS) {
                            assertThat(answer(engine, text, threadCount, batchRows))
                                    .as("seed=%d, threadCount=%d, batchRows=%d: %s", seed, threadCount, batchRows, text)
                                    .isEqualTo(expected);
                        }
                    }
                }
                assertThat(engine.memoryBytesTaken()).isZero();
            }
        }
    }

    @Test
    void run_anyVariant_givesTheSameRows() {
        EngineVariant verified = EngineVariant.USUAL.withVerification(Verification.BATCHES);
        List<EngineVariant> variants = new ArrayList<>(List.of(
                verified,
                verified.withoutTrustInCounts(),
                verified.withExchangesForced(),
                verified.withVerification(Verification.EXPIRING)));
        for (long seed = 1; seed <= 6; seed++) {
            variants.add(verified.withPlanSeed(seed));
        }
        TestGraph graph = GeneratedGraph.of(3, 60, 120, 16);
        Map<String, List<String>> expected = new HashMap<>();
        try (TestEngine engine = new TestEngine(graph, new EngineOptions(1, 100))) {
            Queries.MIXED.forEach(text -> expected.put(text, answer(engine, text, 1, 1024)));
        }
        for (EngineVariant variant : variants) {
            try (TestEngine engine = new TestEngine(graph, new EngineOptions(2, 100).withVariant(variant))) {
                expected.forEach((text, rows) -> assertThat(answer(engine, text, 2, 7))
                        .as("%s: %s", variant, text)
                        .isEqualTo(rows));
                assertThat(engine.memoryBytesTaken()).isZero();
            }
        }
    }

    private static List<String> answer(TestEngine engine, String text, int threadCount, int batchRows) {
        return Queries.comparable(text, Queries.rows(engine, text, Queries.options(threadCount, batchRows)));
    }

    @Test
    void run_severalClients_eachGetsItsAnswers() throws Exception {
        TestGraph graph = GeneratedGraph.of(7, 120, 300, 16);
        FaultySnapshot counted = new FaultySnapshot(graph);
        try (TestEngine engine = new TestEngine(counted.snapshot(), new EngineOptions(3, 10));
                ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
            List<List<String>> expected = new ArrayList<>();
            Queries.MIXED.forEach(text -> expected.add(answer(engine, text, 1, 1024)));
            List<Future<?>> running = new ArrayList<>();
            for (int client = 0; client < CLIENTS; client++) {
                long seed = client;
                running.add(clients.submit(() -> ask(engine, new Random(seed), expected)));
            }
            for (Future<?> each : running) {
                each.get();
            }
            assertThat(engine.memoryBytesTaken()).isZero();
        }
        assertThat(counted.openReaders()).isZero();
    }

    /** Asks at random; now and then a result is closed early. The plan cache is smaller than the number of texts. */
    private static void ask(TestEngine engine, Random random, List<List<String>> expected) {
        for (int round = 0; round < ROUNDS; round++) {
            int number = random.nextInt(Queries.MIXED.size());
            String text = Queries.MIXED.get(number);
            int threadCount = 1 + random.nextInt(3);
            int batchRows = BATCH_ROWS[random.nextInt(BATCH_ROWS.length)];
            if (random.nextInt(4) == 0) {
                try (ResultCursor cursor = engine.run(text, Map.of(), Queries.options(threadCount, batchRows))) {
                    cursor.next();
                }
            } else {
                assertThat(answer(engine, text, threadCount, batchRows))
                        .as(text)
                        .isEqualTo(expected.get(number));
            }
        }
    }
}
