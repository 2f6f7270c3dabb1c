package org.thetisdb.engine.operator;

import org.thetisdb.engine.pipeline.RelinkStage;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/** @param slots the columns that the breaker gives, including the row number */
record Relink(int[] slots) implements StageSpec {
    @Override
    public String text() {
        return "Relink with the outer rows";
    }

    @Override
    public Stage create(Assembly assembly, Worker worker, Stage next) {
        return new RelinkStage(worker, assembly.subplan(), slots, next);
    }
}
