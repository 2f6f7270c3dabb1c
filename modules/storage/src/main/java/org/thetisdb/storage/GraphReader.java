package org.thetisdb.storage;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.thetisdb.value.vector.Vector;

/**
 * Reads a snapshot for one worker. What it hands out may point into the page cache until the next {@link #refresh},
 * which the worker calls between batches: vectors are filled with copies and stay valid.
 *
 * <p>Not thread safe. Must be closed.
 */
public interface GraphReader extends AutoCloseable {
    /** In place of a label set: there is no node with this id. */
    int NO_NODE = -1;

    /** In place of a chunk: there is none. */
    int NO_CHUNK = -1;

    Snapshot snapshot();

    /**
     * Whether this reader can continue with another snapshot, which costs far less than a new reader: both must have an
     * equal {@link Snapshot#base}. If it returns true, it has moved; cursors that it has handed out are at their end,
     * and can be started again.
     */
    boolean move(Snapshot other);

    /**
     * To be called by whoever goes over all chunks of the snapshot, or answers with its counts: a serializable
     * transaction has then read which nodes and relationships there are.
     */
    void noteScan();

    /** Drops all pages in use; to be called between batches. */
    void refresh();

    /** {@return the pages that this reader has asked for so far} */
    PageCounts pageCounts();

    /**
     * Says that a scan begins with a chunk, and to which one it, or another worker, goes after it, so that another
     * thread may have read its pages by then. Nobody has to say so.
     *
     * @param nextChunk {@link #NO_CHUNK} if it is the last
     */
    default void scan(int chunk, int nextChunk) {}

    /**
     * Says which properties will be read next of the nodes, or of the relationships, whose property is read by the very
     * next call: if pages have to be read for it, those of the others are read with them. Nobody has to say so.
     *
     * @param propertyKeyIds may have the property itself; not to be changed
     */
    default void readTogether(int[] propertyKeyIds) {}

    /**
     * Reads one property of many nodes.
     *
     * @param nodes ids; entries whose {@code nulls} flag is set are not looked at
     * @param nulls null if no entry is null
     * @param into is reset; gets the kind of the values, or OBJECT where they are mixed; a missing property is null,
     *     and what there is no node for may be anything
     */
    void nodeProperty(int propertyKeyId, long[] nodes, boolean @Nullable [] nulls, int count, Vector into);

    /**
     * Tells which of many nodes have a property, without reading it.
     *
     * @param into is reset; null where {@link #nodeProperty} gives null, and anything else elsewhere
     */
    void nodePropertyPresence(int propertyKeyId, long[] nodes, boolean @Nullable [] nulls, int count, Vector into);

    /** As {@link #nodeProperty} for consecutive nodes of one chunk, which is faster. */
    void nodeProperty(int propertyKeyId, int chunk, int firstRow, int count, Vector into);

    /**
     * Finds the nodes of a chunk about whose properties columns can be asked. For scans, which have called {@link
     * #noteScan}.
     *
     * @param labelSets which label sets the nodes may have; null for any
     * @return whether that can be said; if not, {@code into} may hold anything
     */
    default boolean settledNodes(int chunk, @Nullable IntPredicate labelSets, SettledNodes into) {
        return false;
    }

    /**
     * Asks about a property of consecutive nodes of one chunk, where that takes less than reading it. Where some nodes
     * are chosen, these are settled; then the chunk may have others, and rows without a node.
     *
     * @return whether the question was answered; if not, the property is to be read
     */
    default boolean askNodeProperty(int propertyKeyId, int chunk, int firstRow, int count, ColumnQuestion question) {
        return false;
    }

    /** Reads one property of many relationships; see {@link #nodeProperty}. */
    void relationshipProperty(
            int propertyKeyId, long[] relationships, boolean @Nullable [] nulls, int count, Vector into);

    /** Tells which of many relationships have a property; see {@link #nodePropertyPresence}. */
    void relationshipPropertyPresence(
            int propertyKeyId, long[] relationships, boolean @Nullable [] nulls, int count, Vector into);

    /** The property keys that a node has, ascending. */
    int[] nodePropertyKeys(long node);

    /**
     * The property keys that some of many nodes may have, ascending; there may be others among them.
     *
     * @param nodes ids, ascending
     */
    default int[] nodePropertyKeys(long[] nodes, int count) {
        return keysOfAll(nodes, count, this::nodePropertyKeys);
    }

