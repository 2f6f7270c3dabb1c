package org.thetisdb.storage.isolation;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.thetisdb.storage.GraphReader.Side;

/** What a graph should be after some transactions, in maps. Not thread safe. */
final class HistoryModel {
    /**
     * A node.
     *
     * @param group null if it has none
     * @param log numbers that transactions have added at the end
     */
    record Node(TreeSet<String> labels, Long group, List<Long> log) {
        Node withGroup(Long newGroup) {
            return new Node(labels, newGroup, log);
        }

        Node withLabels(TreeSet<String> newLabels) {
            return new Node(newLabels, group, log);
        }

        Node withLog(List<Long> newLog) {
            return new Node(labels, group, newLog);
        }
    }

    /** A relationship. */
    record Relationship(long start, String type, long end, long value) {
        boolean isAt(long node, Side side) {
            return side != Side.BACKWARD && start == node || side != Side.FORWARD && end == node;
        }
    }

    final TreeMap<Long, Node> nodes = new TreeMap<>();
    final TreeMap<Long, Relationship> relationships = new TreeMap<>();

    HistoryModel copy() {
        HistoryModel copy = new HistoryModel();
        copy.nodes.putAll(nodes);
        copy.relationships.putAll(relationships);
        return copy;
    }

    /** Changes a node that must be there. */
    void change(long node, java.util.function.UnaryOperator<Node> change) {
        if (!nodes.containsKey(node)) {
            throw new AssertionError("written, though it was deleted: node=" + node);
        }
        nodes.computeIfPresent(node, (id, before) -> change.apply(before));
    }

    void delete(long node) {
        if (nodes.remove(node) == null) {
            throw new AssertionError("deleted twice: node=" + node);
        }
    }

    void unlink(long relationship) {
        if (relationships.remove(relationship) == null) {
            throw new AssertionError("deleted twice: relationship=" + relationship);
        }
    }

    /** Every relationship has both its nodes. */
    void requireWhole() {
        relationships.forEach((id, each) -> {
            if (!nodes.containsKey(each.start()) || !nodes.containsKey(each.end())) {
                throw new AssertionError("a relationship without a node: relationship=" + id + ", " + each);
            }
        });
    }

    List<Long> nodesWith(Predicate<Node> wanted) {
        List<Long> found = new ArrayList<>();
        nodes.forEach((id, node) -> {
            if (wanted.test(node)) {
                found.add(id);
            }
        });
        return found;
    }

    List<Long> relationshipsWith(Predicate<Relationship> wanted) {
        List<Long> found = new ArrayList<>();
        relationships.forEach((id, each) -> {
            if (wanted.test(each)) {
                found.add(id);
            }
        });
        return found;
    }
}
