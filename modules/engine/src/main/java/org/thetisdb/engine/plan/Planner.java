package org.thetisdb.engine.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.BoundQuery;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.GraphPattern;
import org.thetisdb.cypher.bound.Query;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.StopSignal;
import org.thetisdb.engine.choice.JoinChoice;
import org.thetisdb.engine.estimate.DegreeSamples;
import org.thetisdb.engine.estimate.KnownValues;
import org.thetisdb.engine.estimate.ValueSpreads;
import org.thetisdb.engine.estimate.WindowShares;
import org.thetisdb.engine.extension.CallableTable;
import org.thetisdb.engine.group.Aggregate;
import org.thetisdb.engine.group.ClusteredGroups;
import org.thetisdb.engine.group.Distinct;
import org.thetisdb.engine.group.EarlyGroups;
import org.thetisdb.engine.group.FirstOfGroups;
import org.thetisdb.engine.group.KeyParts;
import org.thetisdb.engine.group.UniqueGroups;
import org.thetisdb.engine.operator.Argument;
import org.thetisdb.engine.operator.Expressions;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.OperatorTrees;
import org.thetisdb.engine.operator.Unit;
import org.thetisdb.engine.sort.FirstKeyFirst;
import org.thetisdb.engine.sort.Slice;
import org.thetisdb.engine.sort.Sort;
import org.thetisdb.engine.sort.TopK;
import org.thetisdb.engine.subquery.Apply;
import org.thetisdb.engine.subquery.HoistedProperties;
import org.thetisdb.engine.subquery.RepeatedParts;
import org.thetisdb.engine.trail.BuildPath;
import org.thetisdb.engine.transform.Filter;
import org.thetisdb.engine.transform.LoadCsv;
import org.thetisdb.engine.transform.ProcedureCall;
import org.thetisdb.engine.transform.Project;
import org.thetisdb.engine.transform.Union;
import org.thetisdb.engine.transform.Unwind;
import org.thetisdb.storage.Snapshot;

/**
 * Turns a bound query into a plan over a snapshot's catalog and statistics.
 *
 * <p>Steps are planned in their order, with five liberties that make no visible difference: MATCHes that follow one
 * another are found as one pattern ({@link MatchPlanner}); conditions that may overtake others are in one filter with
 * them ({@link Filter#after}); what a sort does not read is computed after its LIMIT; a sort with a LIMIT becomes a
 * top-k; and expansions whose ends nobody reads are counted instead of followed ({@link CountingRewriter}).
 *
 * <p>Threads: stateless; each call of {@link #plan} works on its own.
 */
public final class Planner {
    /** How many rows an UNWIND is assumed to give. */
    private static final double UNWIND_ROWS = 10;

    private static final double LINES_OF_A_FILE = 10_000;

    private static final double ROWS_OF_A_PROCEDURE = 100;

    private final PlanningContext context;

    private Planner(PlanningContext context) {
        this.context = context;
    }

    public static Plan plan(BoundQuery query, Snapshot snapshot) {
        return plan(
                query,
                snapshot,
                new DegreeSamples(),
                new WindowShares(snapshot, new ValueSpreads(), KnownValues.NONE),
                new CallableTable(List.of()),
                PlanningOptions.USUAL,
                new StopSignal(0));
    }

