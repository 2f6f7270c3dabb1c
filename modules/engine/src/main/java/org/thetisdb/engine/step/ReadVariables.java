package org.thetisdb.engine.step;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.GraphPattern;
import org.thetisdb.cypher.bound.Query;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.cypher.bound.Write;
import org.thetisdb.engine.operator.Expressions;
import org.thetisdb.engine.operator.WriteExpressions;

/** Finds the variables whose values are read, and their properties; variables of which nothing is need not be bound. */
public final class ReadVariables {
    private final Set<Variable> read = new HashSet<>();
    private final Map<Variable, Set<String>> keys = new HashMap<>();
    /** What optional matches bind: a later match that begins there reads it from the rows. */
    private final Set<Variable> optional = new HashSet<>();

    private ReadVariables() {}

    /** What a query reads, its subqueries and the columns that it yields included. */
    public static ReadVariables of(Query query) {
        ReadVariables found = new ReadVariables();
        found.query(query);
        return found;
    }

    /** What some steps of a query read. */
    public static ReadVariables of(List<Step> steps) {
        ReadVariables found = new ReadVariables();
        steps.forEach(found::step);
        return found;
    }

    /** Those whose values are read. */
    public Set<Variable> variables() {
        return read;
    }

    /** How many properties of a node or relationship are read for all rows of the pattern that binds it. */
    public int keyCount(Variable variable) {
        return keys.getOrDefault(variable, Set.of()).size();
    }

    private void query(Query query) {
        read.addAll(query.outputs());
        switch (query) {
            case Query.Single single -> {
                single.steps().forEach(this::step);
                keys(LateProjection.defer(single.steps()));
            }
            case Query.Union union -> {
                query(union.left());
                query(union.right());
            }
        }
    }

    private void step(Step step) {
        switch (step) {
            case Step.Match match -> match(match);
            case Step.Unwind unwind -> expression(unwind.list());
            case Step.Compute compute -> items(compute.items());
            case Step.Aggregate aggregate -> {
                items(aggregate.keys());
                aggregate.aggregations().forEach(each -> each.arguments().forEach(this::expression));
            }
            case Step.Distinct distinct -> read.addAll(distinct.variables());
            case Step.Sort sort -> sort.keys().forEach(key -> expression(key.expression()));
            case Step.Slice slice -> {
                slice.skip().ifPresent(this::expression);
                slice.limit().ifPresent(this::expression);
            }
            case Step.Project ignored -> {}
            case Step.Filter filter -> expression(filter.predicate());
            case Step.Call call -> {
                read.addAll(call.imports());
                call.transactions().ifPresent(each -> expression(each.rows()));
                query(call.query());
            }
            case Step.BuildPath path -> read.addAll(path.path().elements());
            case Step.CallProcedure call -> call.arguments().forEach(this::expression);
            case Step.LoadCsv load -> {
                expression(load.from());
                load.terminator().ifPresent(this::expression);
            }
            default -> write(step);
        }
    }

    private void write(Step step) {
        switch (step) {
            case Step.ChangeSchema ignored -> {}
            case Step.Create create -> create(create);
            case Step.Merge merge -> {
                match(merge.match());
                create(merge.create());
                merge.values().forEach(value -> read.add(value.variable()));
                WriteExpressions.of(merge.onCreate()).forEach(this::expression);
                WriteExpressions.of(merge.onMatch()).forEach(this::expression);
            }
            case Step.Assign assign -> WriteExpressions.of(assign.assignments()).forEach(this::expression);
            case Step.Delete delete -> delete.targets().forEach(this::expression);
            case Step.Foreach foreach -> {
                expression(foreach.list());
                read.addAll(foreach.imports());
                query(foreach.query());
            }
            default -> throw new IllegalStateException("no such step: " + step.getClass());
        }
    }

    private void create(Step.Create create) {
        WriteExpressions.of(create.nodes(), create.relationships()).forEach(this::expression);
        // A match of a MERGE has to bind all that the clause names, because making it would.
        create.nodes().forEach(node -> read.add(node.variable()));
        for (Write.NewRelationship relationship : create.relationships()) {
            read.add(relationship.variable());
            read.add(relationship.start());
            read.add(relationship.end());
        }
    }

    private void match(Step.Match match) {
        Set<Variable> ends = new HashSet<>(match.pattern().nodes());
        match.pattern().relationships().forEach(hop -> ends.add(hop.relationship()));
        ends.stream().filter(optional::contains).forEach(read::add);
        if (match.optional()) {
            optional.addAll(ends);
        }
        match.predicates().forEach(this::expression);
        for (GraphPattern.Hop hop : match.pattern().relationships()) {
            hop.length().ifPresent(length -> length.predicates().forEach(this::expression));
        }
        for (GraphPattern.ShortestPath shortest : match.pattern().shortestPaths()) {
            shortest.hop().length().ifPresent(length -> length.predicates().forEach(this::expression));
        }
        for (GraphPattern.NamedPath path : match.pattern().paths()) {
            read.addAll(path.elements());
        }
    }

    /** Properties that are read before something leaves few of the rows that patterns give. */
    private void keys(List<Step> steps) {
        Set<Variable> ofRows = new HashSet<>();
        for (Step step : steps) {
            switch (step) {
                case Step.Match match -> {
                    ofRows.addAll(match.pattern().nodes());
                    match.pattern().relationships().forEach(hop -> ofRows.add(hop.relationship()));
                    match.predicates().forEach(each -> keys(each, ofRows));
                }
                case Step.Compute compute -> compute.items().forEach(item -> keys(item.expression(), ofRows));
                case Step.Filter filter -> keys(filter.predicate(), ofRows);
                case Step.Sort sort -> sort.keys().forEach(key -> keys(key.expression(), ofRows));
                case Step.Aggregate aggregate -> {
                    aggregate.keys().forEach(item -> keys(item.expression(), ofRows));
                    aggregate
                            .aggregations()
                            .forEach(each -> each.arguments().forEach(argument -> keys(argument, ofRows)));
                    ofRows.clear();
                }
                case Step.Slice _ -> ofRows.clear();
                default -> {}
            }
        }
    }

    private void keys(Expression expression, Set<Variable> ofRows) {
        Expressions.walk(expression, each -> {
            if (each instanceof Expression.Property property
                    && property.target() instanceof Expression.Reference reference
                    && ofRows.contains(reference.variable())) {
                keys.computeIfAbsent(reference.variable(), _ -> new HashSet<>()).add(property.key());
            }
        });
    }

    private void items(List<Step.Item> items) {
        items.forEach(item -> expression(item.expression()));
    }

    private void expression(Expression expression) {
        Expressions.walk(expression, each -> {
            if (each instanceof Expression.Reference reference) {
                read.add(reference.variable());
            } else if (each instanceof Expression.Subquery subquery) {
                read.addAll(subquery.imports());
                query(subquery.query());
            }
        });
    }
}
