package org.thetisdb.engine.compile;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.thetisdb.engine.plan.Operator;
import org.thetisdb.engine.plan.OperatorTrees;

/**
 * Chooses the expansions before which a pipeline is cut, so that more than one worker can go on.
 *
 * <p>A pipeline that begins at an index, or at a label with few nodes, is one morsel: one worker's, however far it fans
 * out. It is cut below the highest expansion whose input is small enough to be kept for next to nothing and whose
 * output is worth sharing. Below a LIMIT that may end the pipeline early, and inside subplans, nothing is cut: there
 * rows are better made one by one.
 */
final class ExchangePlacement {
    /** Fewer rows to start from cannot be shared evenly. */
    private static final double INPUT_ROWS_MIN = 24;

    /** More would take noticeable time and memory to keep; a scan as large has several morsels anyway. */
    private static final double INPUT_ROWS_MAX = 40_000;

    /** Fewer rows are done before a second worker has started: some hundred microseconds of work. */
    private static final double OUTPUT_ROWS_MIN = 20_000;

    private final Set<Operator> chosen = Collections.newSetFromMap(new IdentityHashMap<>());

    private final boolean forced;

    private ExchangePlacement(boolean forced) {
        this.forced = forced;
    }

    /**
     * The chosen expansions of a tree, by identity.
     *
     * @param forced whether to cut wherever it is allowed, whether it pays or not
     */
    static Set<Operator> choose(Operator root, boolean forced) {
        ExchangePlacement placement = new ExchangePlacement(forced);
        placement.descend(root, true);
        return placement.chosen;
    }

    /** @param open whether the pipeline that the operator is in may still be cut */
    private void descend(Operator operator, boolean open) {
        switch (operator) {
            case Operator.Slice slice -> descend(slice.input(), false);
            case Operator.Aggregate aggregate -> descend(aggregate.input(), true);
            case Operator.Distinct distinct -> descend(distinct.input(), true);
            case Operator.Sort sort -> descend(sort.input(), true);
            case Operator.TopK topK -> descend(topK.input(), true);
            case Operator.HashJoin join -> {
                descend(join.build(), true);
                descend(join.probe(), open);
            }
            case Operator.CartesianProduct product -> {
                descend(product.right(), true);
                descend(product.left(), open);
            }
            case Operator.Apply apply -> descend(apply.input(), open);
            case Operator.Expand expand -> descend(expand.input(), open && !isChosen(expand, expand.input()));
            default -> {
                boolean breaks = OperatorTrees.isWrite(operator);
                OperatorTrees.rowInputs(operator).forEach(input -> descend(input, open || breaks));
            }
        }
    }

    private boolean isChosen(Operator expand, Operator input) {
        boolean pays =
                input.rows() >= INPUT_ROWS_MIN && input.rows() <= INPUT_ROWS_MAX && expand.rows() >= OUTPUT_ROWS_MIN;
        boolean cut = (forced || pays) && beginsSmall(input);
        if (cut) {
            chosen.add(expand);
        }
        // Forced cuts do not keep each other out: each pipeline may be cut again.
        return cut && !forced;
    }

    /** Whether the pipeline's source is a single morsel, as far as the plan can tell. */
    private static boolean beginsSmall(Operator operator) {
        return switch (operator) {
            case Operator.Unit ignored -> true;
            case Operator.NodeScan scan ->
                scan.input() instanceof Operator.Unit ? scan.rows() <= INPUT_ROWS_MAX : beginsSmall(scan.input());
            case Operator.IndexSeek seek -> beginsSmall(seek.input());
            case Operator.IndexRange range -> beginsSmall(range.input());
            case Operator.IndexPrefix prefix -> beginsSmall(prefix.input());
            case Operator.NodeById byId -> beginsSmall(byId.input());
            case Operator.Expand expand -> beginsSmall(expand.input());
            case Operator.ExpandInto expand -> beginsSmall(expand.input());
            case Operator.ExpandCount expand -> beginsSmall(expand.input());
            case Operator.VariableExpand expand -> beginsSmall(expand.input());
            case Operator.Filter filter -> beginsSmall(filter.input());
            case Operator.DifferentRelationships different -> beginsSmall(different.input());
            case Operator.Project project -> beginsSmall(project.input());
            case Operator.Narrow narrow -> beginsSmall(narrow.input());
            case Operator.Unwind unwind -> beginsSmall(unwind.input());
            default -> false;
        };
    }
}