    /**
     * Makes a plan that suits a snapshot, and those over the same base as far as {@link Plan} says.
     *
     * @param samples of the same base, to be used for one query after another
     * @param windows of the snapshot, for this query
     * @param callables what the query was bound with
     */
    public static Plan plan(
            BoundQuery query,
            Snapshot snapshot,
            DegreeSamples samples,
            WindowShares windows,
            CallableTable callables,
            PlanningOptions options,
            StopSignal stop) {
        PlanningContext context = new PlanningContext(query, snapshot, samples, windows, callables, options, stop);
        Operator planned = new Planner(context).query(query.query(), new Unit(1), Set.of(), new Labels());
        Operator inParts = KeyParts.rewrite(planned, () -> context.newColumn("part", CypherType.ANY));
        Operator root = EarlyProperties.rewrite(UniqueGroups.rewrite(inParts), context);
        if (context.choice().either(true)) {
            Operator bounded = FirstOfGroups.rewrite(root, query.query().outputs());
            root = FirstKeyFirst.rewrite(bounded, () -> context.newColumn("key", CypherType.ANY));
        }
        // Before the needs of the catalog are taken: what was looked for in vain is one of them.
        var notifications = context.notifications(query, root);
        Operator early = EarlyGroups.rewrite(root, context.cardinality(), context::newState, context.choice()::either);
        Operator kept = RepeatedParts.rewrite(early, context::returning, context.choice()::either);
        Operator hoisted = HoistedProperties.rewrite(kept, context::newColumn, context.choice()::either);
        return new Plan(
                query.mode(),
                ClusteredGroups.rewrite(
                        hoisted,
                        () -> context.newElement(CypherType.of(CypherType.Kind.INTEGER)),
                        context.choice()::either),
                query.query().outputs(),
                query.columns(),
                context.subplans(),
                context.variableCount(),
                context.catalogNeeds(),
                context.callCosts().assumed(),
                windows.assumed(),
                context.implications(),
                context.countsFromStatistics(),
                query.places(),
                notifications);
    }

    Operator query(Query query, Operator input, Set<Variable> bound, Labels labels) {
        return switch (query) {
            case Query.Single single -> settled(CountingRewriter.rewrite(steps(single, input, bound, labels), context));
            case Query.Union union -> union(union, input, bound, labels);
        };
    }

    /** Choices are kept until it is known what is only counted. */
    private static Operator settled(Operator root) {
        return OperatorTrees.map(root, each -> each instanceof JoinChoice choice ? choice.settled() : each);
    }

    private Operator union(Query.Union union, Operator input, Set<Variable> bound, Labels labels) {
        Operator left = query(union.left(), input, bound, new Labels(labels));
        Operator right = query(union.right(), input, bound, new Labels(labels));
        Operator both = new Union(
                left,
                right,
                union.left().outputs(),
                union.right().outputs(),
                union.outputs(),
                left.rows() + right.rows());
        // Without columns there are no rows to be seen, only what the branches write.
        boolean distinct = union.distinct() && !union.outputs().isEmpty();
        return distinct ? new Distinct(both, union.outputs(), both.rows()) : both;
    }

    /** The rows so far while steps are planned. */
    static final class Progress {
        Operator operator;
        Set<Variable> bound;
        Labels labels;

        /** What was there at first, outside the subquery that is planned: no step of it removes that. */
        private final Set<Variable> imports;

        Progress(Operator operator, Set<Variable> bound, Labels labels) {
            this.operator = operator;
            this.imports = Set.copyOf(bound);
            this.bound = new HashSet<>(bound);
            this.labels = labels;
        }

        /** From here on these are the columns, beside what was imported. */
        void keepOnly(Collection<Variable> columns) {
            bound = new HashSet<>(imports);
            bound.addAll(columns);
        }
    }

    private Operator steps(Query.Single query, Operator input, Set<Variable> bound, Labels labels) {
        Progress progress = new Progress(input, bound, labels);
        List<Step> ordered = context.prepared(query);
        int index = 0;
        while (index < ordered.size()) {
            index += step(ordered, index, progress);
        }
        return progress.operator;
    }

