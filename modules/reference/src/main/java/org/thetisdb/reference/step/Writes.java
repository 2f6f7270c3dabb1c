package org.thetisdb.reference.step;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Write;
import org.thetisdb.cypher.bound.Write.Assignment;
import org.thetisdb.reference.expression.Entities;
import org.thetisdb.reference.expression.Environment;
import org.thetisdb.reference.expression.Evaluator;
import org.thetisdb.reference.expression.Lists;
import org.thetisdb.reference.expression.Row;
import org.thetisdb.reference.expression.Subqueries;
import org.thetisdb.reference.graph.ReferenceNode;
import org.thetisdb.reference.graph.ReferencePath;
import org.thetisdb.reference.graph.ReferenceRelationship;
import org.thetisdb.reference.pattern.PatternMatcher;
import org.thetisdb.reference.value.Storable;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Steps that change the graph. Except for DELETE, each row is processed before the next and seen by it. */
final class Writes {
    private final Environment environment;
    private final Evaluator evaluator;
    private final Subqueries subqueries;

    Writes(Environment environment, Evaluator evaluator, Subqueries subqueries) {
        this.environment = environment;
        this.evaluator = evaluator;
        this.subqueries = subqueries;
    }

    // ---------------------------------------------------------------- CREATE, MERGE

    /** Makes the nodes and then the relationships; the row with all of them. */
    Row create(Step.Create create, Row row) {
        Row longer = row;
        for (Write.NewNode wanted : create.nodes()) {
            Map<String, Object> properties = properties(wanted.properties(), longer);
            ReferenceNode node = environment.graph().addNode();
            node.labels().addAll(wanted.labels());
            node.properties().putAll(properties);
            longer = longer.with(wanted.variable(), node);
        }
        for (Write.NewRelationship wanted : create.relationships()) {
            ReferenceNode start = end(longer.get(wanted.start()));
            ReferenceNode end = end(longer.get(wanted.end()));
            Map<String, Object> properties = properties(wanted.properties(), longer);
            ReferenceRelationship relationship = environment.graph().addRelationship(wanted.type(), start, end);
            relationship.properties().putAll(properties);
            longer = longer.with(wanted.variable(), relationship);
        }
        return longer;
    }

    private static ReferenceNode end(@Nullable Object value) {
        if (!(value instanceof ReferenceNode node)) {
            throw new ThetisException(
                    value == null ? ErrorCode.INVALID_ARGUMENT : ErrorCode.TYPE_MISMATCH,
                    "a relationship has a node at each end: value=" + value);
        }
        Entities.requireLive(node);
        return node;
    }

    /** What a new node or relationship holds. */
    private Map<String, Object> properties(Write.Properties properties, Row row) {
        if (properties.map().isPresent()) {
            return stored(evaluator.value(properties.map().get(), row));
        }
        Map<String, Object> values = new LinkedHashMap<>();
        properties.entries().forEach(entry -> values.put(entry.key(), evaluator.value(entry.value(), row)));
        return stored(values);
    }

    /** The properties of a map, node or relationship as another one can hold them, without nulls. */
    private static Map<String, Object> stored(@Nullable Object from) {
        Map<String, Object> stored = new LinkedHashMap<>();
        Entities.properties(from).forEach((key, value) -> {
            if (value != null) {
                stored.put(key, Storable.of(value, key));
            }
        });
        return stored;
    }

    /** The row with each match, or with what was made because there is none. */
    List<Row> merge(Step.Merge merge, Row row) {
        for (Step.MergeValue each : merge.values()) {
            if (row.get(each.variable()) == null) {
                throw new ThetisException(
                        ErrorCode.INVALID_ARGUMENT, "MERGE cannot look for a property that is null: key=" + each.key());
            }
        }
        List<Row> matches = new PatternMatcher(merge.match(), environment, evaluator).rows(row);
        if (matches.isEmpty()) {
            Row created = create(merge.create(), row);
            assign(merge.onCreate(), created);
            return List.of(created);
        }
        matches.forEach(match -> assign(merge.onMatch(), match));
        return matches;
    }

    // ---------------------------------------------------------------- SET, REMOVE

    void assign(List<Assignment> assignments, Row row) {
        assignments.forEach(assignment -> assign(assignment, row));
    }

