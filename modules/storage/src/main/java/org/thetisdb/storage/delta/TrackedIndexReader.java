package org.thetisdb.storage.delta;

import java.util.Optional;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.NodeIndexReader;
import org.thetisdb.storage.index.IndexKey;
import org.thetisdb.storage.index.IndexRange;
import org.thetisdb.value.vector.Vector;

/** An index of which it is kept what was looked for. Not thread safe. */
final class TrackedIndexReader implements NodeIndexReader {
    private final NodeIndexReader index;
    private final Catalog.IndexDescriptor descriptor;
    private final ReadSet reads;

    TrackedIndexReader(NodeIndexReader index, Catalog.IndexDescriptor descriptor, ReadSet reads) {
        this.index = index;
        this.descriptor = descriptor;
        this.reads = reads;
    }

    @Override
    public void seek(Vector keys, int row) {
        IndexKey.of(keys, row).ifPresent(key -> reads.indexKey(descriptor, key));
        index.seek(keys, row);
    }

    @Override
    public void seekRange(Optional<Bound> lower, Optional<Bound> upper) {
        IndexRange.between(lower, upper).ifPresent(range -> reads.indexRange(descriptor, range));
        index.seekRange(lower, upper);
    }

    @Override
    public void seekPrefix(String prefix) {
        reads.indexRange(descriptor, IndexRange.prefix(prefix));
        index.seekPrefix(prefix);
    }

    @Override
    public int next(long[] nodes, int capacity) {
        return index.next(nodes, capacity);
    }
}
