package org.thetisdb.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.thetisdb.engine.testing.StageHarness.node;
import static org.thetisdb.engine.testing.StageHarness.row;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.operator.Argument;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.testing.StageHarness;
import org.thetisdb.engine.testing.TestGraph;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Each way in which a stage can break the contract of batches is found by the stage after it. */
class VerifyingStageTest {
    private static final int ROWS_MAX = 4;

    private final StageHarness harness = new StageHarness(TestGraph.builder(1).build(), ROWS_MAX);

    private final Operator operator = new Argument(List.of(new Variable(0, "a", CypherType.NODE)), false, 1);

    /** The next stage, which does something to each batch. */
    private record Next(Consumer<Batch> work) implements Stage {
        @Override
        public void push(Batch rows) {
            work.accept(rows);
        }

        @Override
        public void finish() {
            // Nothing is kept.
        }

        @Override
        public boolean isSatisfied() {
            return false;
        }
    }

    private Stage verifying(boolean expiring, Consumer<Batch> next) {
        return new VerifyingStage(
                harness.worker(),
                operator.name(),
                List.copyOf(operator.columns()),
                operator.multiplicity(),
                ROWS_MAX,
                expiring,
                new Next(next));
    }

    private void assertBroken(Batch rows, String what) {
        assertThatThrownBy(() -> verifying(false, batch -> {}).push(rows))
                .hasMessageContaining("a defect of Thetis")
                .hasMessageContaining(what)
                .hasMessageContaining("operator=Argument");
    }

    private Batch nodes(int count) {
        List<List<Object>> rows = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            rows.add(row(node(index)));
        }
        return harness.batch(rows);
    }

    @Test
    void push_ofSoundRows_passesThemOn() {
        List<Batch> passed = new ArrayList<>();
        Batch rows = nodes(3);
        verifying(false, passed::add).push(rows);
        assertThat(passed).containsExactly(rows);
        verifying(true, batch -> assertThat(batch.column(0).longs()[2]).isEqualTo(2))
                .push(rows);
    }

    @Test
    void push_ofTooFewOrTooManyRows_isFound() {
        Batch none = nodes(1);
        none.fill(0);
        assertBroken(none, "a batch has rows");
        assertBroken(nodes(ROWS_MAX + 1), "not larger");
    }

    @Test
    void push_ofRowsWithoutColumn_isFound() {
        Batch rows = harness.worker().newBatch();
        rows.fill(2);
        assertBroken(rows, "a column that is read is there: column=a");
    }

    @Test
    void push_ofColumnThatIsTooShort_isFound() {
        Batch rows = nodes(2);
        rows.fill(3);
        assertBroken(rows, "too short");
    }

    @Test
    void push_ofColumnOfAnotherType_isFound() {
        assertBroken(harness.batch(List.of(row(1L))), "a column is of its type: column=a");
    }

    @Test
    void push_ofColumnWithAWrongEntry_isFound() {
        Batch rows = nodes(2);
        Vector wrong = new Vector();
        wrong.reset(VectorKind.BOOLEAN, 2);
        wrong.longs()[1] = 2;
        rows.hold(1, wrong);
        assertBroken(rows, "no value of its kind: kind=BOOLEAN, row=1");
    }

    @Test
    void push_ofRowsOfAParentThatHasMovedOn_isFound() {
        Batch parent = nodes(3);
        Batch child = harness.worker().newBatch();
        child.fillFrom(parent, new int[] {2}, 1);
        parent.fill(3);
        assertBroken(child, "refilled");
    }

    @Test
    void push_ofRowsThatTheParentDoesNotHave_isFound() {
        Batch parent = nodes(3);
        int[] rows = {2};
        Batch child = harness.worker().newBatch();
        child.fillFrom(parent, rows, 1);
        rows[0] = 3;
        assertBroken(child, "rows stem from rows of the parent");
    }

    @Test
    void push_toAStageThatChangesTheBatch_isFound() {
        assertThatThrownBy(() -> verifying(false, batch -> batch.column(0).longs()[0] = 7)
                        .push(nodes(1)))
                .hasMessageContaining("changed a column");
        assertThatThrownBy(() -> verifying(false, batch -> batch.fill(1)).push(nodes(1)))
                .hasMessageContaining("refilled the batch");
    }

    @Test
    void push_ofExpiringRows_spoilsWhatIsKept() {
        List<Batch> batches = new ArrayList<>();
        List<Vector> columns = new ArrayList<>();
        Batch rows = nodes(2);
        verifying(true, batch -> {
                    batches.add(batch);
                    columns.add(batch.column(0));
                })
                .push(rows);
        assertThat(columns.getFirst().longs()[1]).isEqualTo(Long.MIN_VALUE);
        assertThatThrownBy(() -> batches.getFirst().column(0)).hasMessageContaining("no such column");
        assertThat(rows.column(0).longs()[1]).isEqualTo(1);
    }
}
