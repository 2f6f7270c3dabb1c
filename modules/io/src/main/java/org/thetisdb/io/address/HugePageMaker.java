package org.thetisdb.io.address;

import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Makes huge pages behind the readers, when nobody waits for the device: each is half a millisecond of a processor, and
 * who reads a file for the first time has better things to do with it. In one daemon thread for a cache, which is there
 * while there is something to do. Any thread.
 *
 * <p>The kernel may be at some of the pages just then, or have no memory for a huge page: such a region is tried again,
 * some times, behind all others. What is wanted while there is no room is forgotten: where pages come and go, a huge
 * page would soon be split.
 */
public final class HugePageMaker implements AutoCloseable {
    /**
     * Without a page read for so long, nobody waits for the device, and who asks a cold file one question after the
     * other is through.
     */
    private static final long QUIET_MILLIS = 300;

    private static final long IDLE_SECONDS = 2;

    /** How often a region is tried; the kernel is at a page for microseconds, and short of memory for longer. */
    private static final int TRIES_MAX = 8;

    private static final long PAUSE_MILLIS = 50;

    private final LongSupplier pagesRead;
    private final BooleanSupplier hasRoom;
    private final Queue<Wanted> wanted = new ConcurrentLinkedQueue<>();
    private final ThreadPoolExecutor executor = new ThreadPoolExecutor(
            1,
            1,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            // One run that has not begun is enough for all that is wanted.
            new ArrayBlockingQueue<>(1),
            Thread.ofPlatform().daemon().name("thetis-huge-pages").factory(),
            new ThreadPoolExecutor.DiscardPolicy());

    private volatile boolean isRefused;

    /** Only its thread knows. */
    private long pagesReadBefore;

    private record Wanted(HugeRegions regions, int region, int tries) {
        Wanted again() {
            return new Wanted(regions, region, tries + 1);
        }
    }

    /**
     * @param pagesRead how many pages were read so far
     * @param hasRoom whether pages need not leave for those that come
     */
    public HugePageMaker(LongSupplier pagesRead, BooleanSupplier hasRoom) {
        this.pagesRead = pagesRead;
        this.hasRoom = hasRoom;
        executor.allowCoreThreadTimeOut(true);
    }

    /** A region is to be made huge, some time. */
    public void want(HugeRegions regions, int region) {
        if (isRefused) {
            return;
        }
        wanted.add(new Wanted(regions, region, 1));
        try {
            executor.execute(this::makeAll);
        } catch (OutOfMemoryError _) {
            // No thread can be had; small pages are as good.
            wanted.clear();
        }
    }

    private void makeAll() {
        try {
            Wanted next = wanted.poll();
            while (next != null) {
                awaitQuiet();
                if (next.tries() > 1) {
                    TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
                }
                make(next);
                next = wanted.poll();
            }
        } catch (InterruptedException _) {
            // The cache is closed.
            wanted.clear();
        }
    }

    private void awaitQuiet() throws InterruptedException {
        while (pagesRead.getAsLong() != pagesReadBefore) {
            pagesReadBefore = pagesRead.getAsLong();
            TimeUnit.MILLISECONDS.sleep(QUIET_MILLIS);
        }
    }

    private void make(Wanted next) {
        if (isRefused || !hasRoom.getAsBoolean()) {
            return;
        }
        switch (next.regions().makeHuge(next.region())) {
            case MADE -> {}
            case REFUSED -> isRefused = true;
            case NOT_NOW -> {
                if (next.tries() < TRIES_MAX && next.regions().couldBeHuge(next.region())) {
                    wanted.add(next.again());
                }
            }
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
