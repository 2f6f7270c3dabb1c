package org.thetisdb.storage.delta;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Gives out the ids of new nodes and relationships: never one that is or was in use, so far as anybody can still read.
 *
 * <p>A new node gets the next row of a chunk in which nodes with its labels are put, so that chunks hold one label set
 * each. Lives as long as the store, across bases. Thread safe.
 */
public final class IdAllocator {
    /** Where the next node with a label set goes. */
    private static final class Place {
        private int chunk = -1;
        private int nextRow = NodeIdLayout.CHUNK_ROWS;
    }

    private final Map<Integer, Place> places = new HashMap<>();
    private final Map<Long, AtomicInteger> slots = new ConcurrentHashMap<>();
    private int chunkCount;

    /** Goes on in the last chunk of each label set that has room. */
    public IdAllocator(Snapshot base) {
        chunkCount = base.chunkCount();
        for (int chunk = 0; chunk < chunkCount; chunk++) {
            int labelSet = base.labelSet(chunk);
            if (labelSet != Snapshot.MIXED && base.rowCount(chunk) < NodeIdLayout.CHUNK_ROWS) {
                Place place = places.computeIfAbsent(labelSet, set -> new Place());
                place.chunk = chunk;
                place.nextRow = base.rowCount(chunk);
            }
        }
    }

    /** An id for a new node. */
    public synchronized long node(int labelSet) {
        Place place = places.computeIfAbsent(labelSet, set -> new Place());
        if (place.nextRow == NodeIdLayout.CHUNK_ROWS) {
            if (chunkCount == NodeIdLayout.CHUNK_COUNT_MAX) {
                throw new ThetisException(
                        ErrorCode.LIMIT_EXCEEDED, "The database has no room for another node: chunks=" + chunkCount);
            }
            place.chunk = chunkCount++;
            place.nextRow = 0;
        }
        return NodeIdLayout.id(place.chunk, place.nextRow++);
    }

    /** Learns from the log of a node that was made; each commit tells of its nodes before the next makes any. */
    public synchronized void used(long node, int labelSet) {
        int chunk = NodeIdLayout.chunk(node);
        if (chunk >= chunkCount) {
            chunkCount = chunk + 1;
        }
        Place place = places.computeIfAbsent(labelSet, set -> new Place());
        int behind = NodeIdLayout.row(node) + 1;
        if (chunk > place.chunk) {
            place.chunk = chunk;
            place.nextRow = behind;
        } else if (chunk == place.chunk) {
            place.nextRow = Math.max(place.nextRow, behind);
        }
    }

    /**
     * An id for a new relationship.
     *
     * @param slotsInBase how many slots the base has for the type and the start node's chunk
     */
    public long relationship(int type, int chunk, IntSupplier slotsInBase) {
        int slot = next(type, chunk, slotsInBase).getAndIncrement();
        if (slot >= RelationshipIdLayout.SLOT_COUNT_MAX) {
            throw new ThetisException(
                    ErrorCode.LIMIT_EXCEEDED,
                    "Too many relationships of one type start in one chunk of nodes: type=" + type + ", chunk=" + chunk
                            + ", slots=" + slot);
        }
        return RelationshipIdLayout.id(type, chunk, slot);
    }

    /** Learns from the log of a relationship that was made. */
    public void used(long relationship, IntSupplier slotsInBase) {
        int behind = RelationshipIdLayout.slot(relationship) + 1;
        next(RelationshipIdLayout.type(relationship), RelationshipIdLayout.chunk(relationship), slotsInBase)
                .accumulateAndGet(behind, Math::max);
    }

    private AtomicInteger next(int type, int chunk, IntSupplier slotsInBase) {
        long key = (long) type << NodeIdLayout.CHUNK_BITS | chunk;
        AtomicInteger next = slots.get(key);
        return next != null ? next : slots.computeIfAbsent(key, absent -> new AtomicInteger(slotsInBase.getAsInt()));
    }
}
