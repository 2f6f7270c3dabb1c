package org.thetisdb.engine.expand;

import java.util.Arrays;
import java.util.Optional;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.engine.evaluation.LabelTest;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Columns;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.storage.Expansion;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Adds the number of relationships at a node instead of following them; drops rows that have none. */
public final class ExpandCountStage implements Stage {
    private final Worker worker;
    private final int fromSlot;
    private final TypeSet types;
    private final Optional<LabelTest> labels;
    private final Stage next;
    private final Expansion expansion;
    private final Batch counted;
    private final Vector scratch = new Vector();
    private final Vector multiplicity = new Vector();
    private long[] counts = {};
    private int[] rows = {};
    private long[] neighbours = {};
    private int[] walkRows = {};
    private int[] labelled = {};

    public ExpandCountStage(
            Worker worker,
            int fromSlot,
            TypeSet types,
            Optional<LabelExpression> labels,
            int multiplicitySlot,
            Stage next) {
        this.worker = worker;
        this.fromSlot = fromSlot;
        this.types = types;
        this.labels = labels.map(LabelTest::new);
        this.next = next;
        this.expansion = worker.reader().expansion();
        this.counted = worker.newBatch();
        counted.hold(multiplicitySlot, multiplicity);
    }

    @Override
    public void push(Batch input) {
        int count = input.count();
        if (counts.length < count) {
            counts = new long[count];
            rows = new int[count];
        }
        count(input);
        multiplicity.reset(VectorKind.INTEGER, count);
        long[] times = multiplicity.longs();
        int kept = 0;
        for (int row = 0; row < count; row++) {
            times[kept] = counts[row];
            rows[kept] = row;
            kept += counts[row] == 0 ? 0 : 1;
        }
        if (kept == 0) {
            return;
        }
        multiplicity.resize(kept);
        if (kept == count) {
            counted.fillFrom(input);
        } else {
            counted.fillFrom(input, rows, kept);
        }
        next.push(counted);
    }

    private void count(Batch input) {
        int count = input.count();
        if (types.isNone(worker)) {
            Arrays.fill(counts, 0, count, 0);
            return;
        }
        Vector from = Columns.nodes(input, fromSlot, scratch);
        if (labels.isEmpty()) {
            worker.reader().degrees(from.longs(), Columns.nullsOrNone(from), count, types.ids(), types.side(), counts);
        } else {
            countLabelled(from, count, labels.get());
        }
    }

    private void countLabelled(Vector from, int count, LabelTest test) {
        Arrays.fill(counts, 0, count, 0);
        int capacity = worker.batchRows();
        if (neighbours.length < capacity) {
            neighbours = new long[capacity];
            walkRows = new int[capacity];
            labelled = new int[capacity];
        }
        test.begin(worker.evaluation());
        expansion.start(from.longs(), Columns.nullsOrNone(from), count, types.ids(), types.side(), false);
        int found = expansion.next(walkRows, neighbours, neighbours, capacity);
        while (found > 0) {
            int kept = test.keep(neighbours, found, labelled);
            for (int index = 0; index < kept; index++) {
                counts[walkRows[labelled[index]]]++;
            }
            worker.query().checkpoint();
            found = expansion.next(walkRows, neighbours, neighbours, capacity);
        }
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
