package org.thetisdb.engine.spill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.engine.EngineOptions;
import org.thetisdb.engine.EngineVariant;
import org.thetisdb.engine.ResultCursor;
import org.thetisdb.engine.testing.GeneratedGraph;
import org.thetisdb.engine.testing.Queries;
import org.thetisdb.engine.testing.TestEngine;
import org.thetisdb.engine.testing.TestGraph;
import org.thetisdb.io.simulated.SimulatedFileSystem;
import org.thetisdb.storage.spill.TemporarySpace;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Groups and joins that spill, on a disk that fails: a clear error, nothing left, and the next query is answered. */
class SpillFaultTest {
    private static final List<String> QUERIES = List.of(
            "UNWIND range(1, 30000) AS x RETURN x * 7919 % 20011 AS k, count(*) AS n, sum(x) AS s",
            "UNWIND range(1, 30000) AS x RETURN DISTINCT x * 7919 % 20011 AS k",
            "MATCH (a), (b) WHERE a.k = b.k RETURN a.k AS k, b.g AS l");

    private final TestGraph graph = GeneratedGraph.of(5, 4000, 100, 32);
    private final SimulatedFileSystem fileSystem = new SimulatedFileSystem();
    private final TemporarySpace space = TemporarySpace.ofReader(fileSystem, Path.of("/temporary"));

    private TestEngine spilling() {
        EngineVariant variant = EngineVariant.USUAL.withShareBytesMax(20_000);
        return new TestEngine(graph, new EngineOptions(2, 100).withVariant(variant), space);
    }

    private List<String> rows(TestEngine engine, String text) {
        return Queries.comparable(text, Queries.rows(engine, text, Queries.options(2, 256)));
    }

    private void assertNothingIsLeft(TestEngine engine, String text) {
        assertThat(space.usedBytes()).as("left on disk: " + text).isZero();
        assertThat(engine.memoryBytesTaken()).as("left in memory: " + text).isZero();
    }

    @Test
    void aFullDisk_endsOnlyTheQueryThatSpills_andLeavesNothing() {
        for (String text : QUERIES) {
            List<String> expected;
            long bytes = space.totalBytes();
            try (TestEngine engine = spilling()) {
                expected = rows(engine, text);
            }
            int spilledBytes = (int) (space.totalBytes() - bytes);
            assertThat(spilledBytes).as(text).isPositive();
            for (long limit : new Random(7).longs(4, 0, spilledBytes / 2).toArray()) {
                try (TestEngine engine = spilling()) {
                    fileSystem.fullAfterBytes(limit);
                    assertThatThrownBy(() -> rows(engine, text))
                            .as("limit=%d, %s", limit, text)
                            .isInstanceOfSatisfying(
                                    ThetisException.class,
                                    error -> assertThat(error.code()).isEqualTo(ErrorCode.DISK_FULL));
                    assertNothingIsLeft(engine, text);
                    fileSystem.fullAfterBytes(Long.MAX_VALUE);
                    assertThat(rows(engine, text)).isEqualTo(expected);
                    assertNothingIsLeft(engine, text);
                }
            }
        }
    }

    @Test
    void writesThatFail_leaveNothing() {
        for (String text : QUERIES) {
            try (TestEngine engine = spilling()) {
                fileSystem.failWrite(file -> true, 10_000);
                assertThatThrownBy(() -> rows(engine, text)).as(text).isInstanceOf(RuntimeException.class);
                assertNothingIsLeft(engine, text);
                fileSystem.failWrite(file -> false, 0);
                assertThat(rows(engine, text)).isNotEmpty();
            }
        }
    }

    @Test
    void aResultThatIsClosedHalfRead_leavesNothing() {
        for (String text : QUERIES) {
            try (TestEngine engine = spilling()) {
                try (ResultCursor cursor = engine.run(text, Map.of(), Queries.options(2, 100))) {
                    assertThat(cursor.next()).as(text).isTrue();
                }
                assertNothingIsLeft(engine, text);
            }
        }
    }
}
