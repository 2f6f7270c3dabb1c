package org.thetisdb.engine.fuse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.thetisdb.engine.operator.BreakerSpec;
import org.thetisdb.engine.operator.Fusable;
import org.thetisdb.engine.operator.Link;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.Output;
import org.thetisdb.engine.operator.PhysicalPlan;
import org.thetisdb.engine.operator.Pipeline;
import org.thetisdb.engine.operator.SinkSpec;
import org.thetisdb.engine.operator.StageSpec;

/**
 * Finds the runs of stages in a plan's pipelines that one loop can stand for.
 *
 * <pre>
 *   NodeScan ► ○ Expand ○ Filter ○ Project ○ ► TopK               Filter ○ Project: a run, back into rows
 *   NodeScan ► ○ Filter ○ ► Aggregate                             ○ Filter ○ ► Aggregate: a run to the end
 * </pre>
 *
 * <p>The places between operators ({@code ○}) inside a run belong to it; the one after it does not. Subplans are left
 * alone: their breakers work for each outer row.
 */
public final class FusePlacement {
    private final Fusion fusion;
    private final List<Pipeline> pipelines;

    private FusePlacement(Fusion fusion, List<Pipeline> pipelines) {
        this.fusion = fusion;
        this.pipelines = pipelines;
    }

    /** The plan with its runs; as it is if nothing is to be compiled. */
    public static PhysicalPlan place(PhysicalPlan plan, Fusion fusion) {
        if (!fusion.isOn()) {
            return plan;
        }
        FusePlacement placement = new FusePlacement(fusion, plan.pipelines());
        List<Pipeline> placed = plan.pipelines().stream().map(placement::place).toList();
        return new PhysicalPlan(placed, plan.subqueries(), plan.places());
    }

    private Pipeline place(Pipeline pipeline) {
        List<Link> links = pipeline.links();
        Optional<Fusable> end = pipeline.sink().fusable().filter(Fusability::isFusable);
        int stop = links.size();
        SinkSpec sink = pipeline.sink();
        if (end.isPresent()) {
            int from = stop;
            while (from > 1 && isInRun(links.get(from - 1))) {
                from--;
            }
            // The place after the source, or after a stage that is not in the run, stays where it is.
            from = from < stop && links.get(from) instanceof Output ? from + 1 : from;
            sink = sink(pipeline, links.subList(from, stop), end.get());
            stop = from;
        }
        List<Link> placed = placedStages(links.subList(0, stop));
        return new Pipeline(pipeline.operator(), pipeline.source(), placed, sink);
    }

    private static boolean isInRun(Link link) {
        return switch (link) {
            case Output ignored -> true;
            case StageSpec stage ->
                stage.fusable().filter(Fusability::isFusable).isPresent();
        };
    }

    private SinkSpec sink(Pipeline pipeline, List<Link> links, Fusable end) {
        List<Fusable> parts = fusables(links);
        parts.add(end);
        // Whether keys are such that a loop can have them, the data say: where it cannot, filters still may be one.
        List<Link> interpreted = end instanceof Fusable.Groups ? placedStages(links) : links;
        return new FusedSinkSpec(run(links, interpreted, parts, consumer(pipeline)), pipeline.sink());
    }

    /** The operator whose sink ends a pipeline. */
    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    private Operator consumer(Pipeline pipeline) {
        return pipelines.stream()
                .filter(each -> each.source() instanceof BreakerSpec.Rows rows && rows.sink() == pipeline.sink())
                .map(Pipeline::operator)
                .findFirst()
                .orElse(pipeline.operator());
    }

    private List<Link> placedStages(List<Link> links) {
        List<Link> placed = new ArrayList<>();
        int index = 0;
        while (index < links.size()) {
            int end = runEnd(links, index);
            if (end > index) {
                List<Link> run = links.subList(index, end);
                Operator last = ((Output) links.get(end)).operator();
                placed.add(new FusedStageSpec(run(run, run, fusables(run), last)));
                index = end;
            } else {
                placed.add(links.get(index++));
            }
        }
        return placed;
    }

    /** After the last stage of the run that begins here; here if there is none. */
    private static int runEnd(List<Link> links, int begin) {
        int end = begin;
        int index = begin;
        while (index < links.size()
                && links.get(index) instanceof StageSpec
                && isInRun(links.get(index))
                && index + 1 < links.size()
                && links.get(index + 1) instanceof Output) {
            end = index + 1;
            index += 2;
        }
        return end;
    }

    private static List<Fusable> fusables(List<Link> links) {
        List<Fusable> parts = new ArrayList<>();
        for (Link link : links) {
            if (link instanceof StageSpec stage) {
                parts.add(stage.fusable().orElseThrow());
            }
        }
        return parts;
    }

    private FusedRun run(List<Link> links, List<Link> interpreted, List<Fusable> parts, Operator operator) {
        List<ModeWatch.Inner> inner = new ArrayList<>();
        int filter = -1;
        for (Link link : links) {
            switch (link) {
                case Output output -> inner.add(new ModeWatch.Inner(output.operator(), filter));
                case StageSpec stage -> filter += stage.fusable().orElseThrow() instanceof Fusable.Conditions ? 1 : 0;
            }
        }
        return new FusedRun(links, interpreted, FusedWork.of(parts), fusion, new FuseSite(fusion), operator, inner);
    }
}
