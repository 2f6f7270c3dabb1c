package org.thetisdb.query;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.thetisdb.reference.graph.ReferenceGraph;
import org.thetisdb.reference.graph.ReferenceNode;
import org.thetisdb.reference.graph.ReferenceRelationship;
import org.thetisdb.storage.Expansion;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.value.vector.Vector;

/**
 * All that a graph holds, as the TCK counts it: nodes and relationships by id, labels that any node has, and properties
 * with their entity, key and value.
 */
record GraphFacts(Set<String> nodes, Set<String> relationships, Set<String> labels, Set<String> properties) {
    private static final int CAPACITY = 64;

    /** The same of a graph in plain collections. */
    static GraphFacts of(ReferenceGraph graph) {
        GraphFacts facts = new GraphFacts(new HashSet<>(), new HashSet<>(), new HashSet<>(), new HashSet<>());
        for (ReferenceNode node : graph.nodes()) {
            facts.nodes.add("n" + node.id());
            facts.labels.addAll(node.labels());
            node.properties().forEach((key, value) -> facts.addProperty("n" + node.id(), key, value));
        }
        for (ReferenceRelationship relationship : graph.relationships()) {
            facts.relationships.add("r" + relationship.id());
            relationship.properties().forEach((key, value) -> facts.addProperty("r" + relationship.id(), key, value));
        }
        return facts;
    }

    private void addProperty(String entity, String key, Object value) {
        properties.add(entity + "." + key + " = " + value.getClass().getSimpleName() + " " + value);
    }

    static GraphFacts of(Snapshot snapshot) {
        GraphFacts facts = new GraphFacts(new HashSet<>(), new HashSet<>(), new HashSet<>(), new HashSet<>());
        try (GraphReader reader = snapshot.reader()) {
            for (int chunk = 0; chunk < snapshot.chunkCount(); chunk++) {
                for (int row = 0; row < snapshot.rowCount(chunk); row++) {
                    facts.addNode(reader, NodeIdLayout.id(chunk, row));
                }
            }
        }
        return facts;
    }

    private void addNode(GraphReader reader, long node) {
        reader.refresh();
        int labelSet = reader.labelSet(node);
        if (labelSet == GraphReader.NO_NODE) {
            return;
        }
        nodes.add("n" + node);
        for (int label : reader.snapshot().catalog().labelSet(labelSet)) {
            labels.add(reader.snapshot().catalog().labelName(label));
        }
        Vector value = new Vector();
        for (int key : reader.nodePropertyKeys(node)) {
            reader.nodeProperty(key, new long[] {node}, null, 1, value);
            addProperty("n" + node, key, value);
        }
        Expansion expansion = reader.expansion();
        expansion.start(new long[] {node}, null, 1, new int[0], GraphReader.Side.FORWARD, true);
        int[] rows = new int[CAPACITY];
        long[] found = new long[CAPACITY];
        int count = expansion.next(rows, found, new long[CAPACITY], CAPACITY);
        while (count > 0) {
            for (int index = 0; index < count; index++) {
                addRelationship(reader, found[index]);
            }
            count = expansion.next(rows, found, new long[CAPACITY], CAPACITY);
        }
    }

    private void addRelationship(GraphReader reader, long relationship) {
        relationships.add("r" + relationship);
        Vector value = new Vector();
        for (int key : reader.relationshipPropertyKeys(relationship)) {
            reader.relationshipProperty(key, new long[] {relationship}, null, 1, value);
            addProperty("r" + relationship, key, value);
        }
    }

    private void addProperty(String entity, int key, Vector value) {
        if (!value.isNull(0)) {
            properties.add(entity + "." + key + " = " + value.kind() + " " + value.valueAt(0));
        }
    }

    /** What is here and was not before, and the other way round: {@code +nodes} and so on, without zeros. */
    Map<String, Long> since(GraphFacts before) {
        Map<String, Long> changes = new HashMap<>();
        compare("nodes", before.nodes, nodes, changes);
        compare("relationships", before.relationships, relationships, changes);
        compare("labels", before.labels, labels, changes);
        compare("properties", before.properties, properties, changes);
        return changes;
    }

    private static void compare(String name, Set<String> before, Set<String> after, Map<String, Long> changes) {
        long added = after.stream().filter(each -> !before.contains(each)).count();
        long removed = before.stream().filter(each -> !after.contains(each)).count();
        if (added > 0) {
            changes.put("+" + name, added);
        }
        if (removed > 0) {
            changes.put("-" + name, removed);
        }
    }
}
