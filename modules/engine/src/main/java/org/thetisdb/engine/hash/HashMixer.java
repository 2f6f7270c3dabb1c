package org.thetisdb.engine.hash;

/**
 * The one function that mixes keys: all hash tables of the engine and all hashes of values use it.
 *
 * <p>Two rounds of multiplying by an odd number and folding the upper half into the lower, after P. Evensen's search
 * for such mixers ("Better, stronger mixer and a test procedure", 2018). Changed: the last fold stays, for tables take
 * places from the upper bits and sets of longs from the lower ones. The function is a bijection: keys of 64 bits never
 * have equal hashes. Richter, Alvarez and Dittrich ("A Seven-Dimensional Analysis of Hashing Methods and its
 * Implications on Query Processing", PVLDB 9.3, 2015) recommend a single multiplication; ids that grow by a fixed step
 * then collide where the step is unlucky, and the second round costs half a nanosecond.
 */
public final class HashMixer {
    private static final long FACTOR = 0xD6E8FEB86659FD93L;

    private HashMixer() {}

    /** The hash of 64 bits. */
    public static long mix(long value) {
        long mixed = (value ^ value >>> 32) * FACTOR;
        mixed = (mixed ^ mixed >>> 32) * FACTOR;
        return mixed ^ mixed >>> 32;
    }

    /** One round: enough between the parts of a longer key. */
    public static long fold(long value) {
        long mixed = value * FACTOR;
        return mixed ^ mixed >>> 32;
    }

    /** Lower bits only, for tables that are probed with one long at a time: what counts is the latency to the place. */
    static int place(long value) {
        long mixed = value * FACTOR;
        return (int) (mixed >>> 32 ^ mixed);
    }

    /** The hash of a key's next part added to that of the parts before it; their order matters. */
    public static long combine(long former, long next) {
        return fold(former * 31 + next);
    }
}
