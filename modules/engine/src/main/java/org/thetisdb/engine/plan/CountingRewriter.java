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
import org.thetisdb.engine.between.ExpandInto;
import org.thetisdb.engine.choice.JoinChoice;
import org.thetisdb.engine.expand.CountExclusions;
import org.thetisdb.engine.expand.CountedBranch;
import org.thetisdb.engine.expand.Expand;
import org.thetisdb.engine.expand.ExpandCount;
import org.thetisdb.engine.group.Aggregate;
import org.thetisdb.engine.operator.Argument;
import org.thetisdb.engine.operator.Expressions;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.OperatorTrees;
import org.thetisdb.engine.scan.CountFromStatistics;
import org.thetisdb.engine.subquery.Apply;

/**
 * Counts expansions instead of following them: an {@link Expand} below an aggregation, whose new node and relationship
 * nobody reads, only says how often each of its input rows counts.
 *
 * <pre>
 *   (forum)─►(post)◄─(comment)─►(tag)         scanned: forum
 *       └───►(member)─►(city)                 counted: ─►(){◄─()─►()}, for what hangs on a node that is
 *                                                      counted itself is counted with it
 *                                             counted: ─►()─►()
 * </pre>
 *
 * <p>This is the factorised form of counts over trees: {@code MATCH (m)<-[:LIKES]-(), (m)<-[:REPLY_OF]-()-[:TAG]->()
 * RETURN count(*)} multiplies two numbers per message and never materialises the rows of the product. Conditions that
 * tell the unread node from others, and its relationship from those that were taken ({@link ExclusionRules}), are
 * subtracted.
 */
final class CountingRewriter {
    private final PlanningContext context;
    private final List<Variable> multiplicities = new ArrayList<>();

    /** What is counted so far, the uppermost first. */
    private final List<Counted> counted = new ArrayList<>();

    /** A counted expansion, until it is known whether it is part of another. */
    private static final class Counted {
        private final Variable from;
        private final CountedBranch branch;
        private boolean isPart;

        Counted(Variable from, CountedBranch branch) {
            this.from = from;
            this.branch = branch;
        }
    }

    private CountingRewriter(PlanningContext context) {
        this.context = context;
    }

    /** Rewrites below every aggregation of a query's own tree. */
    static Operator rewrite(Operator operator, PlanningContext context) {
        return OperatorTrees.map(
                operator,
                each -> each instanceof Aggregate aggregate
                                && aggregate.multiplicities().isEmpty()
                        ? cheaper(aggregate, context)
                        : each);
    }

    /** Rewrites a COUNT { } subplan, whose rows are only counted. */
    static Operator rewriteCounted(Operator root, PlanningContext context) {
        return new CountingRewriter(context).peel(root, Set.of());
    }

    /** Counting what hangs on each row is cheaper than any other way to find it. */
    private static Operator cheaper(Aggregate given, PlanningContext context) {
        return JoinChoice.decided(given.input())
                .map(input -> aggregate(given.withInput(input), context))
                .filter(CountingRewriter::isCounted)
                .orElseGet(() -> aggregate(given, context));
    }

    private static boolean isCounted(Operator rewritten) {
        return !(rewritten instanceof Aggregate still)
                || !still.multiplicities().isEmpty()
                || still.input() instanceof ExpandCount;
    }

    private static Operator aggregate(Aggregate given, PlanningContext context) {
        if (!given.aggregations().stream().allMatch(CountingRewriter::understandsMultiplicity)
                || !expressions(given).stream().allMatch(Expressions::isDeterministic)) {
            return given;
        }
        Aggregate aggregate = CountedValues.asRows(OptionalCounts.asSums(given, context));
        Set<Variable> read = new HashSet<>();
        expressions(aggregate).forEach(each -> read.addAll(Expressions.dependencies(each)));
        CountingRewriter rewriter = new CountingRewriter(context);
        Operator input = rewriter.peel(aggregate.input(), read);
        Aggregate counting = new Aggregate(
                input, aggregate.keys(), aggregate.aggregations(), rewriter.multiplicities, aggregate.rows());
        Operator replaced = context.isTrusting() ? known(counting, context) : counting;
        return replaced instanceof Aggregate kept ? DistinctValues.first(kept, context) : replaced;
    }

    private static List<Expression> expressions(Aggregate aggregate) {
        return Stream.concat(
                        aggregate.keys().stream().map(Step.Item::expression),
                        aggregate.aggregations().stream().flatMap(each -> each.arguments().stream()))
                .toList();
    }

