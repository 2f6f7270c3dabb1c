package org.thetisdb.storage.delta;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.NodeIndexReader;
import org.thetisdb.storage.index.IndexCursor;
import org.thetisdb.storage.index.IndexEntries;
import org.thetisdb.storage.index.IndexKey;
import org.thetisdb.storage.index.IndexOverlay;
import org.thetisdb.storage.index.IndexRange;
import org.thetisdb.storage.index.IndexReader;
import org.thetisdb.value.vector.Vector;

/**
 * An index as a reader sees it. A cursor outlives its reader's moves from snapshot to snapshot, so each look-up asks
 * again whether there are changes, and whether it is noted what is read. Not thread safe.
 */
final class DeltaIndexReader implements NodeIndexReader {
    private final DeltaReader reader;
    private final Catalog.IndexDescriptor index;
    private final Supplier<List<IndexCursor>> runs;

    /** Made when first needed, for most readers need one of them only. */
    private Optional<NodeIndexReader> base = Optional.empty();

    private Optional<IndexReader> changed = Optional.empty();
    private Optional<IndexReader> unchanged = Optional.empty();
    private NodeIndexReader current;

    /** @param runs makes cursors over the runs of the base; called once for each of the readers */
    DeltaIndexReader(DeltaReader reader, Catalog.IndexDescriptor index, Supplier<List<IndexCursor>> runs) {
        this.reader = reader;
        this.index = index;
        this.runs = runs;
        current = choose();
    }

    boolean reads(Catalog.IndexDescriptor other) {
        return index.equals(other);
    }

    private NodeIndexReader choose() {
        current = reader.delta().index(index) == null ? base() : changed();
        return current;
    }

    private NodeIndexReader base() {
        if (base.isEmpty()) {
            base = Optional.of(IndexReader.of(runs.get()));
        }
        return base.get();
    }

    private IndexReader changed() {
        if (changed.isEmpty()) {
            changed = Optional.of(new IndexReader(runs.get(), Optional.of(new Changes())));
        }
        return changed.get();
    }

    /** What happened to the index since the base. */
    private final class Changes implements IndexOverlay {
        private final IndexDelta changes = reader.delta().makeIndex(index);

        @Override
        public IndexEntries entries(IndexRange range) {
            return changes.entries(range, (key, node) -> reader.holds(index, key, node));
        }

        @Override
        public boolean mayHold(long keyHash) {
            return changes.mayHave(keyHash);
        }
    }

    @Override
    public void seekNext(Vector keys, int count) {
        choose().seekNext(keys, count);
    }

    @Override
    public void seek(Vector keys, int row) {
        ReadSet reads = reader.reads();
        if (reads != null) {
            IndexKey.of(keys, row).ifPresent(key -> reads.indexKey(index, key));
        }
        choose().seek(keys, row);
    }

    @Override
    public void seekRange(Optional<Bound> lower, Optional<Bound> upper) {
        ReadSet reads = reader.reads();
        if (reads != null) {
            IndexRange.between(lower, upper).ifPresent(range -> reads.indexRange(index, range));
        }
        choose().seekRange(lower, upper);
    }

    @Override
    public void seekPrefix(String prefix) {
        ReadSet reads = reader.reads();
        if (reads != null) {
            reads.indexRange(index, IndexRange.prefix(prefix));
        }
        choose().seekPrefix(prefix);
    }

    @Override
    public int next(long[] nodes, int capacity) {
        return current.next(nodes, capacity);
    }

    /** The nodes under a key, of whatever snapshot the reader is at; not noted. */
    List<Long> nodesAt(IndexKey key) {
        return nodesAt(changed(), key);
    }

    /** The nodes that the base has under a key; not noted. */
    List<Long> baseNodesAt(IndexKey key) {
        if (unchanged.isEmpty()) {
            unchanged = Optional.of(new IndexReader(runs.get(), Optional.empty()));
        }
        return nodesAt(unchanged.get(), key);
    }

    private static List<Long> nodesAt(IndexReader reader, IndexKey key) {
        reader.seek(key);
        List<Long> nodes = new ArrayList<>();
        long[] part = new long[16];
        int count;
        while ((count = reader.next(part, part.length)) > 0) {
            for (int place = 0; place < count; place++) {
                nodes.add(part[place]);
            }
        }
        return nodes;
    }
}
