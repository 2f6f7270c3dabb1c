package org.thetisdb.reference;

import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.thetisdb.cypher.bound.BoundQuery;
import org.thetisdb.cypher.bound.Query;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.reference.expression.Environment;
import org.thetisdb.reference.expression.Row;
import org.thetisdb.reference.function.FunctionLibrary;
import org.thetisdb.reference.graph.ReferenceGraph;
import org.thetisdb.reference.limit.BudgetExhaustedException;
import org.thetisdb.reference.limit.NotModelledException;
import org.thetisdb.reference.limit.StepBudget;
import org.thetisdb.reference.step.QueryRunner;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * openCypher by the book. A query is a list of steps, a step takes a list of rows and gives another one, a pattern is
 * matched by trying all trails. Nothing is indexed, planned, batched or remembered, so that reading it is enough to
 * believe it.
 *
 * <p>Left out, with {@link NotModelledException}: LOAD CSV, procedures, commands on indexes and constraints, USE, and
 * CALL IN TRANSACTIONS that continues after an error.
 */
public final class ReferenceInterpreter {
    private final ReferenceGraph graph;
    private final Map<String, Object> parameters;
    private final Clock clock;
    private final RandomGenerator random;
    private final StepBudget budget;

    /**
     * @param graph what queries read and change in place; after an error it is left half changed
     * @param parameters values of the classes that {@code org.thetisdb.value} lists
     * @param clock what {@code date()} and the like read
     * @param random what {@code rand()} and the like draw from
     * @param budget how much work all runs together may do
     */
    public ReferenceInterpreter(
            ReferenceGraph graph,
            Map<String, Object> parameters,
            Clock clock,
            RandomGenerator random,
            StepBudget budget) {
        this.graph = graph;
        this.parameters = Collections.unmodifiableMap(new HashMap<>(parameters));
        this.clock = clock;
        this.random = random;
        this.budget = budget;
    }

    /**
     * Runs a query.
     *
     * @throws ThetisException the error that the query ends in
     * @throws BudgetExhaustedException if it takes too long
     * @throws NotModelledException if it asks for what is left out
     */
    public ReferenceResult run(BoundQuery query) {
        return run(query, false);
    }

    /**
     * Runs a query, where the error of a column's value counts only if the value is read, by an expression or as a part
     * of the result, and a condition that is an error drops the row: the result if nothing is computed needlessly,
     * and if something else drops all rows for which a condition is an error.
     *
     * @throws ThetisException as {@link #run}
     * @throws BudgetExhaustedException as {@link #run}
     * @throws NotModelledException as {@link #run}
     */
    public ReferenceResult runLazily(BoundQuery query) {
        return run(query, true);
    }

    private ReferenceResult run(BoundQuery query, boolean errorsWhenRead) {
        for (String name : query.parameters()) {
            if (!parameters.containsKey(name)) {
                throw new ThetisException(ErrorCode.MISSING_PARAMETER, "a parameter has no value: name=" + name);
            }
        }
        if (query.past().isPresent()) {
            throw new NotModelledException("the past");
        }
        if (!query.mode().runs()) {
            return new ReferenceResult(query.columns(), List.of(), false);
        }
        // A statement happens at one moment, however long it takes.
        FunctionLibrary functions = new FunctionLibrary(Clock.fixed(clock.instant(), clock.getZone()), random);
        QueryRunner runner = new QueryRunner(new Environment(graph, parameters, functions, budget, errorsWhenRead));
        List<List<Object>> rows = new ArrayList<>();
        List<Row> found = runner.run(query.query(), Row.EMPTY);
        if (!query.columns().isEmpty()) {
            found.forEach(row -> rows.add(row.get(query.query().outputs())));
        }
        return new ReferenceResult(query.columns(), rows, isOrdered(query.query()));
    }

    /** Whether a sort is the last step but for those that keep the order of the rows. */
    private static boolean isOrdered(Query query) {
        if (!(query instanceof Query.Single single)) {
            return false;
        }
        for (Step step : single.steps().reversed()) {
            if (step instanceof Step.Sort) {
                return true;
            }
            if (!(step instanceof Step.Slice || step instanceof Step.Filter || step instanceof Step.Project)) {
                return false;
            }
        }
        return false;
    }
}
