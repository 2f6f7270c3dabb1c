package org.thetisdb.engine.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.thetisdb.engine.testing.StageHarness.BATCH_ROWS;
import static org.thetisdb.engine.testing.StageHarness.column;
import static org.thetisdb.engine.testing.StageHarness.constant;
import static org.thetisdb.engine.testing.StageHarness.node;
import static org.thetisdb.engine.testing.StageHarness.row;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.pipeline.Source;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.testing.StageHarness;
import org.thetisdb.engine.testing.TestGraph;
import org.thetisdb.value.ThetisException;

/** Stages and sources that find nodes and relationships, each with several batch sizes. */
class ScanStagesTest {
    private static final TestGraph PEOPLE = people();

    private static TestGraph people() {
        TestGraph.Builder builder = TestGraph.builder(2);
        String[] names = {"Ada", "Alan", "Barbara", "Edsger", "Grace", "Ada"};
        for (int index = 0; index < names.length; index++) {
            builder.node(Set.of("Person"), Map.of("name", names[index], "born", 1900L + index));
        }
        builder.node(Set.of("City"), Map.of("name", "Ada"));
        return builder.index("Person", "name").index("Person", "born").build();
    }

    private static List<Long> ids(List<List<Object>> rows, int place) {
        return rows.stream()
                .map(row -> ((org.thetisdb.value.NodeReference) row.get(place)).id())
                .toList();
    }

    private static long person(int number) {
        return PEOPLE.nodeIds().get(number);
    }

    @Test
    void nodeScan_withLabel_joinsEachRowWithAllItsNodes() {
        LabelExpression labels = new LabelExpression.Name("Person");
        for (int batchRows : BATCH_ROWS) {
            StageHarness harness = new StageHarness(PEOPLE, batchRows);
            StageHarness.Sink sink = harness.new Sink(0, 1);
            harness.push(
                    new NodeScanStage(harness.worker(), Optional.of(labels), 1, sink), List.of(row(10L), row(20L)));
            assertThat(sink.rows()).hasSize(12);
            assertThat(ids(sink.rows(), 1))
                    .containsOnly(person(0), person(1), person(2), person(3), person(4), person(5));
            assertThat(sink.rows().getFirst().getFirst()).isEqualTo(10L);
            assertThat(sink.rows().getLast().getFirst()).isEqualTo(20L);
            assertThat(sink.finishCount()).isEqualTo(1);
        }
    }

    @Test
    void nodeScan_satisfiedNext_stops() {
        StageHarness harness = new StageHarness(PEOPLE, 1);
        StageHarness.Sink sink = harness.new Sink(1).satisfiedAt(3);
        harness.push(new NodeScanStage(harness.worker(), Optional.empty(), 1, sink), List.of(row(10L), row(20L)));
        assertThat(sink.rows()).hasSize(3);
    }

    @Test
    void indexSeek_keysOfRows_findsEqualValues() {
        for (int batchRows : BATCH_ROWS) {
            StageHarness harness = new StageHarness(PEOPLE, batchRows);
            StageHarness.Sink sink = harness.new Sink(0, 1);
            harness.push(
                    new IndexSeekStage(
                            harness.worker(), PEOPLE.catalog().indexes().getFirst(), column(0), false, 1, sink),
                    List.of(row("Grace"), row((Object) null), row("Ada"), row("Nobody")));
            assertThat(sink.rows())
                    .containsExactly(
                            row("Grace", node(person(4))), row("Ada", node(person(0))), row("Ada", node(person(5))));
        }
    }

    @Test
    void indexSeek_anyOfRepeatedElements_givesEachNodeOnce() {
        for (int batchRows : BATCH_ROWS) {
            StageHarness harness = new StageHarness(PEOPLE, batchRows);
            StageHarness.Sink sink = harness.new Sink(1);
            harness.push(
                    new IndexSeekStage(
                            harness.worker(), PEOPLE.catalog().indexes().get(1), column(0), true, 1, sink),
                    List.of(row(Arrays.asList(1900L, null, 1900.0, 1902L)), row(List.of()), row(List.of("x", 1903L))));
            assertThat(ids(sink.rows(), 0)).containsExactly(person(0), person(2), person(3));
        }
    }

    @Test
    void indexSeek_anyOfNoList_saysWhatItTakes() {
        StageHarness harness = new StageHarness(PEOPLE, 2);
        Stage stage = new IndexSeekStage(
                harness.worker(), PEOPLE.catalog().indexes().getFirst(), column(0), true, 1, harness.new Sink(1));
        assertThatThrownBy(() -> harness.push(stage, List.of(row(7L))))
                .isInstanceOf(ThetisException.class)
                .hasMessageContaining("value=7");
    }

