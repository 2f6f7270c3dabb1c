package org.thetisdb.engine.scan;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.table.KeyTable;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.NodeIndexReader;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Joins each row with the nodes whose indexed property equals a key, or an element of a list of keys. */
public final class IndexSeekStage implements Stage {
    /** Of longer lists, the elements are not kept beside the list. */
    private static final int LIST_ELEMENTS_MAX = 4096;

    private final Worker worker;
    private final Evaluator key;
    private final boolean anyOf;
    private final Stage next;
    private final NodeIndexReader index;
    private final NodeJoin join;
    private final NodeSeeks seeks;
    private final LongListSeek longLists;
    private final Vector elements = new Vector();

    public IndexSeekStage(
            Worker worker, Catalog.IndexDescriptor descriptor, Evaluator key, boolean anyOf, int slot, Stage next) {
        this.worker = worker;
        this.key = key;
        this.anyOf = anyOf;
        this.next = next;
        this.index = worker.reader().index(descriptor);
        this.join = new NodeJoin(worker, slot, next);
        this.seeks = new NodeSeeks(worker, index, join);
        this.longLists = new LongListSeek(worker);
    }

    @Override
    public void push(Batch input) {
        Vector keys = key.evaluate(worker.evaluation(), input);
        join.begin(input);
        if (!anyOf) {
            index.seekNext(keys, input.count());
        }
        Vector distinct = null;
        for (int row = 0; row < input.count() && join.isOpen(); row++) {
            if (keys.isNull(row)) {
                continue;
            }
            if (!anyOf) {
                index.seek(keys, row);
                seeks.addFound(row);
                continue;
            }
            List<?> list = asList(keys.valueAt(row));
            if (list.size() > LIST_ELEMENTS_MAX) {
                longLists.seek(list, index, row, join);
                continue;
            }
            if (distinct == null || !key.isConstant()) {
                distinct = distinctElements(list);
            }
            index.seekNext(distinct, distinct.count());
            for (int element = 0; element < distinct.count() && join.isOpen(); element++) {
                if (!distinct.isNull(element)) {
                    index.seek(distinct, element);
                    seeks.addFound(row);
                }
            }
        }
        index.seekNext(keys, 0);
        join.end();
    }

    private static List<?> asList(@Nullable Object value) {
        if (value instanceof List<?> list) {
            return list;
        }
        throw new ThetisException(
                ErrorCode.TYPE_MISMATCH, "IN takes a list on its right side: value=" + value + "; put it in [ ]");
    }

    /** A node has one value, so that it is found once if no two of the keys are equal. */
    private Vector distinctElements(List<?> list) {
        elements.reset(VectorKind.NULL, list.size());
        int place = 0;
        for (Object element : list) {
            elements.setValue(place++, element);
        }
        if (list.isEmpty()) {
            return elements;
        }
        KeyTable table = new KeyTable(1);
        table.findOrAdd(new Vector[] {elements}, list.size(), new int[list.size()]);
        return table.keys()[0];
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
