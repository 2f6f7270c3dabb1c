package org.thetisdb.reference.expression;

import java.util.Map;
import org.thetisdb.reference.function.FunctionLibrary;
import org.thetisdb.reference.graph.ReferenceGraph;
import org.thetisdb.reference.limit.StepBudget;

/**
 * The environment of a run.
 *
 * @param graph the graph, which writes change in place
 * @param parameters values by name
 * @param functions the built-in functions that need no graph
 * @param budget what the run may take
 * @param errorsWhenRead whether the error of a column's value counts only where the value is read, and that of a
 *     condition not at all
 */
public record Environment(
        ReferenceGraph graph,
        Map<String, Object> parameters,
        FunctionLibrary functions,
        StepBudget budget,
        boolean errorsWhenRead) {}
