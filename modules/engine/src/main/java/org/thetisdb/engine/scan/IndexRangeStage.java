package org.thetisdb.engine.scan;

import java.util.Optional;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.NodeIndexReader;
import org.thetisdb.storage.NodeIndexReader.Bound;
import org.thetisdb.value.vector.Vector;

/** Joins each row with the nodes whose indexed property lies in a range; a bound that is null leaves none. */
public final class IndexRangeStage implements Stage {
    private final Worker worker;
    private final Optional<Evaluator> lower;
    private final boolean lowerInclusive;
    private final Optional<Evaluator> upper;
    private final boolean upperInclusive;
    private final Stage next;
    private final NodeIndexReader index;
    private final NodeJoin join;
    private final NodeSeeks seeks;

    public IndexRangeStage(
            Worker worker,
            Catalog.IndexDescriptor descriptor,
            Optional<Evaluator> lower,
            boolean lowerInclusive,
            Optional<Evaluator> upper,
            boolean upperInclusive,
            int slot,
            Stage next) {
        this.worker = worker;
        this.lower = lower;
        this.lowerInclusive = lowerInclusive;
        this.upper = upper;
        this.upperInclusive = upperInclusive;
        this.next = next;
        this.index = worker.reader().index(descriptor);
        this.join = new NodeJoin(worker, slot, next);
        this.seeks = new NodeSeeks(worker, index, join);
    }

    @Override
    public void push(Batch input) {
        Optional<Vector> lowers = lower.map(bound -> bound.evaluate(worker.evaluation(), input));
        Optional<Vector> uppers = upper.map(bound -> bound.evaluate(worker.evaluation(), input));
        join.begin(input);
        for (int row = 0; row < input.count() && join.isOpen(); row++) {
            Optional<Bound> from = bound(lowers, row, lowerInclusive);
            Optional<Bound> to = bound(uppers, row, upperInclusive);
            if (from.isPresent() == lower.isPresent() && to.isPresent() == upper.isPresent()) {
                index.seekRange(from, to);
                seeks.addFound(row);
            }
        }
        join.end();
    }

    private static Optional<Bound> bound(Optional<Vector> values, int row, boolean inclusive) {
        return values.map(vector -> vector.valueAt(row)).map(value -> new Bound(value, inclusive));
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
