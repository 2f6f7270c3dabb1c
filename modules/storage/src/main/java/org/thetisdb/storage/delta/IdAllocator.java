package org.thetisdb.storage.delta;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.column.LongValues;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Gives out the ids of new nodes and relationships: never one that is or was in use, so far as anybody can still read.
 *
 * <p>A new node gets the next row of a chunk in which nodes with its labels are put, so that chunks hold one label set
 * each. Rows are counted by chunk, whoever takes them: a chunk whose nodes were all relabelled counts, when it is
 * opened again, as one for the new labels, though the log may still put nodes with the old ones there. Lives as long
 * as the store, across bases. Thread safe.
 *
 * <p>A chunk is full with its rows, or with so much of texts and lists that its nodes have got: a checkpoint has each
 * column of a chunk in memory as a whole, and writes it again whenever one of its rows has changed. How much the chunks
 * have that were there when the store was opened is not known; they get as much again at most.
 */
public final class IdAllocator {
    private static final int NO_CHUNK = -1;

    /** Of texts and lists; with so much for each row, only chunks with unusual ones are full early. */
    private static final long CHUNK_BYTES_MAX = 8 << 20;

    private static final long CHUNK_BYTES_MIN = 1 << 20;

    /** A value that a node gets later counts if it is longer: others it may get again and again. */
    private static final long LONG_VALUE_BYTES = 4 << 10;

    /**
     * A column is in memory as values, as what was read, in an array that grows, and as what is written, in another.
     */
    private static final long CHECKPOINT_SHARE_DIVISOR = 8;

    /** By label set, the chunk in which its next node goes. */
    private final Map<Integer, Integer> chunks = new HashMap<>();

    private final Map<Long, AtomicInteger> slots = new ConcurrentHashMap<>();

    // By chunk: the next row that nobody has, and the label set whose nodes are put there, or MIXED.
    private int[] nextRows;
    private int[] labelSets;
    private long[] valueBytes;
    private int chunkCount;

    private final long chunkBytesMax;

    /** As the other constructor, for one who makes no nodes. */
    public IdAllocator(Snapshot base) {
        this(base, Long.MAX_VALUE);
    }

    /**
     * Goes on in the last chunk of each label set that has room.
     *
     * @param checkpointBytes what a checkpoint may have in memory
     */
    public IdAllocator(Snapshot base, long checkpointBytes) {
        chunkBytesMax = Math.clamp(checkpointBytes / CHECKPOINT_SHARE_DIVISOR, CHUNK_BYTES_MIN, CHUNK_BYTES_MAX);
        chunkCount = base.chunkCount();
        nextRows = new int[chunkCount];
        labelSets = new int[chunkCount];
        valueBytes = new long[chunkCount];
        for (int chunk = 0; chunk < chunkCount; chunk++) {
            nextRows[chunk] = base.rowCount(chunk);
            labelSets[chunk] = base.labelSet(chunk);
            if (labelSets[chunk] != Snapshot.MIXED && nextRows[chunk] < NodeIdLayout.CHUNK_ROWS) {
                chunks.put(labelSets[chunk], chunk);
            }
        }
    }

    /**
     * An id for a new node.
     *
     * @param values that it is made with
     */
    public long node(int labelSet, @Nullable Object... values) {
        long bytes = 0;
        for (Object value : values) {
            bytes += LongValues.bytesOf(value);
        }
        return nextNode(labelSet, bytes);
    }

    /**
     * A node gets other values.
     *
     * @param node that it was given out as
     */
    public void changed(long node, @Nullable Object... values) {
        long bytes = 0;
        for (Object value : values) {
            long more = LongValues.bytesOf(value);
            bytes += more >= LONG_VALUE_BYTES ? more : 0;
        }
        if (bytes > 0) {
            add(NodeIdLayout.chunk(node), bytes);
        }
    }

    private synchronized void add(int chunk, long bytes) {
        if (chunk < chunkCount) {
            valueBytes[chunk] += bytes;
        }
    }

    private synchronized long nextNode(int labelSet, long bytes) {
        int chunk = chunks.getOrDefault(labelSet, NO_CHUNK);
        if (chunk == NO_CHUNK || labelSets[chunk] != labelSet || isFull(chunk)) {
            if (chunkCount == NodeIdLayout.CHUNK_COUNT_MAX) {
                throw new ThetisException(
                        ErrorCode.LIMIT_EXCEEDED, "the database has no room for another node: chunks=" + chunkCount);
            }
            chunk = chunkCount;
            know(chunk);
            take(chunk, labelSet);
        }
        valueBytes[chunk] += bytes;
        return NodeIdLayout.id(chunk, nextRows[chunk]++);
    }

    private boolean isFull(int chunk) {
        return nextRows[chunk] == NodeIdLayout.CHUNK_ROWS || valueBytes[chunk] >= chunkBytesMax;
    }

    /** Learns from the log of a node that was made; each commit tells of its nodes before the next makes any. */
    public synchronized void used(long node, int labelSet) {
        int chunk = NodeIdLayout.chunk(node);
        know(chunk);
        nextRows[chunk] = Math.max(nextRows[chunk], NodeIdLayout.row(node) + 1);
        if (chunk >= chunks.getOrDefault(labelSet, NO_CHUNK)) {
            take(chunk, labelSet);
        }
    }

    private void know(int chunk) {
        if (chunk >= nextRows.length) {
            int capacity = Math.max(chunk + 1, nextRows.length * 2);
            nextRows = Arrays.copyOf(nextRows, capacity);
            labelSets = Arrays.copyOf(labelSets, capacity);
            valueBytes = Arrays.copyOf(valueBytes, capacity);
        }
        if (chunk >= chunkCount) {
            Arrays.fill(labelSets, chunkCount, chunk + 1, Snapshot.MIXED);
            chunkCount = chunk + 1;
        }
    }

    /** From now on, nodes with the label set go into the chunk, and no others. */
    private void take(int chunk, int labelSet) {
        chunks.put(labelSet, chunk);
        labelSets[chunk] = labelSet;
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
                    "too many relationships of one type start in one chunk of nodes: type=" + type + ", chunk=" + chunk
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
