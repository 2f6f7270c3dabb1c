package org.thetisdb.engine.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.thetisdb.cypher.bound.BoundQuery;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.cypher.bound.Query;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.StopSignal;
import org.thetisdb.engine.estimate.DegreeSamples;
import org.thetisdb.engine.estimate.WindowShares;
import org.thetisdb.engine.expand.Expand;
import org.thetisdb.engine.extension.CallableTable;
import org.thetisdb.engine.operator.Expressions;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.step.EarlyEnd;
import org.thetisdb.engine.step.PreparedSteps;
import org.thetisdb.engine.step.ReadVariables;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.value.Notification;

/** What all parts of planning one query share. Not thread safe. */
final class PlanningContext {
    private static final String NO_TYPE = " none";

    private final Snapshot snapshot;
    private final CatalogWatch catalog;
    private final PlanChoice choice;
    private final boolean trusting;
    private final boolean onlyReads;
    private final boolean wantsAllRows;
    private final Set<Implication> implications = new LinkedHashSet<>();
    private final CallableTable callables;
    private final CallCosts callCosts = new CallCosts();
    private final StopSignal stop;
    private final Labels metLabels = new Labels();
    private boolean countsFromStatistics;
    private final Cardinality cardinality;
    private final ReadVariables readVariables;
    private final Set<Variable> read;
    private final Map<Expression.Subquery, Operator> subplans = new IdentityHashMap<>();
    private final Map<LabelExpression, List<String>> typeNames = new HashMap<>();
    private OuterRows outerRows = new OuterRows(1, 1);
    private int variableCount;

    /**
     * For how many rows of the query that which is being planned runs.
     *
     * @param expected of the outer rows of all subplans around it, the product; 1 outside subplans
     * @param possible as many as there may well be
     */
    record OuterRows(double expected, double possible) {
        OuterRows times(Operator outer) {
            return new OuterRows(expected * outer.rows(), possible * JoinChoicePlanner.rowsPossible(outer));
        }
    }

    /** @param stop ends the planning */
    PlanningContext(
            BoundQuery query,
            Snapshot snapshot,
            DegreeSamples samples,
            WindowShares windows,
            CallableTable callables,
            PlanningOptions options,
            StopSignal stop) {
        this.stop = stop;
        this.snapshot = snapshot;
        this.choice = new PlanChoice(options.seed());
        this.callables = callables;
        this.catalog = new CatalogWatch(snapshot.catalog());
        this.onlyReads = !query.writes();
        this.wantsAllRows = query.query() instanceof Query.Single single && !EarlyEnd.isPossible(single.steps());
        // What the query itself writes is not in the statistics that it is planned with.
        this.trusting =
                options.trusting() && !query.writes() && snapshot.statistics().isExact();
        this.cardinality = new Cardinality(snapshot, catalog, samples, windows);
        this.readVariables = ReadVariables.of(query.query());
        this.read = new HashSet<>(readVariables.variables());
        this.variableCount = query.variableCount();
    }

    /** To be called often: ends the planning with an error if the statement was cancelled or has taken too long. */
    void checkpoint() {
        stop.checkpoint();
    }

    Catalog catalog() {
        return catalog;
    }

    CallableTable callables() {
        return callables;
    }

    /** What calls of extensions' functions are taken to cost. */
    CallCosts callCosts() {
        return callCosts;
    }

    /** Decides among plans for the same thing. */
    PlanChoice choice() {
        return choice;
    }

    /** The notifications of the query; to be called before {@link #catalogNeeds}. */
    List<Notification> notifications(BoundQuery query, Operator root) {
        List<Operator> roots = new ArrayList<>(subplans.values());
        roots.addFirst(root);
        return Notifications.of(query, roots, catalog, snapshot.statistics());
    }

    /** What the plan assumes about the catalog. */
    CatalogNeeds catalogNeeds() {
        return catalog.needs();
    }

    /** Whether the plan may rely on counts being exact. */
    boolean isTrusting() {
        return trusting;
    }

    /** Whether the query writes nothing, so that all of it sees the same graph. */
    boolean onlyReads() {
        return onlyReads;
    }

    /** Whether no rows of the query's first pattern are too many, as there is no LIMIT that they come to. */
    boolean wantsAllRows() {
        return wantsAllRows;
    }

    /** Notes what is known of the nodes in a pattern; of some, only where an OPTIONAL MATCH matches. */
    void met(Labels labels) {
        metLabels.addAll(labels);
    }

    /** By how many such relationships a node may be reached to which one leads, on the average; many if not known. */
    double returning(Expand expand) {
        Set<String> labels = metLabels.likely(expand.to());
        return labels.isEmpty()
                ? Double.POSITIVE_INFINITY
                : cardinality.degree(labels, expand.types(), expand.direction().reversed(), Set.of());
    }

    /** Notes that the plan relies on this. */
    void rely(Set<Implication> more) {
        implications.addAll(more);
    }

