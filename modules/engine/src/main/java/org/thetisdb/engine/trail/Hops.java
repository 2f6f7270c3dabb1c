package org.thetisdb.engine.trail;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.Predicate;
import org.thetisdb.engine.expand.RelationshipSets;
import org.thetisdb.engine.expand.Relationships;
import org.thetisdb.engine.expand.TypeSet;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.storage.Expansion;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * The relationships that lead on from the nodes of a frontier, piece by piece, without those that a row's condition on
 * a single relationship or its other relationships forbid. {@link #start}, then {@link #next} until it returns 0. A
 * frontier may be as large as the graph: a part of it is copied at a time.
 */
final class Hops {
    private static final int FRONTIER_ROWS_MAX = 1 << 14;
    private static final String STARTED = "relationships are followed between start and finish";

    private final Worker worker;
    private final int[] excludedSlots;
    private final Optional<Predicate> predicate;
    private final Expansion expansion;
    private final Batch hops;
    private final Vector relationships = new Vector();
    private final Vector ends = new Vector();
    private final boolean withRelationships;
    private final boolean readsEnd;
    private long[] frontier = {};
    private long[] neighbours = {};
    private int[] origins = {};
    private int[] inputRows = {};
    private int[] selection = {};
    private @Nullable Frontier nodes;
    private long leftCount;
    private int partCount;
    private int frontierFrom;
    private @Nullable TypeSet types;
    private @Nullable Batch input;
    private int inputRow;

    /**
     * @param slots where the predicate finds what it reads
     * @param needed whether the caller reads the relationships
     */
    Hops(Worker worker, HopSlots slots, int[] excludedSlots, Optional<Predicate> predicate, boolean needed) {
        this.worker = worker;
        this.excludedSlots = excludedSlots.clone();
        this.predicate = predicate;
        this.expansion = worker.reader().expansion();
        this.hops = worker.newBatch();
        boolean readsRelationship = predicate.isPresent() && slots.relationship() != Batch.NO_SLOT;
        this.withRelationships = needed || readsRelationship || excludedSlots.length > 0;
        this.readsEnd = predicate.isPresent() && slots.end() != Batch.NO_SLOT;
        if (readsRelationship) {
            hops.hold(slots.relationship(), relationships);
        }
        if (readsEnd) {
            hops.hold(slots.end(), ends);
        }
    }

    private boolean isSelective() {
        return predicate.isPresent() || excludedSlots.length > 0;
    }

    /**
     * Begins to follow some nodes.
     *
     * @param newNodes gives them, while they are followed
     * @param count how many it gives
     */
    void start(Batch newInput, int newInputRow, Frontier newNodes, long count, TypeSet newTypes) {
        input = newInput;
        inputRow = newInputRow;
        nodes = newNodes;
        types = newTypes;
        leftCount = count;
        frontierFrom = 0;
        partCount = 0;
        startPart();
    }

    private void startPart() {
        int count = (int) Math.min(FRONTIER_ROWS_MAX, leftCount);
        if (frontier.length < count) {
            frontier = new long[Math.min(FRONTIER_ROWS_MAX, Math.max(count, 2 * frontier.length))];
        }
        int given = Invariant.present(nodes, STARTED).next(frontier, count);
        Invariant.check(given == count, "a frontier has as many nodes as was said", "given", given, "count", count);
        frontierFrom += partCount;
        partCount = count;
        leftCount -= count;
        TypeSet followed = Invariant.present(types, STARTED);
        expansion.start(frontier, null, count, followed.ids(), followed.side(), withRelationships);
    }

    /** Finds more and returns how many, 0 at the end. They are read from the arrays below. */
    int next() {
        int capacity = worker.batchRows();
        if (neighbours.length < capacity) {
            neighbours = new long[capacity];
            origins = new int[capacity];
            inputRows = new int[capacity];
            selection = new int[capacity];
        }
        int kept = 0;
        while (kept == 0) {
            worker.betweenBatches();
            relationships.reset(VectorKind.RELATIONSHIP, withRelationships ? capacity : 0);
            int count = expansion.next(origins, relationships.longs(), neighbours, capacity);
            if (count > 0) {
                kept = isSelective() ? keepAllowed(count) : count;
            } else if (leftCount > 0) {
                startPart();
            } else {
                return 0;
            }
        }
        countFromFirst(kept);
        return kept;
    }

    private void countFromFirst(int count) {
        if (frontierFrom > 0) {
            for (int index = 0; index < count; index++) {
                origins[index] += frontierFrom;
            }
        }
    }

    private int keepAllowed(int count) {
        Batch from = Invariant.present(input, STARTED);
        if (withRelationships) {
            relationships.resize(count);
            Relationships.fillEnds(relationships, frontier, origins, neighbours, count, expansion.isForward());
        }
        if (readsEnd) {
            ends.reset(VectorKind.NODE, count);
            System.arraycopy(neighbours, 0, ends.longs(), 0, count);
        }
        int kept = count;
        if (predicate.isPresent()) {
            java.util.Arrays.fill(inputRows, 0, count, inputRow);
            hops.fillFrom(from, inputRows, count);
            kept = compact(predicate.get().select(worker.evaluation(), hops, selection));
        }
        if (excludedSlots.length > 0) {
            int allowed = 0;
            for (int index = 0; index < kept; index++) {
                selection[allowed] = index;
                allowed += isExcluded(from, relationships.longs()[index]) ? 0 : 1;
            }
            kept = compact(allowed);
        }
        return kept;
    }

    private int compact(int count) {
        long[] ids = relationships.longs();
        for (int index = 0; index < count; index++) {
            int from = selection[index];
            origins[index] = origins[from];
            neighbours[index] = neighbours[from];
            if (withRelationships) {
                ids[index] = ids[from];
            }
        }
        return count;
    }

    private boolean isExcluded(Batch from, long relationship) {
        for (int slot : excludedSlots) {
            if (RelationshipSets.contains(from.column(slot), inputRow, relationship)) {
                return true;
            }
        }
        return false;
    }

    /** The index in the frontier of the node whose relationship it is. */
    int[] origins() {
        return origins;
    }

    long[] neighbours() {
        return neighbours;
    }

    /** The node whose relationship one of the last piece is. */
    long origin(int index) {
        return frontier[origins[index] - frontierFrom];
    }

    /** Relationship ids, if needed. */
    long[] relationships() {
        return relationships.longs();
    }

    /** Whether the last piece's relationships start at the frontier. */
    boolean isForward() {
        return expansion.isForward();
    }

    void finish() {
        input = null;
        nodes = null;
    }
}
