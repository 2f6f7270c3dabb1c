package org.thetisdb.engine.write;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Subplan;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.subquery.LocalSubplan;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * FOREACH: for each row and each element of its list, one after another, runs a subplan that writes. Where the
 * subplan is a single clause, which works through its rows in order by itself, it gets many elements at once.
 */
public final class ForeachSink extends WriteSink {
    private final Function<Worker, Evaluator> listFactory;
    private final WriteHazards listHazards;
    private final int elementSlot;
    private final boolean batched;
    private final Function<Worker, LocalSubplan> subplanFactory;
    private @Nullable Tools tools;
    private int[] rowsOfElements = {};
    private int count;

    /** What the worker that writes needs; {@code values} is the column of elements in their batch. */
    private record Tools(Evaluator list, LocalSubplan body, Batch oneRow, Batch elements, Vector values) {}

    /** @param batched whether the subplan may get the elements of several rows at once */
    public ForeachSink(
            int[] keptSlots,
            Optional<Subplan> subplan,
            Function<Worker, Evaluator> listFactory,
            WriteHazards listHazards,
            int elementSlot,
            boolean batched,
            Function<Worker, LocalSubplan> subplanFactory) {
        super("Foreach", keptSlots, subplan);
        this.listFactory = listFactory;
        this.listHazards = listHazards;
        this.elementSlot = elementSlot;
        this.batched = batched;
        this.subplanFactory = subplanFactory;
    }

    @Override
    protected void begin(Worker worker) {
        if (tools == null) {
            Batch elements = worker.newBatch();
            tools = new Tools(
                    listFactory.apply(worker),
                    subplanFactory.apply(worker),
                    worker.newBatch(),
                    elements,
                    elements.own(elementSlot));
        }
        rowsOfElements = new int[batched ? worker.batchRows() : 1];
    }

    @Override
    protected void write(Worker worker, Batch rows) {
        Tools with = Invariant.present(tools, "rows are written after begin");
        boolean atOnce = rows.count() == 1 || listHazards.of(rows) == WriteHazards.Hazard.NONE;
        if (atOnce) {
            writeAll(worker, with, rows);
            return;
        }
        for (int row = 0; row < rows.count(); row++) {
            with.oneRow().fillFrom(rows, new int[] {row}, 1);
            writeAll(worker, with, with.oneRow());
        }
    }

    private void writeAll(Worker worker, Tools with, Batch rows) {
        Vector lists = with.list().evaluate(worker.evaluation(), rows);
        Vector values = with.values();
        values.reset(VectorKind.NULL, 0);
        count = 0;
        for (int row = 0; row < rows.count(); row++) {
            for (Object element : elementsOf(lists.valueAt(row))) {
                values.resize(count + 1);
                values.setValue(count, element);
                rowsOfElements[count++] = row;
                if (count == rowsOfElements.length) {
                    runBody(worker, with, rows);
                }
            }
        }
        if (count > 0) {
            runBody(worker, with, rows);
        }
    }

    private static List<?> elementsOf(@Nullable Object value) {
        return switch (value) {
            case null -> List.of();
            case List<?> elements -> elements;
            default ->
                throw new ThetisException(
                        ErrorCode.TYPE_MISMATCH, "FOREACH takes a list: value=" + value + "; write [value]");
        };
    }

    private void runBody(Worker worker, Tools with, Batch rows) {
        with.elements().fillFrom(rows, rowsOfElements, count);
        with.body().run(with.elements());
        worker.query().checkpoint();
        with.values().reset(VectorKind.NULL, 0);
        count = 0;
    }
}
