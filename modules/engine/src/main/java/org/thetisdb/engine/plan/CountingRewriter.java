package org.thetisdb.engine.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.expand.Expand;
import org.thetisdb.engine.expand.ExpandCount;
import org.thetisdb.engine.group.Aggregate;
import org.thetisdb.engine.operator.Expressions;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.OperatorTrees;
import org.thetisdb.engine.scan.CountFromStatistics;

/**
 * Counts expansions instead of following them: an {@link Expand} just below an aggregation, whose new node and
 * relationship nobody reads, only says how often each of its input rows counts.
 *
 * <p>This is the factorised form of a star's counts: {@code MATCH (m)<-[:LIKES]-(), (m)<-[:REPLY_OF]-() RETURN
 * count(*)} multiplies two degrees per message and never materialises the rows of the product.
 */
final class CountingRewriter {
    private final PlanningContext context;
    private final List<Variable> multiplicities = new ArrayList<>();

    private CountingRewriter(PlanningContext context) {
        this.context = context;
    }

    /** Rewrites below every aggregation of a query's own tree. */
    static Operator rewrite(Operator operator, PlanningContext context) {
        return OperatorTrees.map(
                operator,
                each -> each instanceof Aggregate aggregate
                                && aggregate.multiplicities().isEmpty()
                        ? aggregate(aggregate, context)
                        : each);
    }

    /** Rewrites a COUNT { } subplan, whose rows are only counted. */
    static Operator rewriteCounted(Operator root, PlanningContext context) {
        return new CountingRewriter(context).peel(root, Set.of());
    }

    private static Operator aggregate(Aggregate aggregate, PlanningContext context) {
        if (!aggregate.aggregations().stream().allMatch(CountingRewriter::understandsMultiplicity)) {
            return aggregate;
        }
        Set<Variable> read = new HashSet<>();
        aggregate.keys().forEach(key -> read.addAll(Expressions.dependencies(key.expression())));
        aggregate
                .aggregations()
                .forEach(each -> each.arguments().forEach(argument -> read.addAll(Expressions.dependencies(argument))));
        CountingRewriter rewriter = new CountingRewriter(context);
        Operator input = rewriter.peel(aggregate.input(), read);
        Aggregate counting = new Aggregate(
                input, aggregate.keys(), aggregate.aggregations(), rewriter.multiplicities, aggregate.rows());
        Operator replaced = context.isTrusting() ? known(counting, context) : counting;
        return replaced instanceof Aggregate kept ? DistinctValues.first(kept, context) : replaced;
    }

    private static Operator known(Aggregate counting, PlanningContext context) {
        Operator replaced = KnownCounts.replace(counting);
        if (replaced instanceof CountFromStatistics) {
            context.countFromStatistics();
        }
        return replaced;
    }

    private static boolean understandsMultiplicity(Step.Aggregation aggregation) {
        return switch (aggregation.function()) {
            case COUNT_ROWS, COUNT, SUM, AVG, MIN, MAX -> true;
            case COLLECT -> aggregation.distinct();
            case STDEV, STDEVP, PERCENTILE_CONT, PERCENTILE_DISC, EXTENSION -> false;
        };
    }

    /** Replaces the uppermost expansions as long as nobody above reads what they bind. */
    private Operator peel(Operator operator, Set<Variable> read) {
        if (!(operator instanceof Expand expand)
                || expand.relationship().filter(read::contains).isPresent()
                || read.contains(expand.to())) {
            return operator;
        }
        if (expand.relationship().isPresent()) {
            return operator;
        }
        Variable multiplicity = context.newCounter();
        multiplicities.add(multiplicity);
        Set<Variable> below = new HashSet<>(read);
        below.add(expand.from());
        Operator input = peel(expand.input(), below);
        return new ExpandCount(
                input, expand.from(), expand.direction(), expand.types(), expand.labels(), multiplicity, input.rows());
    }
}
