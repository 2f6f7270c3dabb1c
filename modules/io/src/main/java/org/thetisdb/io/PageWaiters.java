package org.thetisdb.io;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Where readers sleep until a page that another thread loads or evicts is done. A few stripes serve all pages: the
 * wait is for a disk, and a needless wake-up costs less than a lock per page.
 */
final class PageWaiters {
    /** Enough that two pages that are loaded at the same time rarely share one; a power of two. */
    private static final int STRIPE_COUNT = 64;

    private final ReentrantLock[] locks = new ReentrantLock[STRIPE_COUNT];
    private final Condition[] released = new Condition[STRIPE_COUNT];

    PageWaiters() {
        for (int i = 0; i < STRIPE_COUNT; i++) {
            locks[i] = new ReentrantLock();
            released[i] = locks[i].newCondition();
        }
    }

    /** Returns once the page has been seen neither BUSY nor AWAITED. Interrupts are kept for the caller. */
    void await(PageStates states, int page) {
        int stripe = page & (STRIPE_COUNT - 1);
        locks[stripe].lock();
        try {
            while (true) {
                byte state = states.get(page);
                if (state == PageStates.BUSY) {
                    states.change(page, PageStates.BUSY, PageStates.AWAITED);
                } else if (state == PageStates.AWAITED) {
                    released[stripe].awaitUninterruptibly();
                } else {
                    return;
                }
            }
        } finally {
            locks[stripe].unlock();
        }
    }

    /** Ends BUSY for the page and wakes those that wait for it. */
    void release(PageStates states, int page, byte to) {
        if (states.release(page, to)) {
            int stripe = page & (STRIPE_COUNT - 1);
            locks[stripe].lock();
            try {
                released[stripe].signalAll();
            } finally {
                locks[stripe].unlock();
            }
        }
    }
}
