package org.thetisdb.storage.delta;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.thetisdb.io.memory.MemoryAccount;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.arena.RecordArena;
import org.thetisdb.storage.options.FaultPoints;
import org.thetisdb.storage.spill.TemporarySpace;

/**
 * All changes since a base, committed or not, as versions of nodes, relationships and lists.
 *
 * <p>Invariants: a relationship that was made or deleted is in the lists of both its nodes; the entry of a row or slot
 * that is clean is 0, and then the base has the whole truth about it; versions of a row are newest first,
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

    private final Object name = new Object();
    private final RecordArena arena;
    private final StampTable stamps;
    private final Versions versions;
    private final Links links;
    private final LinkLists lists;
    private final LinkRuns runs;
    private final GrowingTable<DeltaChunk> nodes = new GrowingTable<>();

    /** By type, chunk of the start node and slot. */
    private final GrowingTable<GrowingTable<DeltaChunk>> relationships = new GrowingTable<>();

    private final Map<IndexOver, IndexDelta> indexes = new ConcurrentHashMap<>();
    private final FaultPoints faultPoints;
    private volatile ChunkTable table;

    /**
     * An empty delta over a base.
     *
     * @param faultPoints hears where an error would leave a change half done
     * @param account is charged for the memory outside the heap
     * @param space where changes go for which the account has no memory
     */
    public Delta(Snapshot base, FaultPoints faultPoints, MemoryAccount account, TemporarySpace space) {
        this.faultPoints = faultPoints;
        arena = new RecordArena(account, Optional.of(space), faultPoints);
        table = ChunkTable.of(base);
        stamps = new StampTable(arena, base.revision());
        versions = new Versions(arena, stamps);
        links = new Links(arena, stamps);
        lists = new LinkLists(arena, links);
        runs = new LinkRuns(arena, stamps);
    }

    /** Stands for this delta where nothing of it may be kept: it outlives it in plans. */
    public Object name() {
        return name;
    }

    FaultPoints faultPoints() {
        return faultPoints;
    }

    ChunkTable table() {
        return table;
    }

    RecordArena arena() {
        return arena;
    }

    StampTable stamps() {
        return stamps;
    }

    Versions versions() {
        return versions;
    }

    Links links() {
        return links;
    }

    /** What happened to the lists of nodes. */
    LinkLists lists() {
        return lists;
    }

    /** What large transactions have put into lists beside them. */
    LinkRuns runs() {
        return runs;
    }

    /** About what all changes take, those taken back among them: memory is freed when the delta is closed. */
    public long bytes() {
        return arena.usedBytes();
    }

    /** What is held in memory for them, empty parts of blocks included. */
    public long heldBytes() {
        return arena.heldBytes();
    }

    /** From now on another account is charged for it. */
    public void chargeTo(MemoryAccount account) {
        arena.chargeTo(account);
    }

    /**
     * Frees the memory outside the heap, once, whoever does so first; holds nothing else. To be run when nobody reads
     * or writes here any more: an access after that fails.
     */
    public Runnable closing() {
        return arena.closing();
    }

    // ---------------------------------------------------------------- nodes

    /** What happened in a chunk; null if nothing. */
    @Nullable
    DeltaChunk nodeChunk(int chunk) {
        return nodes.get(chunk);
    }

    DeltaChunk makeNodeChunk(int chunk) {
        return nodes.getOrMake(chunk, () -> new DeltaChunk(arena));
    }

    void forEachNodeChunk(GrowingTable.Visitor<DeltaChunk> visitor) {
        nodes.forEach(visitor);
    }

    /** The newest version of a node, committed or not; 0 if it is as in the base. */
    int head(long node) {
        DeltaChunk chunk = nodes.get(NodeIdLayout.chunk(node));
        return chunk == null ? RecordArena.NONE : chunk.entries().get(NodeIdLayout.row(node));
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
        addRevisions(head(node), into);
    }

    private void addRevisions(int head, List<Long> into) {
        for (int version = head; version != RecordArena.NONE; version = versions.older(version)) {
            addCommitted(versions.stamp(version), into);
        }
    }

    /** Adds the revisions at which a relationship was made, changed or deleted. */
    public void relationshipRevisions(long relationship, List<Long> into) {
        int link = link(relationship);
        if (link == RecordArena.NONE) {
            return;
        }
        if (!links.isOfBase(link)) {
            addCommitted(links.created(link), into);
        }
        addRevisions(links.version(link), into);
        int deleted = links.deleted(link);
        if (deleted != 0) {
            addCommitted(deleted, into);
        }
    }

    private void addCommitted(int stamp, List<Long> into) {
        // Chains go from new to old, and a transaction is in a chain once.
        long revision = stamps.revision(stamp);
        if (revision != Stamp.UNCOMMITTED) {
            into.add(revision);
        }
    }

    /** Calls for each committed version of a node that says something of a property, oldest first. */
    public void forEachNodeValue(long node, int propertyKeyId, ValueVisitor visitor) {
        List<Integer> committed = new ArrayList<>();
        for (int version = head(node); version != RecordArena.NONE; version = versions.older(version)) {
            if (stamps.isCommitted(versions.stamp(version))) {
                committed.add(version);
            }
        }
        for (int version : committed.reversed()) {
            int place = versions.find(version, propertyKeyId);
            if (place >= 0 || versions.isFresh(version) || !versions.exists(version)) {
                visitor.visit(
                        stamps.revision(versions.stamp(version)), place >= 0 ? versions.value(version, place) : null);
            }
        }
    }

    /** Calls for each dirty relationship of a type, whether it exists or not. */
    public void forEachRelationship(int type, LongConsumer consumer) {
        forEachLinkChunk(
                type,
                (number, chunk) -> chunk.entries()
                        .forEach((slot, link) -> consumer.accept(RelationshipIdLayout.id(type, number, slot))));
    }

    // ---------------------------------------------------------------- relationships

    /** The link of a relationship; 0 if it is as in the base. */
    int link(long relationship) {
        DeltaChunk chunk = linkChunk(RelationshipIdLayout.type(relationship), RelationshipIdLayout.chunk(relationship));
        return chunk == null ? RecordArena.NONE : chunk.entries().get(RelationshipIdLayout.slot(relationship));
    }

    /** What happened to the relationships of a type that start in a chunk, by slot; null if nothing. */
    @Nullable
    DeltaChunk linkChunk(int type, int chunk) {
        GrowingTable<DeltaChunk> byChunk = relationships.get(type);
        return byChunk == null ? null : byChunk.get(chunk);
    }

    DeltaChunk makeLinkChunk(int type, int chunk) {
        return relationships.getOrMake(type, GrowingTable::new).getOrMake(chunk, () -> new DeltaChunk(arena));
    }

    void forEachLinkChunk(int type, GrowingTable.Visitor<DeltaChunk> visitor) {
        GrowingTable<DeltaChunk> byChunk = relationships.get(type);
        if (byChunk != null) {
            byChunk.forEach(visitor);
        }
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
        return indexes.computeIfAbsent(over(index), key -> new IndexDelta(arena));
    }

    private static IndexOver over(Catalog.IndexDescriptor index) {
        return new IndexOver(index.labelId(), index.propertyKeyIds());
    }
}
