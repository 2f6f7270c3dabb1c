package org.thetisdb.lucene;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.RandomAccessInput;
import org.thetisdb.io.PagedFile;
import org.thetisdb.io.ReadEpoch;

/**
 * Reads values of a file, or of a part of one.
 *
 * <pre>
 *   file    0                begin                                        end            dataBytes
 *           |------------------|==============[ window )=====================|----------------|
 *                                                 ^ position
 * </pre>
 *
 * <p>Invariants: 0 &le; begin &le; windowBegin, windowEnd &le; end &le; dataBytes, begin &le; position &le; end. All
 * bytes of the window were in memory after {@code invalidations} was taken; they still are as long as
 * {@link PagedFile#isUnchangedSince} says so.
 *
 * <p>A read inside the window is two comparisons, a load, and one comparison more, that of the count of invalidations.
 * Only then is the value believed. Outside the window, or if pages have left memory since, the window moves to the
 * bytes, which takes a look at the states of some pages; if they are not in memory, they are read, and the value is
 * taken while an epoch holds them. So no clone, which nobody closes, ever keeps a page from being evicted. Small reads
 * that follow each other are spared all that ({@link CopiedBytes}).
 *
 * <p>One thread at a time.
 */
abstract class WindowedInput extends IndexInput implements RandomAccessInput {
    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfFloat FLOAT =
            ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    /** How far a window reaches that continues the former one: few moves, at eight pages a comparison. */
    private static final int PAGES_ONWARD = 64;

    /** How far another one reaches. */
    private static final int PAGES_ELSEWHERE = 8;

    /** What is held at once while it is copied: more would overrun small budgets. */
    private static final int HELD_BYTES_MAX = 128 << 10;

    private static final int VARIABLE_INT_BYTES_MAX = 5;
    private static final long NO_WINDOW = -1;

    private final CachedFile file;
    // What the file knows, for one load less.
    private final PagedFile pages;
    private final MemorySegment memory;
    private final long begin;
    private final long end;

    private ReadAhead ahead;
    private CopiedBytes copied = new CopiedBytes();
    private long position;
    private long windowBegin;
    private long windowEnd = NO_WINDOW;
    private long invalidations;

    /**
     * An input at its beginning.
     *
     * @param begin in the file, as all positions here but those of arguments named {@code pos}
     * @param end at most the file's
     */
    WindowedInput(String description, CachedFile file, long begin, long end, ReadingPattern pattern) {
        super(description);
        this.file = file;
        this.pages = file.pages();
        this.memory = pages.memory();
        this.begin = begin;
        this.end = end;
        this.position = begin;
        this.ahead = new ReadAhead(pattern);
    }

    /** Throws if the input, or the one that it came from, has been closed. */
    abstract void ensureOpen();

    CachedFile file() {
        return file;
    }

    long begin() {
        return begin;
    }

    ReadAhead ahead() {
        return ahead;
    }

    // Position.

    @Override
    public long length() {
        return end - begin;
    }

    @Override
    public long getFilePointer() {
        ensureOpen();
        return position - begin;
    }

    @Override
    public void seek(long pos) throws IOException {
        ensureOpen();
        if (pos < 0) {
            throw new IllegalArgumentException("seek to a negative position: position=" + pos + ": " + this);
        }
        if (pos > end - begin) {
            throw LuceneErrors.pastEnd(toString(), pos, length());
        }
        position = begin + pos;
    }

    // Single values.

    @Override
    public byte readByte() throws IOException {
        byte value = isCopied(position, Byte.BYTES) ? copied.byteAt(position) : byteAt(position);
        position += Byte.BYTES;
        return value;
    }

    @Override
    public short readShort() throws IOException {
        short value = isCopied(position, Short.BYTES) ? copied.shortAt(position) : shortAt(position);
        position += Short.BYTES;
        return value;
    }

    @Override
    public int readInt() throws IOException {
        int value = isCopied(position, Integer.BYTES) ? copied.intAt(position) : intAt(position);
        position += Integer.BYTES;
        return value;
    }

    @Override
    public long readLong() throws IOException {
        long value = isCopied(position, Long.BYTES) ? copied.longAt(position) : longAt(position);
        position += Long.BYTES;
        return value;
    }

    @Override
    public byte readByte(long pos) throws IOException {
        return byteAt(begin + pos);
    }

    @Override
    public short readShort(long pos) throws IOException {
        return shortAt(begin + pos);
    }

    @Override
    public int readInt(long pos) throws IOException {
        return intAt(begin + pos);
    }

    @Override
    public long readLong(long pos) throws IOException {
        return longAt(begin + pos);
    }