    @Test
    void indexRange_bounds_keepsWhatLiesBetween() {
        for (int batchRows : BATCH_ROWS) {
            StageHarness harness = new StageHarness(PEOPLE, batchRows);
            StageHarness.Sink sink = harness.new Sink(1);
            harness.push(
                    new IndexRangeStage(
                            harness.worker(),
                            PEOPLE.catalog().indexes().get(1),
                            Optional.of(column(0)),
                            false,
                            Optional.of(constant(1904L)),
                            true,
                            1,
                            sink),
                    List.of(row(1902L), row((Object) null), row(1903.5)));
            assertThat(ids(sink.rows(), 0)).containsExactly(person(3), person(4), person(4));
        }
    }

    @Test
    void indexPrefix_text_findsBeginnings() {
        for (int batchRows : BATCH_ROWS) {
            StageHarness harness = new StageHarness(PEOPLE, batchRows);
            StageHarness.Sink sink = harness.new Sink(1);
            harness.push(
                    new IndexPrefixStage(
                            harness.worker(), PEOPLE.catalog().indexes().getFirst(), column(0), 1, sink),
                    List.of(row("A"), row(3L), row("G")));
            assertThat(ids(sink.rows(), 0)).containsExactlyInAnyOrder(person(0), person(5), person(1), person(4));
        }
    }

    @Test
    void nodeById_numbers_findsNodesThatExist() {
        for (int batchRows : BATCH_ROWS) {
            StageHarness harness = new StageHarness(PEOPLE, batchRows);
            StageHarness.Sink sink = harness.new Sink(1);
            harness.push(
                    new NodeByIdStage(harness.worker(), column(0), 1, sink),
                    List.of(row(person(1)), row(-1L), row(999_999_999L), row((Object) null), row((double) person(2))));
            harness.push(
                    new NodeByIdStage(harness.worker(), column(0), 1, sink), List.of(row("n:" + person(3)), row("x")));
            assertThat(ids(sink.rows(), 0)).containsExactly(person(1), person(2));
        }
    }

    @Test
    void nodeByElementId_anyValues_findsNodesThatExist() {
        for (int batchRows : BATCH_ROWS) {
            StageHarness harness = new StageHarness(PEOPLE, batchRows);
            StageHarness.Sink sink = harness.new Sink(1);
            harness.push(
                    new NodeByElementIdStage(harness.worker(), column(0), false, 1, sink),
                    List.of(row("n:" + person(3)), row("r:0"), row((Object) null), row("n:999999999"), row("n:")));
            harness.push(
                    new NodeByElementIdStage(harness.worker(), column(0), false, 1, sink),
                    List.of(row(person(1)), row(List.of("n:" + person(1))), row("n:" + person(4))));
            harness.push(
                    new NodeByElementIdStage(harness.worker(), constant("n:" + person(0)), false, 1, sink),
                    List.of(row(1L), row(2L)));
            assertThat(ids(sink.rows(), 0)).containsExactly(person(3), person(4), person(0), person(0));
        }
    }

    @Test
    void nodeByElementId_lists_findEachNodeOnce() {
        for (int batchRows : BATCH_ROWS) {
            StageHarness harness = new StageHarness(PEOPLE, batchRows);
            StageHarness.Sink sink = harness.new Sink(0, 1);
            String one = "n:" + person(1);
            List<Object> mixed = Arrays.asList(one, null, 7L, "n:" + person(0), one);
            harness.push(
                    new NodeByElementIdStage(harness.worker(), column(0), true, 1, sink),
                    List.of(row(mixed), row((Object) null), row(List.of()), row(List.of("r:1", one))));
            assertThat(ids(sink.rows(), 1)).containsExactly(person(1), person(0), person(1));
        }
        StageHarness harness = new StageHarness(PEOPLE, 1);
        Stage seek = new NodeByElementIdStage(harness.worker(), column(0), true, 1, harness.new Sink(1));
        assertThatThrownBy(() -> harness.push(seek, List.of(row("n:0"))))
                .isInstanceOf(ThetisException.class)
                .hasMessageContaining("IN needs a LIST on its right");
    }

    @Test
    void countFromStatistics_label_givesOneRow() {
        StageHarness harness = new StageHarness(PEOPLE, 1);
        StageHarness.Sink sink = harness.new Sink(3);
        CountFromStatistics people = new CountFromStatistics(
                Optional.of("Person"),
                Optional.empty(),
                Optional.empty(),
                false,
                new Variable(3, "n", CypherType.of(CypherType.Kind.INTEGER)),
                1);
        Source source = new CountFromStatisticsSource(people);
        assertThat(source.prepare(harness.worker())).isEqualTo(1);
        source.run(0, harness.worker(), sink);
        assertThat(sink.rows()).containsExactly(row(6L));
    }
}
