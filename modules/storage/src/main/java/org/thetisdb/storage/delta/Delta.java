package org.thetisdb.storage.delta;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.options.FaultPoints;

/**
 * All changes since a base, committed or not, as versions of nodes, relationships and lists.
 *
 * <p>Invariants: a relationship that was made or deleted is in the lists of both its nodes; the entry of a row or slot
 * that is clean is null, and then the base has the whole truth about it; versions of a row are newest first,
 * at most the first of them uncommitted.
 *
 * <p>Versions in memory, newest first, over a store that is read-optimised and immutable, are T. Neumann, T. Mühlbauer,
 * A. Kemper: Fast Serializable Multi-Version Concurrency Control, SIGMOD 2015. Changed: a version holds all that
 * differs from the base, not what one change replaced; the base is not updated in place, a checkpoint makes the next
 * one; and versions share a stamp, so that a commit need not go through them.
 *
 * <p>Thread safe. Readers never wait; writers wait for each other only while they add to one list or to one table.
 */
public final class Delta {
    /** Indexes come and go, and their ordinals with them. */
    private record IndexOver(int labelId, List<Integer> propertyKeyIds) {}

    private static final int KEY_LIST_SLOTS = 256;

    private final GrowingTable<DeltaChunk<NodeVersion>> nodes = new GrowingTable<>();

    /** By type, chunk of the start node and slot. */
    private final GrowingTable<GrowingTable<DeltaChunk<Link>>> links = new GrowingTable<>();

    /** By type, chunk and row. */
    private final GrowingTable<GrowingTable<Slots<ListDelta>>> forward = new GrowingTable<>();

    private final GrowingTable<GrowingTable<Slots<ListDelta>>> backward = new GrowingTable<>();
    private final Map<IndexOver, IndexDelta> indexes = new ConcurrentHashMap<>();
    private final LongAdder bytes = new LongAdder();
    /** Lists of keys by their hash: nodes of one kind mostly have the same. */
    private final AtomicReferenceArray<int[]> keyLists = new AtomicReferenceArray<>(KEY_LIST_SLOTS);

    private final FaultPoints faultPoints;
    private volatile ChunkTable table;

    /**
     * An empty delta over a base.
     *
     * @param faultPoints hears where an error would leave a change half done
     */
    public Delta(Snapshot base, FaultPoints faultPoints) {
        this.faultPoints = faultPoints;
        table = ChunkTable.of(base);
    }

    FaultPoints faultPoints() {
        return faultPoints;
    }

    ChunkTable table() {
        return table;
    }

    /** About what it takes of the heap. */
    public long bytes() {
        return bytes.sum();
    }

    void grow(long byBytes) {
        bytes.add(byBytes);
    }

    /** An array with the same keys, which nobody changes; often one that is known already. */
    int[] shared(int[] keys) {
        int slot = Arrays.hashCode(keys) & KEY_LIST_SLOTS - 1;
        int[] known = keyLists.get(slot);
        if (!Arrays.equals(known, keys)) {
            known = keys.clone();
            keyLists.set(slot, known);
        }
        return known;
    }

    // ---------------------------------------------------------------- nodes

    /** What happened in a chunk; null if nothing. */
    @Nullable
    DeltaChunk<NodeVersion> nodeChunk(int chunk) {
        return nodes.get(chunk);
    }

    DeltaChunk<NodeVersion> makeNodeChunk(int chunk) {
        return nodes.getOrMake(chunk, DeltaChunk::new);
    }

    void forEachNodeChunk(Slots.Visitor<DeltaChunk<NodeVersion>> visitor) {
        nodes.forEach(visitor);
    }

    /** The newest version of a node, committed or not; null if it is as in the base. */
    @Nullable
    NodeVersion head(long node) {
        DeltaChunk<NodeVersion> chunk = nodes.get(NodeIdLayout.chunk(node));
        return chunk == null ? null : chunk.entries().get(NodeIdLayout.row(node));
    }

    /** Makes readers count the row, and look whether each row of the chunk holds a node. */
    void countRow(int chunk, int row, int labelSet) {
        if (!table.counts(chunk, row, labelSet)) {
            synchronized (nodes) {
                table = table.withRow(chunk, row, labelSet);
            }
        }
    }

    /** Makes readers look whether each row of the chunk holds a node. */
    void open(int chunk) {
        if (table.isFull(chunk)) {
            synchronized (nodes) {
                table = table.withFreeRows(chunk);
            }
        }
    }

    /** Makes readers look at the labels of each node of the chunk. */
    void mix(int chunk) {
        if (table.labelSet(chunk) != Snapshot.MIXED) {
            synchronized (nodes) {
                table = table.withMixed(chunk);
            }
        }
    }

    /** Calls for each dirty node, whether it exists or not. */
    public void forEachNode(LongConsumer consumer) {
        nodes.forEach((chunk, dirty) ->
                dirty.entries().forEach((row, version) -> consumer.accept(NodeIdLayout.id(chunk, row))));
    }

    /** Takes the value of a property since a revision; null where it was removed. */
    public interface ValueVisitor {
        void visit(long revision, @Nullable Object value);
    }

    /** Adds the revisions at which a node was written. */
    public void nodeRevisions(long node, List<Long> into) {
        for (NodeVersion version = head(node); version != null; version = version.older()) {
            addCommitted(version.stamp(), into);
        }
    }

