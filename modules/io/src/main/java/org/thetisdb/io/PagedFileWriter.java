package org.thetisdb.io;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.thetisdb.io.system.IoErrors;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.ThetisException;

/**
 * Writes a new paged file from front to back. Several threads may append whole extents at the same time; the place
 * of each is decided when it is appended.
 *
 * <pre>
 *   | self-checked pages | extent | padding | extent | … | zeros | checksum pages |
 *   ^ patched at any time ^ appended                     ^ up to a page: finish() ^
 * </pre>
 *
 * Order of use: {@link #create}, {@link #append}…, {@link #finish()}, {@link #patch} the superblock with the geometry,
 * {@link #close()}. A file closed before it is finished is of no use and should be deleted. After an error (a full
 * disk) all further calls but {@link #close()} fail with the same error.
 *
 * <p>Checksums are taken of complete pages on their way out of the buffer, while they are in the processor's cache.
 */
public final class PagedFileWriter implements AutoCloseable {
    /**
     * What is handed to the file at once: enough to make the calls' cost negligible, small enough to stay in the L2
     * cache.
     */
    static final int BUFFER_BYTES = 4 << 20;

    private static final int CHECKSUM_COUNT_FIRST = 1024;

    private final WritableFile file;
    private final int pageBytes;
    private final int selfCheckedPageCount;
    private final long checksumSeed;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment buffer;

    private int bufferedBytes;
    private long flushedBytes;
    private int[] checksums = new int[CHECKSUM_COUNT_FIRST];
    private @Nullable PagedFileGeometry geometry;
    private @Nullable ThetisException failure;
    private boolean closed;

    private PagedFileWriter(WritableFile file, int pageBytes, int selfCheckedPageCount, long checksumSeed) {
        this.file = file;
        this.checksumSeed = checksumSeed;
        this.pageBytes = pageBytes;
        this.selfCheckedPageCount = selfCheckedPageCount;
        this.buffer = arena.allocate(Math.max(BUFFER_BYTES, pageBytes), PagedFileGeometry.PAGE_BYTES_MIN);
        this.flushedBytes = (long) selfCheckedPageCount * pageBytes;
    }

    /**
     * Creates the file; an existing one is emptied.
     *
     * @param fileSystem where the file is made
     * @param file whose directory must be there
     * @param pageBytes the page size, normally {@link PageCache#PAGE_BYTES}
     * @param selfCheckedPageCount how many pages at the start are left for {@link #patch}
     * @param checksumSeed a number that no other file has; see {@link PagedFileGeometry#checksumSeed}
     * @return the writer; to be closed
     */
    public static PagedFileWriter create(
            FileSystem fileSystem, Path file, int pageBytes, int selfCheckedPageCount, long checksumSeed) {
        if (!PagedFileGeometry.isPageBytes(pageBytes)) {
            throw new ThetisException(ErrorCode.USAGE, "page size is out of range: pageBytes=" + pageBytes);
        }
        return new PagedFileWriter(fileSystem.create(file), pageBytes, selfCheckedPageCount, checksumSeed);
    }

    /** {@return the file} */
    public Path path() {
        return file.path();
    }

    /** {@return the size of its pages, in bytes} */
    public int pageBytes() {
        return pageBytes;
    }

    /** {@return the offset at which an extent without alignment would be placed now} */
    public synchronized long position() {
        return flushedBytes + bufferedBytes;
    }

    /**
     * Pads with zeros to a multiple of {@code alignmentBytes}, a power of two, and returns the position.
     *
     * @param alignmentBytes a power of two
     * @return the position afterwards
     */
    public synchronized long align(int alignmentBytes) {
        checkAppendable();
        if (Integer.bitCount(alignmentBytes) != 1) {
            throw new ThetisException(
                    ErrorCode.INTERNAL, "alignment is not a power of two: alignmentBytes=" + alignmentBytes);
        }
        long padding = -position() & (alignmentBytes - 1L);
        while (padding > 0) {
            int bytes = (int) Math.min(padding, buffer.byteSize() - bufferedBytes);
            buffer.asSlice(bufferedBytes, bytes).fill((byte) 0);
            advance(bytes);
            padding -= bytes;
        }
        return position();
    }

    /**
     * Appends an extent, of native or heap memory, in one piece.
     *
     * @param extent what is written
     * @param alignmentBytes a power of two; 1 for none
     * @return the offset of its first byte, a multiple of {@code alignmentBytes} (a power of two; 1 for none)
     * @throws ThetisException {@link ErrorCode#DISK_FULL}, {@link ErrorCode#IO_FAILED}, {@link ErrorCode#CLOSED}
     */
    public synchronized long append(MemorySegment extent, int alignmentBytes) {
        long offset = align(alignmentBytes);
        long doneBytes = 0;
        while (doneBytes < extent.byteSize()) {
            int bytes = (int) Math.min(extent.byteSize() - doneBytes, buffer.byteSize() - bufferedBytes);
            MemorySegment.copy(extent, doneBytes, buffer, bufferedBytes, bytes);
            advance(bytes);
            doneBytes += bytes;
        }
        Invariant.check(
                position() == offset + extent.byteSize(),
                "an extent is contiguous",
                "offset",
                offset,
                "bytes",
                extent.byteSize());
        return offset;
    }