    /** The one branch at a node of the rows outside that a subplan comes to, if nobody reads what it binds. */
    static Optional<ExpandCount> branch(Operator plan, PlanningContext context) {
        return new CountingRewriter(context).onlyBranch(plan);
    }

    private Optional<ExpandCount> onlyBranch(Operator plan) {
        return peel(plan, Set.of()) instanceof ExpandCount count
                        && count.input() instanceof Argument
                        && count.exclusions().isEmpty()
                        && counted.stream().filter(each -> !each.isPart).count() == 1
                ? Optional.of(count)
                : Optional.empty();
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

    /**
     * Replaces expansions as long as nobody above reads what they bind.
     *
     * @param read what is read above, by others than counted expansions
     */
    private Operator peel(Operator operator, Set<Variable> read) {
        ExclusionRules rules = ExclusionRules.above(operator);
        return switch (rules.below()) {
            case Expand expand -> expand(expand, rules, read);
            case ExpandInto into ->
                rules.over(into.withInput(peel(into.input(), with(rules.reads(read), into.from(), into.to()))));
            case ExpandCount all
            when all.keepsAll() -> rules.over(all.withInput(peel(all.input(), with(rules.reads(read), all.from()))));
            case Apply apply when OptionalCounts.isOptionalMatch(apply) -> optional(apply, rules, read);
            default -> operator;
        };
    }

    private Operator optional(Apply apply, ExclusionRules rules, Set<Variable> read) {
        Set<Variable> above = rules.reads(read);
        List<Counted> hanging = counted.stream()
                .filter(each -> !each.isPart && apply.outputs().contains(each.from))
                .toList();
        Optional<ExpandCount> branch = apply.outputs().stream().anyMatch(above::contains)
                ? Optional.empty()
                : optionalBranch(apply.plan(), hanging);
        if (branch.isEmpty()) {
            return rules.over(apply);
        }
        hanging.forEach(each -> each.isPart = true);
        Counted here = new Counted(branch.get().from(), branch.get().branch().asOptional());
        counted.add(here);
        Operator input = peel(apply.input(), above);
        return rules.over(here.isPart ? input : count(input, here, CountExclusions.NONE));
    }

    /**
     * An OPTIONAL MATCH as a branch, with what hangs on nodes that it binds as parts. A part that a node must have
     * would take rows away whose node is null, which no optional branch does.
     */
    private Optional<ExpandCount> optionalBranch(Operator plan, List<Counted> hanging) {
        if (!hanging.stream().allMatch(each -> each.branch.optional())) {
            return Optional.empty();
        }
        CountingRewriter within = new CountingRewriter(context);
        hanging.forEach(each -> within.counted.add(new Counted(each.from, each.branch)));
        return within.onlyBranch(plan);
    }

    private Operator expand(Expand expand, ExclusionRules rules, Set<Variable> read) {
        Optional<ExclusionRules.Found> found =
                read.contains(expand.to()) ? Optional.empty() : rules.apply(expand, context);
        if (found.isEmpty() || expand.relationship().filter(read::contains).isPresent()) {
            return rules.over(expand.withInput(peel(expand.input(), with(rules.reads(read), expand.from()))));
        }
        CountExclusions exclusions = found.get().exclusions();
        Set<Variable> below = found.get().others().reads(read);
        if (!exclusions.isEmpty()) {
            below = with(below, expand.from());
            below.addAll(exclusions.reads());
        }
        Counted here = new Counted(
                expand.from(),
                new CountedBranch(expand.direction(), expand.types(), expand.labels(), takeParts(expand.to()), false));
        counted.add(here);
        Operator input = peel(expand.input(), below);
        return found.get().others().over(here.isPart ? input : count(input, here, exclusions));
    }

    private Operator count(Operator input, Counted here, CountExclusions exclusions) {
        Variable multiplicity = context.newCounter();
        multiplicities.add(multiplicity);
        return new ExpandCount(input, here.from, here.branch, exclusions, multiplicity, false, input.rows());
    }

    /** What is counted at a node that is counted itself. */
    private List<CountedBranch> takeParts(Variable node) {
        List<CountedBranch> parts = new ArrayList<>();
        for (Counted each : counted) {
            if (!each.isPart && each.from.equals(node)) {
                each.isPart = true;
                parts.add(each.branch);
            }
        }
        return parts;
    }

    private static Set<Variable> with(Set<Variable> read, Variable... more) {
        Set<Variable> all = new HashSet<>(read);
        all.addAll(List.of(more));
        return all;
    }
}
