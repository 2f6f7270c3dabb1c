package org.thetisdb.storage.adjacency;

import java.util.BitSet;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.Expansion;
import org.thetisdb.storage.GraphReader.Side;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.storage.file.Extent;
import org.thetisdb.storage.file.Foresight;
import org.thetisdb.storage.file.StoreMemories;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Reads all adjacency of a snapshot for one worker. Opened segments are kept by type, side and chunk, so that finding
 * one again is two array accesses. Not thread safe.
 */
public final class AdjacencyReader implements Foresight {
    private static final AdjacencySegment[] NOT_OPENED = {};
    private static final long[] NO_NODES = {};

    /** From how many nodes on it is worth finding out whether they are consecutive. */
    private static final int RUN_MIN = 16;

    private final StoreMemories stores;
    private final AdjacencyDirectory directory;
    private final int typeCount;
    private final int chunkCount;
    private final int[] allTypes;
    private final RunDegrees runDegrees = new RunDegrees();

    // Whose degrees are being read, for foresight.
    private long[] degreeNodes = NO_NODES;
    private boolean @Nullable [] degreeNulls;
    private int degreeCount;
    private int degreeIndex;
    private int degreeType;
    private boolean degreeForward;

    /** By type × 2 + side, then by chunk; null where nothing was looked up yet. */
    private final AdjacencySegment[][] segments;

    /** By type × 2 + side, then by chunk: looked up, found or not. */
    private final boolean[][] known;

    public AdjacencyReader(StoreMemories stores, AdjacencyDirectory directory, int typeCount, int chunkCount) {
        this.stores = stores;
        this.directory = directory;
        this.typeCount = typeCount;
        this.chunkCount = chunkCount;
        segments = new AdjacencySegment[typeCount * 2][];
        known = new boolean[typeCount * 2][];
        allTypes = new int[typeCount];
        for (int type = 0; type < typeCount; type++) {
            allTypes[type] = type;
        }
        java.util.Arrays.fill(segments, NOT_OPENED);
    }

    /** As {@link StoreMemories#foresee}. */
    Foresight foresee(Foresight next) {
        return stores.foresee(next);
    }

    /** The segment, or null if there is none. */
    @Nullable
    AdjacencySegment segment(int type, boolean forward, int chunk) {
        int list = type * 2 + (forward ? 0 : 1);
        AdjacencySegment[] byChunk = segments[list];
        if (chunk < byChunk.length) {
            AdjacencySegment segment = byChunk[chunk];
            if (segment != null || known[list][chunk]) {
                return segment;
            }
        }
        return open(list, type, forward, chunk);
    }

    private @Nullable AdjacencySegment open(int list, int type, boolean forward, int chunk) {
        if (chunk < 0 || chunk >= chunkCount) {
            return null;
        }
        if (segments[list].length == 0) {
            segments[list] = new AdjacencySegment[chunkCount];
            known[list] = new boolean[chunkCount];
        }
        Extent extent = directory.locate(type, forward, chunk);
        if (extent.isPresent()) {
            segments[list][chunk] =
                    new AdjacencySegment(stores.of(extent.file()), extent.offset(), type, forward, chunk);
        }
        known[list][chunk] = true;
        return segments[list][chunk];
    }

    /** The types asked for that exist; all for an empty array. */
    int[] types(int[] typeIds) {
        if (typeIds.length == 0) {
            return allTypes;
        }
        for (int type : typeIds) {
            if (type < 0 || type >= typeCount) {
                return java.util.Arrays.stream(typeIds)
                        .filter(id -> id >= 0 && id < typeCount)
                        .toArray();
            }
        }
        return typeIds;
    }

    /** See {@link org.thetisdb.storage.GraphReader#degree}. */
    public long degree(long node, int[] typeIds, Side side) {
        int chunk = NodeIdLayout.chunk(node);
        int row = NodeIdLayout.row(node);
        long degree = 0;
        for (int type : types(typeIds)) {
            if (side != Side.BACKWARD) {
                degree += degree(segment(type, true, chunk), row);
            }
            if (side != Side.FORWARD) {
                AdjacencySegment segment = segment(type, false, chunk);
                degree += degree(segment, row);
                if (side == Side.BOTH && segment != null) {
                    degree -= loops(segment, row, node);
                }
            }
        }
        return degree;
    }