    /** Plans the step at an index and returns how many steps that took. */
    private int step(List<Step> steps, int index, Progress progress) {
        switch (steps.get(index)) {
            case Step.Match match -> {
                return match(match, steps, index, progress);
            }
            case Step.Unwind unwind -> {
                prepare(unwind.list(), progress);
                progress.operator = new Unwind(
                        progress.operator, unwind.list(), unwind.variable(), progress.operator.rows() * UNWIND_ROWS);
                progress.bound.add(unwind.variable());
            }
            case Step.Compute compute -> compute(compute.items(), progress);
            case Step.Aggregate aggregate -> aggregate(aggregate, progress);
            case Step.Distinct distinct -> {
                progress.operator = new Distinct(progress.operator, distinct.variables(), progress.operator.rows());
                progress.keepOnly(distinct.variables());
            }
            case Step.Sort sort -> {
                return sort(sort, steps, index, progress);
            }
            case Step.Slice slice ->
                progress.operator = new Slice(
                        progress.operator, slice.skip(), slice.limit(), limited(progress.operator.rows(), slice));
            case Step.Project project ->
                progress.keepOnly(project.variables().stream()
                        .filter(progress.bound::contains)
                        .toList());
            case Step.Filter filter -> {
                prepare(filter.predicate(), progress, !(filter.predicate() instanceof Expression.And));
                context.cardinality().windows().note(filter.predicate().conjuncts());
                double share = context.cardinality().selectivity(filter.predicate(), progress.labels);
                progress.operator = Filter.after(
                        progress.operator, filter.predicate().conjuncts(), progress.operator.rows() * share);
                filter.predicate().conjuncts().forEach(progress.labels::learn);
            }
            case Step.Call call -> call(call, progress);
            case Step.BuildPath path -> buildPath(path.path(), progress);
            case Step.CallProcedure call -> callProcedure(call, progress);
            case Step.LoadCsv load -> loadCsv(load, progress);
            default -> write(steps.get(index), progress);
        }
        return 1;
    }

    private void buildPath(GraphPattern.NamedPath path, Progress progress) {
        progress.operator = new BuildPath(progress.operator, path.path(), path.elements(), progress.operator.rows());
        progress.bound.add(path.path());
    }

    private void callProcedure(Step.CallProcedure call, Progress progress) {
        call.arguments().forEach(each -> prepare(each, progress));
        if (call.procedure().writes()) {
            write(call, progress);
        } else {
            progress.operator = procedureCall(call, progress.operator);
        }
        call.yields().forEach(each -> progress.bound.add(each.variable()));
    }

    Operator procedureCall(Step.CallProcedure call, Operator input) {
        double perRow = call.procedure().columns().isEmpty() ? 1 : ROWS_OF_A_PROCEDURE;
        return new ProcedureCall(
                input,
                context.callables().get(call.procedure()),
                call.arguments(),
                call.yields(),
                call.optional(),
                input.rows() * perRow);
    }

    private void loadCsv(Step.LoadCsv load, Progress progress) {
        prepare(load.from(), progress);
        progress.operator = new LoadCsv(
                progress.operator,
                load.from(),
                load.headers(),
                load.terminator(),
                load.variable(),
                progress.operator.rows() * LINES_OF_A_FILE);
        progress.bound.add(load.variable());
    }

    private void write(Step step, Progress progress) {
        new WritePlanner(this).plan(step, progress);
        // Labels may have come and gone.
        progress.labels = new Labels();
    }

    // ---------------------------------------------------------------- matches

    private int match(Step.Match first, List<Step> steps, int index, Progress progress) {
        if (first.optional()) {
            optional(first, progress, steps.subList(index + 1, steps.size()));
            return 1;
        }
        List<Step.Match> together = new ArrayList<>();
        int next = index;
        while (next < steps.size() && steps.get(next) instanceof Step.Match match && !match.optional()) {
            together.add(match);
            next++;
        }
        List<Step> following = steps.subList(next, steps.size());
        PartialPlan each = pattern(together, progress, PatternUse.before(following, context.onlyReads()));
        PartialPlan plan = new JoinChoicePlanner(context, this).plan(together, progress, each, following);
        progress.operator = plan.operator();
        progress.bound = new HashSet<>(plan.bound());
        progress.labels = plan.labels();
        return next - index;
    }

    /** A pattern by itself, some of whose nodes are to be found by a hop from others. */
    PartialPlan patternTo(Set<Variable> nodes, List<Step.Match> matches) {
        return pattern(matches, new Progress(new Unit(1), Set.of(), new Labels()), PatternUse.reaching(nodes));
    }

