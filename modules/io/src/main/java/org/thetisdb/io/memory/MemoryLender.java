package org.thetisdb.io.memory;

/** Holds memory that can be had again at any time: the page cache. */
public interface MemoryLender {
    /**
     * Says how much it may hold from now on; what it holds beyond it is given up at once, but for what readers use at
     * this moment.
     *
     * @param bytes not negative; may be called from any thread, also from several at once
     */
    void allow(long bytes);

    /** {@return what it holds now} */
    long heldBytes();

    /** {@return the most that it ever held} */
    long heldBytesMax();
}
