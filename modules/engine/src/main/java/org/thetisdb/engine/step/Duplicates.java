package org.thetisdb.engine.step;

import java.util.List;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.engine.operator.Expressions;

/** Decides whether what follows a pattern could tell if equal rows came once or several times. */
public final class Duplicates {
    private Duplicates() {}

    /**
     * Whether equal rows may be left out before these steps. If the last of them leaves no columns, it is only asked
     * whether there are rows; elsewhere such rows of a subquery still have what it was given.
     */
    public static boolean arePointless(List<Step> following) {
        for (int index = 0; index < following.size(); index++) {
            boolean isLast = index == following.size() - 1;
            switch (following.get(index)) {
                case Step.Distinct ignored -> {
                    return true;
                }
                case Step.Aggregate aggregate -> {
                    return aggregate.aggregations().stream().allMatch(Duplicates::ignoresThem);
                }
                case Step.Project project -> {
                    if (isLast && project.variables().isEmpty()) {
                        return true;
                    }
                }
                case Step.Sort ignored -> {}
                case Step.Filter filter -> {
                    if (!Expressions.isDeterministic(filter.predicate())) {
                        return false;
                    }
                }
                case Step.Compute compute -> {
                    if (!compute.items().stream().map(Step.Item::expression).allMatch(Expressions::isDeterministic)) {
                        return false;
                    }
                }
                case Step.Match ignored -> {}
                case Step.Unwind ignored -> {}
                case Step.BuildPath ignored -> {}
                case Step.LoadCsv ignored -> {}
                case Step.Slice ignored -> {
                    return false;
                }
                case Step.Call ignored -> {
                    return false;
                }
                case Step.CallProcedure ignored -> {
                    return false;
                }
                // Each row writes, so their number is what matters.
                case Step.ChangeSchema ignored -> {
                    return false;
                }
                case Step.Create ignored -> {
                    return false;
                }
                case Step.Merge ignored -> {
                    return false;
                }
                case Step.Assign ignored -> {
                    return false;
                }
                case Step.Delete ignored -> {
                    return false;
                }
                case Step.Foreach ignored -> {
                    return false;
                }
            }
        }
        return false;
    }

    private static boolean ignoresThem(Step.Aggregation aggregation) {
        return aggregation.distinct()
                || aggregation.function() == Step.AggregateFunction.MIN
                || aggregation.function() == Step.AggregateFunction.MAX;
    }
}
