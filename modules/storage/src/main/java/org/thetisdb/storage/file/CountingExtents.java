package org.thetisdb.storage.file;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;

/** Hands extents on and counts their bytes. Thread safe. */
public final class CountingExtents implements ExtentWriter {
    private final ExtentWriter writer;
    private final AtomicLong bytes = new AtomicLong();

    public CountingExtents(ExtentWriter writer) {
        this.writer = writer;
    }

    @Override
    public Extent append(MemorySegment extent) {
        bytes.addAndGet(extent.byteSize());
        return writer.append(extent);
    }

    /** Bytes of all extents appended so far. */
    public long bytes() {
        return bytes.get();
    }
}
