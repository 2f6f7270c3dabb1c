package org.thetisdb.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.thetisdb.engine.testing.StageHarness;
import org.thetisdb.engine.testing.TestGraph;

/** Goal: whoever takes no long batches gets none, whatever came before; the harness' sink counts the rows of each. */
class BatchPiecesTest {
    @Test
    void pieces_areOfTheUsualSize_andHaveAllRowsInTheirOrder() {
        List<List<Object>> rows = LongStream.range(0, 2_500)
                .mapToObj(row -> List.<Object>of(row, "row " + row))
                .toList();
        for (int batchRows : StageHarness.BATCH_ROWS) {
            for (int count : new int[] {1, batchRows, batchRows + 1, 3 * batchRows, 2_500}) {
                StageHarness harness = new StageHarness(TestGraph.builder(1).build(), batchRows);
                StageHarness.Sink sink = harness.new Sink(0, 1);
                List<List<Object>> some = rows.subList(0, Math.min(count, rows.size()));
                new BatchPieces(harness.worker(), sink).push(harness.batch(some));
                assertThat(sink.rows()).as("batchRows=%d", batchRows).isEqualTo(some);
            }
        }
    }

    @Test
    void pieces_endWhenNobodyWantsMore() {
        StageHarness harness = new StageHarness(TestGraph.builder(1).build(), 2);
        StageHarness.Sink sink = harness.new Sink(0).satisfiedAt(4);
        List<List<Object>> rows =
                LongStream.range(0, 100).mapToObj(row -> List.<Object>of(row)).toList();
        new BatchPieces(harness.worker(), sink).push(harness.batch(rows));
        assertThat(sink.rows()).isEqualTo(rows.subList(0, 4));
    }
}