    private byte byteAt(long at) throws IOException {
        try {
            if (isInWindow(at, Byte.BYTES) || moveWindow(at, Byte.BYTES)) {
                byte value = memory.get(BYTE, at);
                if (pages.isUnchangedSince(invalidations)) {
                    return value;
                }
            }
            ReadEpoch epoch = hold(at, Byte.BYTES);
            try {
                return memory.get(BYTE, at);
            } finally {
                file.release(epoch);
            }
        } catch (IllegalStateException ended) {
            throw closed(ended);
        }
    }

    private short shortAt(long at) throws IOException {
        try {
            if (isInWindow(at, Short.BYTES) || moveWindow(at, Short.BYTES)) {
                short value = memory.get(SHORT, at);
                if (pages.isUnchangedSince(invalidations)) {
                    return value;
                }
            }
            ReadEpoch epoch = hold(at, Short.BYTES);
            try {
                return memory.get(SHORT, at);
            } finally {
                file.release(epoch);
            }
        } catch (IllegalStateException ended) {
            throw closed(ended);
        }
    }

    private int intAt(long at) throws IOException {
        try {
            if (isInWindow(at, Integer.BYTES) || moveWindow(at, Integer.BYTES)) {
                int value = memory.get(INT, at);
                if (pages.isUnchangedSince(invalidations)) {
                    return value;
                }
            }
            ReadEpoch epoch = hold(at, Integer.BYTES);
            try {
                return memory.get(INT, at);
            } finally {
                file.release(epoch);
            }
        } catch (IllegalStateException ended) {
            throw closed(ended);
        }
    }

    private long longAt(long at) throws IOException {
        try {
            if (isInWindow(at, Long.BYTES) || moveWindow(at, Long.BYTES)) {
                long value = memory.get(LONG, at);
                if (pages.isUnchangedSince(invalidations)) {
                    return value;
                }
            }
            ReadEpoch epoch = hold(at, Long.BYTES);
            try {
                return memory.get(LONG, at);
            } finally {
                file.release(epoch);
            }
        } catch (IllegalStateException ended) {
            throw closed(ended);
        }
    }

    // A value of several lengths: believed as one, if all that it can be is there.

    @Override
    public int readVInt() throws IOException {
        long at = position;
        if (isCopied(at, VARIABLE_INT_BYTES_MAX)) {
            return super.readVInt();
        }
        try {
            if (isInWindow(at, VARIABLE_INT_BYTES_MAX)) {
                byte next = memory.get(BYTE, at++);
                int value = next & 0x7F;
                for (int shift = 7; next < 0 && shift < Integer.SIZE; shift += 7) {
                    next = memory.get(BYTE, at++);
                    value |= (next & 0x7F) << shift;
                }
                // The last byte has four bits of the value and nothing else; what is not so, is reported below.
                boolean isSound = next >= 0 && (at - position < VARIABLE_INT_BYTES_MAX || next <= 0x0F);
                if (isSound && pages.isUnchangedSince(invalidations)) {
                    position = at;
                    return value;
                }
            }
        } catch (IllegalStateException ended) {
            throw closed(ended);
        }
        return super.readVInt();
    }

    // Bytes one after the other.

    private boolean isCopied(long at, int length) throws IOException {
        return copied.has(at, length) || copyOnward(at, length);
    }

    /** Copies what follows if small reads follow each other, as far as the page goes. */
    private boolean copyOnward(long at, int length) throws IOException {
        long pageEnd = (at & -pages.pageBytes()) + pages.pageBytes();
        int wanted = copied.wanted(at, length, Math.min(end, pageEnd) - at);
        if (wanted > 0) {
            copyBytes(at, copied.target(wanted), 0, wanted);
            copied.copied(at, wanted);
        }
        return wanted > 0;
    }

    // Many values.

    /** Copies values from the file's memory, as a method of {@link MemorySegment} does it. */
    private interface Copy {
        void run(MemorySegment memory, long at, int index, int count);
    }

    @Override
    public void readBytes(byte[] target, int offset, int length) throws IOException {
        if (length >= 0 && length <= CopiedBytes.READ_BYTES_MAX && isCopied(position, length)) {
            copied.copyTo(position, target, offset, length);
        } else {
            copyBytes(position, target, offset, length);
        }
        position += length;
    }

    @Override
    public void readBytes(long pos, byte[] bytes, int offset, int length) throws IOException {
        copyBytes(begin + pos, bytes, offset, length);
    }

    private void copyBytes(long at, byte[] target, int offset, int length) throws IOException {
        copy(
                at,
                offset,
                length,
                Byte.BYTES,
                (from, begins, index, count) -> MemorySegment.copy(from, BYTE, begins, target, index, count));
    }

    @Override
    public void readInts(int[] target, int offset, int length) throws IOException {
        copy(
                position,
                offset,
                length,
                Integer.BYTES,
                (from, at, index, count) -> MemorySegment.copy(from, INT, at, target, index, count));
        position += (long) length * Integer.BYTES;
    }

