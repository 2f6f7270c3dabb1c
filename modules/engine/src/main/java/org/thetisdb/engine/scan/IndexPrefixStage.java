package org.thetisdb.engine.scan;

import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.NodeIndexReader;
import org.thetisdb.value.vector.Vector;

/** Joins each row with the nodes whose indexed property begins with a string; other values of the prefix find none. */
public final class IndexPrefixStage implements Stage {
    private final Worker worker;
    private final Evaluator prefix;
    private final Stage next;
    private final NodeIndexReader index;
    private final NodeJoin join;
    private final NodeSeeks seeks;

    public IndexPrefixStage(Worker worker, Catalog.IndexDescriptor descriptor, Evaluator prefix, int slot, Stage next) {
        this.worker = worker;
        this.prefix = prefix;
        this.next = next;
        this.index = worker.reader().index(descriptor);
        this.join = new NodeJoin(worker, slot, next);
        this.seeks = new NodeSeeks(worker, index, join);
    }

    @Override
    public void push(Batch input) {
        Vector prefixes = prefix.evaluate(worker.evaluation(), input);
        join.begin(input);
        for (int row = 0; row < input.count() && join.isOpen(); row++) {
            if (prefixes.valueAt(row) instanceof String text) {
                index.seekPrefix(text);
                seeks.addFound(row);
            }
        }
        join.end();
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
