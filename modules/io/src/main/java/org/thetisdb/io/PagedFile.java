package org.thetisdb.io;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.thetisdb.io.address.AddressRange;
import org.thetisdb.io.address.HugeRegions;
import org.thetisdb.io.depth.BatchesBehind;
import org.thetisdb.io.depth.CommitGate;
import org.thetisdb.io.system.IoErrors;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * A file whose data pages appear as one contiguous range of memory, filled on demand and emptied under the cache's
 * budget. Any number of threads may use it, each with its own {@link ReadEpoch}:
 *
 * <pre>{@code
 *   epoch.enter();
 *   while (more) {
 *       file.ensureResident(epoch, offset, bytes);      // a load and a compare per page when resident
 *       ... file.memory().get(layout, offset) ...       // plain loads, nothing to validate afterwards
 *       epoch.refresh();                                // ends the guarantee; a load and a compare
 *   }
 *   epoch.exit();
 * }</pre>
 *
 * <p>Memory that was not asked for reads as anything: zeros, or a page that is just being filled.
 *
 * <p>A reader that cannot say when it is done, and so can have no epoch, reads first and asks afterwards whether what
 * it read was there:
 *
 * <pre>{@code
 *   long invalidations = file.invalidations();                    // once for a window of bytes
 *   long end = file.readableEnd(offset, limit);
 *   ... value = file.memory().get(layout, offset) ...   // inside the window, as often as wanted
 *   if (file.isUnchangedSince(invalidations)) ...            // the value counts; a load and a compare
 * }</pre>
 *
 * <p>Whoever takes pages away counts before the first byte goes. So a value that was read while the count did not move,
 * from a page that was found readable after the count was taken, is the file's.
 *
 * @see PageCache
 */
public final class PagedFile implements AutoCloseable {
    /**
     * What one call of an engine reads at most; at 2 GB/s that is half a millisecond, in which others may need a
     * page.
     */
    static final int READ_BYTES_MAX = 1 << 20;

    /** Enough for a device that does many things at a time, and not much that would be read in vain. */
    private static final int BATCH_PAGES_MAX = 256;

    private static final int BATCH_PAGES_MIN = 16;
    private static final int BATCH_BUDGET_DIVISOR = 32;

    /** What a scan may fill of what may be resident before it takes its own pages away again. */
    private static final int MUCH_DIVISOR = 2;

    private static final VarHandle INVALIDATIONS;