    /** A pattern by itself, of which only some nodes are read, and of rows that agree in them one is enough. */
    PartialPlan distinctPattern(Set<Variable> nodes, List<Step.Match> matches) {
        return pattern(matches, new Progress(new Unit(1), Set.of(), new Labels()), PatternUse.distinct(nodes));
    }

    PartialPlan pattern(List<Step.Match> matches, Progress progress, PatternUse use) {
        QueryGraph graph = QueryGraph.of(matches).testing(progress.bound);
        graph.lists().forEach(context::read);
        PartialPlan plan =
                new MatchPlanner(context, graph, use).plan(progress.operator, progress.bound, progress.labels);
        context.met(plan.labels());
        Labels labels = new Labels(progress.labels);
        graph.conditions().forEach(each -> labels.learn(each.expression()));
        Progress inside = new Progress(plan.operator(), progress.bound, labels);
        inside.bound.addAll(graph.nodes());
        for (QueryGraph.Condition condition : graph.conditions()) {
            if (Expressions.hasSubquery(condition.expression())) {
                Optional<Filter> filter = filtering(condition.expression(), plan.operator());
                inside.operator = filter.map(Filter::input).orElse(plan.operator());
                prepare(
                        condition.expression(),
                        inside,
                        filter.filter(each -> each.predicates().size() == 1).isPresent());
            }
        }
        inside.operator = plan.operator();
        for (QueryGraph.GroupedHop hop : graph.hops()) {
            hop.hop().length().ifPresent(length -> length.predicates().forEach(each -> prepare(each, inside)));
        }
        return plan;
    }

    /** The filter with a condition. */
    private static Optional<Filter> filtering(Expression condition, Operator operator) {
        return operator instanceof Filter filter && filter.predicates().contains(condition)
                ? Optional.of(filter)
                : operator.rowInputs().stream()
                        .flatMap(input -> filtering(condition, input).stream())
                        .findFirst();
    }

    private void optional(Step.Match match, Progress progress, List<Step> following) {
        Operator outer = progress.operator;
        Progress inner = new Progress(
                argument(imports(match, progress.bound), outer), progress.bound, new Labels(progress.labels));
        PartialPlan plan = pattern(List.of(match), inner, PatternUse.USUAL);
        List<Variable> outputs = plan.bound().stream()
                .filter(each -> !progress.bound.contains(each) && context.isRead(each))
                .toList();
        Apply apply = new Apply(
                outer,
                plan.operator(),
                true,
                List.of(),
                Optional.empty(),
                outputs,
                outer.rows() * Math.max(1, plan.rows()));
        progress.operator = new JoinChoicePlanner(context, this).optional(match, progress, plan, apply, following);
        // What the pattern says of outer nodes holds only for the rows that it matched.
        plan.bound().stream()
                .filter(each -> !progress.bound.contains(each))
                .forEach(each -> progress.labels.addAll(plan.labels(), each));
        progress.bound.addAll(plan.bound());
    }

    /** The outer columns that a pattern reads. */
    static List<Variable> imports(Step.Match match, Set<Variable> bound) {
        Set<Variable> needed = new HashSet<>(QueryGraph.of(List.of(match)).nodes());
        match.predicates().forEach(each -> needed.addAll(Expressions.dependencies(each)));
        match.pattern().relationships().forEach(hop -> {
            needed.add(hop.relationship());
            hop.length()
                    .ifPresent(length ->
                            length.predicates().forEach(each -> needed.addAll(Expressions.dependencies(each))));
        });
        needed.retainAll(bound);
        return List.copyOf(needed);
    }

    /** Exactly one row is expected where it is known: of a limit, a unique index, a total. Less than one is a guess. */
    private static Operator argument(List<Variable> variables, Operator outer) {
        return new Argument(variables, outer.rows() == 1, 1);
    }

    // ---------------------------------------------------------------- the other steps

