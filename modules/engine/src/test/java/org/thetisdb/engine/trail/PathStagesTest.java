package org.thetisdb.engine.trail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.engine.testing.StageHarness.BATCH_ROWS;
import static org.thetisdb.engine.testing.StageHarness.node;
import static org.thetisdb.engine.testing.StageHarness.row;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.engine.expand.DifferentRelationshipsStage;
import org.thetisdb.engine.testing.StageHarness;
import org.thetisdb.engine.testing.TestGraph;
import org.thetisdb.value.PathReference;
import org.thetisdb.value.RelationshipReference;

/** Stages that look at what was taken, each with several batch sizes. */
class PathStagesTest {
    private static final TestGraph EMPTY = TestGraph.builder(2).build();

    @Test
    void differentRelationships_singlesAndLists_dropsRowsThatShare() {
        RelationshipReference one = new RelationshipReference(1, 0, 0);
        RelationshipReference two = new RelationshipReference(2, 0, 0);
        for (int batchRows : BATCH_ROWS) {
            StageHarness harness = new StageHarness(EMPTY, batchRows);
            StageHarness.Sink singles = harness.new Sink(0, 1);
            harness.push(
                    new DifferentRelationshipsStage(harness.worker(), 0, new int[] {1}, singles),
                    List.of(row(one, two), row(one, one), row(two, one)));
            assertThat(singles.rows()).containsExactly(row(one, two), row(two, one));
            StageHarness.Sink lists = harness.new Sink(0, 1, 2);
            harness.push(
                    new DifferentRelationshipsStage(harness.worker(), 0, new int[] {1, 2}, lists),
                    List.of(
                            row(List.of(one), two, List.of()),
                            row(List.of(one, two), two, List.of()),
                            row(List.of(), two, List.of(two)),
                            row(List.of(two), null, List.of(one, two))));
            assertThat(lists.rows())
                    .containsExactly(row(List.of(one), two, List.of()), row(List.of(), two, List.of(two)));
        }
    }

    @Test
    void buildPath_listsAndSingles_walksInThePatternsOrder() {
        RelationshipReference forward = new RelationshipReference(1, 10, 11);
        RelationshipReference back = new RelationshipReference(2, 12, 11);
        RelationshipReference last = new RelationshipReference(3, 12, 13);
        for (int batchRows : BATCH_ROWS) {
            StageHarness harness = new StageHarness(EMPTY, batchRows);
            StageHarness.Sink sink = harness.new Sink(5);
            harness.push(
                    new BuildPathStage(harness.worker(), 5, new int[] {0, 1, 2, 3, 4}, sink),
                    List.of(
                            row(node(10), List.of(forward, back), node(12), last, node(13)),
                            row(node(12), List.of(), node(12), last, node(13)),
                            row(node(12), null, node(12), last, node(13))));
            assertThat(sink.rows())
                    .containsExactly(
                            row(new PathReference(
                                    List.of(node(10), node(11), node(12), node(13)), List.of(forward, back, last))),
                            row(new PathReference(List.of(node(12), node(13)), List.of(last))),
                            row((Object) null));
        }
    }
}
