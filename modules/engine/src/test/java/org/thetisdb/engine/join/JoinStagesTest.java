package org.thetisdb.engine.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.thetisdb.engine.testing.StageHarness.BATCH_ROWS;
import static org.thetisdb.engine.testing.StageHarness.column;
import static org.thetisdb.engine.testing.StageHarness.node;
import static org.thetisdb.engine.testing.StageHarness.row;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.pipeline.MemoryCharge;
import org.thetisdb.engine.pipeline.MemoryShare;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.testing.StageHarness;
import org.thetisdb.engine.testing.TestGraph;
import org.thetisdb.engine.transform.UnionStage;
import org.thetisdb.io.simulated.SimulatedFileSystem;
import org.thetisdb.storage.spill.TemporarySpace;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Hash joins and Cartesian products against nested loops. */
class JoinStagesTest {
    private static final TestGraph EMPTY = TestGraph.builder(1).build();

    /** The pairs; rows without a partner, where these are kept, are checked beside that. */
    private static List<List<Object>> join(
            StageHarness harness, List<List<List<Object>>> buildParts, List<List<Object>> probe, int keyCount) {
        List<List<Object>> pairs = join(harness, buildParts, probe, keyCount, false);
        Set<Object> met = pairs.stream().map(List::getFirst).collect(Collectors.toSet());
        List<List<Object>> all = new ArrayList<>(pairs);
        probe.stream()
                .map(each -> each.get(keyCount))
                .filter(payload -> !met.contains(payload))
                .forEach(payload -> all.add(row(payload, null)));
        assertThat(sorted(join(harness, buildParts, probe, keyCount, true)))
                .as("with rows that have no partner")
                .isEqualTo(sorted(all));
        return pairs;
    }

    private static List<List<Object>> join(
            StageHarness harness,
            List<List<List<Object>>> buildParts,
            List<List<Object>> probe,
            int keyCount,
            boolean optional) {
        // Build rows: keys in slots 0 …, payload after them, moved to slots 10 … so that both sides can be seen.
        int[] kept = {10};
        HashJoinSink collector = new HashJoinSink(
                keyCount, kept, new int[] {keyCount}, worker -> keys(keyCount), Optional.empty(), false);
        for (List<List<Object>> part : buildParts) {
            int[] payload = {keyCount};
            Stage build = new UnionStage(harness.worker(), payload, kept, collector.stage(harness.worker()));
            if (part.isEmpty()) {
                build.finish();
            } else {
                harness.push(build, part);
            }
        }
        StageHarness.Sink sink = harness.new Sink(keyCount, 10);
        SpilledJoin spilled = new SpilledJoin(collector, optional);
        harness.push(new ProbeStage(harness.worker(), collector, keys(keyCount), kept, optional, sink), probe);
        int morsels = spilled.prepare(harness.worker());
        for (int morsel = 0; morsel < morsels; morsel++) {
            spilled.run(morsel, harness.worker(), sink);
        }
        collector.reset();
        assertThat(collector.built(harness.worker()).rows().count())
                .as("rows after a reset")
                .isZero();
        return sink.rows();
    }

    private static Evaluator[] keys(int count) {
        Evaluator[] keys = new Evaluator[count];
        for (int key = 0; key < count; key++) {
            keys[key] = column(key);
        }
        return keys;
    }

    @Test
    void hashJoin_nodeKeys_matchesEqualNodes() {
        List<List<Object>> first = List.of(row(node(1), "a"), row(node(2), "b"));
        List<List<Object>> second = List.of(row(node(1), "c"), row(null, "d"));
        List<List<Object>> probe = List.of(row(node(1), 1L), row(node(3), 2L), row(null, 3L), row(node(2), 4L));
        for (int batchRows : BATCH_ROWS) {
            StageHarness harness = new StageHarness(EMPTY, batchRows);
            assertThat(join(harness, List.of(first, second), probe, 1))
                    .containsExactly(row(1L, "a"), row(1L, "c"), row(4L, "b"));
            assertThat(join(harness, List.of(second, first), probe, 1))
                    .containsExactly(row(1L, "c"), row(1L, "a"), row(4L, "b"));
        }
    }

    @Test
    void hashJoin_numbersOfBothTypes_matchesByValue() {
        for (int batchRows : BATCH_ROWS) {
            StageHarness harness = new StageHarness(EMPTY, batchRows);
            List<List<Object>> build =
                    List.of(row(1L, "long"), row(2.0, "double"), row("1", "text"), row(Double.NaN, "x"));
            List<List<Object>> probe = List.of(row(1.0, 1L), row(2L, 2L), row(Double.NaN, 3L), row("1", 4L));
            assertThat(join(harness, List.of(build), probe, 1))
                    .containsExactly(row(1L, "long"), row(2L, "double"), row(4L, "text"));
        }
    }