    private void assign(Assignment assignment, Row row) {
        Object target = evaluator.value(assignment.target(), row);
        switch (assignment) {
            case Assignment.OfProperty property -> {
                Object key = evaluator.value(property.key(), row);
                Object value = evaluator.value(property.value(), row);
                if (target != null) {
                    setProperty(changeable(target), requireKey(key), value);
                }
            }
            case Assignment.OfProperties properties -> {
                Object value = evaluator.value(properties.value(), row);
                if (target != null) {
                    setProperties(changeable(target), value, properties.keep());
                }
            }
            case Assignment.OfLabels labels -> {
                if (target != null) {
                    setLabels(target, labels);
                }
            }
        }
    }

    /** The properties of a node or relationship, to be changed. */
    private static Map<String, Object> changeable(Object target) {
        if (target instanceof Map<?, ?>) {
            throw new ThetisException(ErrorCode.TYPE_MISMATCH, "only nodes and relationships can be changed");
        }
        return Entities.properties(target);
    }

    private static String requireKey(@Nullable Object key) {
        if (key instanceof String text) {
            return text;
        }
        throw new ThetisException(ErrorCode.TYPE_MISMATCH, "a property key is a string: value=" + key);
    }

    private static void setProperty(Map<String, Object> properties, String key, @Nullable Object value) {
        if (value == null) {
            properties.remove(key);
        } else {
            properties.put(key, Storable.of(value, key));
        }
    }

    private static void setProperties(Map<String, Object> properties, @Nullable Object value, boolean keep) {
        // A copy, since an entity may be set to its own properties.
        Map<String, Object> wanted = new LinkedHashMap<>(Entities.properties(value));
        wanted.forEach((key, each) -> Storable.of(each, key));
        if (!keep) {
            properties.clear();
        }
        wanted.forEach((key, each) -> setProperty(properties, key, each));
    }

    private static void setLabels(Object target, Assignment.OfLabels labels) {
        if (!(target instanceof ReferenceNode node)) {
            throw new ThetisException(ErrorCode.TYPE_MISMATCH, "only nodes have labels to change: value=" + target);
        }
        Entities.requireLive(node);
        if (labels.remove()) {
            labels.labels().forEach(node.labels()::remove);
        } else {
            node.labels().addAll(labels.labels());
        }
    }

    // ---------------------------------------------------------------- DELETE, FOREACH

    /** Deletes what all rows name; only then must no relationship be left without its node. */
    void delete(Step.Delete delete, List<Row> rows) {
        Set<ReferenceNode> nodes = new LinkedHashSet<>();
        Set<ReferenceRelationship> relationships = new LinkedHashSet<>();
        for (Row row : rows) {
            for (Expression target : delete.targets()) {
                collect(evaluator.value(target, row), nodes, relationships);
            }
        }
        if (delete.detach()) {
            environment.graph().relationships().stream()
                    .filter(each -> nodes.contains(each.start()) || nodes.contains(each.end()))
                    .forEach(relationships::add);
        }
        relationships.forEach(environment.graph()::remove);
        for (ReferenceRelationship left : environment.graph().relationships()) {
            if (nodes.contains(left.start()) || nodes.contains(left.end())) {
                throw new ThetisException(
                        ErrorCode.NODE_STILL_CONNECTED, "a node to be deleted has relationships: one=" + left);
            }
        }
        nodes.forEach(environment.graph()::remove);
    }

    private static void collect(
            @Nullable Object value, Set<ReferenceNode> nodes, Set<ReferenceRelationship> relationships) {
        switch (value) {
            case null -> {}
            case ReferenceNode node -> nodes.add(node);
            case ReferenceRelationship relationship -> relationships.add(relationship);
            case ReferencePath path -> {
                nodes.addAll(path.nodes());
                relationships.addAll(path.relationships());
            }
            default ->
                throw new ThetisException(
                        ErrorCode.TYPE_MISMATCH, "only nodes, relationships and paths can be deleted: value=" + value);
        }
    }

    void foreach(Step.Foreach foreach, Row row) {
        Object list = evaluator.value(foreach.list(), row);
        if (list == null) {
            return;
        }
        for (Object element : Lists.require(list)) {
            subqueries.run(
                    foreach.query(), row.with(foreach.variable(), element).only(foreach.imports()));
        }
    }
}
