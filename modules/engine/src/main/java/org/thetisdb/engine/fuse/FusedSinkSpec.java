package org.thetisdb.engine.fuse;

import java.util.List;
import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.Link;
import org.thetisdb.engine.operator.SinkSpec;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/** The end of a pipeline that one loop can stand for: stages, and totals of their rows. */
record FusedSinkSpec(FusedRun run, SinkSpec sink) implements SinkSpec {
    @Override
    public String text() {
        return sink.text();
    }

    @Override
    public List<Link> parts() {
        return run.links();
    }

    @Override
    public boolean isFused() {
        return true;
    }

    @Override
    public Stage create(Assembly assembly, Worker worker) {
        return run.stage(assembly, worker, sink);
    }
}
