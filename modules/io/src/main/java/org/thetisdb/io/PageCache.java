package org.thetisdb.io;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongFunction;
import org.thetisdb.io.address.AddressRange;
import org.thetisdb.io.address.HugePageMaker;
import org.thetisdb.io.depth.BatchesBehind;
import org.thetisdb.io.depth.CommitGate;
import org.thetisdb.io.memory.MemoryGovernor;
import org.thetisdb.io.memory.MemoryLender;
import org.thetisdb.io.system.IoErrors;
import org.thetisdb.io.system.NativeCalls;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * The pages of a database's files in memory, one cache per database. All methods may be called by any thread.
 *
 * <h2>Invariants</h2>
 * <ul>
 *   <li>address of a page = base of its file's range + page number &times; page size, as long as the file is open.
 *   <li>A page that {@link PagedFile#ensureResident} has granted to an active epoch keeps its bytes until that epoch is
 *       refreshed or left.
 *   <li>Bytes are granted only after their checksum was compared, once for each time they come from disk.
 *   <li>residentBytes &le; budget + bytes granted to, or being read for, epochs that have not been refreshed or left
 *       since.
 * </ul>
 *
 * <h2>Why like this</h2>
 * A buffer pool usually maps page numbers to frames by a hash table, and pins. Per row that costs more than the row.
 * Here each file has a range of addresses as long as the file, of which the operating system backs only what is
 * resident: translation is an addition, extents that span pages are contiguous (a column segment is one array to a
 * scan), and a hit is one load of a state byte and a comparison [1]. Unlike with a mapped file, we and not the kernel
 * decide what is read when, in what sizes, by which system call, and what is evicted; checksums are compared on the
 * way in; an I/O error is an exception and not a signal.
 *
 * <p>The literature's variant validates optimistically: read, then check that the page's version has not moved [1, 2].
 * Then every value read may be torn or zero until checked, and decoders that trust a length or an offset must be
 * hardened or validated within their inner loops. We take epochs [3] instead: a reader announces once per batch that it
 * is reading, and an evicted page's memory is released only when all readers that could know the page have moved on.
 * Readers never validate, never retry and write nothing shared while they hit. The price: a victim's memory is released
 * late, namely when the slowest reader refreshes, and until then the budget is overrun by what is read meanwhile. So
 * the sweep starts a sixteenth, at most 4 MiB, below the budget, and {@link PageCacheCounters#residentBytesMax()}
 * shows what the overrun was. Readers are asked to refresh between batches, and to exit when they wait for anything
 * but a page.
 *
 * <p>Replacement is a clock: a referenced page loses its mark when the hand passes, and becomes a victim when the hand
 * passes again. A hit on a marked page writes nothing, so pages in constant use cost no cache-line traffic between
 * cores. A victim that is referenced before its memory is gone is rescued by one compare-and-set. {@link Evictor} has
 * the argument why no reader can access memory that is gone, {@link PageStates} the states.
 *
 * <p>Misses of different pages run in parallel, in the threads that need them; a second thread that needs the same page
 * sleeps until it is there. A range's missing neighbours are read by one call.
 *
 * <p>Measured on 2 shared cores, JDK 25, 1 GiB resident: a hit adds 0.8 ns to a read of 8 bytes where data are in the
 * processor's cache (3.2 against 2.4 ns), about 15 ns at random over the whole (state bytes and data miss together),
 * and nothing to a scan (12 GB/s and more, like a mapped file's). With a quarter of the file as budget and the file in
 * the system's own cache: scans 1.8 GB/s, random misses 9 µs each, eviction and checksum included.
 *
 * <ol>
 *   <li>Leis, Alhomssi, Ziegler, Loeck, Dietrich: Virtual-Memory Assisted Buffer Management. SIGMOD 2023.
 *   <li>Leis, Haubenschild, Kemper, Neumann: LeanStore: In-Memory Data Management beyond Main Memory. ICDE 2018.
 *   <li>Fraser: Practical Lock-Freedom. PhD thesis, Cambridge 2004 (epoch-based reclamation).
 * </ol>
 */
public final class PageCache implements AutoCloseable {
    /**
     * The page size of new files. Small enough that a point read's miss is latency and not transfer (16 KiB take about
     * 10 µs of a fast disk's bandwidth), large enough that states and checksums are 1/3000 of the data, and a
     * multiple of the 4 KiB that the hardware maps.
     */
    public static final int PAGE_BYTES = 16 << 10;

    private final EngineChoice choice;
    private final AddressRange.Source addresses;
    private final PageWaiters waiters = new PageWaiters();
    private final Evictor evictor;
    private final Set<PagedFile> files = ConcurrentHashMap.newKeySet();
    private final LongAdder misses = new LongAdder();
    private final LongAdder bytesRead = new LongAdder();
    private final LongAdder readAhead = new LongAdder();
    private final LongAdder readAheadUsed = new LongAdder();
    private final BatchesBehind behind = new BatchesBehind();
    private final CommitGate commitGate = new CommitGate();
    private final HugePageMaker hugePages;
    private volatile boolean closed;

    private PageCache(EngineChoice choice, AddressRange.Source addresses, MemoryGovernor memory) {
        this.choice = choice;
        this.addresses = addresses;
        this.evictor = new Evictor(memory::pagesBytesMax, waiters);
        this.hugePages = new HugePageMaker(misses::sum, () -> evictor.hasRoom(0));
        memory.lend(new EvictorLender(evictor));
    }

    /**
     * Links the native calls that the first {@link #open(FileSystem, PageCacheOptions)} of a process needs, which is
     * most of what it costs: 50 to 100 ms cold. A program that starts in a hurry calls this in another thread as its
     * first action; everybody else need not.
     */
    public static void prepare() {
        NativeCalls.find();
    }

    /**
     * Sets up a cache. No memory is taken before pages are read.
     *
     * @param fileSystem whose files it reads
     * @param options budget and engine
     * @return the cache; to be closed
     * @throws ThetisException {@link ErrorCode#USAGE} if the engine named is unknown or absent
     */
    public static PageCache open(FileSystem fileSystem, PageCacheOptions options) {
        return open(fileSystem, options, AddressRange.Source.find());
    }

    static PageCache open(FileSystem fileSystem, PageCacheOptions options, AddressRange.Source addresses) {
        EngineChoice choice = EngineChoice.of(fileSystem.engines(), options.engineName());
        return new PageCache(choice, addresses, options.memory());
    }

    /**
     * Opens a file whose geometry the caller has read from its superblock (see {@link FileSystem#openForRead}). Close
     * it before the cache, or leave that to the cache.
     *
     * @param file to be read through the cache
     * @param geometry where its pages and checksums are
     * @return the file; to be closed
     * @throws ThetisException {@link ErrorCode#FILE_MISSING}, {@link ErrorCode#FILE_TRUNCATED} if the file is shorter
     *     than the geometry says, {@link ErrorCode#IO_FAILED}, {@link ErrorCode#MEMORY_EXHAUSTED} if there are no
     *     addresses left, {@link ErrorCode#CLOSED}
     */
    public PagedFile open(Path file, PagedFileGeometry geometry) {
        return open(file, foundBytes -> {
            if (foundBytes < geometry.endOffset()) {
                throw IoErrors.truncated(file, geometry.endOffset(), foundBytes);
            }
            return geometry;
        });
    }

    /**
     * Opens a file of somebody else's format, of any length and without checksums of ours. It must not change while it
     * is open; what is added at its end is not seen.
     *
     * @param file to be read through the cache
     * @param pageBytes the size of its pages in memory, as {@link PagedFileGeometry#isPageBytes} allows
     * @return the file; to be closed. All its pages are self-checked, and it has no checksum table
     * @throws ThetisException {@link ErrorCode#FILE_MISSING}, {@link ErrorCode#IO_FAILED}, {@link
     *     ErrorCode#MEMORY_EXHAUSTED} if there are no addresses left, {@link ErrorCode#CLOSED}
     */
    public PagedFile openForeign(Path file, int pageBytes) {
        return open(file, foundBytes -> PagedFileGeometry.unchecked(pageBytes, foundBytes));
    }

    /**
     * Opens bytes that somebody else provides, and may change, as long as he {@linkplain PagedFile#overwrite says so}
     * each time. They have no checksums of ours.
     *
     * @param source has as many bytes as are asked for, whatever the file has; closed with the pages, and if they
     *     cannot be opened
     * @param pageBytes as in {@link #openForeign}
     * @param dataBytes how many there are, a multiple of the page size; addresses are reserved for all of them, and
     *     memory too where the cache {@linkplain #canEvict cannot evict}
     * @return the pages; to be closed
     * @throws ThetisException as {@link #openForeign}
     */
    public PagedFile openChanging(ReadableFile source, int pageBytes, long dataBytes) {
        return open(source, _ -> PagedFileGeometry.unchecked(pageBytes, dataBytes));
    }

    /**
     * Opens a file with the cache's engine, but past the cache.
     *
     * @param file must be there
     * @return the file; to be closed
     * @throws ThetisException {@link ErrorCode#FILE_MISSING}, {@link ErrorCode#IO_FAILED}
     */
    public ReadableFile openPastCache(Path file) {
        return choice.engine().open(file);
    }

    /** {@return whether pages can leave memory one by one; if not, a file that was opened is in memory as a whole} */
    public boolean canEvict() {
        return addresses.canEvict();
    }

    /**
     * {@return whether so many bytes could be read now without any page having to leave for them}
     *
     * @param bytes of pages
     */
    public boolean hasRoom(long bytes) {
        return evictor.hasRoom(bytes);
    }

    private PagedFile open(Path file, LongFunction<PagedFileGeometry> geometryOf) {
        if (closed) {
            throw new ThetisException(ErrorCode.CLOSED, "the page cache has been closed: file=" + file);
        }
        return open(choice.engine().open(file), geometryOf);
    }

    private PagedFile open(ReadableFile readable, LongFunction<PagedFileGeometry> geometryOf) {
        Path file = readable.path();
        boolean opened = false;
        try {
            long foundBytes = readable.sizeBytes();
            PagedFileGeometry geometry = geometryOf.apply(foundBytes);
            AddressRange range = addresses.reserve(geometry.dataBytes(), file);
            PagedFile pagedFile =
                    new PagedFile(this, readable, geometry, Math.min(foundBytes, geometry.dataBytes()), range);
            files.add(pagedFile);
            opened = true;
            if (pagedFile.canEvict()) {
                evictor.add(pagedFile);
            }
            if (closed) {
                // The cache was closed meanwhile and may have missed this file.
                pagedFile.close();
                throw new ThetisException(ErrorCode.CLOSED, "the page cache has been closed: file=" + file);
            }
            return pagedFile;
        } finally {
            if (!opened) {
                readable.close();
            }
        }
    }

    /** {@return a new reader, for one thread at a time; close it when its thread or cursor ends} */
    public ReadEpoch register() {
        return evictor.register();
    }

    /** {@return what is to be told of commits that wait for the device: what is read ahead lets them go first} */
    public CommitGate commitGate() {
        return commitGate;
    }

    /** {@return what the cache has done so far} */
    public PageCacheCounters counters() {
        return new PageCacheCounters(
                evictor.pageHits(),
                misses.sum(),
                bytesRead.sum(),
                readAhead.sum(),
                readAheadUsed.sum(),
                evictor.unusedPages(),
                evictor.evictions(),
                evictor.residentBytes(),
                evictor.residentBytesMax(),
                files.stream().mapToLong(PagedFile::hugeBytes).sum());
    }

    /** {@return the engine in use, what the others are, the kind of memory} Engines are tried now, for milliseconds. */
    public PageCacheDescription describe() {
        Map<Path, String> fallBacks = new TreeMap<>();
        for (PagedFile file : files) {
            file.fallBack().ifPresent(reason -> fallBacks.put(file.path(), reason));
        }
        return new PageCacheDescription(
                choice.engine().name(), choice.others(), fallBacks, addresses.describe(), PAGE_BYTES);
    }

    /**
     * Closes all files that are still open. Readers must be done; one that is not done gets errors, never wrong bytes.
     */
    @Override
    public void close() {
        closed = true;
        behind.close();
        hugePages.close();
        for (PagedFile file : files) {
            file.close();
        }
    }

    /** What the governor sees of the cache. */
    private record EvictorLender(Evictor evictor) implements MemoryLender {
        @Override
        public void allow(long bytes) {
            evictor.allow(bytes);
        }

        @Override
        public long heldBytes() {
            return evictor.residentBytes();
        }

        @Override
        public long heldBytesMax() {
            return evictor.residentBytesMax();
        }
    }

    Evictor evictor() {
        return evictor;
    }

    PageWaiters waiters() {
        return waiters;
    }

    HugePageMaker hugePages() {
        return hugePages;
    }

    BatchesBehind behind() {
        return behind;
    }

    void countMisses(int pages, long bytes) {
        misses.add(pages);
        bytesRead.add(bytes);
    }

    void countAhead(int pages) {
        readAhead.add(pages);
    }

    void countUsedAhead() {
        readAheadUsed.increment();
    }

    /** Removes a file from the cache's list; false if that was done before. */
    boolean forget(PagedFile file) {
        boolean known = files.remove(file);
        if (known && file.canEvict()) {
            evictor.remove(file);
        }
        return known;
    }
}
