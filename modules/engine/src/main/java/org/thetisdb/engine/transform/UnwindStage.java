package org.thetisdb.engine.transform;

import java.util.Arrays;
import java.util.List;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.BatchParts;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.value.vector.TypedList;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Joins each row with the elements of a list; null counts as an empty list, any other value as a list of itself. The
 * column is typed as long as the elements of a batch are of one type.
 */
public final class UnwindStage implements Stage, BatchParts.Work {
    /** Strings of a batch that are so long are passed on at once, however few they are. */
    private static final int STRING_BYTES_MAX = 1 << 20;

    /** Strings that are taken before it is looked at how long they are; then as many again. */
    private static final int STRINGS_MIN = 4;

    private final Worker worker;
    private final Evaluator list;
    private final Stage next;
    private final Batch unwound;
    private final Vector elements = new Vector();
    private final BatchParts parts;

    @SuppressWarnings("NullAway.Init") // Prepared before it is read.
    private Vector lists;

    private int[] rows = {};
    private int capacity;
    private int count;

    public UnwindStage(Worker worker, Evaluator list, int slot, Stage next) {
        this.worker = worker;
        this.list = list;
        this.next = next;
        this.unwound = worker.newBatch();
        unwound.hold(slot, elements);
        this.parts = new BatchParts(worker, this);
    }

    @Override
    public void push(Batch input) {
        parts.push(input);
    }

    @Override
    public void prepare(Batch input) {
        lists = list.evaluate(worker.evaluation(), input);
    }

    @Override
    public void process(Batch input) {
        capacity = worker.batchRows();
        if (rows.length < capacity) {
            rows = new int[capacity];
        }
        clear();
        for (int row = 0; row < input.count() && !next.isSatisfied(); row++) {
            if (lists.isNull(row)) {
                continue;
            }
            if (lists.kind() == VectorKind.OBJECT && lists.objects()[row] instanceof TypedList values) {
                addRuns(input, row, values);
            } else if (lists.kind() == VectorKind.OBJECT && lists.objects()[row] instanceof List<?> values) {
                addAll(input, row, values);
            } else {
                reserveEntry(row);
                elements.copyEntry(count++, lists, row);
                flushIfFull(input);
            }
        }
        if (count > 0 && !next.isSatisfied()) {
            flush(input);
        }
    }

    private void clear() {
        count = 0;
        elements.reset(VectorKind.NULL, 0);
    }

    private void addRuns(Batch input, int row, TypedList values) {
        int size = values.size();
        for (int from = 0; from < size && !next.isSatisfied(); ) {
            int most = values.kind() == VectorKind.STRING ? Math.max(STRINGS_MIN, count) : capacity;
            int added = Math.min(Math.min(size - from, capacity - count), most);
            values.appendTo(elements, from, added);
            Arrays.fill(rows, count, count + added, row);
            count += added;
            from += added;
            flushIfFull(input);
        }
    }

    private void addAll(Batch input, int row, List<?> values) {
        for (Object value : values) {
            if (next.isSatisfied()) {
                return;
            }
            if (count == 0 && value != null) {
                elements.reset(VectorKind.of(value), 0);
            }
            reserveEntry(row);
            elements.setValue(count++, value);
            flushIfFull(input);
        }
    }

    private void reserveEntry(int row) {
        rows[count] = row;
        elements.resize(count + 1);
    }

    private void flushIfFull(Batch input) {
        if (count == capacity || elements.stringBytes() >= STRING_BYTES_MAX) {
            flush(input);
        }
    }

    private void flush(Batch input) {
        unwound.fillFrom(input, rows, count);
        next.push(unwound);
        worker.betweenBatches();
        clear();
    }

    @Override
    public void finish() {
        next.finish();
    }

    @Override
    public boolean isSatisfied() {
        return next.isSatisfied();
    }
}
