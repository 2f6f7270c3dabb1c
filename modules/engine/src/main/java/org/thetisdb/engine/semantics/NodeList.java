package org.thetisdb.engine.semantics;

import java.lang.ref.SoftReference;
import java.util.AbstractList;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.hash.LongTable;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.vector.TypedList;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * A list of nodes as plain ids, none null: what {@code collect(node)} makes. {@code node IN list} builds a set of them
 * once. Immutable; may be shared by threads.
 */
public final class NodeList extends AbstractList<Object> implements TypedList {
    private final long[] ids;

    /** Takes several times as much as the ids, and nobody counts it: the collector has it where memory is short. */
    private volatile SoftReference<@Nullable LongTable> set = new SoftReference<>(null);

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
    public VectorKind kind() {
        return VectorKind.NODE;
    }

    @Override
    public void appendTo(Vector into, int from, int count) {
        Objects.checkFromIndexSize(from, count, ids.length);
        Vector nodes = new Vector();
        nodes.reset(VectorKind.NODE, count);
        System.arraycopy(ids, from, nodes.longs(), 0, count);
        into.append(nodes, count);
    }

    @Override
    public void copyTo(int index, Vector into, int at) {
        if (into.become(VectorKind.NODE)) {
            into.setNotNull(at);
            into.longs()[at] = ids[index];
        } else {
            into.setValue(at, get(index));
        }
    }

    @Override
    public long heapBytes() {
        return 48 + 8L * ids.length;
    }

    /** The id at a place, without boxing. */
    public long id(int index) {
        return ids[index];
    }

    /** Whether the node is in the list; two threads may build the set at once, and either one will do. */
    boolean containsId(long node) {
        LongTable known = set.get();
        if (known == null) {
            known = LongTable.of(ids, ids.length);
            set = new SoftReference<>(known);
        }
        return known.contains(node);
    }
}
