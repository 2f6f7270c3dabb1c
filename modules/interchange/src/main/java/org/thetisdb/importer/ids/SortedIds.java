package org.thetisdb.importer.ids;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.thetisdb.io.ReadableFile;

/**
 * A file of entries sorted by key, with the first key of every block in memory. Lookups come as batches; each batch is
 * sorted, so that it passes through the file once from front to back and reads a block at most once.
 *
 * <pre>
 *   file    [ key (key 2) node ] × 256 | [ … ] × 256 | …        block = 4 KiB for one-word keys, 6 KiB for two
 *   memory  first keys of the blocks
 * </pre>
 */
final class SortedIds implements AutoCloseable {
    static final int BLOCK_ENTRIES = 256;

    private final ReadableFile file;
    private final int keyWords;
    private final int entryWords;
    private final long entryCount;
    private final long[] firstKeys;

    private SortedIds(ReadableFile file, int keyWords, long entryCount, long[] firstKeys) {
        this.file = file;
        this.keyWords = keyWords;
        this.entryWords = keyWords + 1;
        this.entryCount = entryCount;
        this.firstKeys = firstKeys;
    }

    /** Takes entries in order, as key, (key 2), node, position; reports keys that come again. */
    static final class Builder {
        private final SpillArea area;
        private final RunWriter writer;
        private final int keyWords;
        private final DuplicateListener duplicates;
        private final long[] last;
        private long lastPosition;
        private long[] firstKeys = new long[64];
        private int firstKeyWords;
        private long entryCount;

        Builder(SpillArea area, int keyWords, DuplicateListener duplicates) {
            this.area = area;
            this.keyWords = keyWords;
            this.duplicates = duplicates;
            writer = new RunWriter(area);
            last = new long[keyWords];
        }

        void add(long[] entry) {
            long position = entry[keyWords + 1];
            if (entryCount > 0 && Arrays.equals(last, 0, keyWords, entry, 0, keyWords)) {
                String id = keyWords == 1 ? Long.toString(entry[0]) : "";
                duplicates.duplicate(Math.max(position, lastPosition), id);
                return;
            }
            lastPosition = position;
            System.arraycopy(entry, 0, last, 0, keyWords);
            if (entryCount % BLOCK_ENTRIES == 0) {
                if (firstKeyWords + keyWords > firstKeys.length) {
                    firstKeys = Arrays.copyOf(firstKeys, firstKeys.length * 2);
                }
                System.arraycopy(entry, 0, firstKeys, firstKeyWords, keyWords);
                firstKeyWords += keyWords;
            }
            writer.write(entry, 0, keyWords + 1);
            entryCount++;
        }

        SortedIds build() {
            writer.close();
            return new SortedIds(
                    area.openForRead(writer.path()), keyWords, entryCount, Arrays.copyOf(firstKeys, firstKeyWords));
        }
    }

    /** Sets {@code nodes} to the nodes with these keys, -1 where there is none. */
    void resolve(KeyBatch keys, long[] nodes) {
        int count = keys.count();
        long[] words = new long[count * keyWords];
        for (int row = 0; row < count; row++) {
            words[row * keyWords] = keys.first[row];
            if (keyWords == 2) {
                words[row * keyWords + 1] = keys.second[row];
            }
        }
        int[] order = EntryOrder.sorted(words, keyWords, keyWords, count);
        long[] block = new long[BLOCK_ENTRIES * entryWords];
        int blockIndex = -1;
        int blockEntries = 0;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment buffer = arena.allocate((long) block.length * Long.BYTES, Long.BYTES);
            for (int row : order) {
                nodes[row] = -1;
                int wanted = keys.isAbsent(row)
                        ? -1
                        : last(firstKeys, keyWords, firstKeys.length / keyWords, words, row * keyWords);
                if (wanted >= 0) {
                    if (wanted != blockIndex) {
                        blockIndex = wanted;
                        blockEntries = read(wanted, buffer, block);
                    }
                    int entry = last(block, entryWords, blockEntries, words, row * keyWords) * entryWords;
                    if (entry >= 0 && compare(block, entry, words, row * keyWords) == 0) {
                        nodes[row] = block[entry + keyWords];
                    }
                }
            }
        }
    }

    private int read(int blockIndex, MemorySegment buffer, long[] block) {
        long firstEntry = (long) blockIndex * BLOCK_ENTRIES;
        int count = (int) Math.min(BLOCK_ENTRIES, entryCount - firstEntry);
        int words = count * entryWords;
        file.readFully(firstEntry * entryWords * Long.BYTES, buffer.asSlice(0, (long) words * Long.BYTES));
        MemorySegment.copy(buffer, ValueLayout.JAVA_LONG, 0, block, 0, words);
        return count;
    }

    /** The last of {@code count} sorted entries that is not above the key; -1 if all are. */
    private int last(long[] entries, int strideWords, int count, long[] key, int keyWord) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = low + high >>> 1;
            if (compare(entries, middle * strideWords, key, keyWord) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }

    private int compare(long[] entries, int entryWord, long[] key, int keyWord) {
        int order = Long.compare(entries[entryWord], key[keyWord]);
        return order != 0 || keyWords == 1 ? order : Long.compare(entries[entryWord + 1], key[keyWord + 1]);
    }

    @Override
    public void close() {
        file.close();
    }
}
