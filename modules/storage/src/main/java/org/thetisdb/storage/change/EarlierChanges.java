package org.thetisdb.storage.change;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.ChangedGraph.Images;
import org.thetisdb.storage.EntityImage;
import org.thetisdb.storage.log.Changes;
import org.thetisdb.storage.log.SchemaChange;

/**
 * What a transaction did before some point of it, of those nodes and relationships alone that it has changed again
 * since. The store has their first version and their last; the one in between is the first with these operations.
 *
 * <p>Not thread safe.
 */
final class EarlierChanges implements Changes, Images {
    private final ChangedIds later;
    private final Images begin;
    private final Catalog catalog;
    private final Map<Long, Draft> nodes = new HashMap<>();
    private final Map<Long, Draft> relationships = new HashMap<>();

    /** What became of one. */
    private static final class Draft {
        private final Map<Integer, @Nullable Object> values = new HashMap<>();
        private boolean isNew;
        private boolean isGone;
        private int labelSet = -1;

        void set(int[] keys, @Nullable Object[] written) {
            for (int index = 0; index < keys.length; index++) {
                values.put(keys[index], written[index]);
            }
        }
    }

    /**
     * @param later what has been changed since
     * @param begin as it was when the transaction began
     */
    EarlierChanges(ChangedIds later, Images begin, Catalog catalog) {
        this.later = later;
        this.begin = begin;
        this.catalog = catalog;
    }

    // ---------------------------------------------------------------- what was before

    @Override
    public Optional<EntityImage> node(long node) {
        Draft draft = nodes.get(node);
        return draft == null
                ? begin.node(node)
                : draft.isGone ? Optional.empty() : Optional.of(changed(begin.node(node), draft, List.of()));
    }

    @Override
    public Optional<EntityImage> relationship(long relationship) {
        Draft draft = relationships.get(relationship);
        if (draft == null) {
            return begin.relationship(relationship);
        }
        List<String> type = List.of(EntityImages.type(catalog, relationship));
        return draft.isGone ? Optional.empty() : Optional.of(changed(begin.relationship(relationship), draft, type));
    }

    /** @param labels of one that was not there when the transaction began, unless the draft has others */
    private EntityImage changed(Optional<EntityImage> first, Draft draft, List<String> labels) {
        SortedMap<String, Object> properties = new TreeMap<>();
        if (!draft.isNew) {
            first.ifPresent(image -> properties.putAll(image.properties()));
        }
        draft.values.forEach((key, value) -> {
            String name = catalog.propertyKeyName(key);
            if (value == null) {
                properties.remove(name);
            } else {
                properties.put(name, value);
            }
        });
        List<String> known =
                draft.isNew ? labels : first.map(EntityImage::labels).orElse(labels);
        return new EntityImage(draft.labelSet < 0 ? known : EntityImages.labels(catalog, draft.labelSet), properties);
    }

    // ---------------------------------------------------------------- operations

    private Optional<Draft> node(long node, boolean isNew) {
        return later.nodes().contains(node) ? Optional.of(draft(nodes, node, isNew)) : Optional.empty();
    }

    private Optional<Draft> relationship(long relationship, boolean isNew) {
        return later.relationships().contains(relationship)
                ? Optional.of(draft(relationships, relationship, isNew))
                : Optional.empty();
    }

    private static Draft draft(Map<Long, Draft> drafts, long id, boolean isNew) {
        Draft draft = drafts.computeIfAbsent(id, _ -> new Draft());
        draft.isNew |= isNew;
        return draft;
    }

    @Override
    public void createNode(long node, int labelSetId, int[] keys, Object[] values) {
        node(node, true).ifPresent(draft -> {
            draft.labelSet = labelSetId;
            draft.set(keys, values);
        });
    }

    @Override
    public void setLabels(long node, int labelSetId) {
        node(node, false).ifPresent(draft -> draft.labelSet = labelSetId);
    }

    @Override
    public void setNodeProperties(long node, int[] keys, @Nullable Object[] values) {
        node(node, false).ifPresent(draft -> draft.set(keys, values));
    }

    @Override
    public void deleteNode(long node) {
        node(node, false).ifPresent(draft -> draft.isGone = true);
    }

    @Override
    public void createRelationship(long relationship, long start, long end, int[] keys, Object[] values) {
        relationship(relationship, true).ifPresent(draft -> draft.set(keys, values));
    }

    @Override
    public void setRelationshipProperties(long relationship, int[] keys, @Nullable Object[] values) {
        relationship(relationship, false).ifPresent(draft -> draft.set(keys, values));
    }

    @Override
    public void deleteRelationship(long relationship, long start, long end) {
        relationship(relationship, false).ifPresent(draft -> draft.isGone = true);
    }

    /** A transaction of the graph has none. */
    @Override
    public void schemaChange(SchemaChange change) {}
}
