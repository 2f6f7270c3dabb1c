package org.thetisdb.engine.operator;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.cypher.bound.Variable;

/**
 * Cuts pipelines before an expansion, so that more than one worker can continue.
 *
 * <p>A pipeline that begins at an index, or at a label with few nodes, is one morsel: one worker's, however far it fans
 * out. It is cut before the last expansion whose input is small enough to be kept almost for free and whose output
 * is worth sharing. Before a LIMIT that may end the pipeline early, and inside subplans, nothing is cut: there rows are
 * better made one by one.
 */
final class ExchangePlacement {
    /** Fewer rows to start from cannot be shared evenly. */
    private static final double INPUT_ROWS_MIN = 24;

    /** More would take noticeable time and memory to keep; a scan as large has several morsels anyway. */
    private static final double INPUT_ROWS_MAX = 40_000;

    /** Fewer rows are done before a second worker has started: some hundred microseconds of work. */
    private static final double OUTPUT_ROWS_MIN = 20_000;

    private ExchangePlacement() {}

    /**
     * The pipelines of a plan, those cut where it pays.
     *
     * @param forced whether to cut wherever it is allowed, whether it pays or not
     */
    static List<Pipeline> place(List<Pipeline> pipelines, boolean forced) {
        List<Pipeline> placed = new ArrayList<>();
        pipelines.forEach(pipeline -> placed.addAll(cut(pipeline, places(pipeline, forced))));
        return placed;
    }

    /** The links before which to cut, in ascending order. */
    private static List<Integer> places(Pipeline pipeline, boolean forced) {
        List<Link> links = pipeline.links();
        boolean endsEarly = links.stream().anyMatch(each -> each instanceof StageSpec stage && stage.endsEarly());
        if (endsEarly || !pipeline.source().isOneMorsel(pipeline.operator().rows())) {
            return List.of();
        }
        List<Integer> places = new ArrayList<>();
        for (int index = links.size() - 1; index > 0; index--) {
            boolean fansOut = links.get(index) instanceof StageSpec stage && stage.fansOut();
            if (fansOut && (forced || places.isEmpty() && pays(links, index))) {
                places.add(index);
            }
        }
        return places.reversed();
    }

    private static boolean pays(List<Link> links, int index) {
        double input = ((Output) links.get(index - 1)).rows();
        double output = ((Output) links.get(index + 1)).rows();
        return input >= INPUT_ROWS_MIN && input <= INPUT_ROWS_MAX && output >= OUTPUT_ROWS_MIN;
    }

    private static List<Pipeline> cut(Pipeline pipeline, List<Integer> places) {
        List<Pipeline> pieces = new ArrayList<>();
        Operator operator = pipeline.operator();
        SourceSpec source = pipeline.source();
        int from = 0;
        for (int place : places) {
            Output before = (Output) pipeline.links().get(place - 1);
            Exchange exchange = new Exchange(
                    before.columns().stream().mapToInt(Variable::id).toArray());
            pieces.add(new Pipeline(operator, source, pipeline.links().subList(from, place), exchange));
            operator = ((Output) pipeline.links().get(place + 1)).operator();
            source = exchange.rows();
            from = place;
        }
        pieces.add(new Pipeline(
                operator,
                source,
                pipeline.links().subList(from, pipeline.links().size()),
                pipeline.sink()));
        return pieces;
    }
}
