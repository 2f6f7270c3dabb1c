package org.thetisdb.io;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.thetisdb.value.ThetisException;

/**
 * Ranges of one file that are to be read together, each to a place in one memory, and what became of each. The place of
 * a range in the memory is its place in the file, as in a {@link PagedFile}, unless another one is said. Reused from
 * batch to batch.
 *
 * <p>Belongs to the thread that asks. Who reads for it may note what became of different ranges from different threads,
 * as long as that happens before {@link ReadableFile#readBatch} returns.
 */
public final class ReadBatch {
    /** A batch that is being read. Belongs to the thread that asked for it, which goes on with other work meanwhile. */
    public interface UnderWay extends AutoCloseable {
        /** Nothing is left to be read. */
        UnderWay NOTHING = () -> false;

        /**
         * Takes what has come, and waits for some of it if nothing has.
         *
         * @return whether there is more to come
         */
        boolean advance();

        /** Waits for all. */
        default void finish() {
            boolean hasMore = true;
            while (hasMore) {
                hasMore = advance();
            }
        }

        /** Gives up what has not come; when this returns, nothing is written into the memory any more. */
        @Override
        default void close() {}
    }

    private static final int RANGES_FIRST = 64;

    private final MemorySegment memory;
    private long[] offsets = {};
    private long[] places = {};
    private int[] bytes = {};
    private @Nullable ThetisException[] problems = {};
    private boolean[] isSettled = {};
    private int[] settled = {};
    private int settledCount;
    private int takenCount;
    private int count;

    /**
     * A batch without ranges.
     *
     * @param memory native, writable; as long as the file, unless each range is told its place
     */
    public ReadBatch(MemorySegment memory) {
        this.memory = memory;
    }

    /** Forgets all ranges. */
    public void clear() {
        Arrays.fill(problems, 0, count, null);
        Arrays.fill(isSettled, 0, count, false);
        settledCount = 0;
        takenCount = 0;
        count = 0;
    }

    /**
     * Adds a range whose place in the memory is that in the file.
     *
     * @param offset its first byte, from the start of the file and of the memory
     * @param length at least 1, in bytes
     */
    public void add(long offset, int length) {
        add(offset, length, offset);
    }

    /**
     * Adds a range.
     *
     * @param offset its first byte, from the start of the file
     * @param length at least 1, in bytes
     * @param place where its first byte is to be, from the start of the memory
     */
    public void add(long offset, int length, long place) {
        if (count == offsets.length) {
            reserve(Math.max(RANGES_FIRST, 2 * count));
        }
        offsets[count] = offset;
        places[count] = place;
        bytes[count++] = length;
    }

    /** Makes room for so many ranges, so that adding them cannot fail. */
    void reserve(int ranges) {
        if (ranges > offsets.length) {
            offsets = Arrays.copyOf(offsets, ranges);
            places = Arrays.copyOf(places, ranges);
            bytes = Arrays.copyOf(bytes, ranges);
            problems = Arrays.copyOf(problems, ranges);
            isSettled = Arrays.copyOf(isSettled, ranges);
            settled = Arrays.copyOf(settled, ranges);
        }
    }

    /**
     * {@return a batch with the same ranges in the same places of memory, for a file in which they begin later}
     *
     * @param bytes how much later, in bytes
     */
    public ReadBatch shifted(long bytes) {
        ReadBatch shifted = new ReadBatch(memory);
        shifted.reserve(count);
        for (int range = 0; range < count; range++) {
            shifted.add(offsets[range] + bytes, this.bytes[range], places[range]);
        }
        return shifted;
    }

    /** {@return the number of ranges} */
    public int count() {
        return count;
    }

    /** {@return the length of all ranges together, in bytes} */
    public long totalBytes() {
        long total = 0;
        for (int range = 0; range < count; range++) {
            total += bytes[range];
        }
        return total;
    }

    /**
     * {@return where a range begins in the file}
     *
     * @param range 0 to {@link #count} - 1
     */
    public long offset(int range) {
        return offsets[range];
    }

    /**
     * {@return how long a range is, in bytes}
     *
     * @param range 0 to {@link #count} - 1
     */
    public int bytes(int range) {
        return bytes[range];
    }

    /**
     * {@return where a range is to be read to}
     *
     * @param range 0 to {@link #count} - 1
     */
    public MemorySegment target(int range) {
        return memory.asSlice(places[range], bytes[range]);
    }

    /**
     * Notes that a range could not be read.
     *
     * @param range 0 to {@link #count} - 1
     * @param problem with the file and the offset
     */
    public void fail(int range, ThetisException problem) {
        problems[range] = problem;
    }

    /** Notes that nothing more will happen to a range: it was read, or could not be. By the thread that asks. */
    void settle(int range) {
        if (!isSettled[range]) {
            isSettled[range] = true;
            settled[settledCount++] = range;
        }
    }

    /** Notes the same of all ranges. */
    void settleAll() {
        for (int range = 0; range < count; range++) {
            settle(range);
        }
    }

    /** The range that was settled first of those not {@linkplain #takeSettled taken}; negative if there is none. */
    int nextSettled() {
        return takenCount < settledCount ? settled[takenCount] : -1;
    }

    /** Goes on to the next settled range. */
    void takeSettled() {
        takenCount++;
    }

    /**
     * {@return why a range could not be read; null if it was}
     *
     * @param range 0 to {@link #count} - 1
     */
    public @Nullable ThetisException problem(int range) {
        return problems[range];
    }
}
