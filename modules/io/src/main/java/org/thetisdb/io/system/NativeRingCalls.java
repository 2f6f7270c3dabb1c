package org.thetisdb.io.system;

import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;
import org.thetisdb.io.depth.RingCalls;

/**
 * The system calls of io_uring by the C library's {@code syscall}, as the library has no functions for them. Their
 * numbers are equal on x86-64 and AArch64. {@code io_uring_enter} has a sixth parameter, the size of a signal mask,
 * that is not looked at where there is no mask: what is passed fits the signature that is linked already.
 */
public final class NativeRingCalls implements RingCalls {
    private static final int SETUP = 425;
    private static final int ENTER = 426;
    private static final int REGISTER = 427;
    private static final int REGISTER_PROBE = 8;
    private static final int PROBE_OPERATIONS = 64;
    private static final int ENTER_GETEVENTS = 1;
    private static final int PROT_READ_WRITE = 1 | 2;
    private static final int MAP_SHARED_POPULATE = 0x01 | 0x8000;

    private final NativeCalls calls;
    private final MemorySegment syscall;
    private final MemorySegment captured = NativeCalls.newCaptured();

    private NativeRingCalls(NativeCalls calls) {
        this.calls = calls;
        this.syscall = calls.function("syscall");
    }

    /** Where rings get their calls from. A class, since a lambda costs a cold process a millisecond. */
    public record Source(NativeCalls calls) implements Supplier<RingCalls> {
        @Override
        public RingCalls get() {
            return new NativeRingCalls(calls);
        }
    }

    @Override
    public int setup(int entries, long params) {
        return (int) result(calls.call(syscall, captured, SETUP, entries, params, 0, 0, 0));
    }

    @Override
    public int probe(int ring, long probe) {
        return (int) result(calls.call(syscall, captured, REGISTER, ring, REGISTER_PROBE, probe, PROBE_OPERATIONS, 0));
    }

    @Override
    public int enter(int ring, int submit, int complete) {
        return (int) result(calls.call(syscall, captured, ENTER, ring, submit, complete, ENTER_GETEVENTS, 0));
    }

    @Override
    public long map(int ring, long bytes, long offset) {
        return result(calls.call(calls.mmap, captured, 0, bytes, PROT_READ_WRITE, MAP_SHARED_POPULATE, ring, offset));
    }

    @Override
    public void unmap(long address, long bytes) {
        calls.call(calls.munmap, captured, address, bytes, 0, 0, 0, 0);
    }

    @Override
    public void close(int ring) {
        calls.call(calls.close, captured, ring, 0, 0, 0, 0, 0);
    }

    @Override
    public String text(int errno) {
        return calls.text(errno);
    }

    private long result(long returned) {
        return returned == -1 ? -NativeCalls.errno(captured) : returned;
    }
}
