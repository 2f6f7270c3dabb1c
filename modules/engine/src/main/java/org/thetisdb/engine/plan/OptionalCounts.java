package org.thetisdb.engine.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.expand.CountExclusions;
import org.thetisdb.engine.expand.ExpandCount;
import org.thetisdb.engine.group.Aggregate;
import org.thetisdb.engine.operator.Expressions;
import org.thetisdb.engine.subquery.Apply;

/**
 * {@code MATCH (p) OPTIONAL MATCH (p)<--(x) RETURN p.name, count(x)}: the matches of each p are counted instead of
 * followed, none as 0, and their numbers added.
 */
final class OptionalCounts {
    private OptionalCounts() {}

    static boolean isOptionalMatch(Apply apply) {
        return apply.optional() && apply.shared().isEmpty();
    }

    /** The aggregation over sums, if it comes right after an OPTIONAL MATCH and only counts what that binds. */
    static Aggregate asSums(Aggregate aggregate, PlanningContext context) {
        if (!(aggregate.input() instanceof Apply apply) || !isOptionalMatch(apply)) {
            return aggregate;
        }
        Set<Variable> bound = CountedValues.followed(apply.plan());
        bound.retainAll(new HashSet<>(apply.outputs()));
        List<Step.Aggregation> counts = aggregate.aggregations().stream()
                .filter(each -> CountedValues.isCountOf(each, bound))
                .toList();
        boolean suits = !counts.isEmpty()
                && aggregate.aggregations().stream().allMatch(each -> counts.contains(each) || ignoresRepetition(each))
                && others(aggregate, counts).noneMatch(each -> reads(each, apply.outputs()));
        Optional<ExpandCount> branch = suits ? CountingRewriter.branch(apply.plan(), context) : Optional.empty();
        return branch.map(each -> sums(aggregate, apply, each, counts, context)).orElse(aggregate);
    }

    private static boolean ignoresRepetition(Step.Aggregation aggregation) {
        return aggregation.distinct()
                || aggregation.function() == Step.AggregateFunction.MIN
                || aggregation.function() == Step.AggregateFunction.MAX;
    }

    private static Stream<Expression> others(Aggregate aggregate, List<Step.Aggregation> counts) {
        return Stream.concat(
                aggregate.keys().stream().map(Step.Item::expression),
                aggregate.aggregations().stream()
                        .filter(each -> !counts.contains(each))
                        .flatMap(each -> each.arguments().stream()));
    }

    private static boolean reads(Expression expression, List<Variable> variables) {
        return Expressions.dependencies(expression).stream().anyMatch(variables::contains);
    }

    private static Aggregate sums(
            Aggregate aggregate,
            Apply apply,
            ExpandCount branch,
            List<Step.Aggregation> counts,
            PlanningContext context) {
        Variable number = context.newCounter();
        ExpandCount all = new ExpandCount(
                apply.input(),
                branch.from(),
                branch.branch(),
                CountExclusions.NONE,
                number,
                true,
                apply.input().rows());
        List<Step.Aggregation> aggregations = new ArrayList<>();
        for (Step.Aggregation each : aggregate.aggregations()) {
            aggregations.add(
                    counts.contains(each)
                            ? new Step.Aggregation(
                                    each.variable(),
                                    Step.AggregateFunction.SUM,
                                    false,
                                    List.of(new Expression.Reference(number)))
                            : each);
        }
        return new Aggregate(all, aggregate.keys(), aggregations, aggregate.multiplicities(), aggregate.rows());
    }
}
