package org.thetisdb.engine.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.thetisdb.engine.RunOptions;
import org.thetisdb.engine.StopSignal;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Predicate;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.QueryContext;
import org.thetisdb.engine.pipeline.QueryMemory;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.storage.spill.TemporarySpace;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Pushes rows through single stages and looks at what comes out. */
public final class StageHarness {
    /** Batch sizes to test with: the smallest, odd ones, and the usual one. */
    @SuppressWarnings("MutablePublicArray") // Only read.
    public static final int[] BATCH_ROWS = {1, 2, 3, 1024};

    private final Worker worker;
    private final int batchRows;

    public StageHarness(TestGraph graph, int batchRows) {
        this(graph, batchRows, new QueryMemory(0));
    }

    /** @param memory of the run, with the place where it spills */
    public StageHarness(TestGraph graph, int batchRows, QueryMemory memory) {
        this.batchRows = batchRows;
        this.worker = new Worker(graph);
        Clock clock = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
        worker.begin(new QueryContext(
                Map.of(),
                new RunOptions(1, 0, 0, batchRows, clock, new Random(1)),
                memory,
                graph,
                Optional.empty(),
                new StopSignal(0)));
    }

    /** A harness whose operators spill: what one of them may keep is {@code shareBytesMax}. */
    public static StageHarness spilling(TestGraph graph, int batchRows, TemporarySpace space, long shareBytesMax) {
        return new StageHarness(graph, batchRows, new QueryMemory(TestEngine.resources(space), 0, shareBytesMax));
    }

    public Worker worker() {
        return worker;
    }

    /** Takes rows as lists of boxed values. */
    public final class Sink implements Stage {
        private final int[] slots;
        private final List<List<Object>> rows = new ArrayList<>();
        private int rowCountMax = Integer.MAX_VALUE;
        private int finishCount;

        public Sink(int... slots) {
            this.slots = slots;
        }

        /** Is satisfied as soon as it has so many rows. */
        public Sink satisfiedAt(int rowCount) {
            rowCountMax = rowCount;
            return this;
        }

        public List<List<Object>> rows() {
            return rows;
        }

        public int finishCount() {
            return finishCount;
        }

        @Override
        public void push(Batch batch) {
            assertThat(batch.count()).isBetween(1, batchRows);
            assertThat(isSatisfied()).as("no batch after enough rows").isFalse();
            for (int row = 0; row < batch.count(); row++) {
                List<Object> values = new ArrayList<>();
                for (int slot : slots) {
                    Vector column = batch.column(slot);
                    assertThat(column.count()).isGreaterThanOrEqualTo(batch.count());
                    values.add(column.valueAt(row));
                }
                rows.add(values);
            }
        }

        @Override
        public void finish() {
            finishCount++;
        }

        @Override
        public boolean isSatisfied() {
            return rows.size() >= rowCountMax;
        }
    }

    /** Pushes rows, column i in slot i, in batches of the harness's size; then finishes. */
    public void push(Stage stage, List<List<Object>> rows) {
        for (int from = 0; from < rows.size() && !stage.isSatisfied(); from += batchRows) {
            stage.push(batch(rows.subList(from, Math.min(rows.size(), from + batchRows))));
        }
        stage.finish();
    }

    public Batch batch(List<List<Object>> rows) {
        Batch batch = worker.newBatch();
        batch.fill(rows.size());
        for (int column = 0; column < rows.getFirst().size(); column++) {
            int place = column;
            batch.hold(column, vector(rows.stream().map(row -> row.get(place)).toArray()));
        }
        return batch;
    }

    /** A typed column of boxed values. */
    public static Vector vector(Object... values) {
        Vector vector = new Vector();
        Object first =
                Arrays.stream(values).filter(each -> each != null).findFirst().orElse(null);
        vector.reset(VectorKind.of(first), values.length);
        if (vector.kind() != VectorKind.NULL) {
            for (int index = 0; index < values.length; index++) {
                vector.setValue(index, values[index]);
            }
        }
        return vector;
    }

    /** The column of a slot as an expression. */
    public static Evaluator column(int slot) {
        return (context, rows) -> rows.column(slot);
    }

    /** One value for all rows. */
    public static Evaluator constant(Object value) {
        return (context, rows) -> {
            Object[] values = new Object[rows.count()];
            Arrays.fill(values, value);
            return vector(values);
        };
    }

    /** A condition on one row. */
    public interface RowTest {
        boolean test(Rows rows, int row);
    }

    public static Predicate predicate(RowTest test) {
        return (context, rows, selection) -> {
            int count = 0;
            for (int row = 0; row < rows.count(); row++) {
                if (test.test(rows, row)) {
                    selection[count++] = row;
                }
            }
            return count;
        };
    }

    public static NodeReference node(long id) {
        return new NodeReference(id);
    }

    public static List<Object> row(Object... values) {
        return Collections.unmodifiableList(Arrays.asList(values));
    }
}