    private static int degree(@Nullable AdjacencySegment segment, int row) {
        if (segment == null) {
            return 0;
        }
        long bounds = segment.bounds(row);
        return (int) bounds - (int) (bounds >>> 32);
    }

    private static int loops(AdjacencySegment segment, int row, long node) {
        long range = segment.equalRange(segment.bounds(row), node);
        return (int) range - (int) (range >>> 32);
    }

    /** See {@link org.thetisdb.storage.GraphReader#degrees}. */
    public void degrees(long[] nodes, boolean @Nullable [] nulls, int count, int[] typeIds, Side side, long[] into) {
        java.util.Arrays.fill(into, 0, count, 0);
        degreeNodes = nodes;
        degreeNulls = nulls;
        degreeCount = count;
        Foresight former = stores.foresee(this);
        try {
            for (int type : types(typeIds)) {
                for (int pass = 0; pass < 2; pass++) {
                    boolean forward = pass == 0;
                    if (side == (forward ? Side.BACKWARD : Side.FORWARD)) {
                        continue;
                    }
                    degreeType = type;
                    degreeForward = forward;
                    addDegrees(nodes, nulls, count, type, forward, side == Side.BOTH && !forward, into);
                }
            }
        } finally {
            stores.foresee(former);
        }
    }

    @Override
    public void tell(Wants wants) {
        for (int index = degreeIndex; index < degreeCount && wants.isOpen(); index += wants.step()) {
            if (degreeNulls == null || !degreeNulls[index]) {
                tellBounds(degreeType, degreeForward, degreeNodes[index]);
            }
        }
    }

    private void tellBounds(int type, boolean forward, long node) {
        try {
            degree(segment(type, forward, NodeIdLayout.chunk(node)), NodeIdLayout.row(node));
        } catch (Missing _) {
            // Its page is noted.
        }
    }

    private void addDegrees(
            long[] nodes,
            boolean @Nullable [] nulls,
            int count,
            int type,
            boolean forward,
            boolean withoutLoops,
            long[] into) {
        int chunk = -1;
        AdjacencySegment segment = null;
        int index = 0;
        while (index < count) {
            degreeIndex = index;
            if (nulls != null && nulls[index]) {
                index++;
                continue;
            }
            long node = nodes[index];
            if (NodeIdLayout.chunk(node) != chunk) {
                chunk = NodeIdLayout.chunk(node);
                segment = segment(type, forward, chunk);
                int added = segment != null && nulls == null && !withoutLoops && RunDegrees.suits(segment)
                        ? addDegreesOfRun(segment, nodes, index, count, into)
                        : 0;
                if (added > 0) {
                    index += added;
                    continue;
                }
            }
            if (segment != null) {
                int row = NodeIdLayout.row(node);
                into[index] += degree(segment, row) - (withoutLoops ? loops(segment, row, node) : 0);
            }
            index++;
        }
    }

    /**
     * The same of consecutive nodes of a chunk whose lists are counted together.
     *
     * @return how many nodes they are: all to the end of the chunk, or none
     */
    private int addDegreesOfRun(AdjacencySegment segment, long[] nodes, int from, int count, long[] into) {
        int row = NodeIdLayout.row(nodes[from]);
        int end = from + Math.min(count - from, NodeIdLayout.CHUNK_ROWS - row);
        if (end - from < RUN_MIN || !NodeIdLayout.areConsecutive(nodes, from, end)) {
            return 0;
        }
        runDegrees.add(segment, row, end - from, into, from);
        return end - from;
    }

