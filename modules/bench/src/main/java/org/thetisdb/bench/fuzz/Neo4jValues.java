package org.thetisdb.bench.fuzz;

import java.lang.reflect.Array;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.neo4j.graphdb.Entity;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Path;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.spatial.Point;
import org.neo4j.values.storable.CoordinateReferenceSystem;
import org.neo4j.values.storable.DurationValue;
import org.neo4j.values.storable.PointValue;
import org.neo4j.values.storable.Values;
import org.thetisdb.fuzz.oracle.Answer.NodeShape;
import org.thetisdb.fuzz.oracle.Answer.PathShape;
import org.thetisdb.fuzz.oracle.Answer.RelationshipShape;
import org.thetisdb.fuzz.oracle.Shapes;
import org.thetisdb.value.IsoDuration;

/** Values of Thetis as Neo4j's, and back. Stateless. */
final class Neo4jValues {
    private Neo4jValues() {}

    /** As a property, where a list must be an array. */
    static Object property(Object value) {
        if (!(value instanceof List<?> list)) {
            return ofThetis(value);
        }
        if (list.isEmpty()) {
            // Of all empty arrays, Neo4j itself stores this one for [], and only this one has no type of elements.
            return new String[0];
        }
        Object array = Array.newInstance(ofThetis(list.getFirst()).getClass(), list.size());
        for (int index = 0; index < list.size(); index++) {
            Array.set(array, index, parameter(list.get(index)));
        }
        return array;
    }

    /** As a parameter. */
    static @Nullable Object parameter(@Nullable Object value) {
        return value == null ? null : ofThetis(value);
    }

    private static Object ofThetis(Object value) {
        return switch (value) {
            case IsoDuration duration ->
                DurationValue.duration(duration.months(), duration.days(), duration.seconds(), duration.nanoseconds());
            case org.thetisdb.value.Point point -> point(point);
            default -> Shapes.ofElements(value, Neo4jValues::parameter);
        };
    }

    private static PointValue point(org.thetisdb.value.Point point) {
        CoordinateReferenceSystem system = CoordinateReferenceSystem.get(point.srid());
        return point.isThreeDimensional()
                ? Values.pointValue(system, point.x(), point.y(), point.z())
                : Values.pointValue(system, point.x(), point.y());
    }

    /** A value of a result as Thetis has it, with shapes for what belongs to the graph. */
    static @Nullable Object shape(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Node node -> node(node);
            case Relationship relationship -> relationship(relationship);
            case Path path -> path(path);
            case Point point -> point(point);
            case DurationValue duration ->
                new IsoDuration(
                        duration.get(ChronoUnit.MONTHS),
                        duration.get(ChronoUnit.DAYS),
                        duration.get(ChronoUnit.SECONDS),
                        (int) duration.get(ChronoUnit.NANOS));
            case Integer number -> number.longValue();
            default -> value.getClass().isArray() ? elements(value) : Shapes.ofElements(value, Neo4jValues::shape);
        };
    }

    private static List<Object> elements(Object array) {
        List<Object> elements = new ArrayList<>();
        for (int index = 0; index < Array.getLength(array); index++) {
            elements.add(shape(Array.get(array, index)));
        }
        return elements;
    }

    private static org.thetisdb.value.Point point(Point point) {
        double[] coordinates = point.getCoordinate().getCoordinate();
        return new org.thetisdb.value.Point(
                point.getCRS().getCode(),
                coordinates[0],
                coordinates[1],
                coordinates.length > 2 ? coordinates[2] : Double.NaN);
    }

    static NodeShape node(Node node) {
        List<String> labels = new ArrayList<>();
        for (Label label : node.getLabels()) {
            labels.add(label.name());
        }
        return new NodeShape(labels, properties(node));
    }

    static RelationshipShape relationship(Relationship relationship) {
        return new RelationshipShape(relationship.getType().name(), properties(relationship));
    }

    private static Map<String, Object> properties(Entity entity) {
        Map<String, Object> properties = new LinkedHashMap<>();
        entity.getAllProperties().forEach((key, value) -> properties.put(key, shape(value)));
        return properties;
    }

    @SuppressWarnings("removal") // The numbers are short, and the driver has no others.
    private static PathShape path(Path path) {
        List<NodeShape> nodes = new ArrayList<>();
        List<RelationshipShape> relationships = new ArrayList<>();
        List<Boolean> forward = new ArrayList<>();
        Iterator<Node> starts = path.nodes().iterator();
        for (Relationship relationship : path.relationships()) {
            Node start = starts.next();
            nodes.add(node(start));
            relationships.add(relationship(relationship));
            forward.add(relationship.getStartNodeId() == start.getId());
        }
        nodes.add(node(path.endNode()));
        return new PathShape(nodes, relationships, forward);
    }
}
