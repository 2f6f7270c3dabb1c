package org.thetisdb.storage.index;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.NodeIndexReader;
import org.thetisdb.storage.file.Extent;
import org.thetisdb.storage.file.Foresight;
import org.thetisdb.storage.file.StoreMemories;
import org.thetisdb.storage.file.StoreMemory;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;

/**
 * A walk over one run of an index. A look-up goes down from the root by one block for each level: two or three pages.
 *
 * <p>Between calls only the path (offsets and places) is kept, never an address that a page may have left. Not thread
 * safe.
 */
public final class IndexCursor implements NodeIndexReader {
    private final StoreMemory store;
    private final MemorySegment memory;
    private final int[] treeTags;
    private final int[] treeLevels;
    private final long[] treeRoots;
    private final long[] headsLeast;
    private final long[] headsGreatest;
    private final long entryCount;
    private final long tombstoneCount;
    private final long runBytes;
    private final long filterOffset;
    private final int filterWords;

    private final IndexPath path = new IndexPath();
    private int tree;
    private int lastTree;
    private boolean atEnd = true;

    private final SortKey lower = new SortKey();
    private final SortKey upper = new SortKey();
    private boolean bounded;
    private boolean upperInclusive;
    private final Entries entries = new Entries();
    private final IndexBlock block;
    private final IndexForesight foresight;
    private final LeafForesight leaves;

    /** A cursor over the run with a root, all of which lies in one memory. */
    public IndexCursor(StoreMemory store, Extent root) {
        this(_ -> store, root);
    }

    /** A cursor over the run with a root. */
    public IndexCursor(StoreMemories stores, Extent root) {
        foresight = new IndexForesight(stores, root);
        StoreMemory store = stores.of(root.file());
        this.store = store;
        this.memory = store.memory();
        this.block = new IndexBlock(store);
        this.leaves = new LeafForesight(stores, store, path);
        store.ensure(root.offset(), root.bytes());
        if (memory.get(IndexLayout.INT, root.offset()) != IndexLayout.MAGIC) {
            throw new ThetisException(
                    ErrorCode.CORRUPT_STRUCTURE,
                    "the file holds no index where one must be: offset=" + root.offset()
                            + "; restore the database from a backup or import it again");
        }
        int trees = memory.get(IndexLayout.INT, root.offset() + 4);
        entryCount = memory.get(IndexLayout.LONG, root.offset() + 8);
        tombstoneCount = memory.get(IndexLayout.LONG, root.offset() + 16);
        runBytes = memory.get(IndexLayout.LONG, root.offset() + 24);
        filterOffset = memory.get(IndexLayout.LONG, root.offset() + 32);
        filterWords = memory.get(IndexLayout.INT, root.offset() + 40);
        treeTags = new int[trees];
        treeLevels = new int[trees];
        treeRoots = new long[trees];
        headsLeast = new long[trees];
        headsGreatest = new long[trees];
        for (int index = 0; index < trees; index++) {
            long at = root.offset() + IndexLayout.ROOT_HEADER_BYTES + (long) index * IndexLayout.TREE_BYTES;
            treeTags[index] = memory.get(IndexLayout.INT, at);
            treeLevels[index] = memory.get(IndexLayout.INT, at + 4);
            treeRoots[index] = memory.get(IndexLayout.LONG, at + 8);
            headsLeast[index] = memory.get(IndexLayout.LONG, at + 24);
            headsGreatest[index] = memory.get(IndexLayout.LONG, at + 32);
        }
    }

    /** Entries of all trees, tombstones included. */
    public long entryCount() {
        return entryCount;
    }

    public long tombstoneCount() {
        return tombstoneCount;
    }

    /** What the run takes in its data file. */
    public long runBytes() {
        return runBytes;
    }

    @Override
    public void seekNext(Vector keys, int count) {
        foresight.announce(keys, count);
    }

    @Override
    public void seek(Vector keys, int row) {
        lower.set(keys, row);
        Foresight former = foresight.begin(row);
        try {
            seekLower();
        } finally {
            foresight.end(former);
        }
    }

    /** As {@link #seek}, by a foresight: without a thought of what comes after it. */
    void tell(Vector keys, int row) {
        lower.set(keys, row);
        seekLower();
    }

    /** All nodes that have a key, also one of several properties. */
    public void seek(IndexKey key) {
        lower.set(key);
        seekLower();
    }

    /** All nodes whose key equals the lower bound. */
    private void seekLower() {
        if (!passesFilter(lower)) {
            atEnd = true;
            return;
        }
        upper.copyFrom(lower);
        begin(lower, true, true, true);
    }

