package org.thetisdb.storage.index;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.thetisdb.io.memory.MemoryAdvice;
import org.thetisdb.storage.arena.BlockOutput;

/**
 * Pairs in their order, one after the other in a block of a file.
 *
 * <pre>
 *   memory   │ pair │ pair │ … 16 of them │ pair │ …         records of IndexPairLayout, without handles
 *   fences     ▲                            ▲                where each sixteenth begins, on the heap
 * </pre>
 *
 * <p>Of a run with very many pairs fewer have fences: each 32nd, 64th, …, so that a run takes little of the heap. Who
 * looks for a key then passes more pairs, which lie one after the other.
 *
 * <p>Nobody changes it. Thread safe.
 *
 * @param memory the pairs, and no more
 * @param count how many they are
 * @param level how often they were merged
 */
record PairRun(MemorySegment memory, long[] fences, int count, int level) {
    private static final int FENCE_PAIRS_MIN = 16;

    /** A megabyte of them; a power of two. */
    static final int FENCES_MAX = 1 << 17;

    /** So much is asked for ahead of one who reads all. */
    private static final long AHEAD_BYTES = 1 << 17;

    /** Writes pairs that come in their order. Used once, by one thread. */
    static final class Writer {
        private final BlockOutput output;
        private final int fencesMax;
        private byte[] buffer = new byte[256];
        private long[] fences = new long[16];
        private int fencePairs = FENCE_PAIRS_MIN;
        private int count;

        /**
         * A writer.
         *
         * @param output has room for all that come
         * @param fencesMax how many the run has at most; a power of two
         */
        Writer(BlockOutput output, int fencesMax) {
            this.output = output;
            this.fencesMax = fencesMax;
        }

        void add(PairSource pair) {
            if (count % fencePairs == 0) {
                addFence(output.position());
            }
            int bytes = IndexPairLayout.bareBytes(pair.block(), pair.at());
            if (bytes > buffer.length) {
                buffer = new byte[Math.max(bytes, 2 * buffer.length)];
            }
            IndexPairLayout.copyBare(pair.block(), pair.at(), buffer);
            output.put(buffer, bytes);
            count++;
        }

        private void addFence(long position) {
            int fence = count / fencePairs;
            if (fence == fencesMax) {
                fencePairs *= 2;
                fence /= 2;
                for (int index = 0; index < fence; index++) {
                    fences[index] = fences[2 * index];
                }
            } else if (fence == fences.length) {
                fences = Arrays.copyOf(fences, 2 * fence);
            }
            fences[fence] = position;
        }

        PairRun finish(int level) {
            int fenceCount = (count + fencePairs - 1) / fencePairs;
            return new PairRun(output.finishEarly(), Arrays.copyOf(fences, fenceCount), count, level);
        }
    }

    /** What it takes of the heap. */
    long heapBytes() {
        return (long) Long.BYTES * fences.length;
    }

    /** A walk over all pairs, which are read ahead. */
    PairSource all() {
        return new Walk(0, true);
    }

    /** A walk from the first pair on that is not less than another one. */
    PairSource from(IndexKey key, long node) {
        int low = 0;
        int high = fences.length;
        while (low < high) {
            int middle = low + high >>> 1;
            if (IndexPairLayout.compare(memory, fences[middle], key, node) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        long at = low == 0 ? 0 : fences[low - 1];
        while (at < memory.byteSize() && IndexPairLayout.compare(memory, at, key, node) < 0) {
            at += IndexPairLayout.bareBytes(memory, at);
        }
        return new Walk(at, false);
    }

    private final class Walk implements PairSource {
        private final boolean isAhead;
        private long at = -1;
        private long next;
        private long asked;

        Walk(long next, boolean isAhead) {
            this.next = next;
            this.isAhead = isAhead;
        }

        @Override
        public boolean next() {
            if (next >= memory.byteSize()) {
                return false;
            }
            at = next;
            if (isAhead && at >= asked) {
                asked = Math.min(memory.byteSize(), at + AHEAD_BYTES);
                MemoryAdvice.soon(memory.asSlice(at, Math.min(memory.byteSize() - at, 2 * AHEAD_BYTES)));
            }
            next = at + IndexPairLayout.bareBytes(memory, at);
            return true;
        }

        @Override
        public MemorySegment block() {
            return memory;
        }

        @Override
        public long at() {
            return at;
        }
    }
}
