package org.thetisdb.storage.index;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.thetisdb.storage.packing.PackedValues;

/** Collects the entries of one block and encodes it. Not thread safe. */
final class IndexBlockEncoder {
    private final long[] heads = new long[IndexLayout.BLOCK_ENTRIES_MAX];
    private final long[] values = new long[IndexLayout.BLOCK_ENTRIES_MAX];
    private final int[] tailEnds = new int[IndexLayout.BLOCK_ENTRIES_MAX];
    private byte[] tails = new byte[1024];
    private final long[] tombstones = new long[IndexLayout.BLOCK_ENTRIES_MAX / Long.SIZE];
    private boolean hasTombstones;
    private int count;

    boolean isEmpty() {
        return count == 0;
    }

    /**
     * Whether another entry should go to the next block.
     *
     * @param entriesMin so many it takes, however long their keys are
     */
    boolean isFull(int entriesMin) {
        return count == IndexLayout.BLOCK_ENTRIES_MAX
                || count >= entriesMin && tailBytes() > IndexLayout.BLOCK_TAIL_BYTES_MAX;
    }

    private int tailBytes() {
        return count == 0 ? 0 : tailEnds[count - 1];
    }

    void add(SortKey key, long value, boolean tombstone) {
        int from = tailBytes();
        if (tails.length < from + key.tailBytes) {
            tails = Arrays.copyOf(tails, Math.max(from + key.tailBytes, tails.length * 2));
        }
        System.arraycopy(key.tail, 0, tails, from, key.tailBytes);
        heads[count] = key.head;
        values[count] = value;
        if (tombstone) {
            tombstones[count >>> 6] |= 1L << count;
            hasTombstones = true;
        }
        tailEnds[count++] = from + key.tailBytes;
    }

    /** Makes {@code key} the block's first key; its tag is not changed. */
    void firstKey(SortKey key) {
        key.head = heads[0];
        key.tailBytes = 0;
        key.putBytes(tails, 0, tailEnds[0]);
    }

    /** The block's bytes; the encoder is empty afterwards. */
    byte[] finish() {
        long headLeast = heads[0];
        long different = 0;
        long valueLeast = Long.MAX_VALUE;
        long valueMost = Long.MIN_VALUE;
        for (int index = 0; index < count; index++) {
            // Entries ascend as unsigned numbers, so that differences to the first are right even when they wrap.
            heads[index] -= headLeast;
            different |= heads[index];
            valueLeast = Math.min(valueLeast, values[index]);
            valueMost = Math.max(valueMost, values[index]);
        }
        int shift = different == 0 ? 0 : Long.numberOfTrailingZeros(different);
        for (int index = 0; index < count; index++) {
            heads[index] >>>= shift;
        }
        int headBits = PackedValues.bits(heads[count - 1]);
        int valueBits = PackedValues.bits(valueMost - valueLeast);
        boolean hasTails = tailBytes() > 0;
        int prefix = hasTails ? commonPrefix() : 0;
        int stored = hasTails ? prefix + tailBytes() - prefix * count : 0;
        long tailsAt = IndexLayout.tailsOffset(count, headBits, valueBits, hasTombstones, hasTails);
        int bytes = Math.toIntExact((tailsAt + stored + 7) / 8 * 8 + PackedValues.PADDING_BYTES);
        byte[] block = new byte[bytes];
        MemorySegment memory = MemorySegment.ofArray(block);
        memory.set(IndexLayout.SHORT, 0, (short) count);
        memory.set(ValueLayout.JAVA_BYTE, 2, (byte) headBits);
        memory.set(ValueLayout.JAVA_BYTE, 3, (byte) shift);
        memory.set(ValueLayout.JAVA_BYTE, 4, (byte) valueBits);
        int flags = (hasTails ? IndexLayout.FLAG_TAILS : 0) | (hasTombstones ? IndexLayout.FLAG_TOMBSTONES : 0);
        memory.set(ValueLayout.JAVA_BYTE, 5, (byte) flags);
        memory.set(IndexLayout.SHORT, 6, (short) prefix);
        memory.set(IndexLayout.INT, 8, stored);
        memory.set(IndexLayout.INT, 12, bytes);
        memory.set(IndexLayout.LONG, 16, headLeast);
        memory.set(IndexLayout.LONG, 24, valueLeast);
        PackedValues.pack(memory, IndexLayout.BLOCK_HEADER_BYTES, 0, count, headBits, 0, heads, 0);
        PackedValues.pack(
                memory, IndexLayout.valuesOffset(count, headBits), 0, count, valueBits, valueLeast, values, 0);
        if (hasTombstones) {
            long at = IndexLayout.tombstonesOffset(count, headBits, valueBits);
            for (int word = 0; word * Long.SIZE < count; word++) {
                memory.set(IndexLayout.LONG, at + (long) word * Long.BYTES, tombstones[word]);
            }
        }
        if (hasTails) {
            long endsAt = IndexLayout.tailEndsOffset(count, headBits, valueBits, hasTombstones);
            writeTails(memory, block, endsAt, (int) tailsAt, prefix);
        }
        count = 0;
        hasTombstones = false;
        Arrays.fill(tombstones, 0);
        return block;
    }

    private void writeTails(MemorySegment memory, byte[] block, long endsAt, int tailsAt, int prefix) {
        System.arraycopy(tails, 0, block, tailsAt, prefix);
        int at = prefix;
        int from = 0;
        for (int index = 0; index < count; index++) {
            int rest = tailEnds[index] - from - prefix;
            System.arraycopy(tails, from + prefix, block, tailsAt + at, rest);
            at += rest;
            memory.set(IndexLayout.INT, endsAt + index * 4L, at);
            from = tailEnds[index];
        }
    }

    private int commonPrefix() {
        int length = Math.min(tailEnds[0], 0xffff);
        int from = tailEnds[0];
        for (int index = 1; index < count && length > 0; index++) {
            int end = tailEnds[index];
            int mismatch = Arrays.mismatch(tails, 0, length, tails, from, Math.min(end, from + length));
            length = mismatch < 0 ? length : mismatch;
            from = end;
        }
        return length;
    }
}