    /** Whether the run may have a key; always so if it has no filter. */
    private boolean passesFilter(SortKey key) {
        if (filterWords == 0) {
            return true;
        }
        long hash = key.hash64();
        long at = filterOffset + KeyFilterLayout.offset(hash, filterWords);
        store.ensure(at, Long.BYTES);
        long bits = KeyFilterLayout.bits(hash);
        return (memory.get(IndexLayout.LONG, at) & bits) == bits;
    }

    @Override
    public void seekRange(Optional<Bound> from, Optional<Bound> to) {
        if (from.isEmpty() && to.isEmpty()) {
            seekAll();
            return;
        }
        from.ifPresent(bound -> lower.set(bound.value()));
        to.ifPresent(bound -> upper.set(bound.value()));
        atEnd = true;
        boolean comparable = from.isEmpty() || to.isEmpty() || lower.tag == upper.tag;
        SortKey given = from.isPresent() ? lower : upper;
        if (!comparable || given.isNone()) {
            return;
        }
        if (from.isEmpty()) {
            lower.copyFrom(upper);
            lower.head = 0;
            lower.tailBytes = 0;
        }
        begin(
                lower,
                from.isEmpty() || from.get().inclusive(),
                to.isPresent(),
                to.isPresent() && to.get().inclusive());
    }

    void seekAll() {
        atEnd = treeTags.length == 0;
        bounded = false;
        leaves.restart(null, false);
        tree = 0;
        lastTree = treeTags.length - 1;
        if (!atEnd) {
            enterTree();
        }
    }

    @Override
    public void seekPrefix(String prefix) {
        lower.set(prefix);
        if (prefix.isEmpty()) {
            begin(lower, true, false, false);
        } else {
            upper.setPrefixEnd(prefix);
            // The prefix itself may be longer than the head, but the order of bytes is all that counts.
            begin(lower, true, true, false);
        }
    }

    private void begin(SortKey from, boolean inclusive, boolean toBound, boolean inclusiveEnd) {
        bounded = toBound;
        upperInclusive = inclusiveEnd;
        leaves.restart(toBound ? upper : null, inclusiveEnd);
        atEnd = true;
        for (int index = 0; index < treeTags.length; index++) {
            if (treeTags[index] == from.tag && mayHold(index, from)) {
                tree = index;
                lastTree = index;
                atEnd = false;
                descend(from, inclusive);
            }
        }
    }

    /** Whether a tree may have keys from {@code from} up to the bound. */
    private boolean mayHold(int index, SortKey from) {
        return Long.compareUnsigned(from.head, headsGreatest[index]) <= 0
                && !(bounded && Long.compareUnsigned(upper.head, headsLeast[index]) < 0);
    }

    private void enterTree() {
        path.levels = treeLevels[tree];
        long at = treeRoots[tree];
        for (int level = 0; level < path.levels; level++) {
            block.open(at);
            path.blocks[level] = at;
            path.places[level] = 0;
            at = level + 1 < path.levels ? block.value(0) : 0;
        }
        path.found();
    }

    /** Goes to the first entry that is not below {@code from}, or above it if it is exclusive. */
    private void descend(SortKey from, boolean inclusive) {
        path.levels = treeLevels[tree];
        long at = treeRoots[tree];
        for (int level = 0; level < path.levels; level++) {
            block.open(at);
            path.blocks[level] = at;
            int place = block.bound(from, !inclusive);
            if (level + 1 < path.levels) {
                // Entries equal to the key may begin before the first fence that equals it.
                place = Math.max(place - 1, 0);
                at = block.value(place);
            }
            path.places[level] = place;
        }
        path.found();
        if (path.places[path.levels - 1] == block.count()) {
            path.places[path.levels - 1] = block.count() - 1;
            step();
        }
    }

    /** Goes to the next entry; the open block is a leaf afterwards unless the walk is at its end. */
    private void step() {
        int leaf = path.levels - 1;
        int level = path.goOn(leaf, 1, block);
        if (level < 0) {
            if (tree == lastTree) {
                atEnd = true;
            } else {
                tree++;
                enterTree();
            }
        } else if (level < leaf) {
            Foresight former = leaves.begin();
            try {
                path.goDown(level, leaf, block);
                block.open(path.blocks[leaf]);
            } finally {
                leaves.end(former);
            }
        }
    }

