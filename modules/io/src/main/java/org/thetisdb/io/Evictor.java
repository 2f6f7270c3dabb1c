package org.thetisdb.io;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
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
 * <p>There is no thread for eviction. A reader that misses sweeps; one that refreshes or leaves an epoch discards what
 * has become due. A reader that finds another one at it continues with its own work: the budget is a target that is
 * overrun for moments, not something readers queue for.
 */
final class Evictor {
    /**
     * Sweeping starts this share below the budget, so that what is in limbo is gone before the budget is reached.
     */
    private static final int SLACK_DIVISOR = 16;

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

    private final Object registration = new Object();
    private volatile ReadEpoch[] readers = new ReadEpoch[0];
    private long closedReadersHits;

    private record LimboBatch(PagedFile file, VictimList pages, long epoch) {
        long bytes() {
            return (long) pages.count() * file.pageBytes();
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

    /** Counts bytes that are about to become resident, and marks victims if that exceeds the budget. */
    void makeRoom(long incomingBytes) {
        long resident = residentBytes.addAndGet(incomingBytes);
        if (resident > residentBytesMax.get()) {
            residentBytesMax.accumulateAndGet(resident, Math::max);
        }
        budgetBytes = room.getAsLong();
        if (excessBytes() > 0 && lock.tryLock()) {
            try {
                reclaimDue();
                sweepExcess(excessBytes());
            } finally {
                lock.unlock();
            }
        }
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
     * all is well or another thread is at it.
     */
    void reclaimIfNeeded() {
        if ((pendingBytes.get() > 0 || residentBytes.get() > budgetBytes) && lock.tryLock()) {
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
        return residentBytes.get() + bytes <= budget - 3 * (budget / SLACK_DIVISOR);
    }

    private long excessBytes() {
        long budget = budgetBytes;
        return residentBytes.get() - pendingBytes.get() - (budget - budget / SLACK_DIVISOR);
    }

    private void sweepExcess(long excess) {
        if (excess > 0) {
            sweep(excess + Math.max(1, budgetBytes / SLACK_DIVISOR));
            reclaimDue();
        }
    }

    /** Two rounds at most: the first may find every page referenced and only clear the marks. */
    private void sweep(long wantedBytes) {
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
            pagesLeft -= handPage - start;
            if (victims.count() > 0) {
                unused.add(victims.unusedCount());
                LimboBatch batch = new LimboBatch(file, victims, globalEpoch.get());
                Invariant.check(
                        limbo.isEmpty() || limbo.peekLast().epoch() <= batch.epoch(),
                        "batches are in limbo in the order of their epochs",
                        "epoch",
                        batch.epoch());
                limbo.add(batch);
                markedBytes += batch.bytes();
                pendingBytes.addAndGet(batch.bytes());
            }
            if (handPage == file.states().pageCount()) {
                handPage = 0;
                handFileIndex = (handFileIndex + 1) % files.size();
            }
        }
        if (markedBytes > 0) {
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

    /** Neighbouring victims are discarded by one system call. */
    private void evict(LimboBatch batch) {
        VictimList pages = batch.pages();
        int index = 0;
        while (index < pages.count()) {
            int first = pages.page(index);
            int runPages = 0;
            while (index < pages.count()
                    && pages.page(index) == first + runPages
                    && claim(batch.file(), pages, index)) {
                runPages++;
                index++;
            }
            if (runPages == 0) {
                index++;
                continue;
            }
            discard(batch.file(), first, runPages);
        }
    }

    private void discard(PagedFile file, int first, int count) {
        try {
            file.discard(first, count);
            evictions.add(count);
        } finally {
            forget((long) count * file.pageBytes());
            for (int page = first; page < first + count; page++) {
                waiters.release(file.states(), page, PageStates.EVICTED);
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
