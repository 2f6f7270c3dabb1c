package org.thetisdb.io;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.thetisdb.io.PageStates.VictimList;
import org.thetisdb.value.Invariant;

/**
 * Keeps resident pages within the budget: a clock over the pages of all files, and a limbo list of victims that wait
 * until nobody can be reading them.
 *
 * <p>Invariants:
 * <ul>
 *   <li>A batch's epoch &lt; the global epoch; batches are in limbo in the order of their epochs.
 *   <li>Memory is discarded only when every active reader's epoch &gt; the batch's epoch.
 *   <li>pendingBytes = bytes of all pages in limbo &le; residentBytes.
 * </ul>
 *
 * <p>Why a page whose batch is due is read by no one: its state was set to PENDING before the global epoch moved past
 * the batch's. A reader in a later epoch got there by reading the moved epoch, hence sees PENDING and takes the page
 * back before it reads. A reader in the batch's epoch or an earlier one holds the batch up. A reader whose epoch was
 * not yet visible when the evictor looked has a full fence between publishing it and looking at states, as has the
 * evictor between marking and looking at readers: it sees PENDING as well.
 *
 * <p>What a scan larger than memory has read and passed is taken first, before the clock's hand moves, so that the
 * pages of others stay.
 *
 * <p>There is no thread for eviction. A reader that misses sweeps and discards what has become due; if it reads a
 * batch, it does so while the device is at it. One that refreshes or leaves an epoch does so if the budget is overrun.
 * A reader that finds another one at it continues with its own work: the budget is a target that is overrun for
 * moments. Where it is overrun by more than the slack, whoever has been at it has lost its processor to the others, and
 * they wait for it: measured, eight readers on two processors would have overrun the budget by 100 MiB within a tenth
 * of a second.
 */
final class Evictor {
    /**
     * Sweeping starts this share below the budget, so that what is in limbo is gone before the budget is reached.
     */
    private static final int SLACK_DIVISOR = 16;

    /** Of 256 pages at most, for each scan under way some. */
    private static final int PASSED_BATCHES_MAX = 64;

    /** More than what some readers have under way at a time need not be kept free. */
    private static final long SLACK_BYTES_MAX = 4 << 20;

    /**
     * This part of the slack is marked at once, beyond what is too much: as much as can be discarded while a batch is
     * waited for.
     */
    private static final int STEP_DIVISOR = 8;

    private final LongSupplier room;
    private volatile long budgetBytes;
    private final PageWaiters waiters;

    private final AtomicLong globalEpoch = new AtomicLong(1);
    private final AtomicLong residentBytes = new AtomicLong();
    private final AtomicLong residentBytesMax = new AtomicLong();
    private final AtomicLong pendingBytes = new AtomicLong();
    private final LongAdder evictions = new LongAdder();
    private final LongAdder unused = new LongAdder();

    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<LimboBatch> limbo = new ArrayDeque<>();
    private final List<PagedFile> files = new ArrayList<>();
    private int handFileIndex;
    private int handPage;

    private final BlockingQueue<PassedPages> passed = new ArrayBlockingQueue<>(PASSED_BATCHES_MAX);

    private final Object registration = new Object();
    private volatile ReadEpoch[] readers = new ReadEpoch[0];
    private long closedReadersHits;

    private record LimboBatch(PagedFile file, VictimList pages, long epoch) {
        long bytes() {
            return (long) pages.count() * file.pageBytes();
        }
    }

    /** What a scan has read, and will not read again. */
    private record PassedPages(PagedFile file, ReadBatch ranges) {
        /** Makes those of them victims that nobody has referenced since. */
        VictimList unmarked() {
            VictimList victims = new VictimList();
            int shift = Integer.numberOfTrailingZeros(file.pageBytes());
            for (int range = 0; range < ranges.count(); range++) {
                int first = (int) (ranges.offset(range) >> shift);
                int end = first + (ranges.bytes(range) >> shift);
                for (int page = first; page < end; page++) {
                    file.states().takeUnmarked(page, victims);
                }
            }
            return victims;
        }
    }

    /** @param room how many bytes may be resident now; asked at every miss */
    Evictor(LongSupplier room, PageWaiters waiters) {
        this.room = room;
        this.budgetBytes = room.getAsLong();
        this.waiters = waiters;
    }

    long epoch() {
        return globalEpoch.get();
    }

    /** What may be resident, as it was when somebody last asked for room. */
    long budgetBytes() {
        return budgetBytes;
    }

    long residentBytes() {
        return residentBytes.get();
    }

