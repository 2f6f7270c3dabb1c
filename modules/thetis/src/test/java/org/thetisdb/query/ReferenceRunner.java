package org.thetisdb.query;

import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import org.thetisdb.cypher.Cypher;
import org.thetisdb.query.ScenarioRunner.Outcome;
import org.thetisdb.reference.ReferenceInterpreter;
import org.thetisdb.reference.ReferenceResult;
import org.thetisdb.reference.graph.ReferenceGraph;
import org.thetisdb.reference.graph.ReferenceNode;
import org.thetisdb.reference.graph.ReferencePath;
import org.thetisdb.reference.graph.ReferenceRelationship;
import org.thetisdb.reference.limit.BudgetExhaustedException;
import org.thetisdb.reference.limit.NotModelledException;
import org.thetisdb.reference.limit.StepBudget;
import org.thetisdb.value.ThetisException;

/** Runs scenarios with the reference interpreter, which builds their graphs too. No database is involved. */
final class ReferenceRunner {
    private static final long STEPS_MAX = 4_000_000;
    private static final long SEED = 42;

    private static final Clock CLOCK = Clock.system(ZoneOffset.UTC);

    /** Graphs of statements that only read. */
    private final Map<StatementGraph, ReferenceGraph> graphs = new HashMap<>();

    Outcome run(Scenario scenario) {
        if (!scenario.procedures().isEmpty()) {
            return new Outcome.Skipped("procedures belong to the engine");
        }
        Map<String, Object> parameters = new HashMap<>();
        scenario.parameters().forEach((name, value) -> parameters.put(name, ShapeParser.parse(value)));
        ReferenceGraph graph = graph(scenario);
        try {
            GraphFacts before = GraphFacts.of(graph);
            ReferenceResult result = run(graph, scenario.query(), parameters);
            Map<String, Long> sideEffects = GraphFacts.of(graph).since(before);
            return ScenarioRunner.judge(scenario, shapes(result), sideEffects);
        } catch (NotModelledException | BudgetExhaustedException e) {
            return new Outcome.Skipped(e.getMessage());
        } catch (ThetisException e) {
            return ScenarioRunner.judge(scenario, e);
        }
    }

    /** The answer of a statement; empty if it says that it is not modelled, is not, or takes too much work. */
    Optional<List<String>> run(StatementCase each) {
        if (each.unmodelled().isPresent()) {
            return Optional.empty();
        }
        ReferenceGraph graph = each.writes()
                ? graphs.computeIfAbsent(each.graph(), ReferenceRunner::graph).copy()
                : graphs.computeIfAbsent(each.graph(), ReferenceRunner::graph);
        try {
            for (String statement :
                    each.statements().subList(0, each.statements().size() - 1)) {
                run(graph, statement, each.parameters());
            }
            GraphFacts before = GraphFacts.of(graph);
            Table table = shapes(run(graph, each.last(), each.parameters()));
            return Optional.of(
                    each.lastWrites()
                            ? StatementAnswer.of(
                                    each, table, GraphFacts.of(graph).since(before))
                            : StatementAnswer.of(each, table));
        } catch (NotModelledException | BudgetExhaustedException e) {
            return Optional.empty();
        } catch (ThetisException e) {
            return Optional.of(StatementAnswer.of(e));
        }
    }

    /** The graph that its statements make. */
    static ReferenceGraph graph(StatementGraph made) {
        ReferenceGraph graph = new ReferenceGraph();
        made.statements().forEach(statement -> run(graph, statement, Map.of()));
        return graph;
    }

    private ReferenceGraph graph(Scenario scenario) {
        ReferenceGraph graph = new ReferenceGraph();
        List<String> statements = new ArrayList<>();
        scenario.graph().flatMap(TestDatabases::namedGraph).ifPresent(statements::add);
        statements.addAll(scenario.givens());
        statements.forEach(statement -> run(graph, statement, Map.of()));
        return graph;
    }

    private static ReferenceResult run(ReferenceGraph graph, String query, Map<String, Object> parameters) {
        StepBudget budget = new StepBudget(STEPS_MAX);
        return new ReferenceInterpreter(graph, parameters, CLOCK, new Random(SEED), budget).run(Cypher.bind(query));
    }

    private static Table shapes(ReferenceResult result) {
        List<List<Object>> rows = new ArrayList<>();
        for (List<Object> row : result.rows()) {
            List<Object> values = new ArrayList<>();
            row.forEach(value -> values.add(shape(value)));
            rows.add(values);
        }
        return new Table(result.columns(), rows);
    }

    private static Object shape(Object value) {
        return switch (value) {
            case null -> null;
            case Boolean flag -> flag;
            case Long number -> number;
            // Feature files do not tell the two zeros apart.
            case Double number -> number == 0 ? 0.0 : number;
            case String text -> text;
            case ReferenceNode node -> node(node);
            case ReferenceRelationship relationship -> relationship(relationship);
            case ReferencePath path -> path(path);
            case List<?> list -> {
                List<Object> entries = new ArrayList<>();
                list.forEach(entry -> entries.add(shape(entry)));
                yield entries;
            }
            case Map<?, ?> map -> entries(map);
            default -> value.toString();
        };
    }

    private static Map<String, Object> entries(Map<?, ?> map) {
        Map<String, Object> entries = new LinkedHashMap<>();
        map.forEach((key, entry) -> entries.put((String) key, shape(entry)));
        return entries;
    }

    private static Shape.OfNode node(ReferenceNode node) {
        return new Shape.OfNode(new TreeSet<>(node.labels()), entries(node.properties()));
    }

    private static Shape.OfRelationship relationship(ReferenceRelationship relationship) {
        return new Shape.OfRelationship(relationship.type(), entries(relationship.properties()));
    }

    private static Shape.OfPath path(ReferencePath path) {
        List<Shape.OfRelationship> relationships = new ArrayList<>();
        List<Boolean> forward = new ArrayList<>();
        for (int index = 0; index < path.relationships().size(); index++) {
            ReferenceRelationship each = path.relationships().get(index);
            relationships.add(relationship(each));
            forward.add(each.start() == path.nodes().get(index));
        }
        return new Shape.OfPath(path.nodes().stream().map(ReferenceRunner::node).toList(), relationships, forward);
    }
}
