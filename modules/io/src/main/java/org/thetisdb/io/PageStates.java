package org.thetisdb.io;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.thetisdb.value.Invariant;

/**
 * One state per page of a file, in one byte, so that 64 pages (1 MiB of data) share a cache line.
 *
 * <pre>
 *              load (reader)                    touch (reader, slow path)
 *   EVICTED ---------------> BUSY ---> REFERENCED <----------- RESIDENT
 *      ^                      ^        |        ^  ----------->    |
 *      |                      |        | batch  |   clock hand     | clock hand passes again:
 *      |  discarded           |        | is due |   passes         | into limbo
 *      +----------------------+        |     RESCUED               v
 *                             +--------------------------------- PENDING
 *                               batch is due        RESCUED <------+ touch (reader)
 *
 *   BUSY has a twin, AWAITED: some reader waits for its end.   CLOSED is final.
 *   BUSY ends in AHEAD where the page was read before anybody asked for it; then as RESIDENT, but for being counted.
 * </pre>
 *
 * Invariants: all changes are compare-and-set, except those out of BUSY and AWAITED, which belong to the thread that
 * made the page BUSY; that thread never waits for another page meanwhile. A page is in at most one limbo batch: PENDING
 * and RESCUED pages are in one, all others in none. Bytes of a page are written only while it is BUSY.
 *
 * <p>A hit is {@link #isReadable}: one load and one comparison. The load is an acquire, which on x86-64 is an ordinary
 * load and elsewhere keeps the page's bytes from being read before its state.
 */
final class PageStates {
    static final byte CLOSED = -1;
    static final byte EVICTED = 0;
    static final byte BUSY = 1;
    static final byte AWAITED = 2;
    static final byte PENDING = 3;
    static final byte AHEAD = 4;
    static final byte RESIDENT = 5;
    static final byte REFERENCED = 6;
    static final byte RESCUED = 7;

    private static final long EIGHT_REFERENCED = 0x0101010101010101L * REFERENCED;

    private static final VarHandle STATE = MethodHandles.arrayElementVarHandle(byte[].class);
    private static final VarHandle EIGHT_STATES =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final byte[] states;

    PageStates(int pageCount) {
        this.states = new byte[pageCount];
    }

    int pageCount() {
        return states.length;
    }

    /** Whether the page can be read and counts as referenced; the hit. */
    boolean isReadable(int page) {
        return (byte) STATE.getAcquire(states, page) >= REFERENCED;
    }

    /** The first page from {@code first} on that is not readable, at most {@code end}. */
    int readableEnd(int first, int end) {
        int page = first;
        while (page < end && isReadable(page)) {
            page++;
            // Nearly all pages in use are just that, eight at a time.
            while (page + Long.BYTES <= end && (long) EIGHT_STATES.get(states, page) == EIGHT_REFERENCED) {
                page += Long.BYTES;
            }
        }
        // The states that were read eight at a time come before what is read of the pages.
        VarHandle.acquireFence();
        return page;
    }

    byte get(int page) {
        return (byte) STATE.getVolatile(states, page);
    }

    boolean change(int page, byte from, byte to) {
        return STATE.compareAndSet(states, page, from, to);
    }

    /**
     * Ends the BUSY state of a page.
     *
     * @return whether some reader waits for that
     */
    boolean release(int page, byte to) {
        byte former = (byte) STATE.getAndSet(states, page, to);
        Invariant.check(
                former == BUSY || former == AWAITED, "only a busy page's business ends", "page", page, "state", former);
        return former == AWAITED;
    }

    /**
     * Advances the clock's hand from {@code page}: referenced pages lose their mark, unmarked ones become PENDING and
     * victims.
     *
     * @return where the hand stopped: at the end, or after the page that made the victims enough
     */
    int sweep(int page, VictimList victims, int victimCountMax) {
        int hand = page;
        while (hand < states.length && victims.count() < victimCountMax) {
            if (hand + Long.BYTES <= states.length && (long) EIGHT_STATES.get(states, hand) == 0L) {
                hand += Long.BYTES;
                continue;
            }
            if (get(hand) == REFERENCED) {
                change(hand, REFERENCED, RESIDENT);
            } else {
                takeUnmarked(hand, victims);
            }
            hand++;
        }
        return hand;
    }

    /** Makes a page PENDING and a victim if it is in memory and has no mark. */
    void takeUnmarked(int page, VictimList victims) {
        byte state = get(page);
        if ((state == RESIDENT || state == AHEAD) && change(page, state, PENDING)) {
            victims.add(page);
            victims.countUnused(state == AHEAD ? 1 : 0);
        }
    }

    /** Page numbers in ascending order, collected by a sweep. */
    static final class VictimList {
        private static final int CAPACITY_FIRST = 64;

        private int[] pages = new int[CAPACITY_FIRST];
        private int count;
        private int unusedCount;

        /** So many of the pages were read ahead and not used. */
        void countUnused(int pages) {
            unusedCount += pages;
        }

        int unusedCount() {
            return unusedCount;
        }

        void add(int page) {
            assert count == 0 || pages[count - 1] < page : "victims ascend: page=" + page;
            if (count == pages.length) {
                pages = Arrays.copyOf(pages, count * 2);
            }
            pages[count++] = page;
        }

        int count() {
            return count;
        }

        int page(int index) {
            return pages[index];
        }

        /** Writes down where their bytes are, neighbours as one range; returns how many ranges that are. */
        int ranges(int pageBytes, long[] offsets, long[] lengths) {
            int ranges = 0;
            for (int index = 0; index < count; index++) {
                boolean isNext = index > 0 && pages[index] == pages[index - 1] + 1;
                if (!isNext) {
                    offsets[ranges++] = (long) pages[index] * pageBytes;
                }
                lengths[ranges - 1] += pageBytes;
            }
            return ranges;
        }

        /** Moves a page forward, over one that is not kept. */
        void keep(int place, int index) {
            pages[place] = pages[index];
        }

        /** Forgets the pages behind. */
        void truncate(int countKept) {
            count = countKept;
        }
    }
}