    @Override
    public void readLongs(long[] target, int offset, int length) throws IOException {
        copy(
                position,
                offset,
                length,
                Long.BYTES,
                (from, at, index, count) -> MemorySegment.copy(from, LONG, at, target, index, count));
        position += (long) length * Long.BYTES;
    }

    @Override
    public void readFloats(float[] target, int offset, int length) throws IOException {
        copy(
                position,
                offset,
                length,
                Float.BYTES,
                (from, at, index, count) -> MemorySegment.copy(from, FLOAT, at, target, index, count));
        position += (long) length * Float.BYTES;
    }

    /** Copies at once what is in the window; small enough to be inlined, and the copy with it. */
    private void copy(long at, int offset, int length, int valueBytes, Copy copy) throws IOException {
        try {
            if (length >= 0 && isInWindow(at, (long) length * valueBytes)) {
                copy.run(memory, at, offset, length);
                if (pages.isUnchangedSince(invalidations)) {
                    return;
                }
            }
            copyByWindows(at, offset, length, valueBytes, copy);
        } catch (IllegalStateException ended) {
            throw closed(ended);
        }
    }

    /** Copies window by window; what is not in memory, or may have left it while it was copied, under an epoch. */
    private void copyByWindows(long from, int offset, int length, int valueBytes, Copy copy) throws IOException {
        if (length < 0) {
            throw new IndexOutOfBoundsException("a negative number of values: length=" + length);
        }
        long at = from;
        int index = offset;
        int left = length;
        while (left > 0) {
            boolean isReadable = isInWindow(at, valueBytes) || moveWindow(at, valueBytes);
            int count = isReadable ? (int) Math.min(left, (windowEnd - at) / valueBytes) : 0;
            if (isReadable) {
                copy.run(memory, at, index, count);
            }
            if (!isReadable || !pages.isUnchangedSince(invalidations)) {
                count = Math.min(left, HELD_BYTES_MAX / valueBytes);
                copyHeld(at, index, count, valueBytes, copy);
            }
            at += (long) count * valueBytes;
            index += count;
            left -= count;
        }
    }

    private void copyHeld(long at, int index, int count, int valueBytes, Copy copy) throws IOException {
        ReadEpoch epoch = hold(at, (long) count * valueBytes);
        try {
            copy.run(memory, at, index, count);
        } finally {
            file.release(epoch);
        }
    }

    // The window.

    private boolean isInWindow(long at, long bytes) {
        return at >= windowBegin && at <= windowEnd - bytes;
    }

    /** Moves the window to some bytes; false, and no window, if they are not in memory. */
    private boolean moveWindow(long at, int bytes) throws IOException {
        checkRange(at, bytes);
        boolean isNext = at == windowEnd;
        invalidations = pages.invalidations();
        if (file.isWhole(invalidations)) {
            windowBegin = begin;
            windowEnd = end;
            return true;
        }
        long pageBytes = pages.pageBytes();
        long reach = (isNext ? PAGES_ONWARD : PAGES_ELSEWHERE) * pageBytes;
        long pageBegin = at & -pageBytes;
        long readableEnd = pages.readableEnd(pageBegin, Math.min(end, pageBegin + reach));
        windowBegin = Math.max(begin, pageBegin);
        windowEnd = readableEnd == pageBegin ? NO_WINDOW : readableEnd;
        return at <= windowEnd - bytes;
    }

    /** Brings bytes into memory and keeps them there until the epoch is released; the next read has a new window. */
    private ReadEpoch hold(long at, long bytes) throws IOException {
        checkRange(at, bytes);
        dropWindow();
        return file.hold(at, bytes, end, ahead);
    }

    private void checkRange(long at, long bytes) throws EOFException {
        ensureOpen();
        if (at < begin || at > end - bytes) {
            throw LuceneErrors.pastEnd(toString(), at - begin, length());
        }
    }

    /** A clone reads from here on by itself. */
    @Override
    public WindowedInput clone() {
        WindowedInput clone = (WindowedInput) super.clone();
        clone.ahead = ahead.copy();
        clone.copied = new CopiedBytes();
        return clone;
    }

    /** Whether all bytes are in memory and in use. */
    boolean isResident() {
        return begin == end || pages.readableEnd(begin, end) == end;
    }

    /** Has each further read look whether it may. */
    void dropWindow() {
        windowEnd = NO_WINDOW;
        copied.forget();
    }

    /** Only what has been closed ends its memory. */
    private RuntimeException closed(IllegalStateException ended) {
        if (ended instanceof AlreadyClosedException) {
            return ended;
        }
        RuntimeException closed = LuceneErrors.closed(toString());
        closed.addSuppressed(ended);
        return closed;
    }
}