    /**
     * As {@link #append(MemorySegment, int)}, for the buffer's remaining bytes; its position does not change.
     *
     * @param extent what is written
     * @param alignmentBytes a power of two; 1 for none
     * @return the offset of its first byte
     */
    public long append(ByteBuffer extent, int alignmentBytes) {
        return append(MemorySegment.ofBuffer(extent), alignmentBytes);
    }

    /**
     * As {@link #append(MemorySegment, int)}, for a whole array.
     *
     * @param extent what is written
     * @param alignmentBytes a power of two; 1 for none
     * @return the offset of its first byte
     */
    public long append(byte[] extent, int alignmentBytes) {
        return append(MemorySegment.ofArray(extent), alignmentBytes);
    }

    /** Puts on the device what was handed to the file so far, so that {@link #finish()} has less to wait for. */
    public synchronized void force() {
        checkUsable();
        guarded(file::force);
    }

    /**
     * Writes one of the self-checked pages at the file's start, before or after {@link #finish()}.
     *
     * @param page 0 to the count of self-checked pages - 1
     * @param content at most a page; the rest of the page keeps what it had, zeros at first
     */
    public synchronized void patch(int page, MemorySegment content) {
        checkUsable();
        if (page < 0 || page >= selfCheckedPageCount || content.byteSize() > pageBytes) {
            throw new ThetisException(
                    ErrorCode.INTERNAL,
                    "patch is outside the self-checked pages: file=" + path() + ", page=" + page + ", bytes="
                            + content.byteSize());
        }
        guarded(() -> file.write((long) page * pageBytes, content));
    }

    /**
     * Fills the last page with zeros, writes the checksum table after it and returns when all is on the device.
     * Nothing can be appended afterwards.
     *
     * @return where pages and checksums are
     */
    public synchronized PagedFileGeometry finish() {
        align(pageBytes);
        flush();
        long dataPageCount = flushedBytes / pageBytes;
        PagedFileGeometry made =
                new PagedFileGeometry(pageBytes, dataPageCount, selfCheckedPageCount, flushedBytes, checksumSeed);
        geometry = made;
        MemorySegment page = buffer.asSlice(0, pageBytes);
        guarded(() -> {
            for (long index = 0; index < made.checksumPageCount(); index++) {
                ChecksumTableLayout.write(page, checksumSeed, index, checksums, dataPageCount);
                file.write(made.checksumTableOffset() + index * pageBytes, page);
            }
            file.force();
        });
        return made;
    }

    /** Closes the file, after forcing it if it was finished. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            if (geometry != null && failure == null) {
                file.force();
            }
        } finally {
            arena.close();
            file.close();
        }
    }

    private void advance(int bytes) {
        bufferedBytes += bytes;
        if (bufferedBytes == buffer.byteSize()) {
            flush();
        }
    }

    /** Writes the buffer, which holds complete pages: it is full, or was padded. */
    private void flush() {
        Invariant.check(
                flushedBytes % pageBytes == 0 && bufferedBytes % pageBytes == 0,
                "whole pages are written, at the places of pages",
                "flushedBytes",
                flushedBytes,
                "bufferedBytes",
                bufferedBytes);
        int firstPage = Math.toIntExact(flushedBytes / pageBytes);
        int pageCount = bufferedBytes / pageBytes;
        if ((long) firstPage + pageCount > PagedFileGeometry.DATA_PAGE_COUNT_MAX) {
            throw new ThetisException(ErrorCode.LIMIT_EXCEEDED, "file has too many pages: file=" + path());
        }
        if (firstPage + pageCount > checksums.length) {
            checksums = Arrays.copyOf(checksums, Math.max(firstPage + pageCount, checksums.length * 2));
        }
        for (int i = 0; i < pageCount; i++) {
            MemorySegment page = buffer.asSlice((long) i * pageBytes, pageBytes);
            checksums[firstPage + i] = ChecksumTableLayout.checksumOf(page, checksumSeed, firstPage + i);
        }
        guarded(() -> file.write(flushedBytes, buffer.asSlice(0, bufferedBytes)));
        flushedBytes += bufferedBytes;
        bufferedBytes = 0;
    }

    private void guarded(Runnable action) {
        try {
            action.run();
        } catch (ThetisException e) {
            failure = e;
            throw e;
        }
    }

    private void checkAppendable() {
        checkUsable();
        if (geometry != null) {
            throw new ThetisException(ErrorCode.INTERNAL, "file has been finished: file=" + path());
        }
    }

    private void checkUsable() {
        if (failure != null) {
            throw new ThetisException(failure.code(), failure.getMessage(), failure);
        }
        if (closed) {
            throw IoErrors.closed(path());
        }
    }
}
