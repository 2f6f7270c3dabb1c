package org.thetisdb.io.address;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;
import org.thetisdb.io.system.HugePages;

/**
 * Which parts of a file are huge pages, and which could be: those of which every page is in memory.
 *
 * <pre>
 *   small ---- all pages have come ----> wanted ---- nobody waits for the device, and there is room ----> huge
 *     ^                                                                                                     |
 *     +---------------------------- a page is about to leave: split before it goes -------------------------+
 * </pre>
 *
 * <p>Invariants: a region's count is at most the number of its pages that are in memory, since a page is counted when
 * it has come, and no more before it goes; a region is huge only while its count is that of all its pages.
 *
 * <p>Threads: any.
 */
public final class HugeRegions {
    private final AddressRange range;
    private final IntConsumer complete;
    private final int regionShift;
    private final int regionPages;
    private final AtomicIntegerArray residentPages;

    private final ReentrantLock lock = new ReentrantLock();
    private final boolean[] huge;
    private boolean closed;

    /**
     * @param pageCount of the file; what is no whole region at its end stays small
     * @param complete is told of a region all of which is in memory now; it may be so no more when it is told
     */
    public HugeRegions(AddressRange range, int pageCount, int pageBytes, IntConsumer complete) {
        this.range = range;
        this.complete = complete;
        this.regionPages = (int) (HugePages.BYTES / pageBytes);
        this.regionShift = Integer.numberOfTrailingZeros(regionPages);
        int regionCount = range.canDiscard() ? pageCount >> regionShift : 0;
        this.residentPages = new AtomicIntegerArray(regionCount);
        this.huge = new boolean[regionCount];
    }

    /** Neighbours have come into memory, and cannot leave yet. */
    public void arrive(int firstPage, int count) {
        int end = Math.min(firstPage + count, residentPages.length() << regionShift);
        int page = firstPage;
        while (page < end) {
            int region = page >> regionShift;
            int regionEnd = Math.min(end, (region + 1) << regionShift);
            if (residentPages.addAndGet(region, regionEnd - page) == regionPages) {
                complete.accept(region);
            }
            page = regionEnd;
        }
    }

    /**
     * Pages are about to leave memory.
     *
     * @param count how many
     * @param page the number of each, by its index
     */
    public void leave(int count, IntUnaryOperator page) {
        lock.lock();
        try {
            for (int index = 0; index < count; index++) {
                int region = page.applyAsInt(index) >> regionShift;
                if (region < huge.length) {
                    residentPages.decrementAndGet(region);
                    split(region);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private void split(int region) {
        if (huge[region]) {
            range.splitHuge(region * HugePages.BYTES);
            huge[region] = false;
        }
    }

    /** Makes a region huge if all of it is in memory still. */
    HugePages.Outcome makeHuge(int region) {
        lock.lock();
        try {
            if (!couldBeHuge(region)) {
                return HugePages.Outcome.NOT_NOW;
            }
            HugePages.Outcome outcome = range.makeHuge(region * HugePages.BYTES);
            if (outcome == HugePages.Outcome.MADE) {
                huge[region] = true;
            }
            return outcome;
        } finally {
            lock.unlock();
        }
    }

    /** {@return whether all of a small region is in memory} */
    boolean couldBeHuge(int region) {
        lock.lock();
        try {
            return !closed && !huge[region] && residentPages.get(region) == regionPages;
        } finally {
            lock.unlock();
        }
    }

    /** {@return how much of the file is in huge pages, in bytes} */
    public long hugeBytes() {
        lock.lock();
        try {
            long bytes = 0;
            for (boolean isHuge : huge) {
                bytes += isHuge ? HugePages.BYTES : 0;
            }
            return bytes;
        } finally {
            lock.unlock();
        }
    }

    /** The addresses are about to go. */
    public void close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
    }
}
