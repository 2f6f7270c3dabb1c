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
    private static final int RANGES_FIRST = 64;

    private final MemorySegment memory;
    private long[] offsets = {};
    private long[] places = {};
    private int[] bytes = {};
    private @Nullable ThetisException[] problems = {};
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

    /**
     * {@return why a range could not be read; null if it was}
     *
     * @param range 0 to {@link #count} - 1
     */
    public @Nullable ThetisException problem(int range) {
        return problems[range];
    }
}
