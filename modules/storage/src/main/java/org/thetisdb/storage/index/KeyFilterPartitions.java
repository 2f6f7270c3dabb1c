package org.thetisdb.storage.index;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.thetisdb.storage.spill.SpillFile;
import org.thetisdb.storage.spill.TemporarySpace;

/**
 * Makes a filter of keys that is too large for memory.
 *
 * <pre>
 *   hash ──► its word ──high bits──► partition   0 [ block ]  1 [ block ]  2 [ block ]  …      in memory
 *                                                     │ full
 *                                                     ▼
 *   temporary file   | 1 | 0 | 2 | 2 | 0 | 1 | …    blocks of 1,024 hashes
 *                        └───────────┴──────► 1 MiB of words ──► the filter, one partition after another
 * </pre>
 *
 * <p>Words that were set where they are, in the memory of a file, would be met at random: where the system has no room
 * to keep the file in memory, each key would wait for the device. So each hash is written and read once, and each word
 * written once, all in large pieces. Not thread safe.
 */
final class KeyFilterPartitions implements AutoCloseable {
    private static final int PARTITION_WORDS = 1 << 17;
    private static final int BLOCK_BYTES = 8 << 10;
    private static final int NO_BLOCK = -1;

    private final SpillFile file;
    private final int wordCount;
    private final int partitionWords;

    /** A block of each partition, and how much of it is filled. */
    private final byte[] filling;

    private final int[] filledBytes;

    /** The last block of each partition in the file, and of each block the one before it. */
    private final int[] lastBlocks;

    private int[] blocksBefore = new int[64];
    private int blockCount;

    /**
     * @param wordCount of the filter, a power of two
     * @throws org.thetisdb.value.ThetisException {@link org.thetisdb.value.ErrorCode#DISK_FULL},
     *     {@link org.thetisdb.value.ErrorCode#IO_FAILED}, here and in all methods
     */
    KeyFilterPartitions(int wordCount, TemporarySpace space) {
        this.wordCount = wordCount;
        this.partitionWords = Math.min(PARTITION_WORDS, wordCount);
        int partitionCount = wordCount / partitionWords;
        this.filling = new byte[partitionCount * BLOCK_BYTES];
        this.filledBytes = new int[partitionCount];
        this.lastBlocks = new int[partitionCount];
        Arrays.fill(lastBlocks, NO_BLOCK);
        this.file = space.newFile();
    }

    void add(long hash) {
        int partition = KeyFilterLayout.word(hash, wordCount) / partitionWords;
        if (filledBytes[partition] == BLOCK_BYTES) {
            write(partition);
        }
        int at = partition * BLOCK_BYTES + filledBytes[partition];
        MemorySegment.ofArray(filling).set(IndexLayout.LONG, at, hash);
        filledBytes[partition] += Long.BYTES;
    }

    private void write(int partition) {
        // Only blocks are reserved before the end, so they are found by their numbers.
        file.write(file.reserve(BLOCK_BYTES), filling, partition * BLOCK_BYTES, BLOCK_BYTES);
        if (blockCount == blocksBefore.length) {
            blocksBefore = Arrays.copyOf(blocksBefore, blockCount * 2);
        }
        blocksBefore[blockCount] = lastBlocks[partition];
        lastBlocks[partition] = blockCount++;
        filledBytes[partition] = 0;
    }

    /** The filter, as long as the arena and this are open. */
    MemorySegment finish(Arena arena) {
        int partitionBytes = partitionWords * Long.BYTES;
        long filterBytes = (long) wordCount * Long.BYTES;
        long offset = file.reservePages(filterBytes);
        byte[] words = new byte[partitionBytes];
        for (int partition = 0; partition < lastBlocks.length; partition++) {
            Arrays.fill(words, (byte) 0);
            fill(words, partition);
            file.write(offset + (long) partition * partitionBytes, words, 0, partitionBytes);
        }
        return file.mapWritten(offset, filterBytes, arena);
    }

    private void fill(byte[] words, int partition) {
        addAll(words, filling, partition * BLOCK_BYTES, filledBytes[partition]);
        byte[] block = new byte[BLOCK_BYTES];
        for (int number = lastBlocks[partition]; number != NO_BLOCK; number = blocksBefore[number]) {
            file.read((long) number * BLOCK_BYTES, block, BLOCK_BYTES);
            addAll(words, block, 0, BLOCK_BYTES);
        }
    }

    /** As a word's low bits are its place in its partition, a partition is filled as a small filter is. */
    private static void addAll(byte[] words, byte[] hashes, int from, int bytes) {
        MemorySegment filter = MemorySegment.ofArray(words);
        MemorySegment source = MemorySegment.ofArray(hashes);
        for (int at = from; at < from + bytes; at += Long.BYTES) {
            KeyFilterLayout.add(filter, source.get(IndexLayout.LONG, at));
        }
    }

    @Override
    public void close() {
        file.close();
    }
}
