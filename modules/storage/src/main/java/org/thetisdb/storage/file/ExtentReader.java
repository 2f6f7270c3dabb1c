package org.thetisdb.storage.file;

import java.lang.foreign.MemorySegment;

/** Copies whole small extents, such as directories and statistics, out of the page cache. Thread safe. */
@FunctionalInterface
public interface ExtentReader {
    /** A heap copy of the extent, which outlives the page cache. */
    MemorySegment read(Extent extent);
}
