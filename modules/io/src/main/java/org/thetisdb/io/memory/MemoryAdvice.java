package org.thetisdb.io.memory;

import java.lang.foreign.MemorySegment;
import org.thetisdb.io.system.MappedAdvice;
import org.thetisdb.io.system.NativeCalls;

/**
 * Tells the system how the memory of a mapped file is going to be used. Where that cannot be said, nothing happens: the
 * memory is the same, and only takes longer to come.
 *
 * <p>What a mapped file reads ahead by itself is a matter of how the device was set up: from 128 KiB to some megabytes
 * for each access to a page that is not there. Where memory is small, that pushes out what was about to be used. Thread
 * safe.
 */
public final class MemoryAdvice {
    private MemoryAdvice() {}

    /**
     * Nothing is to be read ahead of what is used.
     *
     * @param mapped memory of a file; for other memory nothing happens
     */
    public static void random(MemorySegment mapped) {
        if (mapped.isMapped()) {
            advise(mapped, MappedAdvice.RANDOM);
        }
    }

    /**
     * This part will be used soon: it may be brought as a whole. Returns at once.
     *
     * @param part memory of a file; for other memory nothing happens
     */
    public static void soon(MemorySegment part) {
        // What a MappedShare has handed out does not say that it is mapped, and no memory is worse off for this advice.
        if (part.isNative()) {
            advise(part, MappedAdvice.SOON);
        }
    }

    /**
     * This is not used now: it need not count as the process' memory. What it holds stays in the file, and comes back
     * when it is used.
     *
     * @param mapped memory of a file, shared with it; for other memory nothing happens
     */
    public static void away(MemorySegment mapped) {
        if (mapped.isMapped()) {
            advise(mapped, MappedAdvice.AWAY);
        }
    }

    private static void advise(MemorySegment memory, MappedAdvice advice) {
        if (NativeCalls.find() instanceof NativeCalls.Found found) {
            found.calls().advise(memory, advice);
        }
    }
}
