package org.thetisdb.query;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.thetisdb.storage.Catalog.ConstraintKind;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.options.Isolation;
import org.thetisdb.storage.store.GraphStore;

/**
 * Puts a graph into an empty store by transactions of a few changes each, and on detours if that is wanted: with a
 * checkpoint in the middle, before which there are nodes and relationships too many, others are missing, and labels and
 * values are wrong. Deterministic. Used once, by one thread.
 */
final class GraphCommits {
    private static final int CHANGES_PER_COMMIT = 3;
    private static final int DECOY_COUNT = 2;
    private static final String STALE = "stale";

    private final GraphStore store;
    private final GraphModel model;
    private final List<Consumer<GraphTransaction>> waiting = new ArrayList<>();
    private final List<Made> made = new ArrayList<>();
    private final List<Long> decoys = new ArrayList<>();
    private final Set<String> labels = new LinkedHashSet<>();

    /** A relationship of the model with the id that it got. */
    private record Made(GraphModel.Relationship relationship, long id) {}

    GraphCommits(GraphStore store, GraphModel model) {
        this.store = store;
        this.model = model;
        for (GraphModel.Node node : model.nodes) {
            labels.addAll(node.labels);
            // The model may have been written elsewhere before.
            node.id = -1;
        }
    }

    /** Writes the graph. Returns the revision that shows it. */
    long write(GraphPlace place) {
        makeIndexes();
        if (place == GraphPlace.DELTA) {
            model.nodes.forEach(node -> later(transaction -> create(transaction, node)));
            commit();
            model.relationships.forEach(each -> later(transaction -> create(transaction, each, each.properties())));
            commit();
        } else {
            writeByDetour();
        }
        long revision = store.revision();
        if (!place.isWritable()) {
            spoil();
            if (place == GraphPlace.OLDER_ERA) {
                store.checkpoint();
                addDecoys(List.of());
            }
        }
        return revision;
    }

    private void makeIndexes() {
        for (GraphModel.Index index : model.indexes) {
            List<String> keys = List.of(index.property());
            if (index.unique()) {
                store.schema()
                        .createConstraint(Optional.empty(), ConstraintKind.UNIQUE, false, index.label(), keys, false);
            } else {
                store.schema().createIndex(Optional.empty(), index.label(), keys, false);
            }
        }
    }

    private void later(Consumer<GraphTransaction> change) {
        waiting.add(change);
        if (waiting.size() == CHANGES_PER_COMMIT) {
            commit();
        }
    }

    private void commit() {
        if (waiting.isEmpty()) {
            return;
        }
        try (GraphTransaction transaction = store.begin(Isolation.SNAPSHOT)) {
            waiting.forEach(change -> change.accept(transaction));
            transaction.commit(Optional.empty());
        }
        waiting.clear();
    }

    // ---------------------------------------------------------------- the detour

    /** What becomes of an entity on the way. */
    private enum Fate {
        RIGHT_AT_ONCE,
        WRONG_AT_FIRST,
        BARE_AT_FIRST,
        LATE
    }

    private Fate fate(int index) {
        return Fate.values()[(index + model.nodes.size()) % Fate.values().length];
    }

    private void writeByDetour() {
        for (int index = 0; index < model.nodes.size(); index++) {
            GraphModel.Node node = model.nodes.get(index);
            switch (fate(index)) {
                case RIGHT_AT_ONCE -> later(transaction -> create(transaction, node));
                case WRONG_AT_FIRST -> later(transaction -> createWrong(transaction, node));
                case BARE_AT_FIRST ->
                    later(transaction ->
                            node.id = transaction.createNode(transaction.labelSet(), new int[0], new Object[0]));
                case LATE -> {}
            }
        }
        commit();
        addDecoys(model.relationships.stream().limit(2).toList());
        List<GraphModel.Relationship> late = new ArrayList<>();
        for (int index = 0; index < model.relationships.size(); index++) {
            GraphModel.Relationship each = model.relationships.get(index);
            boolean possible = each.start().id >= 0 && each.end().id >= 0;
            if (possible && fate(index) != Fate.LATE) {
                Map<String, Object> first =
                        fate(index) == Fate.RIGHT_AT_ONCE ? each.properties() : stale(each.properties(), index);
                later(transaction -> create(transaction, each, first));
            } else {
                late.add(each);
            }
        }
        commit();
        store.checkpoint();
        putRight(late);
    }

