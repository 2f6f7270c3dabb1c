package org.thetisdb.storage.index;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.thetisdb.storage.file.Extent;
import org.thetisdb.storage.file.ExtentWriter;
import org.thetisdb.value.Invariant;

/**
 * Writes a run, its trees bottom up, from entries that come in the order of (key, node), no pair twice. All extents
 * must be given in one data file. Not thread safe.
 */
public final class IndexWriter {
    /** What a block above the lowest level names at least: else a tree of long keys would grow upwards for ever. */
    private static final int FANOUT_MIN = 8;

    private record Tree(int tag, int levels, long rootOffset, long entryCount, long headLeast, long headGreatest) {}

    private final ExtentWriter extents;

    /** Of the keys; empty if there is to be none. */
    private final Optional<KeyFilterWriter> filter;

    private final List<Tree> trees = new ArrayList<>();
    private final SortKey fence = new SortKey();
    private final List<IndexBlockEncoder> levels = new ArrayList<>();
    private int tag = SortKey.TAG_NONE;
    private long treeEntryCount;
    private long headLeast;
    private long headGreatest;
    private final SortKey given = new SortKey();

    /** The entry before, only known where assertions are enabled. */
    private final SortKey last = new SortKey();

    private long lastNode;
    private long entryCount;
    private long tombstoneCount;
    private long runBytes;

    /** A writer of an index's oldest run. */
    public IndexWriter(ExtentWriter extents) {
        this(extents, Optional.empty());
    }

    /** @param filter of a newer run, without keys; not closed here. The oldest run has none. */
    IndexWriter(ExtentWriter extents, Optional<KeyFilterWriter> filter) {
        this.extents = extents;
        this.filter = filter;
    }

    /** As {@link #add(SortKey, long, boolean)}. */
    public void add(IndexKey key, long node, boolean tombstone) {
        given.set(key);
        add(given, node, tombstone);
    }

    /** @param tombstone whether the entry says that the node does not have the key, against older runs */
    public void add(SortKey key, long node, boolean tombstone) {
        assert isAfterLast(key, node) : "entries ascend by key and then by node: " + key.describe() + ", node=" + node;
        if (key.tag != tag) {
            Invariant.check(
                    key.tag > tag || entryCount == 0, "trees ascend by their tags", "tag", key.tag, "former", tag);
            finishTree();
            tag = key.tag;
            headLeast = key.head;
        }
        headGreatest = key.head;
        if (filter.isPresent()) {
            filter.get().add(key.hash64());
        }
        add(0, key, node, tombstone);
        tombstoneCount += tombstone ? 1 : 0;
        treeEntryCount++;
        entryCount++;
    }

    /** Whether an entry sorts after the one before it; remembers it. */
    private boolean isAfterLast(SortKey key, long node) {
        int order = entryCount == 0 ? 1 : key.compareTo(last);
        boolean behind = order > 0 || order == 0 && node > lastNode;
        last.copyFrom(key);
        lastNode = node;
        return behind;
    }

    private void add(int level, SortKey key, long value, boolean tombstone) {
        if (level == levels.size()) {
            levels.add(new IndexBlockEncoder());
        }
        IndexBlockEncoder block = levels.get(level);
        if (block.isFull(level == 0 ? 1 : FANOUT_MIN)) {
            // The entry's own key may be the object that carries fences upwards: keep it.
            SortKey kept = new SortKey();
            kept.copyFrom(key);
            write(level);
            block.add(kept, value, tombstone);
        } else {
            block.add(key, value, tombstone);
        }
    }

    /** Writes a level's block and adds its fence to the level above. */
    private void write(int level) {
        IndexBlockEncoder block = levels.get(level);
        block.firstKey(fence);
        fence.tag = tag;
        add(level + 1, fence, append(block.finish()).offset(), false);
    }

    private Extent append(byte[] bytes) {
        return append(MemorySegment.ofArray(bytes));
    }

    private Extent append(MemorySegment bytes) {
        runBytes += bytes.byteSize();
        return extents.append(bytes);
    }

    private void finishTree() {
        if (treeEntryCount == 0) {
            return;
        }
        int level = 0;
        // The topmost level that has a single block is the root.
        while (level + 1 < levels.size() && !levels.get(level + 1).isEmpty()) {
            write(level++);
        }
        long root = append(levels.get(level).finish()).offset();
        trees.add(new Tree(tag, level + 1, root, treeEntryCount, headLeast, headGreatest));
        levels.clear();
        treeEntryCount = 0;
    }

    /** Writes the root; the run is known by where it lies. Also a run without entries has one. */
    public Extent finish() {
        finishTree();
        Invariant.check(
                tombstoneCount <= entryCount
                        && trees.stream().mapToLong(Tree::entryCount).sum() == entryCount,
                "the trees of a run have all its entries",
                "entries",
                entryCount,
                "tombstones",
                tombstoneCount);
        MemorySegment filterWords = filter.map(KeyFilterWriter::finish).orElse(MemorySegment.NULL);
        long filterOffset =
                filterWords.byteSize() == 0 ? 0 : append(filterWords).offset();
        byte[] root = new byte[IndexLayout.ROOT_HEADER_BYTES + trees.size() * IndexLayout.TREE_BYTES];
        MemorySegment memory = MemorySegment.ofArray(root);
        memory.set(IndexLayout.INT, 0, IndexLayout.MAGIC);
        memory.set(IndexLayout.INT, 4, trees.size());
        memory.set(IndexLayout.LONG, 8, entryCount);
        memory.set(IndexLayout.LONG, 16, tombstoneCount);
        memory.set(IndexLayout.LONG, 24, runBytes + root.length);
        memory.set(IndexLayout.LONG, 32, filterOffset);
        memory.set(IndexLayout.INT, 40, (int) (filterWords.byteSize() / Long.BYTES));
        long at = IndexLayout.ROOT_HEADER_BYTES;
        for (Tree tree : trees) {
            memory.set(IndexLayout.INT, at, tree.tag());
            memory.set(IndexLayout.INT, at + 4, tree.levels());
            memory.set(IndexLayout.LONG, at + 8, tree.rootOffset());
            memory.set(IndexLayout.LONG, at + 16, tree.entryCount());
            memory.set(IndexLayout.LONG, at + 24, tree.headLeast());
            memory.set(IndexLayout.LONG, at + 32, tree.headGreatest());
            at += IndexLayout.TREE_BYTES;
        }
        return extents.append(memory);
    }
}
