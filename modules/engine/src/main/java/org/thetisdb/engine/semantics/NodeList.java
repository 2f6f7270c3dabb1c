package org.thetisdb.engine.semantics;

import java.util.AbstractList;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.hash.LongTable;
import org.thetisdb.value.HeapSize;
import org.thetisdb.value.NodeReference;

/**
 * A list of nodes as plain ids, none null: what {@code collect(node)} makes. {@code node IN list} builds a set of them
 * once. Immutable; may be shared by threads.
 */
public final class NodeList extends AbstractList<Object> implements RandomAccess, HeapSize.Measured {
    private final long[] ids;
    private volatile @Nullable LongTable set;

    /** @param ids not copied; not to be changed any more */
    public NodeList(long[] ids) {
        this.ids = ids;
    }

    @Override
    public Object get(int index) {
        return new NodeReference(ids[index]);
    }

    @Override
    public int size() {
        return ids.length;
    }

    @Override
    public long heapBytes() {
        return 48 + 8L * ids.length;
    }

    /** The id at a place, without boxing. */
    public long id(int index) {
        return ids[index];
    }

    /** The ids themselves, not to be changed. */
    long[] ids() {
        return ids;
    }

    /** Whether the node is in the list; two threads may build the set at once, and either one will do. */
    boolean containsId(long node) {
        LongTable known = set;
        if (known == null) {
            known = LongTable.of(ids, ids.length);
            set = known;
        }
        return known.contains(node);
    }
}
