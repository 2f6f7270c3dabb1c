package org.thetisdb.io.depth;

/**
 * The system calls of a ring; tests replace them. A failure is the negated errno, as the kernel itself gives it, so
 * that nothing is allocated where reads are under way. Addresses are plain numbers: the caller keeps the memory alive.
 * One ring's calls; by one thread at a time.
 */
public interface RingCalls {
    /**
     * Makes a ring.
     *
     * @param entries how many requests can wait to be submitted; rounded up to a power of two
     * @param params address of what {@link UringLayout} reads, zeros; receives sizes and places
     * @return the ring's descriptor, or an errno, negated
     */
    int setup(int entries, long params);

    /**
     * Asks what the kernel's rings can do.
     *
     * @param ring its descriptor
     * @param probe address of zeros, for {@link UringLayout#PROBE_OPERATIONS} operations; receives the answer
     * @return 0, or an errno, negated
     */
    int probe(int ring, long probe);

    /**
     * Submits requests and waits for completions.
     *
     * @param ring its descriptor
     * @param submit how many requests
     * @param complete how many completions to wait for; 0 to wait for none
     * @return how many requests were consumed, or an errno, negated
     */
    int enter(int ring, int submit, int complete);

    /**
     * Maps a part of a ring, readable, writable and shared with the kernel.
     *
     * @param ring its descriptor
     * @param bytes the part's length
     * @param offset which part: one of the places of {@link UringLayout}
     * @return the address, or an errno, negated
     */
    long map(int ring, long bytes, long offset);

    /**
     * Ends what {@link #map} made.
     *
     * @param address as {@link #map} gave it
     * @param bytes as {@link #map} was asked for
     */
    void unmap(long address, long bytes);

    /**
     * Closes a ring's descriptor. Nothing can be done about a failure.
     *
     * @param ring its descriptor
     */
    void close(int ring);

    /**
     * {@return what an errno says, in words for users}
     *
     * @param errno positive
     */
    String text(int errno);
}
