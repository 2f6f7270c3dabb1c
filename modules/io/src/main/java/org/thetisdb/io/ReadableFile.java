package org.thetisdb.io;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Optional;
import org.thetisdb.io.system.IoErrors;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * A file opened for positional reading. Any number of threads may read at the same time; {@link #close()} must not run
 * concurrently with a read.
 */
public interface ReadableFile extends AutoCloseable {
    /** {@return the file, as it was opened} */
    Path path();

    /** {@return the file's length now, in bytes} */
    long sizeBytes();

    /**
     * Reads up to {@code target.byteSize()} bytes from {@code offset} on into native memory.
     *
     * @param offset from the file's start, in bytes
     * @param target native memory
     * @return the count of bytes read: at least 1, or 0 if {@code offset} is at or after the end of the file. Fewer
     *     bytes than asked for are no error.
     * @throws ThetisException {@link ErrorCode#IO_FAILED} if the device or the operating system refuses
     */
    long read(long offset, MemorySegment target);

    /**
     * Fills {@code target} from {@code offset} on, however many calls that takes.
     *
     * @param offset from the file's start, in bytes
     * @param target native memory
     * @throws ThetisException {@link ErrorCode#FILE_TRUNCATED} if the file ends before, {@link ErrorCode#IO_FAILED} as
     *     {@link #read}
     */
    default void readFully(long offset, MemorySegment target) {
        long doneBytes = 0;
        long wantedBytes = target.byteSize();
        while (doneBytes < wantedBytes) {
            long count = read(offset + doneBytes, target.asSlice(doneBytes));
            if (count <= 0) {
                throw IoErrors.truncated(path(), offset + wantedBytes, offset + doneBytes);
            }
            doneBytes += count;
        }
    }

    /**
     * Fills the ranges of a batch, in any order, and as many at a time as the engine can; returns when all are done. A
     * range that cannot be filled is {@linkplain ReadBatch#fail noted}, with the error that {@link #readFully} would
     * throw, and does not keep the others from being filled.
     *
     * @param batch has no problems yet
     */
    default void readBatch(ReadBatch batch) {
        for (int range = 0; range < batch.count(); range++) {
            readRange(batch, range);
        }
    }

    /**
     * Begins what {@link #readBatch} does; where the engine has no way to leave it alone, does all of it.
     *
     * @param batch has no problems yet; is the engine's until all of it has come, or was given up
     * @return to be {@linkplain ReadBatch.UnderWay#advance advanced} until it says that nothing more is to come, or
     *     closed
     */
    default ReadBatch.UnderWay begin(ReadBatch batch) {
        readBatch(batch);
        return ReadBatch.UnderWay.NOTHING;
    }

    /**
     * Fills one range of a batch, or notes why it cannot be filled.
     *
     * @param batch where the range is, and what became of it
     * @param range 0 to {@link ReadBatch#count} - 1
     */
    default void readRange(ReadBatch batch, int range) {
        try {
            readFully(batch.offset(range), batch.target(range));
        } catch (ThetisException problem) {
            batch.fail(range, problem);
        }
    }

    /**
     * {@return why this file is not read in the way of the engine that has opened it, in words for users; nothing if it
     * is}
     */
    default Optional<String> fallBack() {
        return Optional.empty();
    }

    @Override
    void close();
}
