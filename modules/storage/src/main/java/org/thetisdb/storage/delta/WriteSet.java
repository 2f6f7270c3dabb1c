package org.thetisdb.storage.delta;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.index.IndexKey;

/**
 * What a transaction has written, for those to compare with that have read. One that has written more than {@link
 * #FACTS_MAX} things counts as having written everything, so that it takes no more memory the more it writes.
 *
 * <p>Not thread safe while it is added to.
 */
public final class WriteSet {
    private static final int FACTS_MAX = 1 << 18;

    /** An entry of an index that came or went. */
    record Entry(int labelId, List<Integer> propertyKeyIds, IndexKey key) {}

    private final List<Entry> entries = new ArrayList<>();
    private long[] facts = new long[16];
    private int count;
    private boolean structural;
    private boolean everything;

    void node(long node) {
        add(Fact.node(node));
    }

    /** Properties of a node were set or removed. */
    void properties(long node, int[] keys) {
        node(node);
        for (int key : keys) {
            add(Fact.column(NodeIdLayout.chunk(node), key));
        }
    }

    /** A node was made or deleted. */
    void cameOrWent(long node) {
        node(node);
        structural = true;
    }

    /** A node was relabelled. */
    void relabelled(long node) {
        node(node);
        add(Fact.labels(NodeIdLayout.chunk(node)));
        structural = true;
    }

    void relationship(long relationship) {
        add(Fact.relationship(relationship));
    }

    /** A relationship was made or deleted. */
    void link(int type, long relationship, long start, long end) {
        relationship(relationship);
        add(Fact.list(type, true, start));
        add(Fact.list(type, false, end));
        add(Fact.list(Fact.ANY_TYPE, true, start));
        add(Fact.list(Fact.ANY_TYPE, false, end));
        structural = true;
    }

    void indexKey(Catalog.IndexDescriptor index, IndexKey key) {
        add(Fact.indexKey(index, key));
        if (everything) {
            return;
        }
        entries.add(new Entry(index.labelId(), index.propertyKeyIds(), key));
    }

    private void add(long fact) {
        if (everything) {
            return;
        }
        if (count == FACTS_MAX) {
            everything = true;
            structural = true;
            facts = new long[0];
            count = 0;
            entries.clear();
            return;
        }
        if (count == facts.length) {
            facts = Arrays.copyOf(facts, count * 2);
        }
        facts[count++] = fact;
    }

    int count() {
        return count;
    }

    long fact(int index) {
        return facts[index];
    }

    List<Entry> entries() {
        return entries;
    }

    /** Whether it is held to have written everything. */
    boolean isEverything() {
        return everything;
    }

    /** Whether the number of nodes or relationships may have changed. */
    boolean isStructural() {
        return structural;
    }
}
