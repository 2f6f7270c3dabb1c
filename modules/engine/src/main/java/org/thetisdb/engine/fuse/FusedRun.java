package org.thetisdb.engine.fuse;

import java.util.List;
import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.GroupedStage;
import org.thetisdb.engine.operator.Link;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.SinkSpec;
import org.thetisdb.engine.operator.TotalsStage;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/**
 * Links that one loop can stand for. Its place in the plan, {@code site}, has what was measured there.
 *
 * @param links what they are: stages, and the places between them
 * @param interpreted the same as the interpreter does them, where some of them may be a loop of their own
 * @param inner the operators of those places
 * @param operator the last one, which the modes are reported of
 */
record FusedRun(
        List<Link> links,
        List<Link> interpreted,
        FusedWork work,
        Fusion fusion,
        FuseSite site,
        Operator operator,
        List<ModeWatch.Inner> inner) {
    FusedRun {
        links = List.copyOf(links);
        interpreted = List.copyOf(interpreted);
        inner = List.copyOf(inner);
    }

    /** The stage of a worker whose rows go on to another one. */
    Stage stage(Assembly assembly, Worker worker, Stage next) {
        ClockedStage end = new ClockedStage(next);
        return stage(
                assembly, worker, end, assembly.chain(interpreted, worker, end), new RowsEmitter(worker, work, end));
    }

    /** The stage of a worker whose rows end in totals. */
    Stage stage(Assembly assembly, Worker worker, SinkSpec sink) {
        Stage last = sink.create(assembly, worker);
        // What a sink does is part of what is measured, so nothing is taken off.
        return stage(
                assembly, worker, new ClockedStage(last), assembly.chain(interpreted, worker, last), emitter(last));
    }

    private AdaptiveStage.Emitter emitter(Stage last) {
        int keyCount = work.keys().size();
        if (keyCount > 0 && last instanceof GroupedStage groups) {
            return new GroupsEmitter(groups, keyCount);
        }
        if (keyCount == 0 && last instanceof TotalsStage totals) {
            return new TotalsEmitter(totals);
        }
        throw new IllegalStateException("a sink that is fused takes totals: keys=" + keyCount);
    }

    private Stage stage(
            Assembly assembly, Worker worker, ClockedStage end, Stage interpreted, AdaptiveStage.Emitter emitter) {
        ModeWatch watch = new ModeWatch(assembly.profiler(), worker, operator, inner);
        return new AdaptiveStage(
                worker,
                new WorkerTurns(work, site, fusion, assembly.expressions(worker), worker),
                new AdaptiveStage.Ways(interpreted, end, emitter, watch));
    }
}
