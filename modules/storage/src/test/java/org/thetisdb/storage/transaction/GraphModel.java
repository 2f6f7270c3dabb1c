package org.thetisdb.storage.transaction;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.thetisdb.storage.Expansion;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.GraphReader.Side;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.value.vector.Vector;

/** What a graph should be, in maps; and what one is, read through every way that there is. */
final class GraphModel {
    /** A node. */
    record Node(TreeSet<String> labels, TreeMap<String, Object> properties) {}

    /** A relationship. */
    record Relationship(long start, String type, long end, TreeMap<String, Object> properties) {}

    final TreeMap<Long, Node> nodes = new TreeMap<>();
    final TreeMap<Long, Relationship> relationships = new TreeMap<>();

    GraphModel copy() {
        GraphModel copy = new GraphModel();
        nodes.forEach((id, node) ->
                copy.nodes.put(id, new Node(new TreeSet<>(node.labels()), new TreeMap<>(node.properties()))));
        relationships.forEach((id, each) -> copy.relationships.put(
                id, new Relationship(each.start(), each.type(), each.end(), new TreeMap<>(each.properties()))));
        return copy;
    }

    /** All of it in words, to be compared. */
    List<String> describe() {
        List<String> lines = new ArrayList<>();
        nodes.forEach((id, node) -> lines.add("node " + id + " " + node.labels() + " " + node.properties()));
        relationships.forEach((id, each) -> lines.add("relationship " + id + " " + each.start() + "-" + each.type()
                + "->" + each.end() + " " + each.properties()));
        return lines;
    }

    /** Reads a whole graph. */
    static List<String> describe(Snapshot snapshot) {
        GraphModel found = new GraphModel();
        try (GraphReader reader = snapshot.reader()) {
            for (int chunk = 0; chunk < snapshot.chunkCount(); chunk++) {
                readChunk(snapshot, reader, chunk, found);
            }
            for (Side side : List.of(Side.FORWARD, Side.BACKWARD)) {
                found.nodes.keySet().forEach(node -> readList(snapshot, reader, node, side, found));
            }
        }
        List<String> lines = found.describe();
        if (snapshot.statistics().nodeCount() != found.nodes.size()
                || snapshot.statistics().relationshipCount() != found.relationships.size()) {
            lines.add("counted " + snapshot.statistics().nodeCount() + " nodes and "
                    + snapshot.statistics().relationshipCount() + " relationships");
        }
        return lines;
    }

    private static void readChunk(Snapshot snapshot, GraphReader reader, int chunk, GraphModel found) {
        int rows = snapshot.rowCount(chunk);
        long[] nodes = new long[rows];
        for (int row = 0; row < rows; row++) {
            nodes[row] = NodeIdLayout.id(chunk, row);
        }
        int[] sets = new int[rows];
        reader.labelSets(nodes, null, rows, sets);
        for (int row = 0; row < rows; row++) {
            boolean allowed = sets[row] == GraphReader.NO_NODE
                    ? !snapshot.isFull(chunk)
                    : snapshot.labelSet(chunk) == Snapshot.MIXED || sets[row] == snapshot.labelSet(chunk);
            if (!allowed) {
                throw new AssertionError("label set of node " + nodes[row] + " is " + sets[row]);
            }
            if (sets[row] != GraphReader.NO_NODE) {
                TreeSet<String> labels = new TreeSet<>();
                for (int label : snapshot.catalog().labelSet(sets[row])) {
                    labels.add(snapshot.catalog().labelName(label));
                }
                found.nodes.put(nodes[row], new Node(labels, new TreeMap<>()));
            }
        }
        for (int key = 0; key < snapshot.catalog().propertyKeyCount(); key++) {
            Vector values = new Vector();
            reader.nodeProperty(key, chunk, 0, rows, values);
            for (int row = 0; row < rows; row++) {
                if (sets[row] != GraphReader.NO_NODE && !values.isNull(row)) {
                    found.nodes
                            .get(nodes[row])
                            .properties()
                            .put(snapshot.catalog().propertyKeyName(key), values.valueAt(row));
                }
            }
        }
        reader.refresh();
    }

    private static void readList(Snapshot snapshot, GraphReader reader, long node, Side side, GraphModel found) {
        Expansion expansion = reader.expansion();
        expansion.start(new long[] {node}, null, 1, new int[0], side, true);
        int[] rows = new int[3];
        long[] relationships = new long[3];
        long[] neighbours = new long[3];
        int count;
        long degree = 0;
        while ((count = expansion.next(rows, relationships, neighbours, 3)) > 0) {
            degree += count;
            for (int index = 0; index < count; index++) {
                long start = side == Side.FORWARD ? node : neighbours[index];
                long end = side == Side.FORWARD ? neighbours[index] : node;
                Relationship read = read(snapshot, reader, relationships[index], start, end);
                Relationship known = found.relationships.putIfAbsent(relationships[index], read);
                if (side == Side.FORWARD ? known != null : known == null || !known.equals(read)) {
                    throw new AssertionError("lists differ for relationship " + relationships[index]);
                }
            }
        }
        if (degree != reader.degree(node, new int[0], side)) {
            throw new AssertionError("degree of node " + node);
        }
        for (int type = 0; type < snapshot.catalog().typeCount(); type++) {
            if (!neighbours(reader, node, type, side, true).equals(neighbours(reader, node, type, side, false))) {
                throw new AssertionError("neighbours of node " + node + " without their relationships");
            }
        }
    }

    /** The nodes at the other ends, in the order in which they are given. */
    private static List<Long> neighbours(
            GraphReader reader, long node, int type, Side side, boolean withRelationships) {
        Expansion expansion = reader.expansion();
        expansion.start(new long[] {node}, null, 1, new int[] {type}, side, withRelationships);
        int[] rows = new int[3];
        long[] relationships = new long[3];
        long[] neighbours = new long[3];
        List<Long> found = new ArrayList<>();
        int count;
        while ((count = expansion.next(rows, relationships, neighbours, 3)) > 0) {
            for (int index = 0; index < count; index++) {
                found.add(neighbours[index]);
            }
        }
        return found;
    }

    private static Relationship read(Snapshot snapshot, GraphReader reader, long relationship, long start, long end) {
        if (!reader.relationshipExists(relationship)
                || reader.startNode(relationship) != start
                || reader.endNode(relationship) != end) {
            throw new AssertionError("ends of relationship " + relationship);
        }
        TreeMap<String, Object> properties = new TreeMap<>();
        for (int key : reader.relationshipPropertyKeys(relationship)) {
            Vector values = new Vector();
            reader.relationshipProperty(key, new long[] {relationship}, null, 1, values);
            properties.put(snapshot.catalog().propertyKeyName(key), values.valueAt(0));
        }
        return new Relationship(
                start, snapshot.catalog().typeName(RelationshipIdLayout.type(relationship)), end, properties);
    }
}
