package org.thetisdb.reference.graph;

import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** A property graph in plain collections, in the order in which its parts were made. */
public final class ReferenceGraph {
    private final Map<Long, ReferenceNode> nodes = new LinkedHashMap<>();
    private final Map<Long, ReferenceRelationship> relationships = new LinkedHashMap<>();
    private long nextId;

    /** A graph without nodes. */
    public ReferenceGraph() {}

    /** Makes a node without labels and properties, to be given some. */
    public ReferenceNode addNode() {
        ReferenceNode node = new ReferenceNode(nextId++);
        nodes.put(node.id(), node);
        return node;
    }

    /** Makes a relationship without properties, to be given some. */
    public ReferenceRelationship addRelationship(String type, ReferenceNode start, ReferenceNode end) {
        ReferenceRelationship relationship = new ReferenceRelationship(nextId++, type, start, end);
        relationships.put(relationship.id(), relationship);
        return relationship;
    }

    /** Removes a node; the caller must know whether it still has relationships. */
    public void remove(ReferenceNode node) {
        node.markDeleted();
        nodes.remove(node.id());
    }

    public void remove(ReferenceRelationship relationship) {
        relationship.markDeleted();
        relationships.remove(relationship.id());
    }

    public Collection<ReferenceNode> nodes() {
        return Collections.unmodifiableCollection(nodes.values());
    }

    public Collection<ReferenceRelationship> relationships() {
        return Collections.unmodifiableCollection(relationships.values());
    }

    /** An equal graph of its own, with the same ids. */
    public ReferenceGraph copy() {
        ReferenceGraph copy = new ReferenceGraph();
        Map<ReferenceNode, ReferenceNode> copies = new IdentityHashMap<>();
        for (ReferenceNode node : nodes.values()) {
            ReferenceNode same = new ReferenceNode(node.id());
            same.labels().addAll(node.labels());
            same.properties().putAll(node.properties());
            copy.nodes.put(same.id(), same);
            copies.put(node, same);
        }
        for (ReferenceRelationship each : relationships.values()) {
            ReferenceRelationship same = new ReferenceRelationship(
                    each.id(),
                    each.type(),
                    Objects.requireNonNull(copies.get(each.start())),
                    Objects.requireNonNull(copies.get(each.end())));
            same.properties().putAll(each.properties());
            copy.relationships.put(same.id(), same);
        }
        copy.nextId = nextId;
        return copy;
    }
}
