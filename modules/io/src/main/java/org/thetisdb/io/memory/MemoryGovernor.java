package org.thetisdb.io.memory;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.thetisdb.value.Invariant;

/**
 * Divides one budget of real bytes among all that holds much memory. Uses that cannot be had again (queries, changes, a
 * load) have accounts; the page cache, whose pages can be read again, has what they leave. So an idle cache lends to a
 * sort, and gets the memory back when that is done.
 *
 * <p>Small objects (plans, names, directories, readers) are not counted one by one: in a process of Thetis' own they
 * are part of the heap that counts whole ({@link JvmHeap}), elsewhere part of the constant that comes on top of the
 * budget.
 *
 * <p>Thread safe. A call costs some atomic additions and, if pages have to go, their eviction; callers take memory in
 * steps of some hundred KiB or more.
 */
public final class MemoryGovernor {
    /** The pages keep this share of the budget, whatever others want: without pages nobody makes progress. */
    private static final int PAGES_FLOOR_DIVISOR = 8;

    /** However small the budget, queries and changes have what they need to go on at all. */
    private static final long TAKEN_FLOOR_BYTES = 32L << 20;

    /** However large the heap is, changes and the past have what they need to go on at all. */
    private static final long NATIVE_FLOOR_BYTES = 16L << 20;

    private final MemoryBudget budget;
    private final JvmHeap heap;
    private final long pagesFloorBytes;
    private final long takenBytesMax;

    /** Where the heap counts whole, no more is left for what is outside. */
    private final long nativeBytesMax;

    private final Map<MemoryUse, MemoryAccount> accounts = new EnumMap<>(MemoryUse.class);
    private final AtomicLong heapBytes = new AtomicLong();
    private final AtomicLong nativeBytes = new AtomicLong();
    private volatile MemoryLender pages = new NoPages();

    /**
     * Begins with nothing taken.
     *
     * @param budget what all may hold together
     * @param heap where most of it is
     */
    public MemoryGovernor(MemoryBudget budget, JvmHeap heap) {
        this(budget, heap, Map.of());
    }

    /**
     * As the other one.
     *
     * @param budget what all may hold together
     * @param heap where most of it is
     * @param limits in bytes, of uses that may hold less than their shares; small numbers only in tests
     */
    public MemoryGovernor(MemoryBudget budget, JvmHeap heap, Map<MemoryUse, Long> limits) {
        this.budget = budget;
        this.heap = heap;
        pagesFloorBytes = budget.bytes() / PAGES_FLOOR_DIVISOR;
        takenBytesMax = Math.max(budget.bytes() - pagesFloorBytes, TAKEN_FLOOR_BYTES);
        nativeBytesMax = heap.isOwn() ? Math.max(nativeRoomBytes(), NATIVE_FLOOR_BYTES) : Long.MAX_VALUE;
        for (MemoryUse use : MemoryUse.values()) {
            long limit = Math.min(limitBytes(use), limits.getOrDefault(use, Long.MAX_VALUE));
            accounts.put(use, new MemoryAccount(this, use, limit));
        }
    }

    /**
     * {@return a governor of a budget in this JVM}
     *
     * @param budget what all may hold together
     */
    public static MemoryGovernor of(MemoryBudget budget) {
        return new MemoryGovernor(budget, JvmHeap.detect());
    }

    /**
     * What is on the heap has no more room than its part of the heap, beside garbage and small objects. Where the heap
     * counts whole, what is outside it has what the heap and the pages leave: shares of it that add up to all of it,
     * since nothing else can yield. Searches may have some of the same, for as long as they run.
     */
    private long limitBytes(MemoryUse use) {
        long share = use.limitBytes(budget.bytes());
        return switch (use.place()) {
            case HEAP -> use.limitBytesOfHeap(share, heap.bytesMax());
            case NATIVE -> heap.isOwn() ? use.limitBytesOfRoom(share, nativeRoomBytes()) : share;
        };
    }

    private long nativeRoomBytes() {
        return Math.max(budget.bytes() - heap.bytesMax() - pagesFloorBytes, 0);
    }

    /**
     * {@return the account of a use}
     *
     * @param use what memory is to be held for
     */
    public MemoryAccount account(MemoryUse use) {
        return Invariant.present(accounts.get(use), "each use has an account");
    }

    /** {@return what all may hold together} */
    public MemoryBudget budget() {
        return budget;
    }

    /**
     * Says who holds the pages; they are told at once how many they may hold.
     *
     * @param lender the page cache; until then nobody holds pages
     */
    public void lend(MemoryLender lender) {
        pages = lender;
        lender.allow(pagesBytesMax());
    }

    /** {@return what the pages may hold now: all that others leave of the budget, and their floor at least} */
    public long pagesBytesMax() {
        return Math.max(budget.bytes() - heap.countedBytes(heapBytes.get()) - nativeBytes.get(), pagesFloorBytes);
    }

    boolean tryTake(MemoryUse use, long bytes) {
        AtomicLong taken = taken(use);
        taken.addAndGet(bytes);
        boolean fits = heapBytes.get() + nativeBytes.get() <= takenBytesMax && nativeBytes.get() <= nativeBytesMax;
        if (fits) {
            pages.allow(pagesBytesMax());
        } else {
            taken.addAndGet(-bytes);
        }
        return fits;
    }

    /** Takes memory, be there enough or not; gives it back if it is negative. */
    void take(MemoryUse use, long bytes) {
        taken(use).addAndGet(bytes);
        pages.allow(pagesBytesMax());
    }

    private AtomicLong taken(MemoryUse use) {
        return switch (use.place()) {
            case HEAP -> heapBytes;
            case NATIVE -> nativeBytes;
        };
    }

    /** {@return who holds what now} */
    public MemoryReport report() {
        List<MemoryReport.Holder> holders = new ArrayList<>();
        holders.add(new MemoryReport.Holder("pages", pages.heldBytes(), pages.heldBytesMax(), pagesBytesMax()));
        for (MemoryAccount account : accounts.values()) {
            holders.add(new MemoryReport.Holder(
                    account.use().text(), account.usedBytes(), account.peakBytes(), account.limitBytes()));
        }
        return new MemoryReport(budget, heap.committedBytes().getAsLong(), heap.bytesMax(), heap.isOwn(), holders);
    }

    /** Before there is a page cache. */
    private static final class NoPages implements MemoryLender {
        @Override
        public void allow(long bytes) {
            // There is nothing to give up.
        }

        @Override
        public long heldBytes() {
            return 0;
        }

        @Override
        public long heldBytesMax() {
            return 0;
        }
    }
}
