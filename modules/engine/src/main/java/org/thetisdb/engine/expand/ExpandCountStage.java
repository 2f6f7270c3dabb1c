package org.thetisdb.engine.expand;

import java.util.Optional;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Columns;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Adds the number of matches at a node instead of following them; drops rows that have none, or keeps all. */
public final class ExpandCountStage implements Stage {
    private final int fromSlot;
    private final BranchCounter counter;
    private final Optional<ExclusionCounter> exclusions;
    private final boolean keepsAll;
    private final Stage next;
    private final Batch counted;
    private final Vector scratch = new Vector();
    private final Vector multiplicity = new Vector();
    private long[] counts = {};
    private int[] rows = {};

    ExpandCountStage(
            Worker worker,
            int fromSlot,
            CountedBranch.Hop hop,
            CountExclusions.Slots exclusions,
            int multiplicitySlot,
            boolean keepsAll,
            Stage next) {
        this.fromSlot = fromSlot;
        this.counter = new BranchCounter(worker, hop);
        this.exclusions = exclusions.isEmpty()
                ? Optional.empty()
                : Optional.of(new ExclusionCounter(worker, exclusions, counter));
        this.keepsAll = keepsAll;
        this.next = next;
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
        Vector from = Columns.nodes(input, fromSlot, scratch);
        if (exclusions.isPresent()) {
            exclusions.get().count(input, from, counts);
        } else {
            counter.count(from.longs(), Columns.nullsOrNone(from), count, counts);
        }
        multiplicity.reset(VectorKind.INTEGER, count);
        long[] times = multiplicity.longs();
        int kept = 0;
        for (int row = 0; row < count; row++) {
            times[kept] = counts[row];
            rows[kept] = row;
            kept += counts[row] == 0 && !keepsAll ? 0 : 1;
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

    @Override
    public void finish() {
        counter.clear();
        exclusions.ifPresent(ExclusionCounter::clear);
        next.finish();
    }

    @Override
    public boolean isSatisfied() {
        return next.isSatisfied();
    }
}