    private static int[] keysOfAll(long[] ids, int count, LongFunction<int[]> keysOfOne) {
        return Arrays.stream(ids, 0, count)
                .mapToObj(keysOfOne)
                .flatMapToInt(Arrays::stream)
                .sorted()
                .distinct()
                .toArray();
    }

    /** Calls for each property that a node has, by ascending key. */
    default void nodeProperties(long node, PropertyVisitor visitor) {
        Vector value = new Vector();
        long[] one = {node};
        for (int key : nodePropertyKeys(node)) {
            nodeProperty(key, one, null, 1, value);
            Object boxed = value.valueAt(0);
            if (boxed != null) {
                visitor.visit(key, boxed);
            }
        }
    }

    /** Takes a property; the value is boxed as {@code org.thetisdb.value} lists them and never null. */
    interface PropertyVisitor {
        void visit(int propertyKeyId, Object value);
    }

    /** The property keys that a relationship has, ascending. */
    int[] relationshipPropertyKeys(long relationship);

    /** As {@link #nodePropertyKeys(long[], int)} of relationships. */
    default int[] relationshipPropertyKeys(long[] relationships, int count) {
        return keysOfAll(relationships, count, this::relationshipPropertyKeys);
    }

    /** The label set of a node, or {@link #NO_NODE}. */
    int labelSet(long node);

    /** The label sets of many nodes; {@link #NO_NODE} for nulls and where there is no node. */
    void labelSets(long[] nodes, boolean @Nullable [] nulls, int count, int[] into);

    /**
     * Finds the nodes in consecutive rows of a chunk. For scans, which have called {@link #noteScan}.
     *
     * @param into gets the ids, ascending
     * @return how many they are
     */
    int nodes(int chunk, int firstRow, int count, long[] into);

    /** Whether the id belongs to a node. */
    boolean nodeExists(long node);

    /** Whether the id belongs to a relationship. */
    boolean relationshipExists(long relationship);

    /**
     * How many slots the base has for relationships of a type that start in a chunk: property columns have as many
     * entries, and ids with slots from there on were given out since.
     */
    int slotCount(int typeId, int chunk);

    /** The start node of a relationship by its id. */
    long startNode(long relationship);

    /** The end node of a relationship by its id. */
    long endNode(long relationship);

    /**
     * The number of relationships at a node: of the types given, or of all types if the array is empty. A loop counts
     * once.
     */
    long degree(long node, int[] typeIds, Side side);

    /** As {@link #degree(long, int[], Side)} for many nodes; nulls give 0. */
    void degrees(long[] nodes, boolean @Nullable [] nulls, int count, int[] typeIds, Side side, long[] into);

    /** A cursor over the neighbours of many nodes. */
    Expansion expansion();

    /** Calls for each relationship of a node, once. The visitor may change them. */
    default void forEachRelationship(long node, RelationshipVisitor visitor) {
        int atOnce = 64;
        Expansion expansion = expansion();
        expansion.start(new long[] {node}, null, 1, new int[0], Side.BOTH, true);
        int[] rows = new int[atOnce];
        long[] relationships = new long[atOnce];
        long[] neighbours = new long[atOnce];
        // A relationship, its start and its end, of all before the first is visited: the visitor may change the lists.
        long[] found = new long[3 * atOnce];
        int foundCount = 0;
        int count;
        while ((count = expansion.next(rows, relationships, neighbours, atOnce)) > 0) {
            if (3 * (foundCount + count) > found.length) {
                found = Arrays.copyOf(found, 2 * found.length);
            }
            for (int index = 0; index < count; index++) {
                int at = 3 * foundCount++;
                found[at] = relationships[index];
                found[at + 1] = expansion.isForward() ? node : neighbours[index];
                found[at + 2] = expansion.isForward() ? neighbours[index] : node;
            }
        }
        for (int at = 0; at < 3 * foundCount; at += 3) {
            visitor.visit(found[at], found[at + 1], found[at + 2]);
        }
    }

    /** Takes a relationship. */
    interface RelationshipVisitor {
        void visit(long relationship, long start, long end);
    }

    /** A cursor over an index of the catalog. */
    NodeIndexReader index(Catalog.IndexDescriptor index);

    @Override
    void close();

    /** Which of a node's lists: relationships that start at it, that end at it, or both. */
    enum Side {
        FORWARD,
        BACKWARD,
        BOTH
    }
}
