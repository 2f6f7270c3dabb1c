package org.thetisdb.storage.arena;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.thetisdb.io.memory.BlockMemory;
import org.thetisdb.io.memory.MemoryAccount;
import org.thetisdb.storage.options.FaultPoints;
import org.thetisdb.storage.options.FaultPoints.Point;
import org.thetisdb.storage.spill.TemporarySpace;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Memory for records, given out one after the other and freed at once.
 *
 * <pre>
 *   handle   31 ──────── 17 │ 16 ──────── 0      a record begins at a multiple of 8 bytes
 *            block number   │ place / 8          0: none, so the first 8 bytes of block 0 are not given out
 *
 *   next ──► the first unit that is free;  end ──► the first unit after the block that is being filled
 * </pre>
 *
 * <p>The first blocks are small, since most databases are, and each is twice as large as the one before, up to {@link
 * #BLOCK_BYTES}. A record of more than {@link #OWN_BLOCK_BYTES} gets memory of its own, as many block numbers as it
 * needs, and the block that is being filled stays so.
 *
 * <p>Who wants room moves {@code next} if there is enough before {@code end}. A new block is entered into the table
 * first, then {@code next} moves to it, then {@code end}: who has read {@code next} before that fails to move it, and
 * who has read it after that, with the former {@code end}, sees no room and looks again under the lock.
 *
 * <p>This is the one place where memory for changes is made. Thread safe.
 */
public final class RecordArena implements Records {
    /** The handle of no record. */
    public static final int NONE = 0;

    /** The most that a block takes. */
    public static final int BLOCK_BYTES = 1 << 20;

    /** A larger record has its own memory, so that no more than a quarter of a block is left empty before it. */
    public static final int OWN_BLOCK_BYTES = 1 << 18;

    /** For fields that change, or by which a record becomes known. */
    public static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();

    private static final int FIRST_BLOCK_BYTES = 1 << 14;
    private static final int UNIT_BITS = 3;
    private static final int UNIT_BYTES = 1 << UNIT_BITS;
    private static final int BLOCK_UNIT_BITS = 20 - UNIT_BITS;
    private static final int BLOCK_UNITS = 1 << BLOCK_UNIT_BITS;
    private static final int BLOCKS_MAX = 1 << 31 - BLOCK_UNIT_BITS;

    static {
        if (BLOCK_UNITS * UNIT_BYTES != BLOCK_BYTES || BLOCKS_MAX * (BLOCK_UNITS - 1L) > Integer.MAX_VALUE) {
            throw new AssertionError("a handle names any unit of any block: blockUnits=" + BLOCK_UNITS);
        }
    }

    private final Arena memory = Arena.ofShared();
    private final AtomicLong next = new AtomicLong();
    private final LongAdder usedBytes = new LongAdder();
    private final LongAdder heapBytes = new LongAdder();
    private final BlockCharge charge;
    private final Optional<FileBlocks> files;
    private final FaultPoints faultPoints;
    private volatile long end;
    private volatile boolean inFile;

    /** Written before a handle in a new block is known, and so seen by whoever has one. */
    private MemorySegment[] blocks = {};

    /** How many bytes the next block has; guarded by this. */
    private int nextBlockBytes = FIRST_BLOCK_BYTES;

    /**
     * An arena without blocks.
     *
     * @param account to which each block is charged, as long as it is there
     */
    public RecordArena(MemoryAccount account) {
        this(account, Optional.empty(), FaultPoints.NONE);
    }

    /**
     * An arena without blocks.
     *
     * @param account to which each block is charged that is in memory, as long as it is there
     * @param space where blocks go when the account has no more memory; empty if they are in memory all the same
     * @param faultPoints is told of each block that is made in memory
     */
    public RecordArena(MemoryAccount account, Optional<TemporarySpace> space, FaultPoints faultPoints) {
        charge = new BlockCharge(account);
        files = space.map(FileBlocks::new);
        this.faultPoints = faultPoints;
    }

    /**
     * Room for a record, all zeros.
     *
     * @param bytes more than 0
     * @return its handle
     * @throws ThetisException {@link ErrorCode#MEMORY_EXHAUSTED} if there are too many records
     */
    @Override
    public int allocate(long bytes) {
        long units = bytes + UNIT_BYTES - 1 >>> UNIT_BITS;
        usedBytes.add(units << UNIT_BITS);
        if (bytes > OWN_BLOCK_BYTES) {
            return allocateAlone(units);
        }
        while (true) {
            long first = next.get();
            if (first + units > end) {
                extend(first, units);
            } else if (next.compareAndSet(first, first + units)) {
                return (int) first;
            }
        }
    }

    /** Begins the next block, if there is still no room where there was none. */
    private synchronized void extend(long first, long units) {
        if (first != next.get() || first + units <= end) {
            return;
        }
        int bytes = nextBlockBytes;
        while (bytes < (units + 1) << UNIT_BITS) {
            bytes *= 2;
        }
        int number = enter(bytes);
        nextBlockBytes = Math.min(BLOCK_BYTES, 2 * bytes);
        long firstUnit = (long) number << BLOCK_UNIT_BITS;
        next.set(Math.max(1, firstUnit));
        end = firstUnit + (bytes >>> UNIT_BITS);
    }

    private synchronized int allocateAlone(long units) {
        // Block 0 is never such a record's: its handle would be none.
        if (blocks.length == 0) {
            extend(next.get(), 1);
        }
        return enter(units << UNIT_BITS) << BLOCK_UNIT_BITS;
    }

    /** Makes memory, and returns its first block number. */
    private int enter(long bytes) {
        MemorySegment[] known = blocks;
        int number = known.length;
        long count = bytes + BLOCK_BYTES - 1 >>> BLOCK_UNIT_BITS + UNIT_BITS;
        if (number + count > BLOCKS_MAX) {
            throw new ThetisException(
                    ErrorCode.MEMORY_EXHAUSTED,
                    "changes since the last checkpoint take too much memory: blocks=" + number + ", blocksMax="
                            + BLOCKS_MAX + "; commit or roll back the oldest transactions, or call checkpoint()");
        }
        MemorySegment block = newBlock(bytes);
        MemorySegment[] more = Arrays.copyOf(known, (int) (number + count));
        Arrays.fill(more, number, more.length, block);
        blocks = more;
        return number;
    }

    private MemorySegment newBlock(long bytes) {
        if (!charge.tryTake(bytes)) {
            if (files.isPresent()) {
                inFile = true;
                return files.get().allocate(bytes, memory);
            }
            charge.take(bytes);
        }
        boolean made = false;
        try {
            faultPoints.pass(Point.BLOCK);
            MemorySegment block = BlockMemory.allocate(bytes, memory);
            made = true;
            return block;
        } finally {
            if (!made) {
                charge.release(bytes);
            }
        }
    }

    /** Where a record is; it begins at {@link #offset}. */
    public MemorySegment block(int handle) {
        return blocks[handle >>> BLOCK_UNIT_BITS];
    }

    /** What a record begins with. */
    public int firstWord(int handle) {
        return block(handle).get(ValueLayout.JAVA_INT, offset(handle));
    }

    /** How many units a record takes: the handle of what follows it in its block is so much greater. */
    static int units(long bytes) {
        return (int) (bytes + UNIT_BYTES - 1 >>> UNIT_BITS);
    }

    /** Where in its block a record begins. */
    public static long offset(int handle) {
        return (long) (handle & BLOCK_UNITS - 1) << UNIT_BITS;
    }

    /**
     * A place in the file for so many bytes, which are written one after the other and become memory then.
     *
     * @param newBytes how many of them are of new records, and not of such that were written before
     * @throws ThetisException {@link ErrorCode#DISK_FULL}, {@link ErrorCode#IO_FAILED}
     */
    public BlockOutput newOutput(long bytes, long newBytes) {
        usedBytes.add(newBytes);
        return new BlockOutput(files.orElseThrow().file(), bytes, memory);
    }

    /** Whether blocks are in a file by now, because the account has no memory for them. */
    public boolean isInFile() {
        return inFile;
    }

    /** What the account may have in memory; a very large number if there is no limit. */
    public long limitBytes() {
        return charge.limitBytes();
    }

    /** Charges what is held of the heap beside the records, as long as the arena is open or until it is given back. */
    public void takeHeap(long bytes) {
        charge.take(bytes);
    }

    /** Gives back what was charged by {@link #takeHeap}. */
    public void releaseHeap(long bytes) {
        charge.release(bytes);
    }

    /** What a table beside the records takes of the heap is counted with them. */
    public void countHeap(long bytes) {
        heapBytes.add(bytes);
    }

    /** What records and their tables take, without what is left empty in blocks. */
    public long usedBytes() {
        return usedBytes.sum() + heapBytes.sum();
    }

    /** What all blocks in memory and the tables on the heap take. */
    public long heldBytes() {
        return charge.bytes() + heapBytes.sum();
    }

    /** From now on another account is charged. */
    public void chargeTo(MemoryAccount account) {
        charge.moveTo(account);
    }

    /** Frees all of it, once; holds nothing but the memory. To be run when nobody reads or writes here any more. */
    public Runnable closing() {
        return closing(memory, charge, files);
    }

    private static Runnable closing(Arena memory, BlockCharge charge, Optional<FileBlocks> files) {
        return () -> {
            if (charge.close()) {
                memory.close();
                files.ifPresent(FileBlocks::close);
            }
        };
    }
}
