package org.thetisdb.storage.index;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.thetisdb.storage.file.Extent;
import org.thetisdb.storage.file.ExtentWriter;

/** Writes the trees of an index bottom up from entries that come in order. Not thread safe. */
final class IndexWriter {
    private record Tree(int tag, int levels, long rootOffset, long entryCount) {}

    private final ExtentWriter extents;
    private final List<Tree> trees = new ArrayList<>();
    private final SortKey fence = new SortKey();
    private final List<IndexBlockEncoder> levels = new ArrayList<>();
    private int tag = SortKey.TAG_NONE;
    private long treeEntryCount;
    private long entryCount;

    IndexWriter(ExtentWriter extents) {
        this.extents = extents;
    }

    void add(SortKey key, long node) {
        if (key.tag != tag) {
            finishTree();
            tag = key.tag;
        }
        add(0, key, node);
        treeEntryCount++;
        entryCount++;
    }

    private void add(int level, SortKey key, long value) {
        if (level == levels.size()) {
            levels.add(new IndexBlockEncoder());
        }
        IndexBlockEncoder block = levels.get(level);
        if (block.isFull()) {
            // The entry's own key may be the object that carries fences upwards: keep it.
            SortKey kept = new SortKey();
            kept.copyFrom(key);
            write(level);
            block.add(kept, value);
        } else {
            block.add(key, value);
        }
    }

    /** Writes a level's block and adds its fence to the level above. */
    private long write(int level) {
        IndexBlockEncoder block = levels.get(level);
        block.firstKey(fence);
        fence.tag = tag;
        long offset = extents.append(MemorySegment.ofArray(block.finish())).offset();
        add(level + 1, fence, offset);
        return offset;
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
        long root = extents.append(MemorySegment.ofArray(levels.get(level).finish()))
                .offset();
        trees.add(new Tree(tag, level + 1, root, treeEntryCount));
        levels.clear();
        treeEntryCount = 0;
    }

    /** Writes the root; the index is known by where it lies. */
    Extent finish() {
        finishTree();
        byte[] root = new byte[IndexLayout.ROOT_HEADER_BYTES + trees.size() * IndexLayout.TREE_BYTES];
        MemorySegment memory = MemorySegment.ofArray(root);
        memory.set(IndexLayout.INT, 0, IndexLayout.MAGIC);
        memory.set(IndexLayout.INT, 4, trees.size());
        memory.set(IndexLayout.LONG, 8, entryCount);
        long at = IndexLayout.ROOT_HEADER_BYTES;
        for (Tree tree : trees) {
            memory.set(IndexLayout.INT, at, tree.tag());
            memory.set(IndexLayout.INT, at + 4, tree.levels());
            memory.set(IndexLayout.LONG, at + 8, tree.rootOffset());
            memory.set(IndexLayout.LONG, at + 16, tree.entryCount());
            at += IndexLayout.TREE_BYTES;
        }
        return extents.append(memory);
    }
}
