package org.thetisdb.io;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** A file opened for positional writing. One thread at a time; an interrupt of that thread does not end a call. */
public interface WritableFile extends AutoCloseable {
    /** {@return the file, as it was opened} */
    Path path();

    /** {@return the file's length now, in bytes} */
    long sizeBytes();

    /**
     * Writes all of {@code source} (native or heap memory) from {@code offset} on; the file grows as needed.
     *
     * @param offset from the file's start, in bytes
     * @param source native or heap memory
     * @throws ThetisException {@link ErrorCode#DISK_FULL} if there is no room, {@link ErrorCode#IO_FAILED} otherwise;
     *     some of the bytes may have been written
     */
    void write(long offset, MemorySegment source);

    /**
     * Returns when everything written so far has reached the device: data and length, not times. After an error nobody
     * can say what has reached it, and that a later call succeeds says nothing about what was written before the error.
     */
    void force();

    /**
     * Cuts the file to {@code sizeBytes} if it is longer.
     *
     * @param sizeBytes at least 0
     */
    void truncate(long sizeBytes);

    @Override
    void close();
}