    /** Adds the revisions at which a relationship was made, changed or deleted. */
    public void relationshipRevisions(long relationship, List<Long> into) {
        Link link = link(relationship);
        if (link == null) {
            return;
        }
        if (!link.isOfBase()) {
            addCommitted(link.created(), into);
        }
        for (RelationshipVersion version = link.head(); version != null; version = version.older()) {
            addCommitted(version.stamp(), into);
        }
        Stamp deleted = link.deleted();
        if (deleted != null) {
            addCommitted(deleted, into);
        }
    }

    private static void addCommitted(Stamp stamp, List<Long> into) {
        // Chains go from new to old, and a transaction is in a chain once.
        if (stamp.isCommitted()) {
            into.add(stamp.revision());
        }
    }

    /** Calls for each committed version of a node that says something of a property, oldest first. */
    public void forEachNodeValue(long node, int propertyKeyId, ValueVisitor visitor) {
        List<NodeVersion> versions = new ArrayList<>();
        for (NodeVersion version = head(node); version != null; version = version.older()) {
            if (version.stamp().isCommitted()) {
                versions.add(version);
            }
        }
        for (NodeVersion version : versions.reversed()) {
            int place = version.properties().find(propertyKeyId);
            if (place >= 0 || version.fresh() || !version.exists()) {
                visitor.visit(
                        version.stamp().revision(),
                        place >= 0 ? version.properties().values()[place] : null);
            }
        }
    }

    /** Calls for each dirty relationship of a type, whether it exists or not. */
    public void forEachRelationship(int type, LongConsumer consumer) {
        forEachLinkChunk(
                type, (number, chunk) -> chunk.entries().forEach((slot, link) -> consumer.accept(link.relationship())));
    }

    // ---------------------------------------------------------------- relationships

    /** The link of a relationship; null if it is as in the base. */
    @Nullable
    Link link(long relationship) {
        DeltaChunk<Link> chunk =
                linkChunk(RelationshipIdLayout.type(relationship), RelationshipIdLayout.chunk(relationship));
        return chunk == null ? null : chunk.entries().get(RelationshipIdLayout.slot(relationship));
    }

    /** What happened to the relationships of a type that start in a chunk, by slot; null if nothing. */
    @Nullable
    DeltaChunk<Link> linkChunk(int type, int chunk) {
        GrowingTable<DeltaChunk<Link>> byChunk = links.get(type);
        return byChunk == null ? null : byChunk.get(chunk);
    }

    DeltaChunk<Link> makeLinkChunk(int type, int chunk) {
        return links.getOrMake(type, GrowingTable::new).getOrMake(chunk, DeltaChunk::new);
    }

    void forEachLinkChunk(int type, Slots.Visitor<DeltaChunk<Link>> visitor) {
        GrowingTable<DeltaChunk<Link>> byChunk = links.get(type);
        if (byChunk != null) {
            byChunk.forEach(visitor);
        }
    }

    /** Whether any list of a type and side changed. */
    boolean touchesLists(int type, boolean isForward) {
        return (isForward ? forward : backward).get(type) != null;
    }

    /** The rows of a chunk whose lists changed; null if none did. */
    @Nullable
    Slots<ListDelta> lists(int type, boolean isForward, int chunk) {
        GrowingTable<Slots<ListDelta>> byChunk = (isForward ? forward : backward).get(type);
        return byChunk == null ? null : byChunk.get(chunk);
    }

    void forEachListChunk(int type, boolean isForward, Slots.Visitor<Slots<ListDelta>> visitor) {
        GrowingTable<Slots<ListDelta>> byChunk = (isForward ? forward : backward).get(type);
        if (byChunk != null) {
            byChunk.forEach(visitor);
        }
    }

    /** How a list changed; null if it did not. */
    @Nullable
    ListDelta list(int type, boolean isForward, long node) {
        Slots<ListDelta> byRow = lists(type, isForward, NodeIdLayout.chunk(node));
        return byRow == null ? null : byRow.get(NodeIdLayout.row(node));
    }

    /** Calls for each list of a node that changed, of whatever type: also of those that the caller's catalog lacks. */
    void forEachListOf(long node, Consumer<ListDelta> consumer) {
        int chunk = NodeIdLayout.chunk(node);
        int row = NodeIdLayout.row(node);
        for (GrowingTable<GrowingTable<Slots<ListDelta>>> side : List.of(forward, backward)) {
            side.forEach((type, byChunk) -> {
                Slots<ListDelta> byRow = byChunk.get(chunk);
                ListDelta list = byRow == null ? null : byRow.get(row);
                if (list != null) {
                    consumer.accept(list);
                }
            });
        }
    }

    ListDelta makeList(int type, boolean isForward, long node) {
        return (isForward ? forward : backward)
                .getOrMake(type, GrowingTable::new)
                .getOrMake(NodeIdLayout.chunk(node), Slots::new)
                .getOrMake(NodeIdLayout.row(node), () -> new ListDelta(isForward));
    }

    // ---------------------------------------------------------------- indexes

    /** What happened to the entries of an index; null if nothing. */
    @Nullable
    IndexDelta index(Catalog.IndexDescriptor index) {
        if (indexes.isEmpty()) {
            return null;
        }
        return indexes.get(over(index));
    }

    IndexDelta makeIndex(Catalog.IndexDescriptor index) {
        return indexes.computeIfAbsent(over(index), key -> new IndexDelta());
    }

    private static IndexOver over(Catalog.IndexDescriptor index) {
        return new IndexOver(index.labelId(), index.propertyKeyIds());
    }
}
