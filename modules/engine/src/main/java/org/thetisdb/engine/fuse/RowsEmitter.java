package org.thetisdb.engine.fuse;

import org.thetisdb.engine.operator.SlotSets;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/** Passes on the rows that have passed a loop's filters, with the columns that it has added. Belongs to one worker. */
final class RowsEmitter implements AdaptiveStage.Emitter {
    private final int lastFilter;
    private final int[] slots;
    private final Stage next;
    private final Batch extended;
    private final Batch passed;

    RowsEmitter(Worker worker, FusedWork work, Stage next) {
        this.lastFilter = work.filters().size() - 1;
        this.slots = SlotSets.slots(work.variables());
        this.next = next;
        this.extended = worker.newBatch();
        this.passed = worker.newBatch();
    }

    @Override
    public void emit(Batch rows, LoopRunner computed) {
        int passedCount = lastFilter < 0 ? rows.count() : computed.passedCount(lastFilter);
        if (passedCount == 0) {
            return;
        }
        Batch all = rows;
        if (slots.length > 0) {
            extended.fillFrom(rows);
            for (int column = 0; column < slots.length; column++) {
                extended.hold(slots[column], computed.column(column));
            }
            all = extended;
        }
        if (passedCount == rows.count()) {
            next.push(all);
        } else {
            passed.fillFrom(all, computed.passed(rows.count()), passedCount);
            next.push(passed);
        }
    }
}