    /** Whether the cursor is at an entry in its bounds. */
    boolean standsAtEntry() {
        if (atEnd) {
            return false;
        }
        long leaf = path.blocks[path.levels - 1];
        if (!block.isOpen(leaf)) {
            block.open(leaf);
        }
        if (bounded) {
            int order = block.compare(path.places[path.levels - 1], upper);
            atEnd = order > 0 || order == 0 && !upperInclusive;
        }
        return !atEnd;
    }

    /** A walk over the whole run entry by entry, tombstones included. To be used instead of {@link #next}. */
    public IndexEntries allEntries() {
        seekAll();
        return entries;
    }

    /** The rest of the walk entry by entry, tombstones included. To be used instead of {@link #next}. */
    public IndexEntries entries() {
        return entries;
    }

    /** Walks the cursor's own path. */
    final class Entries implements IndexEntries {
        private final SortKey key = new SortKey();
        private long node;
        private boolean tombstone;

        @Override
        public boolean advance() {
            if (!standsAtEntry()) {
                return false;
            }
            int leaf = path.levels - 1;
            int place = path.places[leaf];
            keyAt(place, key);
            node = block.value(place);
            tombstone = block.isTombstone(place);
            if (place + 1 < block.count()) {
                path.places[leaf] = place + 1;
            } else {
                step();
            }
            return true;
        }

        /**
         * Takes further entries whose key is below a limit, or all for null, as long as the run has no tombstones. What
         * {@link #key} and {@link #node} say is not changed.
         *
         * @return how far the array is filled then
         */
        int takeBelow(@Nullable SortKey limit, long[] nodes, int from, int capacity) {
            int filled = from;
            while (tombstoneCount == 0 && filled < capacity && standsAtEntry()) {
                int end = bounded ? block.bound(upper, upperInclusive) : block.count();
                if (limit != null && limit.tag <= treeTags[tree]) {
                    end = limit.tag < treeTags[tree] ? 0 : Math.min(end, block.bound(limit, false));
                }
                int place = path.places[path.levels - 1];
                int taken = Math.min(end - place, capacity - filled);
                if (taken <= 0) {
                    break;
                }
                block.values(place, taken, nodes, filled);
                filled += taken;
                if (place + taken < block.count()) {
                    path.places[path.levels - 1] = place + taken;
                } else {
                    path.places[path.levels - 1] = block.count() - 1;
                    leaves.ask(capacity - filled);
                    step();
                }
            }
            return filled;
        }

        @Override
        public SortKey key() {
            return key;
        }

        @Override
        public long node() {
            return node;
        }

        @Override
        public boolean isTombstone() {
            return tombstone;
        }
    }

    /** Gives tombstones as if they were entries: for a run that has none. */
    @Override
    public int next(long[] nodes, int capacity) {
        int filled = 0;
        while (!atEnd && filled < capacity) {
            int leaf = path.levels - 1;
            block.open(path.blocks[leaf]);
            int place = path.places[leaf];
            int end = bounded ? block.bound(upper, upperInclusive) : block.count();
            int taken = Math.min(end - place, capacity - filled);
            if (taken > 0) {
                block.values(place, taken, nodes, filled);
                filled += taken;
                place += taken;
            }
            if (place < end) {
                path.places[leaf] = place;
            } else if (end < block.count()) {
                atEnd = true;
            } else {
                path.places[leaf] = block.count() - 1;
                leaves.ask(capacity - filled);
                step();
            }
        }
        return filled;
    }

    /**
     * Walks all entries and tells of each that is out of order, or whose key the filter does not know; returns how many
     * there are. For checks.
     */
    public long verify(java.util.function.LongConsumer eachNode, Runnable outOfOrder) {
        seekAll();
        long seen = 0;
        SortKey previous = new SortKey();
        int previousTree = -1;
        long previousNode = -1;
        while (!atEnd) {
            block.open(path.blocks[path.levels - 1]);
            int place = path.places[path.levels - 1];
            long node = block.value(place);
            if (previousTree == tree) {
                int order = -block.compare(place, previous);
                if (order > 0 || order == 0 && node <= previousNode) {
                    outOfOrder.run();
                }
            }
            keyAt(place, previous);
            if (!passesFilter(previous)) {
                outOfOrder.run();
            }
            previousTree = tree;
            previousNode = node;
            eachNode.accept(node);
            seen++;
            step();
        }
        return seen;
    }

    private void keyAt(int place, SortKey into) {
        into.tag = treeTags[tree];
        block.key(place, into);
    }

    @Override
    public String toString() {
        return "IndexCursor[entryCount=" + entryCount + ", tags=" + Arrays.toString(treeTags) + "]";
    }
}
