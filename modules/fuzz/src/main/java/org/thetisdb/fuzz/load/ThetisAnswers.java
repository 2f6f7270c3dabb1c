package org.thetisdb.fuzz.load;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.Node;
import org.thetisdb.Path;
import org.thetisdb.Record;
import org.thetisdb.Relationship;
import org.thetisdb.Result;
import org.thetisdb.Transaction;
import org.thetisdb.fuzz.oracle.Answer;
import org.thetisdb.fuzz.oracle.Answer.NodeShape;
import org.thetisdb.fuzz.oracle.Answer.PathShape;
import org.thetisdb.fuzz.oracle.Answer.RelationshipShape;
import org.thetisdb.fuzz.oracle.GraphShape;
import org.thetisdb.fuzz.oracle.Shapes;
import org.thetisdb.fuzz.query.FuzzQuery;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Results of Thetis as answers. Stateless. */
final class ThetisAnswers {
    private ThetisAnswers() {}

    static Answer.Rows rows(Result result, Optional<GraphShape> graph) {
        List<String> columns = result.keys();
        List<List<Object>> rows = new ArrayList<>();
        while (result.hasNext()) {
            Record row = result.next();
            List<Object> values = new ArrayList<>(columns.size());
            for (int column = 0; column < columns.size(); column++) {
                values.add(shape(row.get(column)));
            }
            rows.add(values);
        }
        return new Answer.Rows(columns, rows, graph);
    }

    private static @Nullable Object shape(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Node node -> node(node);
            case Relationship relationship -> relationship(relationship);
            case Path path -> path(path);
            default -> Shapes.ofElements(value, ThetisAnswers::shape);
        };
    }

    private static NodeShape node(Node node) {
        return new NodeShape(node.labels(), node.properties());
    }

    private static RelationshipShape relationship(Relationship relationship) {
        return new RelationshipShape(relationship.type(), relationship.properties());
    }

    private static PathShape path(Path path) {
        List<Boolean> forward = new ArrayList<>();
        for (int index = 0; index < path.length(); index++) {
            forward.add(path.relationships().get(index).startNodeId()
                    == path.nodes().get(index).id());
        }
        return new PathShape(
                path.nodes().stream().map(ThetisAnswers::node).toList(),
                path.relationships().stream().map(ThetisAnswers::relationship).toList(),
                forward);
    }

    /** What a statement gives, and the graph as it leaves it in its transaction. */
    static Answer.Rows written(Transaction transaction, FuzzQuery query) {
        Answer.Rows rows;
        try (Result result = transaction.run(query.text(), query.parameters())) {
            rows = rows(result, Optional.empty());
        }
        return new Answer.Rows(rows.columns(), rows.rows(), Optional.of(graph(transaction::run)));
    }

    /** Runs a statement without parameters. */
    interface Run {
        Result of(String text);
    }

    static GraphShape graph(Run run) {
        try (Result nodes = run.of("MATCH (n) RETURN n");
                Result relationships = run.of("MATCH ()-[r]->() RETURN r")) {
            return graph(nodes, relationships);
        }
    }

    /** The graph, out of all nodes and all relationships. */
    private static GraphShape graph(Result nodes, Result relationships) {
        Map<Long, Integer> places = new HashMap<>();
        List<NodeShape> shapes = new ArrayList<>();
        while (nodes.hasNext()) {
            Node node = Objects.requireNonNull(nodes.next().getNode("n"));
            places.put(node.id(), places.size());
            shapes.add(node(node));
        }
        List<GraphShape.Link> links = new ArrayList<>();
        while (relationships.hasNext()) {
            Relationship each = Objects.requireNonNull(relationships.next().getRelationship("r"));
            links.add(new GraphShape.Link(
                    relationship(each),
                    Objects.requireNonNull(places.get(each.startNodeId())),
                    Objects.requireNonNull(places.get(each.endNodeId()))));
        }
        return GraphShape.of(shapes, links);
    }

    /** An error as an answer; those that no user should ever get become defects. */
    static Answer failure(Throwable failure) {
        if (failure instanceof ThetisException expected) {
            return switch (expected.code()) {
                case INTERNAL -> new Answer.Defect(described(failure), failure.getMessage() + "\n" + trace(failure));
                case QUERY_TIMED_OUT -> new Answer.Defect(Answer.Defect.NO_END, expected.getMessage());
                case MEMORY_EXHAUSTED, CLOSED, QUERY_CANCELLED, TRANSACTION_ENDED ->
                    new Answer.Defect(expected.code().code(), failure.getMessage() + "\n" + trace(failure));
                default -> {
                    boolean ours = expected.code().category() != ErrorCode.Category.USER;
                    yield ours
                            ? new Answer.Defect(expected.code().code(), failure.getMessage() + "\n" + trace(failure))
                            : new Answer.Failure(Optional.of(expected.code()), expected.getMessage());
                }
            };
        }
        return new Answer.Defect(described(failure), failure + "\n" + trace(failure));
    }

    /** The deepest cause with its place: the same for all findings of one cause. */
    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    private static String described(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
        }
        StackTraceElement[] trace = cause.getStackTrace();
        return cause.getClass().getSimpleName() + (trace.length == 0 ? "" : " at " + trace[0]);
    }

    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    private static String trace(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
        }
        StringBuilder text = new StringBuilder("  ").append(cause);
        StackTraceElement[] trace = cause.getStackTrace();
        for (int depth = 0; depth < Math.min(12, trace.length); depth++) {
            text.append("\n    at ").append(trace[depth]);
        }
        return text.toString();
    }
}
