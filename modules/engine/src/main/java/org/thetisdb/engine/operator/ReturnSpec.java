package org.thetisdb.engine.operator;

import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/** The end of a plan's or subplan's last pipelines: whoever runs it decides where its rows go. */
record ReturnSpec(String text) implements SinkSpec {
    @Override
    public Stage create(Assembly assembly, Worker worker) {
        return assembly.last(worker);
    }
}
