package org.thetisdb.engine.write;

import java.util.List;
import java.util.function.Function;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Subplan;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.subquery.LocalSubplan;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * FOREACH: for each row and each element of its list, one after the other, runs a subplan that writes. Where the
 * subplan is a single clause, which works through its rows in order by itself, it gets many elements at once.
 */
public final class ForeachSink extends WriteSink {
    private final Function<Worker, Evaluator> listFactory;
    private final WriteHazards listHazards;
    private final int elementSlot;
    private final boolean batched;
    private final Function<Worker, LocalSubplan> subplanFactory;
    private Evaluator list;
    private LocalSubplan body;
    private Batch oneRow;
    private Batch elements;
    private Vector values;
    private int[] rowsOfElements;
    private int count;

    /** @param batched whether the subplan may get the elements of several rows at once */
    public ForeachSink(
            int[] keptSlots,
            Subplan subplan,
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
    protected void begin(Worker worker, int rowCount) {
        if (list == null) {
            list = listFactory.apply(worker);
            body = subplanFactory.apply(worker);
            oneRow = worker.newBatch();
            elements = worker.newBatch();
            values = elements.own(elementSlot);
        }
        rowsOfElements = new int[batched ? worker.batchRows() : 1];
    }

    @Override
    protected void write(Worker worker, Batch rows) {
        boolean atOnce = rows.count() == 1 || listHazards.of(rows) == WriteHazards.Hazard.NONE;
        if (atOnce) {
            writeAll(worker, rows);
            return;
        }
        for (int row = 0; row < rows.count(); row++) {
            oneRow.fillFrom(rows, new int[] {row}, 1);
            writeAll(worker, oneRow);
        }
    }

    private void writeAll(Worker worker, Batch rows) {
        Vector lists = list.evaluate(worker.evaluation(), rows);
        values.reset(VectorKind.NULL, 0);
        count = 0;
        for (int row = 0; row < rows.count(); row++) {
            for (Object element : elementsOf(lists.valueAt(row))) {
                values.resize(count + 1);
                values.setValue(count, element);
                rowsOfElements[count++] = row;
                if (count == rowsOfElements.length) {
                    runBody(worker, rows);
                }
            }
        }
        if (count > 0) {
            runBody(worker, rows);
        }
    }

    private static List<?> elementsOf(Object value) {
        return switch (value) {
            case null -> List.of();
            case List<?> elements -> elements;
            default ->
                throw new ThetisException(
                        ErrorCode.TYPE_MISMATCH, "FOREACH goes through a list: value=" + value + "; write [value]");
        };
    }

    private void runBody(Worker worker, Batch rows) {
        elements.fillFrom(rows, rowsOfElements, count);
        body.run(elements);
        worker.query().checkpoint();
        values.reset(VectorKind.NULL, 0);
        count = 0;
    }
}
