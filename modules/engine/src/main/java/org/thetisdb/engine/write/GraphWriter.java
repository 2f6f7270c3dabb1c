package org.thetisdb.engine.write;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.GraphValues;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.pipeline.WriteTally;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.PathReference;
import org.thetisdb.value.RelationshipReference;
import org.thetisdb.value.ThetisException;

/**
 * A run's way into its transaction: checks what storage takes for granted and counts what is written. Used by the one
 * thread that writes.
 */
final class GraphWriter {
    private final GraphTransaction transaction;
    private final GraphReader reader;
    private final WriteTally tally;
    private final PropertyList properties = new PropertyList();

    GraphWriter(Worker worker) {
        this.transaction = worker.query().writing();
        this.reader = worker.reader();
        this.tally = worker.query().tally();
    }

    GraphTransaction transaction() {
        return transaction;
    }

    int labelSet(List<String> labels) {
        return transaction.labelSet(labels.stream().mapToInt(transaction::label).toArray());
    }

    long createNode(int labelSet, int labelCount, PropertyList list) {
        tally.nodeCreated();
        tally.labels(labelCount);
        tally.propertiesSet(list.count());
        return transaction.createNode(labelSet, list.keys(), list.values());
    }

    long createRelationship(long start, int type, long end, PropertyList list) {
        requireNode(start);
        requireNode(end);
        tally.relationshipCreated();
        tally.propertiesSet(list.count());
        return transaction.createRelationship(start, type, end, list.keys(), list.values());
    }

    private void requireNode(long node) {
        if (transaction.isDeletedHere(node, false)) {
            throw GraphValues.deleted("node", node);
        }
    }

    private void requireRelationship(long relationship) {
        if (transaction.isDeletedHere(relationship, true)) {
            throw GraphValues.deleted("relationship", relationship);
        }
    }

    // ---------------------------------------------------------------- changes

    /** Sets one property, or removes it; nothing happens to null. */
    void setProperty(@Nullable Object entity, int key, @Nullable Object value) {
        properties.clear();
        properties.put(key, value);
        setProperties(entity, properties);
    }

    void setProperties(@Nullable Object entity, PropertyList list) {
        switch (entity) {
            case null -> {}
            case NodeReference node -> {
                requireNode(node.id());
                tally.propertiesSet(list.count());
                transaction.setNodeProperties(node.id(), list.keys(), list.values());
            }
            case RelationshipReference relationship -> {
                requireRelationship(relationship.id());
                tally.propertiesSet(list.count());
                transaction.setRelationshipProperties(relationship.id(), list.keys(), list.values());
            }
            default -> throw notAnEntity("SET", entity);
        }
    }

    /**
     * Sets all properties to those of a map, node or relationship.
     *
     * @param keep whether properties that the value does not mention stay
     */
    void setAll(@Nullable Object entity, @Nullable Object value, boolean keep) {
        if (entity == null) {
            return;
        }
        Map<?, ?> map = mapOf(value);
        PropertyList list = new PropertyList();
        list.putAll(map, true, transaction);
        if (!keep) {
            int[] present = switch (entity) {
                case NodeReference node -> {
                    requireNode(node.id());
                    yield reader.nodePropertyKeys(node.id());
                }
                case RelationshipReference relationship -> {
                    requireRelationship(relationship.id());
                    yield reader.relationshipPropertyKeys(relationship.id());
                }
                default -> throw notAnEntity("SET", entity);
            };
            for (int key : present) {
                if (!list.contains(key)) {
                    list.put(key, null);
                }
            }
        }
        if (list.count() > 0) {
            setProperties(entity, list);
        }
    }

    /** The properties of a map, node or relationship. */
    Map<?, ?> mapOf(@Nullable Object value) {
        return switch (value) {
            case Map<?, ?> map -> map;
            case NodeReference node -> {
                requireNode(node.id());
                yield GraphValues.nodeProperties(reader, node.id());
            }
            case RelationshipReference relationship -> {
                requireRelationship(relationship.id());
                yield GraphValues.relationshipProperties(reader, relationship.id());
            }
            case null, default ->
                throw new ThetisException(
                        ErrorCode.TYPE_MISMATCH,
                        "properties are taken from a map, node or relationship: value=" + value);
        };
    }

    void setLabels(@Nullable Object entity, List<String> labels, boolean remove) {
        switch (entity) {
            case null -> {}
            case NodeReference node -> setLabels(node.id(), labels, remove);
            default -> throw notAnEntity(remove ? "REMOVE" : "SET", entity);
        }
    }

    private void setLabels(long node, List<String> labels, boolean remove) {
        requireNode(node);
        int[] before = reader.snapshot().catalog().labelSet(reader.labelSet(node));
        int[] named = labels.stream().mapToInt(transaction::label).toArray();
        int[] after = remove
                ? Arrays.stream(before)
                        .filter(label -> Arrays.stream(named).noneMatch(each -> each == label))
                        .toArray()
                : IntStream.concat(Arrays.stream(before), Arrays.stream(named))
                        .distinct()
                        .toArray();
        if (after.length != before.length) {
            transaction.setLabels(node, transaction.labelSet(after));
            tally.labels(after.length - before.length);
        }
    }

    // ---------------------------------------------------------------- deletion

    /** Deletes a node, relationship or path; what is deleted already, and null, is passed over. */
    void delete(@Nullable Object value, boolean detach) {
        switch (value) {
            case null -> {}
            case NodeReference node -> deleteNode(node.id(), detach);
            case RelationshipReference relationship -> deleteRelationship(relationship.id());
            case PathReference path -> {
                path.relationships().forEach(each -> deleteRelationship(each.id()));
                path.nodes().forEach(each -> deleteNode(each.id(), detach));
            }
            default ->
                throw new ThetisException(
                        ErrorCode.TYPE_MISMATCH,
                        "only nodes, relationships and paths can be deleted: value=" + value
                                + "; take the elements of a list with UNWIND or FOREACH");
        }
    }

    private void deleteNode(long node, boolean detach) {
        if (!transaction.isDeletedHere(node, false)) {
            tally.relationshipsDeleted(transaction.deleteNode(node, detach));
            tally.nodeDeleted();
        }
    }

    private void deleteRelationship(long relationship) {
        if (!transaction.isDeletedHere(relationship, true)) {
            transaction.deleteRelationship(relationship);
            tally.relationshipsDeleted(1);
        }
    }

    private static ThetisException notAnEntity(String clause, Object value) {
        return new ThetisException(
                ErrorCode.TYPE_MISMATCH,
                clause + " changes nodes and relationships only: value=" + value + "; check what it is bound to");
    }
}