    long residentBytesMax() {
        return residentBytesMax.get();
    }

    long evictions() {
        return evictions.sum();
    }

    /** Pages read ahead that were marked to leave before anybody had used them. */
    long unusedPages() {
        return unused.sum();
    }

    ReadEpoch register() {
        ReadEpoch reader = new ReadEpoch(this);
        synchronized (registration) {
            ReadEpoch[] longer = Arrays.copyOf(readers, readers.length + 1);
            longer[readers.length] = reader;
            readers = longer;
        }
        return reader;
    }

    void unregister(ReadEpoch reader) {
        synchronized (registration) {
            readers = Arrays.stream(readers).filter(each -> each != reader).toArray(ReadEpoch[]::new);
            closedReadersHits += reader.pageHits();
        }
    }

    /** Hits of all readers, those of open ones as far as they are visible. */
    long pageHits() {
        synchronized (registration) {
            long hits = closedReadersHits;
            for (ReadEpoch reader : readers) {
                hits += reader.pageHits();
            }
            return hits;
        }
    }

    /** Puts a file under the clock's hand. */
    void add(PagedFile file) {
        lock.lock();
        try {
            files.add(file);
        } finally {
            lock.unlock();
        }
    }

    /** Removes a file with its pages in limbo; from here on the evictor does not access the file. */
    void remove(PagedFile file) {
        lock.lock();
        try {
            files.remove(file);
            passed.removeIf(pages -> pages.file() == file);
            handFileIndex = 0;
            handPage = 0;
            limbo.removeIf(batch -> {
                if (batch.file() != file) {
                    return false;
                }
                pendingBytes.addAndGet(-batch.bytes());
                return true;
            });
        } finally {
            lock.unlock();
        }
    }

    /** Counts bytes that are about to become resident, and makes room at once if they would exceed the budget. */
    void expect(long incomingBytes) {
        long resident = residentBytes.addAndGet(incomingBytes);
        if (resident > residentBytesMax.get()) {
            residentBytesMax.accumulateAndGet(resident, Math::max);
        }
        budgetBytes = room.getAsLong();
        if (resident > budgetBytes) {
            makeRoom();
        }
    }

    /** Lets what is due go, and marks victims, if what is resident comes near the budget. */
    void makeRoom() {
        if (excessBytes() > 0 && enterLock()) {
            try {
                reclaimDue();
                sweepExcess(excessBytes());
            } finally {
                lock.unlock();
            }
        }
    }

    /**
     * Takes pages first when room is needed next, unless they are referenced until then.
     *
     * @param ranges ascending
     */
    void pass(PagedFile file, ReadBatch ranges) {
        PassedPages pages = new PassedPages(file, ranges);
        while (!passed.offer(pages)) {
            // Of those that are not kept the clock's hand finds the pages.
            passed.poll();
        }
    }

    /** Who finds another one at it goes on, unless the budget is overrun by more than moments explain. */
    private boolean enterLock() {
        if (residentBytes.get() > budgetBytes + slackBytes(budgetBytes)) {
            lock.lock();
            return true;
        }
        return lock.tryLock();
    }

    /** Lets fewer or more bytes be resident than before; victims are marked now, and leave when nobody reads them. */
    void allow(long bytes) {
        budgetBytes = bytes;
        reclaimIfNeeded();
    }

    /** Subtracts bytes that are no longer resident. */
    void forget(long bytes) {
        long left = residentBytes.addAndGet(-bytes);
        Invariant.check(left >= 0, "no more pages leave than came", "residentBytes", left, "leavingBytes", bytes);
    }

    /**
     * Discards what has become due, and sweeps again if pages that were taken back leave too many; does nothing when
     * the budget is kept or another thread is at it. What is in limbo below the budget can wait for the next miss.
     */
    void reclaimIfNeeded() {
        if (residentBytes.get() > budgetBytes && lock.tryLock()) {
            try {
                reclaimDue();
                sweepExcess(residentBytes.get() - pendingBytes.get() - budgetBytes);
            } finally {
                lock.unlock();
            }
        }
    }

    /** Whether so many bytes more would not begin a sweep; what the last sweep has made free is not counted as room. */
    boolean hasRoom(long bytes) {
        long budget = room.getAsLong();
        return residentBytes.get() + bytes <= budget - 3 * slackBytes(budget);
    }

    private long excessBytes() {
        long budget = budgetBytes;
        return residentBytes.get() - pendingBytes.get() - (budget - slackBytes(budget));
    }

    private static long slackBytes(long budget) {
        return Math.min(budget / SLACK_DIVISOR, SLACK_BYTES_MAX);
    }

