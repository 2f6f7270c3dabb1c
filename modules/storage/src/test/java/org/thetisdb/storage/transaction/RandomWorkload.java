package org.thetisdb.storage.transaction;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.thetisdb.storage.GraphTransaction;

/** Random changes of a small graph, made in a transaction and in a model. */
final class RandomWorkload {
    private RandomWorkload() {}

    /** Makes up to so many changes, at least one. */
    static void change(GraphTransaction transaction, GraphModel model, Random random, int operationsMax) {
        int operations = 1 + random.nextInt(operationsMax);
        Ids ids = new Ids(model);
        for (int operation = 0; operation < operations; operation++) {
            operate(transaction, model, ids, random);
            ids.noteChange();
        }
    }

    /** The ids of what a model has, ascending; copied only when they are asked for and others than before. */
    private static final class Ids {
        private final GraphModel model;
        private int nodeCount;
        private int relationshipCount;
        private Optional<List<Long>> nodes = Optional.empty();
        private Optional<List<Long>> relationships = Optional.empty();

        Ids(GraphModel model) {
            this.model = model;
        }

        /** To be called after each change: it adds ids of a kind or removes some, so there are as many or others. */
        void noteChange() {
            if (nodeCount != model.nodes.size()) {
                nodeCount = model.nodes.size();
                nodes = Optional.empty();
            }
            if (relationshipCount != model.relationships.size()) {
                relationshipCount = model.relationships.size();
                relationships = Optional.empty();
            }
        }

        List<Long> nodes() {
            List<Long> known = nodes.orElseGet(() -> new ArrayList<>(model.nodes.keySet()));
            nodes = Optional.of(known);
            return known;
        }

        List<Long> relationships() {
            List<Long> known = relationships.orElseGet(() -> new ArrayList<>(model.relationships.keySet()));
            relationships = Optional.of(known);
            return known;
        }
    }

    private static void operate(GraphTransaction transaction, GraphModel next, Ids ids, Random random) {
        List<Long> nodes = ids.nodes();
        int kind = nodes.isEmpty() ? 0 : random.nextInt(12);
        long node = nodes.isEmpty() ? 0 : nodes.get(random.nextInt(nodes.size()));
        switch (kind) {
            case 0, 1 -> {
                TreeSet<String> labels = labels(random);
                TreeMap<String, Object> properties = properties(random, false);
                long made = transaction.createNode(
                        labelSet(transaction, labels), keys(transaction, properties), values(transaction, properties));
                next.nodes.put(made, new GraphModel.Node(labels, properties));
            }
            case 2 -> {
                TreeSet<String> labels = labels(random);
                transaction.setLabels(node, labelSet(transaction, labels));
                next.nodes.put(
                        node, new GraphModel.Node(labels, next.nodes.get(node).properties()));
            }
            case 3, 4, 5 -> {
                TreeMap<String, Object> properties = properties(random, true);
                transaction.setNodeProperties(node, keys(transaction, properties), values(transaction, properties));
                apply(properties, next.nodes.get(node).properties());
            }
            case 6 -> {
                transaction.deleteNode(node, true);
                next.nodes.remove(node);
                next.relationships.values().removeIf(each -> each.start() == node || each.end() == node);
            }
            case 7, 8, 9 -> {
                long end = nodes.get(random.nextInt(nodes.size()));
                String type = "T" + random.nextInt(3);
                TreeMap<String, Object> properties = properties(random, false);
                long made = transaction.createRelationship(
                        node,
                        transaction.type(type),
                        end,
                        keys(transaction, properties),
                        values(transaction, properties));
                next.relationships.put(made, new GraphModel.Relationship(node, type, end, properties));
            }
            default -> {
                List<Long> relationships = ids.relationships();
                if (!relationships.isEmpty()) {
                    changeRelationship(
                            transaction, next, relationships.get(random.nextInt(relationships.size())), random);
                }
            }
        }
    }

    private static void changeRelationship(
            GraphTransaction transaction, GraphModel next, long relationship, Random random) {
        if (random.nextBoolean()) {
            transaction.deleteRelationship(relationship);
            next.relationships.remove(relationship);
        } else {
            TreeMap<String, Object> properties = properties(random, true);
            transaction.setRelationshipProperties(
                    relationship, keys(transaction, properties), values(transaction, properties));
            apply(properties, next.relationships.get(relationship).properties());
        }
    }

    private static void apply(TreeMap<String, Object> changes, TreeMap<String, Object> properties) {
        properties.putAll(changes);
        properties.values().removeIf(REMOVED::equals);
    }

    private static final String REMOVED = "removed";

    private static TreeSet<String> labels(Random random) {
        TreeSet<String> labels = new TreeSet<>();
        for (int label = 0; label < 3; label++) {
            if (random.nextInt(3) == 0) {
                labels.add("L" + label);
            }
        }
        return labels;
    }

    private static TreeMap<String, Object> properties(Random random, boolean withRemoved) {
        TreeMap<String, Object> properties = new TreeMap<>();
        for (int key = 0; key < 4; key++) {
            switch (random.nextInt(withRemoved ? 5 : 4)) {
                case 0 -> properties.put("p" + key, (long) random.nextInt(10));
                case 1 -> properties.put("p" + key, "value " + random.nextInt(10));
                case 4 -> properties.put("p" + key, REMOVED);
                default -> {}
            }
        }
        return properties;
    }

    private static int labelSet(GraphTransaction transaction, TreeSet<String> labels) {
        return transaction.labelSet(labels.stream().mapToInt(transaction::label).toArray());
    }

    private static TreeMap<Integer, Object> byId(GraphTransaction transaction, TreeMap<String, Object> properties) {
        TreeMap<Integer, Object> byId = new TreeMap<>();
        properties.forEach((key, value) ->
                byId.put(transaction.propertyKey(key), REMOVED.equals(value) ? Optional.empty() : value));
        return byId;
    }

    private static int[] keys(GraphTransaction transaction, TreeMap<String, Object> properties) {
        return byId(transaction, properties).keySet().stream()
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private static Object[] values(GraphTransaction transaction, TreeMap<String, Object> properties) {
        return byId(transaction, properties).values().stream()
                .map(value -> value instanceof Optional<?> ? null : value)
                .toArray();
    }
}
