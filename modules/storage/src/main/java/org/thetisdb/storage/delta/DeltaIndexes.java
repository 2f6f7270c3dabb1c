package org.thetisdb.storage.delta;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.index.IndexKey;

/** The indexes as one reader sees them. Not thread safe. */
final class DeltaIndexes {
    private final DeltaReader reader;

    /** By index, for {@link #nodesAt}. */
    private final Map<String, DeltaIndexReader> readers = new HashMap<>();

    DeltaIndexes(DeltaReader reader) {
        this.reader = reader;
    }

    /** A new reader of the base's index with the delta laid over it. */
    DeltaIndexReader newReader(Catalog.IndexDescriptor index) {
        Optional<Integer> ordinal = baseIndex(index);
        return new DeltaIndexReader(
                reader, index, () -> ordinal.map(reader.base()::indexCursors).orElse(List.of()));
    }

    /** The base's ordinal of an index; nothing if the index came later. */
    private Optional<Integer> baseIndex(Catalog.IndexDescriptor index) {
        return reader.snapshot().baseSnapshot().catalog().indexes().stream()
                .filter(each -> each.isSameAs(index))
                .map(Catalog.IndexDescriptor::ordinal)
                .findFirst();
    }

    /** The key of a node in an index over some properties, whatever its labels; nothing if it lacks one. */
    Optional<IndexKey> key(List<Integer> propertyKeyIds, long node) {
        if (propertyKeyIds.size() == 1) {
            return IndexKey.of(reader.nodeValue(propertyKeyIds.getFirst(), node));
        }
        List<Object> held = new ArrayList<>();
        for (int key : propertyKeyIds) {
            held.add(reader.nodeValue(key, node));
        }
        return IndexKey.ofTuple(held);
    }

    /** The nodes that an index has under a key. */
    List<Long> nodesAt(Catalog.IndexDescriptor index, IndexKey key) {
        return reader(index).nodesAt(key);
    }

    /** The nodes that the base's index has under a key. */
    List<Long> baseNodesAt(Catalog.IndexDescriptor index, IndexKey key) {
        return reader(index).baseNodesAt(key);
    }

    private DeltaIndexReader reader(Catalog.IndexDescriptor index) {
        DeltaIndexReader known = readers.get(index.name());
        if (known == null || !known.reads(index)) {
            known = newReader(index);
            readers.put(index.name(), known);
        }
        return known;
    }

    /** Whether a node is in an index under a key. */
    boolean holds(Catalog.IndexDescriptor index, IndexKey key, long node) {
        int labelSet = reader.labelSet(node);
        if (labelSet == GraphReader.NO_NODE || !reader.snapshot().catalog().hasLabel(labelSet, index.labelId())) {
            return false;
        }
        Optional<IndexKey> held = key(index.propertyKeyIds(), node);
        return held.isPresent() && held.get().equals(key);
    }
}