    private void sweepExcess(long excess) {
        if (excess > 0) {
            long wanted = excess + Math.max(1, slackBytes(budgetBytes) / STEP_DIVISOR);
            long marked = takePassed(wanted);
            sweep(wanted - marked, marked > 0);
            reclaimDue();
        }
    }

    /** Pages that scans have done with, the first to have been passed first; returns how many bytes they are. */
    private long takePassed(long wantedBytes) {
        long markedBytes = 0;
        while (markedBytes < wantedBytes) {
            PassedPages pages = passed.poll();
            if (pages == null) {
                break;
            }
            if (files.contains(pages.file)) {
                markedBytes += addToLimbo(pages.file, pages.unmarked());
            }
        }
        return markedBytes;
    }

    /** Victims wait for those who may be reading them; returns how many bytes they are. */
    private long addToLimbo(PagedFile file, VictimList victims) {
        if (victims.count() == 0) {
            return 0;
        }
        unused.add(victims.unusedCount());
        LimboBatch batch = new LimboBatch(file, victims, globalEpoch.get());
        Invariant.check(
                limbo.isEmpty() || limbo.peekLast().epoch() <= batch.epoch(),
                "batches are in limbo in the order of their epochs",
                "epoch",
                batch.epoch());
        limbo.add(batch);
        pendingBytes.addAndGet(batch.bytes());
        return batch.bytes();
    }

    /**
     * Two rounds at most: the first may find every page referenced and only clear the marks.
     *
     * @param wantedBytes nothing is done if that is not positive
     * @param isMarked whether victims were marked before, in the same epoch
     */
    private void sweep(long wantedBytes, boolean isMarked) {
        long pagesLeft = 0;
        for (PagedFile file : files) {
            pagesLeft += 2L * file.states().pageCount();
        }
        long markedBytes = 0;
        while (markedBytes < wantedBytes && pagesLeft > 0) {
            PagedFile file = files.get(handFileIndex);
            VictimList victims = new VictimList();
            long wantedPages = (wantedBytes - markedBytes + file.pageBytes() - 1) / file.pageBytes();
            int start = handPage;
            handPage = file.states().sweep(start, victims, (int) Math.min(wantedPages, Integer.MAX_VALUE));
            file.invalidate();
            pagesLeft -= handPage - start;
            markedBytes += addToLimbo(file, victims);
            if (handPage == file.states().pageCount()) {
                handPage = 0;
                handFileIndex = (handFileIndex + 1) % files.size();
            }
        }
        if (markedBytes > 0 || isMarked) {
            // All batches of this sweep carry the epoch that ends here.
            globalEpoch.incrementAndGet();
        }
    }

    private void reclaimDue() {
        long earliest = earliestReader();
        LimboBatch batch = limbo.peek();
        while (batch != null && batch.epoch() < earliest) {
            limbo.remove();
            Invariant.check(
                    batch.epoch() < globalEpoch.get(),
                    "what is discarded was marked in an epoch that is over",
                    "epoch",
                    batch.epoch());
            long pending = pendingBytes.addAndGet(-batch.bytes());
            Invariant.check(pending >= 0, "no more pages leave limbo than came", "pendingBytes", pending);
            evict(batch);
            batch = limbo.peek();
        }
    }

    private long earliestReader() {
        long earliest = globalEpoch.get();
        for (ReadEpoch reader : readers) {
            earliest = Math.min(earliest, reader.current());
        }
        return earliest;
    }

    private void evict(LimboBatch batch) {
        VictimList pages = batch.pages();
        PagedFile file = batch.file();
        int claimed = 0;
        for (int index = 0; index < pages.count(); index++) {
            if (claim(file, pages, index)) {
                pages.keep(claimed++, index);
            }
        }
        pages.truncate(claimed);
        if (claimed > 0) {
            discard(file, pages);
        }
    }

    private void discard(PagedFile file, VictimList pages) {
        try {
            file.discard(pages);
            evictions.add(pages.count());
        } finally {
            forget((long) pages.count() * file.pageBytes());
            for (int index = 0; index < pages.count(); index++) {
                waiters.release(file.states(), pages.page(index), PageStates.EVICTED);
            }
        }
    }

    private static boolean claim(PagedFile file, VictimList pages, int index) {
        int page = pages.page(index);
        if (file.states().change(page, PageStates.PENDING, PageStates.BUSY)) {
            return true;
        }
        // A reader took it back while it was in limbo.
        file.states().change(page, PageStates.RESCUED, PageStates.REFERENCED);
        return false;
    }
}