    private void compute(List<Step.Item> items, Progress progress) {
        for (Step.Item item : items) {
            prepare(item.expression(), progress);
            if (item.expression() instanceof Expression.Reference reference) {
                progress.labels.alias(reference.variable(), item.variable());
            }
        }
        progress.operator = new Project(progress.operator, items, progress.operator.rows());
        items.forEach(item -> progress.bound.add(item.variable()));
    }

    private void aggregate(Step.Aggregate aggregate, Progress progress) {
        aggregate.keys().forEach(item -> prepare(item.expression(), progress));
        aggregate.aggregations().forEach(each -> each.arguments().forEach(argument -> prepare(argument, progress)));
        double rows = progress.operator.rows();
        double groups = aggregate.keys().isEmpty() ? 1 : Math.min(rows, groups(aggregate, progress));
        Aggregate grouped =
                new Aggregate(progress.operator, aggregate.keys(), aggregate.aggregations(), List.of(), groups);
        progress.operator = context.choice().either(true) ? grouped.sortingLists() : grouped;
        progress.keepOnly(List.of());
        aggregate.keys().forEach(item -> {
            progress.bound.add(item.variable());
            if (item.expression() instanceof Expression.Reference reference) {
                progress.labels.alias(reference.variable(), item.variable());
            }
        });
        aggregate.aggregations().forEach(each -> progress.bound.add(each.variable()));
    }

    private double groups(Step.Aggregate aggregate, Progress progress) {
        double groups = 1;
        for (Step.Item key : aggregate.keys()) {
            groups *= key.expression() instanceof Expression.Reference reference
                            && !progress.labels.likely(reference.variable()).isEmpty()
                    ? Math.max(1, context.cardinality().nodes(progress.labels.likely(reference.variable())))
                    : 20;
        }
        return groups;
    }

    private int sort(Step.Sort sort, List<Step> steps, int index, Progress progress) {
        sort.keys().forEach(key -> prepare(key.expression(), progress));
        if (index + 1 < steps.size()
                && steps.get(index + 1) instanceof Step.Slice slice
                && slice.limit().isPresent()) {
            progress.operator = new TopK(
                    progress.operator,
                    sort.keys(),
                    slice.skip(),
                    slice.limit().get(),
                    limited(progress.operator.rows(), slice));
            return 2;
        }
        progress.operator = new Sort(progress.operator, sort.keys(), progress.operator.rows());
        return 1;
    }

    private static double limited(double rows, Step.Slice slice) {
        return slice.limit()
                .filter(Expression.Literal.class::isInstance)
                .flatMap(limit -> ((Expression.Literal) limit).value())
                .filter(Long.class::isInstance)
                .map(limit -> Math.min(rows, (Long) limit))
                .orElse(rows);
    }

    private void call(Step.Call call, Progress progress) {
        if (call.query().writes() || call.transactions().isPresent()) {
            write(call, progress);
            return;
        }
        Operator outer = progress.operator;
        Operator subplan = inside(progress, call.query(), call.imports());
        double perRow = call.optional() ? Math.max(1, subplan.rows()) : subplan.rows();
        progress.operator = new Apply(
                outer,
                subplan,
                call.optional(),
                List.of(),
                Optional.empty(),
                call.query().outputs(),
                outer.rows() * perRow);
        progress.bound.addAll(call.query().outputs());
    }

    // ---------------------------------------------------------------- subqueries in expressions

    /** Plans the subqueries of an expression that is about to be placed in an operator. */
    void prepare(Expression expression, Progress progress) {
        prepare(expression, progress, true);
    }

    /** @param isOfEachRow whether it is evaluated for each of the rows */
    private void prepare(Expression expression, Progress progress, boolean isOfEachRow) {
        new SubqueryPlanner(context, this).plan(expression, progress, isOfEachRow);
    }

    /** What a subquery's own plan is, for outer rows. */
    Operator inside(Progress outer, Query query, List<Variable> imports) {
        Operator argument = argument(imports, outer.operator);
        return context.inside(
                outer.operator, () -> query(query, argument, Set.copyOf(imports), new Labels(outer.labels)));
    }
}
