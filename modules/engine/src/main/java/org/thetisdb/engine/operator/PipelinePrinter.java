package org.thetisdb.engine.operator;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Variable;

/**
 * Draws the pipelines of a plan in the order in which they run: source, stages, sink. What a stage runs for its rows, a
 * subplan or the subqueries in its expressions, is drawn below it, indented.
 *
 * <pre>
 *   Pipeline          Columns      Details               Estimated rows
 *   1  NodeScan       a NODE       (a:Person)                     1,000
 *      ► HashJoin build
 *   2  NodeScan       b NODE       (b:Person)                     1,000
 *      Expand         a, b NODE    (b)-[:KNOWS]->(a)                900
 *      HashJoin probe a NODE       on a                             120
 *      ► Result
 * </pre>
 */
public final class PipelinePrinter {
    private static final String INDENT = "│ ";

    private final PhysicalPlan plan;
    private final PlanTable table = new PlanTable(List.of("Pipeline", "Columns", "Details"), List.of("Estimated rows"));

    private PipelinePrinter(PhysicalPlan plan) {
        this.plan = plan;
    }

    /** The drawing. */
    public static String print(PhysicalPlan plan) {
        PipelinePrinter printer = new PipelinePrinter(plan);
        printer.pipelines(plan.pipelines(), "");
        return printer.table.text();
    }

    private void pipelines(List<Pipeline> pipelines, String indent) {
        int width = Integer.toString(pipelines.size()).length() + 2;
        for (int index = 0; index < pipelines.size(); index++) {
            String number = Integer.toString(index + 1);
            pipeline(pipelines.get(index), indent + number + " ".repeat(width - number.length()), indent, width);
        }
    }

    private void pipeline(Pipeline pipeline, String first, String indent, int width) {
        String rest = indent + " ".repeat(width);
        List<Link> links = new ArrayList<>();
        Set<Link> fusable = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Link link : pipeline.links()) {
            List<Link> parts = link instanceof StageSpec stage ? stage.parts() : List.of(link);
            links.addAll(parts);
            fusable.addAll(parts.contains(link) ? List.of() : parts);
        }
        links.addAll(pipeline.sink().parts());
        fusable.addAll(pipeline.sink().parts());
        part(first + pipeline.source().text(pipeline.operator()), output(links, 0), rest);
        for (int index = 0; index < links.size(); index++) {
            if (links.get(index) instanceof StageSpec stage) {
                part(rest + text(stage.text(), fusable.contains(stage)), output(links, index + 1), rest);
                stage.subplans().forEach(subplan -> pipelines(subplan.pipelines(), rest + INDENT));
            }
        }
        table.heading(rest + "► " + text(pipeline.sink().text(), pipeline.sink().isFused()));
        pipeline.sink().subplans().forEach(subplan -> pipelines(subplan.pipelines(), rest + INDENT));
    }

    private static String text(String name, boolean isFusable) {
        return isFusable ? name + " (fusable)" : name;
    }

    private static Optional<Output> output(List<Link> links, int index) {
        return index < links.size() && links.get(index) instanceof Output output
                ? Optional.of(output)
                : Optional.empty();
    }

    private void part(String name, Optional<Output> output, String indent) {
        if (output.isPresent()) {
            output(name, output.get(), indent);
        } else {
            table.heading(name);
        }
    }

    private void output(String name, Output output, String indent) {
        Operator operator = output.operator();
        table.row(
                indent,
                List.of(name, columns(output.columns()), operator.details()),
                List.of(PlanTable.estimate(output.rows())));
        for (Expression expression : operator.expressions()) {
            Expressions.walk(expression, each -> {
                if (each instanceof Expression.Subquery subquery
                        && plan.subqueries().containsKey(subquery)) {
                    table.heading(indent + INDENT + subquery.kind());
                    pipelines(plan.subqueries().get(subquery).subplan().pipelines(), indent + INDENT);
                }
            });
        }
    }

    private static String columns(List<Variable> columns) {
        return columns.stream()
                .map(each -> ExpressionText.of(each) + " " + each.type())
                .collect(Collectors.joining(", "));
    }
}
