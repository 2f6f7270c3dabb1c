package org.thetisdb.storage.file;

import java.lang.foreign.MemorySegment;

/**
 * The data file as one worker sees it: an address range in which {@link #ensure} makes bytes readable. Not thread safe.
 */
public interface StoreMemory {
    /**
     * The whole data file; byte i of the segment is byte i of the file. Loads from what was not ensured give anything.
     */
    MemorySegment memory();

    /** Makes the bytes readable until {@link #generation} changes. Cheap when they are resident. */
    void ensure(long offset, long bytes);

    /**
     * Says that bytes will be needed next, besides those that are ensured: of use where a {@link Foresight} tells what it
     * needs, so that all of it is read together; otherwise nothing is done.
     *
     * @param offset the first byte, from the file's start
     * @param bytes at least 1
     */
    default void wantSoon(long offset, long bytes) {}

    /** A number that changes whenever what was ensured before may be gone. */
    long generation();

    /** Memory that is always readable, for tests and for heap copies. */
    static StoreMemory of(MemorySegment memory) {
        return new StoreMemory() {
            @Override
            public MemorySegment memory() {
                return memory;
            }

            @Override
            public void ensure(long offset, long bytes) {
                java.util.Objects.checkFromIndexSize(offset, bytes, memory.byteSize());
            }

            @Override
            public long generation() {
                return 0;
            }
        };
    }
}