    Set<Implication> implications() {
        return implications;
    }

    /** Notes that the plan's answer comes from the statistics. */
    void countFromStatistics() {
        countsFromStatistics = true;
    }

    boolean countsFromStatistics() {
        return countsFromStatistics;
    }

    Cardinality cardinality() {
        return cardinality;
    }

    Map<Expression.Subquery, Operator> subplans() {
        return subplans;
    }

    /** The rows that ask for what is being planned, if it asks for something itself for each of its own. */
    OuterRows outerRows() {
        return outerRows;
    }

    /** Plans a subplan of such rows. */
    <T> T inside(Operator outer, Supplier<T> planning) {
        OuterRows around = outerRows;
        outerRows = around.times(outer);
        try {
            return planning.get();
        } finally {
            outerRows = around;
        }
    }

    int variableCount() {
        return variableCount;
    }

    /** Whether any expression, path or result of the query reads the variable. */
    boolean isRead(Variable variable) {
        return read.contains(variable);
    }

    /** How many properties of a node or relationship are read for all rows of the pattern that binds it. */
    int keysRead(Variable variable) {
        return readVariables.keyCount(variable);
    }

    /** The steps of a query as they are planned: what they read of their patterns counts from now on. */
    List<Step> prepared(Query.Single query) {
        List<Step> prepared = PreparedSteps.of(query, this::newElement, this::newCounter);
        readAnew(query, prepared);
        return prepared;
    }

    private void readAnew(Query.Single query, List<Step> steps) {
        if (steps.equals(query.steps())) {
            return;
        }
        Set<Variable> now =
                ReadVariables.of(new Query.Single(steps, query.outputs())).variables();
        for (Step step : query.steps()) {
            if (step instanceof Step.Match match) {
                match.pattern().relationships().forEach(hop -> readAnew(hop.relationship(), now));
                match.pattern().paths().forEach(path -> readAnew(path.path(), now));
                match.pattern().shortestPaths().forEach(each -> {
                    readAnew(each.path(), now);
                    readAnew(each.hop().relationship(), now);
                });
            }
        }
        read.addAll(now);
    }

    private void readAnew(Variable variable, Set<Variable> now) {
        if (!now.contains(variable)) {
            read.remove(variable);
        }
    }

    /** Notes that a condition of the plan reads a variable, although no expression of the query does. */
    void read(Variable variable) {
        read.add(variable);
    }

    Variable newVariable(Variable like) {
        Variable variable = new Variable(variableCount++, " " + like.name().strip() + variableCount, like.type());
        read.add(variable);
        return variable;
    }

    Variable newCounter() {
        return newColumn(
                "times" + variableCount,
                org.thetisdb.cypher.bound.CypherType.of(org.thetisdb.cypher.bound.CypherType.Kind.INTEGER));
    }

    /** A node or relationship that the query does not name. */
    Variable newElement(org.thetisdb.cypher.bound.CypherType type) {
        return newColumn("element" + variableCount, type);
    }

    /** A column of an aggregate's state. */
    Variable newState() {
        return newColumn("state", org.thetisdb.cypher.bound.CypherType.ANY);
    }

    /** A column that the plan computes for itself. */
    Variable newColumn(String name, org.thetisdb.cypher.bound.CypherType type) {
        return new Variable(variableCount++, " " + name, type);
    }

    /** The types that an expression admits: empty for all. */
    List<String> typeNames(Optional<LabelExpression> types) {
        return types.map(each -> typeNames.computeIfAbsent(each, this::resolve)).orElse(List.of());
    }

    private List<String> resolve(LabelExpression types) {
        if (isDisjunction(types)) {
            return Expressions.names(types).stream().distinct().toList();
        }
        List<String> admitted = IntStream.range(0, catalog.typeCount())
                .mapToObj(catalog::typeName)
                .filter(name -> admits(types, name))
                .toList();
        return admitted.isEmpty() ? List.of(NO_TYPE) : admitted;
    }

    private static boolean isDisjunction(LabelExpression types) {
        return switch (types) {
            case LabelExpression.Name ignored -> true;
            case LabelExpression.Or or -> or.operands().stream().allMatch(PlanningContext::isDisjunction);
            case LabelExpression.And ignored -> false;
            case LabelExpression.Not ignored -> false;
            case LabelExpression.Wildcard ignored -> false;
        };
    }

    private static boolean admits(LabelExpression types, String name) {
        return switch (types) {
            case LabelExpression.Name only -> only.name().equals(name);
            case LabelExpression.Wildcard ignored -> true;
            case LabelExpression.Not not -> !admits(not.operand(), name);
            case LabelExpression.And and -> and.operands().stream().allMatch(each -> admits(each, name));
            case LabelExpression.Or or -> or.operands().stream().anyMatch(each -> admits(each, name));
        };
    }
}
