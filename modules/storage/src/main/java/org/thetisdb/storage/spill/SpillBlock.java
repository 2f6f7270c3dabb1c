package org.thetisdb.storage.spill;

import org.jspecify.annotations.Nullable;

/** Some bytes, in memory or in the spill file. Immutable in content; thread safe. */
public final class SpillBlock {
    private final SpillPool pool;
    private final int length;

    // Written under the pool's lock; the offset before the bytes are released.
    private long offset;
    private volatile byte @Nullable [] bytes;

    SpillBlock(SpillPool pool, byte[] bytes) {
        this.pool = pool;
        this.bytes = bytes;
        this.length = bytes.length;
    }

    public int length() {
        return length;
    }

    /** All the bytes: the block's own array, not to be changed, or a copy read back. */
    public byte[] load() {
        byte[] held = bytes;
        return held != null ? held : pool.read(offset, length);
    }

    /** Copies a part. */
    public void read(int from, byte[] into, int count) {
        byte[] held = bytes;
        if (held == null) {
            held = pool.read(offset + from, count);
            System.arraycopy(held, 0, into, 0, count);
        } else {
            System.arraycopy(held, from, into, 0, count);
        }
    }

    /** Gives the memory back; the block must not be used again. */
    public void free() {
        pool.free(this);
    }

    /** What is in memory; null if it is in the file, or the block was freed. */
    byte @Nullable [] held() {
        return bytes;
    }

    void moved(long newOffset) {
        offset = newOffset;
        bytes = null;
    }

    void dropped() {
        bytes = null;
    }
}
