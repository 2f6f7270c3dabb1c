package org.thetisdb.h2;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;
import org.thetisdb.io.EpochPool;
import org.thetisdb.io.PageBatch;
import org.thetisdb.io.PageCache;
import org.thetisdb.io.PagedFile;
import org.thetisdb.io.ReadEpoch;
import org.thetisdb.io.ReadableFile;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * What all channels that are open on a file share: its pages and its length.
 *
 * <pre>
 *   file     0 ............ 64 MiB ............ 128 MiB ....... sizeBytes
 *   extents  [ PagedFile 0 ][ none: nobody has ][ PagedFile 2  |  zeros ]
 *                             read there yet
 * </pre>
 *
 * <p>Invariants, where one byte of the file is concerned:
 * <ul>
 *   <li>write: the file has it, then the page (if it is in memory), then sizeBytes covers it, then write returns.
 *   <li>truncate: sizeBytes leaves it out, then the file has it no more, then the page has a zero.
 *   <li>so: a page that is in memory has what the file has, or a write or truncation of that byte is under way; and
 *       zeros from the file's end on.
 *   <li>read: from a page that is in memory or comes, or from the file if no page is or comes when that was read. So
 *       who has read what a write wrote never reads what was there before, even while the write is under way.
 * </ul>
 *
 * <p>Readers take no lock and make no system call where pages are in memory; writers wait for each other. If a change
 * fails in the middle, nobody knows what the file holds: from then on all is read from the file itself.
 *
 * <p>Thread safe, but that {@link #close} comes after the last use.
 */
final class SharedFile implements AutoCloseable {
    /** Few for a large file, and little more than a few addresses for a small one. */
    static final long EXTENT_BYTES = 64L << 20;

    /** What is held at once while it is copied: more would overrun small budgets. */
    private static final long HELD_BYTES_MAX = 128 << 10;

    /** Of what is read ahead, the reader waits for this part; the rest comes while it uses that. */
    private static final int NOW_DIVISOR = 4;

    /** Of so many misses, one brings a page where another one has to leave for it. */
    private static final int MISSES_PER_PAGE = 32;

    private final Path path;
    private final PageCache cache;
    private final EpochPool epochs;
    private final BufferPool buffers;
    private final int pageBytes;
    private final MemorySegment zeros;
    private final ReadAhead readAhead = new ReadAhead();
    private final ReentrantLock writing = new ReentrantLock();
    private final ReentrantLock opening = new ReentrantLock();
    private final ReentrantReadWriteLock closing = new ReentrantReadWriteLock();
    private final AtomicInteger randomMisses = new AtomicInteger();

    private volatile long sizeBytes;
    private volatile boolean isPastCache;
    private volatile @Nullable PagedFile[] extents = {};
    private volatile @Nullable ReadableFile source;
    private boolean isClosed;

    /** A file of which nothing has been read yet; it is opened when something is. */
    SharedFile(Path path, PageCache cache, EpochPool epochs, BufferPool buffers, int pageBytes, long sizeBytes) {
        this.path = path;
        this.cache = cache;
        this.epochs = epochs;
        this.buffers = buffers;
        this.pageBytes = pageBytes;
        this.zeros = MemorySegment.ofArray(new byte[pageBytes]).asReadOnly();
        this.sizeBytes = sizeBytes;
        // Without native calls a file would be in memory as a whole, whatever the budget.
        this.isPastCache = !cache.canEvict();
    }

    /** The length now, in bytes. */
    long sizeBytes(FileChannel channel) throws IOException {
        return isPastCache ? channel.size() : sizeBytes;
    }

    // Reading.

    /**
     * Reads as {@link FileChannel#read(ByteBuffer, long)} does, all that the buffer takes or the file has.
     *
     * @param channel the caller's, for when the pages cannot be used
     */
    int read(FileChannel channel, ByteBuffer target, long offset) throws IOException {
        if (isPastCache || offset < 0 || target.isReadOnly()) {
            return channel.read(target, offset);
        }
        int bytes = (int) Math.min(target.remaining(), sizeBytes - offset);
        if (bytes <= 0) {
            return target.hasRemaining() ? -1 : 0;
        }
        try {
            read(MemorySegment.ofBuffer(target), offset, bytes);
        } catch (ThetisException problem) {
            throw H2Errors.of(problem);
        } catch (IllegalStateException closed) {
            throw H2Errors.closed(closed);
        }
        target.position(target.position() + bytes);
        return bytes;
    }

    private void read(MemorySegment target, long offset, long bytes) {
        long done = 0;
        while (done < bytes) {
            long from = offset + done;
            int number = (int) (from / EXTENT_BYTES);
            long begin = number * EXTENT_BYTES;
            long count = Math.min(bytes - done, begin + EXTENT_BYTES - from);
            PagedFile extent = extent(number);
            long invalidations = extent.invalidations();
            boolean isThere = extent.readableEnd(from - begin, from - begin + count) == from - begin + count;
            if (isThere) {
                MemorySegment.copy(extent.memory(), from - begin, target, done, count);
            }
            if (!isThere || !extent.isUnchangedSince(invalidations)) {
                count = Math.min(count, HELD_BYTES_MAX);
                load(extent, begin, from - begin, count, target.asSlice(done, count));
            }
            done += count;
        }
    }

    /** Reads what is missing, and copies it while it is held. */
    private void load(PagedFile extent, long begin, long offset, long bytes, MemorySegment target) {
        ReadEpoch epoch = epochs.enter();
        try {
            if (!extent.isResident(epoch, offset, bytes)) {
                long ahead = readAhead.next(begin + offset, begin + offset + bytes);
                if (ahead == 0 && !isWorthPages(bytes)) {
                    readPastCache(begin + offset, target);
                    if (extent.isAbsent(offset, bytes)) {
                        return;
                    }
                    // A page that is coming may have been read before a write that the file already has: who has seen
                    // the write must not find the page without it.
                } else {
                    loadAhead(extent, begin, offset, bytes, ahead, epoch);
                }
                extent.ensureResident(epoch, offset, bytes);
            }
            MemorySegment.copy(extent.memory(), offset, target, 0, bytes);
        } finally {
            epochs.exit(epoch);
        }
    }

    /**
     * Whether what is missing should be read into pages: if none has to leave for it, or else now and then. Who reads
     * here and there in a file that is larger than memory pays more for pages that come and go than for the bytes,
     * which H2 keeps itself. What is read more often than other parts comes into pages all the same.
     */
    private boolean isWorthPages(long bytes) {
        return cache.hasRoom(bytes + pageBytes) || randomMisses.getAndIncrement() % MISSES_PER_PAGE == 0;
    }

    /** Reads what the file has now; zeros, if that is less. */
    private void readPastCache(long offset, MemorySegment target) {
        MemorySegment buffer = buffers.lend();
        closing.readLock().lock();
        try {
            ReadableFile readable = openSource();
            long done = 0;
            while (done < target.byteSize()) {
                long bytes = Math.min(buffer.byteSize(), target.byteSize() - done);
                long count = readable.read(offset + done, buffer.asSlice(0, bytes));
                if (count <= 0) {
                    target.asSlice(done).fill((byte) 0);
                    return;
                }
                MemorySegment.copy(buffer, 0, target, done, count);
                done += count;
            }
        } finally {
            closing.readLock().unlock();
            buffers.takeBack(buffer);
        }
    }

    private void loadAhead(PagedFile extent, long begin, long offset, long bytes, long ahead, ReadEpoch epoch) {
        long end = offset + bytes;
        // Nothing that is not in the file as a whole page.
        long limit = Math.min(EXTENT_BYTES, (sizeBytes - begin) / pageBytes * pageBytes);
        long aheadEnd = Math.min(end + ahead, limit);
        if (ahead > 0 && aheadEnd > end) {
            long nowEnd = Math.min(aheadEnd, end + ahead / NOW_DIVISOR);
            PageBatch batch = extent.batch();
            batch.want(offset, nowEnd - offset);
            if (batch.isWorthIt()) {
                batch.load(epoch);
            }
            if (nowEnd < aheadEnd) {
                PageBatch behind = extent.batch();
                behind.want(nowEnd, aheadEnd - nowEnd);
                behind.loadBehind();
            }
        }
    }

    // Writing.

    /**
     * Writes as {@link FileChannel#write(ByteBuffer, long)} does.
     *
     * @param channel the caller's, open for writing
     */
    int write(FileChannel channel, ByteBuffer source, long offset) throws IOException {
        MemorySegment written = MemorySegment.ofBuffer(source);
        writing.lock();
        boolean isDone = false;
        try {
            int count = channel.write(source, offset);
            if (count > 0 && !isPastCache) {
                change(offset, written.asSlice(0, count));
                sizeBytes = Math.max(sizeBytes, offset + count);
            }
            isDone = true;
            return count;
        } finally {
            if (!isDone) {
                isPastCache = true;
            }
            writing.unlock();
        }
    }

    /**
     * Truncates as {@link FileChannel#truncate} does.
     *
     * @param channel the caller's, open for writing
     */
    void truncate(FileChannel channel, long newBytes) throws IOException {
        writing.lock();
        boolean isDone = false;
        try {
            long oldBytes = sizeBytes;
            if (newBytes < oldBytes && !isPastCache) {
                sizeBytes = newBytes;
                channel.truncate(newBytes);
                clear(newBytes, oldBytes);
            } else {
                channel.truncate(newBytes);
            }
            isDone = true;
        } finally {
            if (!isDone) {
                isPastCache = true;
            }
            writing.unlock();
        }
    }

    /** Tells the pages that are in memory what the file has. */
    private void change(long offset, MemorySegment bytes) throws IOException {
        @Nullable PagedFile[] present = extents;
        if (present.length == 0) {
            return;
        }
        ReadEpoch epoch = epochs.enter();
        try {
            long done = 0;
            while (done < bytes.byteSize()) {
                int number = (int) ((offset + done) / EXTENT_BYTES);
                long inside = offset + done - number * EXTENT_BYTES;
                long count = Math.min(bytes.byteSize() - done, EXTENT_BYTES - inside);
                PagedFile extent = number < present.length ? present[number] : null;
                if (extent != null) {
                    extent.overwrite(epoch, inside, bytes.asSlice(done, count));
                }
                done += count;
            }
        } catch (ThetisException problem) {
            throw H2Errors.of(problem);
        } finally {
            epochs.exit(epoch);
        }
    }

    private void clear(long from, long to) throws IOException {
        long offset = from;
        while (offset < to) {
            int number = (int) (offset / EXTENT_BYTES);
            boolean isPresent = number < extents.length && extents[number] != null;
            long pieceEnd = isPresent ? (offset / pageBytes + 1) * pageBytes : (number + 1) * EXTENT_BYTES;
            if (isPresent) {
                change(offset, zeros.asSlice(0, Math.min(pieceEnd, to) - offset));
            }
            offset = pieceEnd;
        }
    }

    // Extents.

    private PagedFile extent(int number) {
        @Nullable PagedFile[] present = extents;
        PagedFile extent = number < present.length ? present[number] : null;
        return extent != null ? extent : openExtent(number);
    }

    private PagedFile openExtent(int number) {
        opening.lock();
        try {
            @Nullable PagedFile[] present = extents;
            PagedFile known = number < present.length ? present[number] : null;
            if (known != null) {
                return known;
            }
            PagedFile opened = cache.openChanging(
                    new ExtentSource(openSource(), number * EXTENT_BYTES, EXTENT_BYTES), pageBytes, EXTENT_BYTES);
            @Nullable PagedFile[] more = Arrays.copyOf(present, Math.max(present.length, number + 1));
            more[number] = opened;
            // A write that does not see the extent has changed the file before any of its pages is read.
            extents = more;
            return opened;
        } finally {
            opening.unlock();
        }
    }

    /** The file as the engine reads it; opened by the first who wants it. */
    private ReadableFile openSource() {
        ReadableFile known = source;
        if (known != null) {
            return known;
        }
        opening.lock();
        try {
            if (isClosed) {
                throw new ThetisException(ErrorCode.CLOSED, "the file has been closed: file=" + path);
            }
            ReadableFile readable = source == null ? cache.openPastCache(path) : source;
            source = readable;
            return readable;
        } finally {
            opening.unlock();
        }
    }

    /** Releases pages and descriptor; waits for who reads past the pages. */
    @Override
    public void close() {
        closing.writeLock().lock();
        opening.lock();
        try (ReadableFile _ = source) {
            isClosed = true;
            for (PagedFile extent : extents) {
                if (extent != null) {
                    extent.close();
                }
            }
        } finally {
            source = null;
            opening.unlock();
            closing.writeLock().unlock();
        }
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
