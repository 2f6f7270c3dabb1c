package org.thetisdb.io;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * A file for what nobody needs any more when its maker is done. It is gone when it is closed or its process ends,
 * however that ends, on every system that lets an open file be deleted; elsewhere it is gone when it is closed.
 *
 * <p>Thread safe; an interrupt of a thread does not end its call.
 */
public interface TemporaryFile extends AutoCloseable {
    /** What the names of all temporary files begin and end with: so those that a crash has left are found. */
    String NAME_PREFIX = "thetis-";

    /** What the names of all temporary files end with. */
    String NAME_SUFFIX = ".tmp";

    /**
     * Writes bytes; the file grows as needed.
     *
     * @param offset from the file's start, in bytes
     * @param source holds the bytes
     * @param from where they start
     * @param length how many they are
     * @throws ThetisException {@link ErrorCode#DISK_FULL} if there is no room, {@link ErrorCode#IO_FAILED} otherwise;
     *     some of the bytes may have been written
     */
    void write(long offset, byte[] source, int from, int length);

    /**
     * Reads bytes that were written.
     *
     * @param offset from the file's start, in bytes
     * @param into takes the bytes
     * @param from where they are put
     * @param length how many they are
     * @throws ThetisException {@link ErrorCode#FILE_TRUNCATED} if the file ends before, {@link ErrorCode#IO_FAILED} if
     *     the device or the operating system refuses
     */
    void read(long offset, byte[] into, int from, int length);

    /**
     * Shows bytes that were written as memory, which can be written as well. The system takes the memory away and
     * brings it back as it needs to, for the bytes have their place in the file.
     *
     * @param offset from the file's start, in bytes
     * @param length how many they are; all must have been written before, else a full disk is noticed too late
     * @param arena as long as which the memory is there, also when the file is closed before
     * @return the memory
     * @throws ThetisException {@link ErrorCode#IO_FAILED} if the operating system refuses
     */
    MemorySegment map(long offset, long length, Arena arena);

    /** Frees the file's space. Does nothing the second time. */
    @Override
    void close();
}