    /** The segment with the forward lists that a relationship is in if it exists; or null. */
    private @Nullable AdjacencySegment forwardSegmentOf(long relationship) {
        int type = RelationshipIdLayout.type(relationship);
        if (relationship < 0 || type >= typeCount) {
            return null;
        }
        return segment(type, true, RelationshipIdLayout.chunk(relationship));
    }

    /** The entry of a relationship in its forward segment, or -1. */
    private static int entryOf(@Nullable AdjacencySegment segment, long relationship) {
        return segment == null ? -1 : segment.entryOf(RelationshipIdLayout.slot(relationship));
    }

    /**
     * A number above every slot that a relationship of a type and a chunk has; 0 if there is none. It is the length of
     * the chunk's property columns of that type.
     */
    public int slotCount(int type, int chunk) {
        AdjacencySegment segment = segment(type, true, chunk);
        return segment == null ? 0 : segment.slotCount();
    }

    /** The slots below {@link #slotCount} that no relationship has. All from {@code slotCount} on are free as well. */
    public BitSet freeSlots(int type, int chunk) {
        AdjacencySegment segment = segment(type, true, chunk);
        return segment == null ? new BitSet() : segment.freeSlots();
    }

    /** What is wrong between the entries and the slots of a chunk's forward lists of a type; for checks. */
    public Optional<String> slotProblem(int type, int chunk) {
        AdjacencySegment segment = segment(type, true, chunk);
        return segment == null ? Optional.empty() : slotProblem(segment);
    }

    /** What is wrong with the slots of a forward segment, or nothing: entries and slots must name each other. */
    private static Optional<String> slotProblem(AdjacencySegment of) {
        if (!of.storesSlots() && of.isGapless()) {
            return of.slotCount() == of.entryCount()
                    ? Optional.empty()
                    : Optional.of("slotCount=" + of.slotCount() + " entryCount=" + of.entryCount());
        }
        long[] slots = new long[1];
        for (int entry = 0; entry < of.placeCount(); entry++) {
            if (!of.isTaken(of.neighbour(entry))) {
                continue;
            }
            of.anySlots(entry, 1, slots, 0);
            int slot = (int) slots[0];
            if (of.entryOf(slot) != entry) {
                return Optional.of("entry " + entry + " has slot " + slot + ", which has entry " + of.entryOf(slot));
            }
        }
        int used = of.slotCount() - of.freeSlots().cardinality();
        return used == of.entryCount()
                ? Optional.empty()
                : Optional.of(used + " slots in use for " + of.entryCount() + " entries, slotCount=" + of.slotCount());
    }

    /** How many relationships of a type start (forward) or end in a chunk. */
    public int entryCount(int type, boolean forward, int chunk) {
        AdjacencySegment segment = segment(type, forward, chunk);
        return segment == null ? 0 : segment.entryCount();
    }

    public boolean relationshipExists(long relationship) {
        return entryOf(forwardSegmentOf(relationship), relationship) >= 0;
    }

    public long startNode(long relationship) {
        AdjacencySegment segment = existingSegment(relationship);
        return NodeIdLayout.id(segment.chunk(), segment.rowOf(existingEntry(segment, relationship)));
    }

    public long endNode(long relationship) {
        AdjacencySegment segment = existingSegment(relationship);
        return segment.neighbour(existingEntry(segment, relationship));
    }

    private AdjacencySegment existingSegment(long relationship) {
        AdjacencySegment segment = forwardSegmentOf(relationship);
        if (segment == null) {
            throw missing(relationship);
        }
        return segment;
    }

    private static int existingEntry(AdjacencySegment segment, long relationship) {
        int entry = entryOf(segment, relationship);
        if (entry < 0) {
            throw missing(relationship);
        }
        return entry;
    }

    private static ThetisException missing(long relationship) {
        return new ThetisException(ErrorCode.INTERNAL, "there is no relationship with this id: id=" + relationship);
    }

    /** A new cursor; it shares the opened segments with this reader. */
    public Expansion expansion() {
        return new ListExpansion(this);
    }

    int chunkCount() {
        return chunkCount;
    }

    int typeCount() {
        return typeCount;
    }
}
