package org.thetisdb.engine.operator;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.thetisdb.cypher.bound.Variable;

/**
 * Cuts pipelines before an expansion, so that more than one worker can continue.
 *
 * <p>A pipeline that begins at an index, or at a label with few nodes, is one morsel: one worker's, however far it fans
 * out. It is cut before the last expansion whose input is small enough to be kept almost for free and whose output
 * may be worth sharing; whether it is, the run decides when it knows how many rows there are ({@link
 * Exchange#sharedRowsMin}). What stays together ({@link StageSpec#keepsTogether}) is cut before that. Before a LIMIT that may end the pipeline early, and inside subplans, nothing is cut: there
 * rows are better made one by one.
 */
final class ExchangePlacement {
    /** Fewer rows to start from cannot be shared evenly. */
    private static final double INPUT_ROWS_MIN = 24;

    /** More would take noticeable time and memory to keep; a scan as large has several morsels anyway. */
    private static final double INPUT_ROWS_MAX = 40_000;

    /** Fewer rows are done before a second worker has started: some hundred microseconds of work. */
    private static final double OUTPUT_ROWS_MIN = 20_000;

    /** By how much the number of rows may well be misjudged: keeping a few for nothing costs little. */
    private static final double DOUBT = 16;

    private ExchangePlacement() {}

    /**
     * The pipelines of a plan, those cut where it pays.
     *
     * @param forced whether to cut wherever it is allowed, whether it pays or not
     */
    static List<Pipeline> place(List<Pipeline> pipelines, boolean forced) {
        List<Pipeline> placed = new ArrayList<>();
        pipelines.forEach(pipeline -> placed.addAll(cut(pipeline, places(pipeline, forced), forced)));
        return placed;
    }

    /** The links before which to cut, in ascending order. */
    private static List<Integer> places(Pipeline pipeline, boolean forced) {
        List<Link> links = pipeline.links();
        boolean endsEarly = links.stream().anyMatch(each -> each instanceof StageSpec stage && stage.endsEarly());
        if (endsEarly || !pipeline.source().isOneMorsel(pipeline.operator().rows())) {
            return List.of();
        }
        List<Integer> allowed = new ArrayList<>();
        boolean isTogether = false;
        for (int index = 1; index < links.size() && !isTogether; index++) {
            if (links.get(index) instanceof StageSpec stage) {
                isTogether = stage.keepsTogether();
                if (stage.fansOut()) {
                    allowed.add(index);
                }
            }
        }
        if (forced) {
            return allowed;
        }
        OptionalInt best = last(links, allowed, OUTPUT_ROWS_MIN);
        OptionalInt place = best.isPresent() ? best : last(links, allowed, OUTPUT_ROWS_MIN / DOUBT);
        return place.stream().boxed().toList();
    }

    /** The last place before which few rows are expected, and behind which so many at least. */
    private static OptionalInt last(List<Link> links, List<Integer> places, double outputRowsMin) {
        return places.reversed().stream()
                .filter(index -> {
                    double input = rowsBefore(links, index);
                    return input >= INPUT_ROWS_MIN
                            && input <= INPUT_ROWS_MAX
                            && rowsBehind(links, index) >= outputRowsMin;
                })
                .mapToInt(Integer::intValue)
                .findFirst();
    }

    private static double rowsBefore(List<Link> links, int index) {
        return ((Output) links.get(index - 1)).rows();
    }

    /** The most rows that a stage and its subplans are expected to work on. */
    private static double rowsBehind(List<Link> links, int index) {
        if (((StageSpec) links.get(index)).keepsTogether()) {
            return links.stream()
                    .skip(index)
                    .mapToDouble(link -> link instanceof Output output ? output.rows() : 0)
                    .max()
                    .orElse(0);
        }
        double each = ((StageSpec) links.get(index))
                .subplans().stream()
                        .flatMap(plan -> plan.pipelines().stream())
                        .flatMap(pipeline -> pipeline.links().stream())
                        .mapToDouble(link -> link instanceof Output output ? output.rows() : 0)
                        .max()
                        .orElse(0);
        return Math.max(((Output) links.get(index + 1)).rows(), rowsBefore(links, index) * each);
    }

    /** How many rows make as many as a second worker is worth, if each fans out as expected. */
    private static long sharedRowsMin(List<Link> links, int index) {
        return (long) (OUTPUT_ROWS_MIN * rowsBefore(links, index) / rowsBehind(links, index));
    }

    private static List<Pipeline> cut(Pipeline pipeline, List<Integer> places, boolean forced) {
        List<Pipeline> pieces = new ArrayList<>();
        Operator operator = pipeline.operator();
        SourceSpec source = pipeline.source();
        int from = 0;
        for (int place : places) {
            Output before = (Output) pipeline.links().get(place - 1);
            Exchange exchange = new Exchange(
                    before.columns().stream().mapToInt(Variable::id).toArray(),
                    forced ? 0 : sharedRowsMin(pipeline.links(), place));
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