    @Test
    void hashJoin_emptyBuild_givesNothing() {
        StageHarness harness = new StageHarness(EMPTY, 2);
        assertThat(join(harness, List.of(List.of()), List.of(row(1L, 2L)), 1)).isEmpty();
        assertThat(join(harness, List.of(), List.of(row(1L, 2L)), 1)).isEmpty();
    }

    @Test
    void hashJoin_randomRowsOfTwoKeys_agreesWithNestedLoops() {
        for (long seed = 1; seed <= 20; seed++) {
            Random random = new Random(seed);
            List<List<Object>> build = rows(random, 40);
            List<List<Object>> probe = rows(random, 40);
            List<List<Object>> expected = new ArrayList<>();
            for (List<Object> right : probe) {
                for (List<Object> left : build) {
                    boolean same = left.get(0) != null && left.get(0).equals(right.get(0));
                    if (same && left.get(1) != null && left.get(1).equals(right.get(1))) {
                        expected.add(row(right.get(2), left.get(2)));
                    }
                }
            }
            for (int batchRows : BATCH_ROWS) {
                StageHarness harness = new StageHarness(EMPTY, batchRows);
                assertThat(join(harness, List.of(build.subList(0, 13), build.subList(13, 40)), probe, 2))
                        .as("seed=%d batchRows=%d", seed, batchRows)
                        .containsExactlyElementsOf(expected);
            }
        }
    }

    /** What is on disk is half written then: who comes next must not read it. */
    @Test
    void hashJoin_whoseBuildSideCannotBeEnded_failsForAllWorkersAlike() {
        SimulatedFileSystem fileSystem = new SimulatedFileSystem();
        TemporarySpace space = TemporarySpace.ofReader(fileSystem, Path.of("/temporary"));
        StageHarness harness = StageHarness.spilling(EMPTY, 50, space, 9_000);
        HashJoinSink sink =
                new HashJoinSink(2, new int[] {2}, new int[] {2}, worker -> keys(2), Optional.empty(), false);
        harness.push(sink.stage(harness.worker()), rows(new Random(1), 3000));
        fileSystem.fullAfterBytes(20);
        for (int worker = 0; worker < 3; worker++) {
            assertThatThrownBy(() -> sink.built(harness.worker()))
                    .isInstanceOfSatisfying(
                            ThetisException.class,
                            error -> assertThat(error.code()).isEqualTo(ErrorCode.DISK_FULL));
        }
        fileSystem.fullAfterBytes(Long.MAX_VALUE);
        sink.reset();
        assertThat(sink.built(harness.worker()).rows().count()).isZero();
    }

    @Test
    void hashJoin_whenOneWorkerHasSpilled_noWorkerKeepsRows() {
        TemporarySpace space = TemporarySpace.ofReader(new SimulatedFileSystem(), Path.of("/temporary"));
        StageHarness harness = StageHarness.spilling(EMPTY, 50, space, 9_000);
        HashJoinSink sink =
                new HashJoinSink(2, new int[] {2}, new int[] {2}, worker -> keys(2), Optional.empty(), false);
        BuildStage first = (BuildStage) sink.stage(harness.worker());
        BuildStage second = (BuildStage) sink.stage(harness.worker());
        Random random = new Random(1);
        harness.push(second, rows(random, 10));
        assertThat(second.rows().count()).as("kept while there is memory").isPositive();
        harness.push(first, rows(random, 3000));
        assertThat(first.spilled().isEmpty())
                .as("the first one spilled nothing")
                .isFalse();
        harness.push(second, rows(random, 10));
        assertThat(first.rows().count() + second.rows().count())
                .as("rows kept, though all will be on disk")
                .isZero();
        sink.reset();
        harness.push(second, rows(random, 10));
        assertThat(second.rows().count()).as("kept again, in the next run").isPositive();
        sink.reset();
        assertThat(space.usedBytes()).as("left after the reset").isZero();
    }