    private void putRight(List<GraphModel.Relationship> late) {
        for (int index = 0; index < model.nodes.size(); index++) {
            GraphModel.Node node = model.nodes.get(index);
            switch (fate(index)) {
                case RIGHT_AT_ONCE -> {}
                case WRONG_AT_FIRST, BARE_AT_FIRST -> later(transaction -> correct(transaction, node));
                case LATE -> later(transaction -> create(transaction, node));
            }
        }
        commit();
        decoys.forEach(decoy -> later(transaction -> transaction.deleteNode(decoy, true)));
        List.copyOf(made)
                .forEach(each -> later(transaction -> {
                    Properties right =
                            new Properties(transaction, each.relationship().properties());
                    transaction.setRelationshipProperties(each.id(), right.keys(), right.values());
                }));
        late.forEach(each -> later(transaction -> create(transaction, each, each.properties())));
        commit();
    }

    /** Nodes that are not of the graph, beside nodes that are. */
    private void addDecoys(List<GraphModel.Relationship> beside) {
        for (int index = 0; index < DECOY_COUNT; index++) {
            later(transaction -> {
                int[] some =
                        labels.stream().limit(1).mapToInt(transaction::label).toArray();
                long decoy = transaction.createNode(transaction.labelSet(some), new int[0], new Object[0]);
                decoys.add(decoy);
                for (GraphModel.Relationship each : beside) {
                    if (each.start().id >= 0) {
                        int type = transaction.type(each.type());
                        transaction.createRelationship(each.start().id, type, decoy, new int[0], new Object[0]);
                        transaction.createRelationship(decoy, type, each.start().id, new int[0], new Object[0]);
                    }
                }
            });
        }
        commit();
    }

    private void createWrong(GraphTransaction transaction, GraphModel.Node node) {
        Set<String> others = new LinkedHashSet<>(labels);
        others.removeAll(node.labels);
        Properties properties = new Properties(transaction, stale(node.properties, model.nodes.indexOf(node)));
        node.id = transaction.createNode(
                transaction.labelSet(
                        others.stream().mapToInt(transaction::label).toArray()),
                properties.keys(),
                properties.values());
    }

    private static Map<String, Object> stale(Map<String, Object> right, int number) {
        Map<String, Object> stale = new LinkedHashMap<>();
        right.forEach(
                (key, value) -> stale.put(key, value instanceof Long ? STALE + number : (Object) (-1000L - number)));
        return stale;
    }

    private void correct(GraphTransaction transaction, GraphModel.Node node) {
        transaction.setLabels(node.id, labelSet(transaction, node));
        Properties right = new Properties(transaction, node.properties);
        transaction.setNodeProperties(node.id, right.keys(), right.values());
    }

    /** Changes all there is, so that nothing of the newest revision answers for an older one. */
    private void spoil() {
        made.stream()
                .limit(1 + made.size() / 2)
                .forEach(each -> later(transaction -> transaction.deleteRelationship(each.id())));
        commit();
        for (int index = 0; index < model.nodes.size(); index++) {
            GraphModel.Node node = model.nodes.get(index);
            int number = index;
            later(transaction -> {
                if (number % 2 == 0) {
                    transaction.deleteNode(node.id, true);
                } else {
                    Properties wrong = new Properties(transaction, stale(node.properties, number));
                    transaction.setLabels(node.id, transaction.labelSet());
                    transaction.setNodeProperties(node.id, wrong.keys(), wrong.values());
                }
            });
        }
        commit();
        addDecoys(List.of());
    }

    // ---------------------------------------------------------------- what it is to be

    /** Properties as a transaction wants them: keys ascending. */
    private record Properties(int[] keys, Object[] values) {
        Properties(GraphTransaction transaction, Map<String, Object> properties) {
            this(sorted(transaction, properties));
        }

        private Properties(TreeMap<Integer, Object> sorted) {
            this(
                    sorted.keySet().stream().mapToInt(Integer::intValue).toArray(),
                    sorted.values().toArray());
        }

        private static TreeMap<Integer, Object> sorted(GraphTransaction transaction, Map<String, Object> properties) {
            TreeMap<Integer, Object> sorted = new TreeMap<>();
            properties.forEach((name, value) -> sorted.put(transaction.propertyKey(name), value));
            return sorted;
        }
    }

    private static int labelSet(GraphTransaction transaction, GraphModel.Node node) {
        return transaction.labelSet(
                node.labels.stream().mapToInt(transaction::label).toArray());
    }

    private static void create(GraphTransaction transaction, GraphModel.Node node) {
        Properties properties = new Properties(transaction, node.properties);
        node.id = transaction.createNode(labelSet(transaction, node), properties.keys(), properties.values());
    }

    private void create(GraphTransaction transaction, GraphModel.Relationship each, Map<String, Object> given) {
        Properties properties = new Properties(transaction, given);
        int type = transaction.type(each.type());
        long id = transaction.createRelationship(
                each.start().id, type, each.end().id, properties.keys(), properties.values());
        made.add(new Made(each, id));
    }
}
