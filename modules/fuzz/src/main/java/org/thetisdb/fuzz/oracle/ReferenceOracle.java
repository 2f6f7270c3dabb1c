package org.thetisdb.fuzz.oracle;

import java.time.Clock;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.Cypher;
import org.thetisdb.cypher.bound.BoundQuery;
import org.thetisdb.fuzz.generate.FuzzGraph;
import org.thetisdb.fuzz.oracle.Answer.NodeShape;
import org.thetisdb.fuzz.oracle.Answer.PathShape;
import org.thetisdb.fuzz.oracle.Answer.RelationshipShape;
import org.thetisdb.fuzz.query.FuzzQuery;
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

/** Asks the reference interpreter. Immutable; each oracle belongs to one thread. */
public final class ReferenceOracle implements OracleFactory {
    private static final long STEPS_MOST = 400_000;
    private static final int TRACE_LINES = 12;

    private final Clock clock;

    /** @param clock what {@code date()} and the like read */
    public ReferenceOracle(Clock clock) {
        this.clock = clock;
    }

    @Override
    public String name() {
        return "reference";
    }

    @Override
    public boolean writes() {
        return true;
    }

    @Override
    public Oracle over(FuzzGraph graph) {
        return new Oracle() {
            @Override
            public Answer answer(FuzzQuery query) {
                return ReferenceOracle.this.answer(query, graph.graph());
            }

            @Override
            public void close() {}
        };
    }

    /** Runs a query that writes and is known to succeed on the graph itself. */
    public void write(FuzzQuery query, ReferenceGraph graph) {
        interpreter(query, graph).run(Cypher.bind(query.text()));
    }

    private ReferenceInterpreter interpreter(FuzzQuery query, ReferenceGraph graph) {
        return new ReferenceInterpreter(graph, query.parameters(), clock, new Random(0), new StepBudget(STEPS_MOST));
    }

    /** What a query gives; the graph stays as it is. */
    public Answer answer(FuzzQuery query, ReferenceGraph graph) {
        try {
            BoundQuery bound = Cypher.bind(query.text());
            try {
                return rows(query, bound, graph, ReferenceInterpreter::run);
            } catch (ThetisException failure) {
                return new Answer.Failure(
                        Optional.of(failure.code()), failure.getMessage(), spared(query, bound, graph));
            }
        } catch (ThetisException failure) {
            return new Answer.Failure(Optional.of(failure.code()), failure.getMessage());
        } catch (BudgetExhaustedException exhausted) {
            return new Answer.Declined(Answer.Declined.TOO_MUCH);
        } catch (NotModelledException declined) {
            return new Answer.Declined("" + declined.getMessage());
        } catch (RuntimeException | StackOverflowError failure) {
            return defect(failure);
        }
    }

    /** The answer if only values that are read are computed. */
    private Optional<Answer.Rows> spared(FuzzQuery query, BoundQuery bound, ReferenceGraph graph) {
        try {
            return Optional.of(rows(query, bound, graph, ReferenceInterpreter::runLazily));
        } catch (ThetisException failure) {
            return Optional.empty();
        }
    }

    private interface Run {
        ReferenceResult of(ReferenceInterpreter interpreter, BoundQuery query);
    }

    private Answer.Rows rows(FuzzQuery query, BoundQuery bound, ReferenceGraph graph, Run run) {
        ReferenceGraph own = bound.writes() ? graph.copy() : graph;
        ReferenceResult result = run.of(interpreter(query, own), bound);
        List<List<Object>> rows = new ArrayList<>();
        for (List<Object> row : result.rows()) {
            List<Object> values = new ArrayList<>();
            row.forEach(value -> values.add(shape(value)));
            rows.add(values);
        }
        Optional<GraphShape> left = bound.writes() ? Optional.of(graph(own)) : Optional.empty();
        return new Answer.Rows(result.columns(), rows, left);
    }

    private static Answer.Defect defect(Throwable failure) {
        StringBuilder text = new StringBuilder("" + failure);
        StackTraceElement[] trace = failure.getStackTrace();
        for (int depth = 0; depth < Math.min(TRACE_LINES, trace.length); depth++) {
            text.append("\n    at ").append(trace[depth]);
        }
        String place = trace.length == 0 ? "" : " at " + trace[0];
        return new Answer.Defect(failure.getClass().getSimpleName() + place, text.toString());
    }

    private static @Nullable Object shape(Object value) {
        return switch (value) {
            case null -> null;
            case ReferenceNode node -> node(node);
            case ReferenceRelationship relationship -> relationship(relationship);
            case ReferencePath path -> path(path);
            default -> Shapes.ofElements(value, ReferenceOracle::shape);
        };
    }

    private static NodeShape node(ReferenceNode node) {
        return new NodeShape(node.labels(), node.properties());
    }

    private static RelationshipShape relationship(ReferenceRelationship relationship) {
        return new RelationshipShape(relationship.type(), relationship.properties());
    }

    private static PathShape path(ReferencePath path) {
        List<Boolean> forward = new ArrayList<>();
        for (int index = 0; index < path.relationships().size(); index++) {
            forward.add(path.relationships().get(index).start() == path.nodes().get(index));
        }
        return new PathShape(
                path.nodes().stream().map(ReferenceOracle::node).toList(),
                path.relationships().stream().map(ReferenceOracle::relationship).toList(),
                forward);
    }

    /** A graph as it is compared. */
    public static GraphShape graph(ReferenceGraph graph) {
        Map<ReferenceNode, Integer> places = new IdentityHashMap<>();
        List<NodeShape> nodes = new ArrayList<>();
        for (ReferenceNode node : graph.nodes()) {
            places.put(node, places.size());
            nodes.add(node(node));
        }
        List<GraphShape.Link> links = new ArrayList<>();
        for (ReferenceRelationship each : graph.relationships()) {
            links.add(new GraphShape.Link(
                    relationship(each),
                    Objects.requireNonNull(places.get(each.start())),
                    Objects.requireNonNull(places.get(each.end()))));
        }
        return GraphShape.of(nodes, links);
    }
}
