package org.thetisdb.io.system;

import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * Functions of the C library, by name and by address: the seam below {@link NativeCalls}, where tests let a system call
 * fail, be interrupted or do less than it was asked for. Any thread.
 */
interface NativeFunctions {
    /**
     * {@return a function's address; nothing if the library has none of that name}
     *
     * @param name as in C
     */
    Optional<MemorySegment> find(String name);

    /**
     * Calls a function with six longs, of which it may look at fewer.
     *
     * @param function as {@link #find} gave it
     * @param captured {@link NativeCalls#newCaptured memory} that receives errno
     * @return what the function returns; of an int, only the lower half means something
     */
    long call(MemorySegment function, MemorySegment captured, long a, long b, long c, long d, long e, long f);
}