    static {
        try {
            INVALIDATIONS = MethodHandles.lookup().findVarHandle(PagedFile.class, "invalidations", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final PageCache cache;
    private final ReadableFile file;
    private final PagedFileGeometry geometry;
    private final AddressRange range;
    private final MemorySegment memory;
    private final PageStates states;
    private final HugeRegions regions;
    private final int pageShift;
    private final long dataBytes;
    private final PageChecksums checksums;
    private final PageFilling filling;

    @SuppressWarnings("UnusedVariable") // Read and written by INVALIDATIONS.
    private long invalidations;

    /** @param dataBytes what there is to be read; all data pages, but of a foreign file's last page a part */
    PagedFile(PageCache cache, ReadableFile file, PagedFileGeometry geometry, long dataBytes, AddressRange range) {
        this.cache = cache;
        this.file = file;
        this.geometry = geometry;
        this.range = range;
        this.memory = range.memory().asReadOnly();
        this.states = new PageStates((int) geometry.dataPageCount());
        this.pageShift = Integer.numberOfTrailingZeros(geometry.pageBytes());
        this.dataBytes = dataBytes;
        this.checksums = new PageChecksums(file, geometry);
        this.regions = new HugeRegions(range, states.pageCount(), geometry.pageBytes(), this::wantHuge);
        this.filling = new PageFilling(cache, file, dataBytes, range, states, regions, checksums);
    }

    private void wantHuge(int region) {
        cache.hugePages().want(regions, region);
    }

    /** {@return the file} */
    public Path path() {
        return file.path();
    }

    /** {@return why the engine cannot read the file in its way; nothing if it can} */
    Optional<String> fallBack() {
        return file.fallBack();
    }

    /** {@return where its pages and checksums are} */
    public PagedFileGeometry geometry() {
        return geometry;
    }

    /** {@return the size of its pages, in bytes} */
    public int pageBytes() {
        return geometry.pageBytes();
    }

    /** {@return how many bytes can be read: those of all data pages, or of a foreign file its length} */
    public long dataBytes() {
        return dataBytes;
    }

    /**
     * {@return all data pages, read-only; offset 0 is the file's first byte} Only what {@link #ensureResident} was
     * asked for may be read. The segment can be used by all threads and ends with {@link #close()}.
     */
    public MemorySegment memory() {
        return memory;
    }

    /**
     * Makes bytes readable through {@link #memory()} until the epoch is refreshed or left. Pages that are missing are
     * read, neighbours together, and verified.
     *
     * @param epoch the calling thread's, entered
     * @param offset the first byte, from the file's start
     * @param bytes how many; 0 is allowed and does nothing
     * @throws ThetisException {@link ErrorCode#CORRUPT_STRUCTURE} if the range leaves the file's data pages (it
     *     was computed from something that was read), {@link ErrorCode#CHECKSUM_MISMATCH}, {@link
     *     ErrorCode#FILE_TRUNCATED}, {@link ErrorCode#IO_FAILED}, {@link ErrorCode#CLOSED}
     */
    public void ensureResident(ReadEpoch epoch, long offset, long bytes) {
        if (!isResident(epoch, offset, bytes)) {
            int first = (int) (offset >> pageShift);
            int last = (int) ((offset + bytes - 1) >> pageShift);
            ensureResidentSlowly(epoch, first, last);
            epoch.countHits(last - first + 1);
        }
    }

    /**
     * As {@link #ensureResident}, if that needs no page to be read.
     *
     * @param epoch as there
     * @param offset as there
     * @param bytes as there
     * @return whether it was done
     */
    public boolean isResident(ReadEpoch epoch, long offset, long bytes) {
        if ((offset | bytes) < 0 || offset > dataBytes - bytes) {
            throw outside(offset, bytes);
        }
        if (bytes == 0) {
            return true;
        }
        int first = (int) (offset >> pageShift);
        int last = (int) ((offset + bytes - 1) >> pageShift);
        // Nearly all calls are for a few bytes of one page; without a loop they are inlined and cost next to nothing.
        if (first == last && states.isReadable(first)) {
            epoch.countHits(1);
            return true;
        }
        return areResident(epoch, first, last);
    }

    /**
     * {@return whether no page with one of the bytes is in memory, or is coming or going at this moment}
     *
     * @param offset from the file's start, inside its data pages
     * @param bytes at least 1
     */
    public boolean isAbsent(long offset, long bytes) {
        int last = (int) ((offset + bytes - 1) >> pageShift);
        for (int page = (int) (offset >> pageShift); page <= last; page++) {
            if (states.get(page) != PageStates.EVICTED) {
                return false;
            }
        }
        return true;
    }

    private boolean areResident(ReadEpoch epoch, int first, int last) {
        for (int page = first; page <= last; page++) {
            if (!states.isReadable(page) && !revive(epoch, page)) {
                return false;
            }
        }
        epoch.countHits(last - first + 1);
        return true;
    }

    /** Makes a page readable that is in memory; whether it is. */
    private boolean revive(ReadEpoch epoch, int page) {
        while (true) {
            byte state = states.get(page);
            switch (state) {
                case PageStates.REFERENCED, PageStates.RESCUED -> {
                    return true;
                }
                case PageStates.RESIDENT -> states.change(page, state, PageStates.REFERENCED);
                case PageStates.PENDING -> states.change(page, state, PageStates.RESCUED);
                case PageStates.AHEAD -> {
                    if (epoch.isLookingAhead() || use(epoch, page)) {
                        return true;
                    }
                }
                default -> {
                    return false;
                }
            }
        }
    }

    /** A page that was read ahead is used for the first time; false if its state has changed. */
    private boolean use(ReadEpoch epoch, int page) {
        boolean isFirst = states.change(page, PageStates.AHEAD, PageStates.REFERENCED);
        if (isFirst) {
            epoch.countUsedAhead();
            cache.countUsedAhead();
        }
        return isFirst;
    }

    /** {@return how often pages of this file were taken out of memory, or lost their mark; never less than before} */
    public long invalidations() {
        return (long) INVALIDATIONS.getAcquire(this);
    }

    /**
     * {@return whether no page has been taken out of memory or lost its mark since: if so, what was read from pages
     * that were readable then is what the file holds} Reads that come before this call in the program are done before
     * it looks.
     *
     * @param invalidationsThen what {@link #invalidations} returned before it was asked which pages are readable
     */
    public boolean isUnchangedSince(long invalidationsThen) {
        VarHandle.acquireFence();
        return (long) INVALIDATIONS.getOpaque(this) == invalidationsThen;
    }

    /**
     * {@return the end of the bytes that are in memory from a byte on, at most the limit; the byte's own offset if it
     * is not in memory, or has not been asked for since the clock's hand passed} It is a page's end, or the limit.
     *
     * @param offset from the file's start, at least 0 and below the limit
     * @param limit at most {@link #dataBytes}
     */
    public long readableEnd(long offset, long limit) {
        int first = (int) (offset >> pageShift);
        int end = states.readableEnd(first, (int) ((limit - 1) >> pageShift) + 1);
        return end == first ? offset : Math.min(limit, (long) end << pageShift);
    }

    /**
     * Brings what is in memory in line with a file that {@linkplain PageCache#openChanging may change}. To be called
     * when the file holds the bytes, and by one thread at a time; readers may go on meanwhile, and find the former
     * bytes, the new ones or a mixture. Who reads after it finds the new ones: a page that was being read, and may have
     * the former ones, is waited for; a page that is not there will be read from the file as it is now.
     *
     * @param epoch the calling thread's, entered
     * @param offset the first byte, from the file's start, inside its data pages
     * @param source what the file holds from there on
     * @throws ThetisException {@link ErrorCode#CLOSED}
     */
    public void overwrite(ReadEpoch epoch, long offset, MemorySegment source) {
        long end = offset + source.byteSize();
        for (long from = offset; from < end; from = pageEnd(from, end)) {
            if (isSettled(epoch, (int) (from >> pageShift))) {
                MemorySegment.copy(source, from - offset, range.memory(), from, pageEnd(from, end) - from);
            }
        }
    }

    private long pageEnd(long offset, long limit) {
        return Math.min(limit, ((offset >> pageShift) + 1) << pageShift);
    }

    /** Waits while a page comes or goes; whether it is in memory then, and so for as long as the epoch lasts. */
    private boolean isSettled(ReadEpoch epoch, int page) {
        while (!revive(epoch, page)) {
            switch (states.get(page)) {
                case PageStates.EVICTED -> {
                    return false;
                }
                case PageStates.BUSY, PageStates.AWAITED -> cache.waiters().await(states, page);
                case PageStates.CLOSED -> throw IoErrors.closed(file.path());
                default -> {} // It has come meanwhile.
            }
        }
        return true;
    }

    /** {@return a batch of this file's pages, for one thread} */
    public PageBatch batch() {
        return new PageBatch(this, newReads());
    }

    /**
     * Says that pages that were read for a scan have been read by it. They leave first, unless somebody else reads
     * them.
     *
     * @param ranges what {@link PageBatch#loadBehind} returned for this file
     */
    public void pass(ReadBatch ranges) {
        for (int range = 0; range < ranges.count(); range++) {
            int first = (int) (ranges.offset(range) >> pageShift);
            int end = first + (ranges.bytes(range) >> pageShift);
            for (int page = first; page < end; page++) {
                states.change(page, PageStates.REFERENCED, PageStates.RESIDENT);
            }
        }
        cache.evictor().pass(this, ranges);
    }

    /**
     * {@return whether a scan that has read so much leaves no room for others, were it to stay}
     *
     * @param bytes what it has read
     */
    public boolean isMuch(long bytes) {
        return bytes > cache.evictor().budgetBytes() / MUCH_DIVISOR;
    }

    ReadBatch newReads() {
        return new ReadBatch(range.memory());
    }

    CommitGate commitGate() {
        return cache.commitGate();
    }

    BatchesBehind behind() {
        return cache.behind();
    }

    /**
     * Reads the whole file past the cache and compares every checksum. Must not run concurrently with {@link #close()}.
     *
     * @param damage receives an error for each damaged page; reading continues after it
     * @return how many data pages were compared
     * @throws ThetisException if the file cannot be read at all
     */
    public long verifyChecksums(Consumer<ThetisException> damage) {
        return checksums.verifyAll(damage);
    }

    /**
     * Releases memory, addresses and the file. Waits for pages that are being read; later calls by readers fail with
     * {@link ErrorCode#CLOSED}, accesses to {@link #memory()} with {@link IllegalStateException}. Closing again does
     * nothing.
     */
    @Override
    public void close() {
        if (cache.forget(this)) {
            long residentPages = 0;
            for (int page = 0; page < states.pageCount(); page++) {
                residentPages += closePage(page) ? 1 : 0;
            }
            cache.evictor().forget(residentPages * geometry.pageBytes());
            regions.close();
            range.close();
            file.close();
        }
    }

    /**
     * How many pages a batch of them may have: a small part of what may be resident, and few beside commits, which wait
     * for a batch to end.
     */
    int batchPagesMax() {
        if (cache.commitGate().isBusy()) {
            return BATCH_PAGES_MIN;
        }
        long part = cache.evictor().budgetBytes() / BATCH_BUDGET_DIVISOR >> pageShift;
        return Math.clamp(part, BATCH_PAGES_MIN, BATCH_PAGES_MAX);
    }

    PageStates states() {
        return states;
    }

    /** How much of it is in huge pages. */
    long hugeBytes() {
        return regions.hugeBytes();
    }

    boolean canEvict() {
        return range.canDiscard();
    }

    /** How many pages the file fills; one more is filled in part if it is a foreign file's last. */
    int wholePageCount() {
        return (int) (dataBytes >> pageShift);
    }

    /** Has those look again who {@linkplain #isUnchangedSince read first}: pages leave, or have lost their marks. */
    void invalidate() {
        INVALIDATIONS.getAndAdd(this, 1L);
    }

    /** Releases the memory of pages that the caller has made BUSY; neighbours are one range. */
    void discard(PageStates.VictimList pages) {
        // Before the memory goes: see isUnchangedSince.
        invalidate();
        regions.leave(pages.count(), pages::page);
        long[] offsets = new long[pages.count()];
        long[] lengths = new long[pages.count()];
        int count = pages.ranges(geometry.pageBytes(), offsets, lengths);
        range.discard(offsets, lengths, count);
    }

    private boolean closePage(int page) {
        while (true) {
            byte state = states.get(page);
            if (state == PageStates.BUSY || state == PageStates.AWAITED) {
                cache.waiters().await(states, page);
            } else if (states.change(page, state, PageStates.CLOSED)) {
                return state != PageStates.EVICTED;
            }
        }
    }

    private void ensureResidentSlowly(ReadEpoch epoch, int firstPage, int lastPage) {
        if (!epoch.isActive()) {
            throw new ThetisException(
                    ErrorCode.INTERNAL, "pages were asked for outside a read epoch: file=" + file.path());
        }
        int page = firstPage;
        while (page <= lastPage) {
            if (revive(epoch, page)) {
                page++;
                continue;
            }
            switch (states.get(page)) {
                case PageStates.EVICTED -> page += load(epoch, page, lastPage);
                case PageStates.BUSY, PageStates.AWAITED -> cache.waiters().await(states, page);
                case PageStates.CLOSED -> throw IoErrors.closed(file.path());
                default -> {} // It has come meanwhile.
            }
        }
    }

    /**
     * Claims missing neighbours from {@code firstPage} on and reads them; returns how many, 0 if another was faster.
     */
    private int load(ReadEpoch epoch, int firstPage, int lastPage) {
        int countMax = Math.min(lastPage - firstPage + 1, READ_BYTES_MAX >> pageShift);
        int count = 0;
        while (count < countMax && claim(firstPage + count)) {
            count++;
        }
        if (count > 0) {
            filling.fill(firstPage, count);
            epoch.countHits(-count);
            epoch.countMisses(count, (long) count << pageShift);
            cache.countMisses(count, (long) count << pageShift);
        }
        return count;
    }

    /** Claims a page that nobody has; false if somebody has it, or another thread was faster. */
    boolean claim(int page) {
        return states.change(page, PageStates.EVICTED, PageStates.BUSY);
    }

    void fill(ReadBatch batch, long totalBytes) {
        filling.fill(batch, totalBytes);
    }

    private ThetisException outside(long offset, long bytes) {
        return new ThetisException(
                ErrorCode.CORRUPT_STRUCTURE,
                "a structure points outside its file: file=" + file.path() + ", offset=" + offset + ", bytes=" + bytes
                        + ", dataBytes=" + dataBytes + "; run check on the database");
    }
}