    @Test
    void hashJoin_thatDoesNotFit_isSpilled_andGivesTheSamePairs() {
        for (long seed = 1; seed <= 12; seed++) {
            Random random = new Random(seed);
            // Two keys of few values: many rows of each; every third seed one value has most of them.
            List<List<Object>> build = rows(random, 300);
            List<List<Object>> probe = rows(random, 200);
            if (seed % 3 == 0) {
                build.replaceAll(row -> random.nextInt(4) > 0 ? row(1L, "k1", row.get(2)) : row);
            }
            for (int batchRows : new int[] {1, 3, 50, 1024}) {
                List<List<Object>> expected = sorted(join(
                        new StageHarness(EMPTY, batchRows),
                        List.of(build.subList(0, 130), build.subList(130, 300)),
                        probe,
                        2));
                for (long shareBytes : new long[] {0, 9_000}) {
                    TemporarySpace space = TemporarySpace.ofReader(new SimulatedFileSystem(), Path.of("/temporary"));
                    StageHarness harness = StageHarness.spilling(EMPTY, batchRows, space, shareBytes);
                    List<List<Object>> joined =
                            join(harness, List.of(build.subList(0, 130), build.subList(130, 300)), probe, 2);
                    assertThat(sorted(joined))
                            .as("seed=%d, batchRows=%d, shareBytes=%d", seed, batchRows, shareBytes)
                            .isEqualTo(expected);
                    assertThat(space.totalBytes()).as("spilled").isPositive();
                    assertThat(space.usedBytes()).as("left after the reset").isZero();
                }
            }
        }
    }

    @Test
    void hashJoin_thatDoesNotFit_ofManyKeys_keepsSomePartitionsInMemory() {
        List<List<Object>> build = new ArrayList<>();
        List<List<Object>> probe = new ArrayList<>();
        List<List<Object>> expected = new ArrayList<>();
        for (long key = 0; key < 30_000; key++) {
            build.add(row(key, "payload " + key));
            probe.add(row(key % 3 == 0 ? (Object) (double) key : key % 3 == 1 ? (Object) (-key) : null, key));
            if (key % 3 == 0) {
                expected.add(row(key, "payload " + key));
            }
        }
        TemporarySpace space = TemporarySpace.ofReader(new SimulatedFileSystem(), Path.of("/temporary"));
        StageHarness harness = StageHarness.spilling(EMPTY, 1024, space, 1_500_000);
        assertThat(sorted(join(harness, List.of(build), probe, 1))).isEqualTo(sorted(expected));
        assertThat(space.totalBytes()).isPositive();
    }

    /** What is read again is charged as it is held, arrays to spare and all: nothing is left to be asked for later. */
    @Test
    void hashJoin_spilled_whileOthersHoldAllMemory_joinsByTheLittleThatEachMayHave() {
        for (int length = 1000; length < 4000; length += 100) {
            String text = "=".repeat(length);
            List<List<Object>> rows = new ArrayList<>();
            for (int each = 0; each < 300; each++) {
                rows.add(row(text, (long) each));
            }
            TemporarySpace space = TemporarySpace.ofReader(new SimulatedFileSystem(), Path.of("/temporary"));
            StageHarness harness = StageHarness.spilling(EMPTY, 64, space, 1 << 20);
            HashJoinSink collector =
                    new HashJoinSink(1, new int[] {1}, new int[] {1}, worker -> keys(1), Optional.empty(), false);
            MemoryCharge others = new MemoryCharge(harness.worker(), new MemoryShare("others"));
            others.growAnyway(1L << 40);
            harness.push(collector.stage(harness.worker()), rows);
            StageHarness.Sink sink = harness.new Sink(1);
            SpilledJoin spilled = new SpilledJoin(collector, false);
            harness.push(
                    new ProbeStage(harness.worker(), collector, keys(1), new int[] {1}, false, sink),
                    List.of(row(text, 1L)));
            int morsels = spilled.prepare(harness.worker());
            for (int morsel = 0; morsel < morsels; morsel++) {
                spilled.run(morsel, harness.worker(), sink);
            }
            assertThat(sink.rows()).as("length=%d", length).hasSize(300);
            collector.reset();
            others.release();
        }
    }

    private static List<List<Object>> sorted(List<List<Object>> rows) {
        List<List<Object>> copy = new ArrayList<>(rows);
        copy.sort(Comparator.comparing(String::valueOf));
        return copy;
    }

    private static List<List<Object>> rows(Random random, int count) {
        List<List<Object>> rows = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            Object first = random.nextInt(8) == 0 ? null : (long) random.nextInt(4);
            Object second = random.nextInt(8) == 0 ? null : "k" + random.nextInt(3);
            rows.add(row(first, second, (long) index));
        }
        return rows;
    }
}
