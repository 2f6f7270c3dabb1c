package org.thetisdb.storage.file;

import java.lang.foreign.MemorySegment;

/** Takes finished extents for a data file that is being built. Thread safe. */
public interface ExtentWriter {
    /**
     * Writes the bytes as one contiguous extent.
     *
     * @param bytes native or heap memory, not empty; free for reuse when the call returns
     * @return where it lies; its offset is a multiple of 8
     */
    Extent append(MemorySegment bytes);
}
