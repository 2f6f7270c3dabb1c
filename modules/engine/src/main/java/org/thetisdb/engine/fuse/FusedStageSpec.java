package org.thetisdb.engine.fuse;

import java.util.List;
import java.util.stream.Collectors;
import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.Link;
import org.thetisdb.engine.operator.StageSpec;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/** Stages that one loop can stand for, in the middle of a pipeline. */
record FusedStageSpec(FusedRun run) implements StageSpec {
    @Override
    public String text() {
        return run.links().stream()
                .filter(StageSpec.class::isInstance)
                .map(link -> ((StageSpec) link).text())
                .collect(Collectors.joining(", "));
    }

    @Override
    public List<Link> parts() {
        return run.links();
    }

    @Override
    public Stage create(Assembly assembly, Worker worker, Stage next) {
        return run.stage(assembly, worker, next);
    }
}
