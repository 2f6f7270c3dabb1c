package org.thetisdb.engine.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.engine.testing.StageHarness.BATCH_ROWS;
import static org.thetisdb.engine.testing.StageHarness.column;
import static org.thetisdb.engine.testing.StageHarness.row;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.testing.StageHarness;
import org.thetisdb.engine.testing.TestGraph;

/** Stages that make rows of lists or work row by row, each with several batch sizes. */
class RowStagesTest {
    private static final TestGraph EMPTY = TestGraph.builder(2).build();

    @Test
    void unwind_listsNullsAndSingles_makesARowOfEachElement() {
        for (int batchRows : BATCH_ROWS) {
            StageHarness harness = new StageHarness(EMPTY, batchRows);
            StageHarness.Sink sink = harness.new Sink(0, 2);
            harness.push(
                    new UnwindStage(harness.worker(), column(1), 2, sink),
                    List.of(
                            row(1L, Arrays.asList(1L, null, "two", 3.0)),
                            row(2L, null),
                            row(3L, List.of()),
                            row(4L, "alone"),
                            row(5L, List.of(List.of(1L)))));
            assertThat(sink.rows())
                    .containsExactly(
                            row(1L, 1L),
                            row(1L, null),
                            row(1L, "two"),
                            row(1L, 3.0),
                            row(4L, "alone"),
                            row(5L, List.of(1L)));
        }
    }

    @Test
    void unwind_elementsOfOneType_givesATypedColumn() {
        StageHarness harness = new StageHarness(EMPTY, 16);
        List<org.thetisdb.value.vector.VectorKind> kinds = new ArrayList<>();
        Stage sink = new Stage() {
            @Override
            public void push(Batch rows) {
                kinds.add(rows.column(1).kind());
                assertThat(rows.column(1).hasNulls()).isFalse();
            }

            @Override
            public void finish() {}

            @Override
            public boolean isSatisfied() {
                return false;
            }
        };
        harness.push(new UnwindStage(harness.worker(), column(0), 1, sink), List.of(row(List.of(1L, 2L, 3L))));
        assertThat(kinds).containsExactly(org.thetisdb.value.vector.VectorKind.INTEGER);
    }

    @Test
    void union_crossedNames_renamesAllAtOnce() {
        for (int batchRows : BATCH_ROWS) {
            StageHarness harness = new StageHarness(EMPTY, batchRows);
            StageHarness.Sink sink = harness.new Sink(0, 1);
            harness.push(
                    new UnionStage(harness.worker(), new int[] {0, 1}, new int[] {1, 0}, sink),
                    List.of(row(1L, "a"), row(2L, "b")));
            assertThat(sink.rows()).containsExactly(row("a", 1L), row("b", 2L));
        }
    }
}
