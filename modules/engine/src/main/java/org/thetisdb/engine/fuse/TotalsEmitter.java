package org.thetisdb.engine.fuse;

import org.thetisdb.engine.operator.TotalsStage;
import org.thetisdb.engine.pipeline.Batch;

/** Adds a loop's totals to those of the sink. */
record TotalsEmitter(TotalsStage sink) implements AdaptiveStage.Emitter {
    @Override
    public void emit(Batch rows, LoopRunner computed) {
        int totalCount = computed.variant().shape().totals().size();
        for (int total = 0; total < totalCount; total++) {
            long count = computed.totalCount(total);
            if (count > 0) {
                sink.addTotal(total, count, computed.total(total));
            }
        }
    }
}
