package org.thetisdb.io.system;

import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Assumptions;

/**
 * The C library with faults on demand: functions that are missing, that fail with an errno, always, some times or at a
 * place of the file, and reads that return little. It counts descriptors and mappings. Any thread; faults are set up
 * before.
 */
public final class FaultyFunctions implements NativeFunctions {
    public static final int EPERM = 1;
    public static final int EINTR = 4;
    public static final int EIO = 5;
    public static final int ENOMEM = 12;
    public static final int EFAULT = 14;
    public static final int ENODEV = 19;
    public static final int EINVAL = 22;
    public static final int ENOSYS = 38;
    public static final int EOPNOTSUPP = 95;

    private static final int O_DIRECT = System.getProperty("os.arch").equals("aarch64") ? 0x10000 : 0x4000;
    private static final VarHandle ERRNO =
            Linker.Option.captureStateLayout().varHandle(MemoryLayout.PathElement.groupElement("errno"));

    private final NativeFunctions real;
    private final Map<Long, String> names = new HashMap<>();
    private final Map<String, Integer> failures = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> passing = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> interrupts = new ConcurrentHashMap<>();
    private final AtomicLong descriptors = new AtomicLong();
    private final AtomicLong mappings = new AtomicLong();
    private String missing = "";
    private int directFailure;
    private long readBytesMax = Long.MAX_VALUE;
    private long failingOffset = -1;
    private int failure;
    private Runnable afterCopy = () -> {};

    /** The test is skipped where there are no native calls. */
    public FaultyFunctions() {
        if (NativeCalls.find() instanceof NativeCalls.NotFound(String reason)) {
            Assumptions.abort("no native calls: " + reason);
        }
        this.real = new LinkedFunctions(Linker.nativeLinker());
    }

    /** Calls over these functions. */
    public NativeCalls calls() {
        return new NativeCalls(this);
    }

    /** The library has no such function. */
    public FaultyFunctions without(String name) {
        missing = name;
        return this;
    }

    /** All calls of a function fail. */
    public FaultyFunctions failing(String name, int errno) {
        return failing(name, errno, 0);
    }

    /** All calls of a function fail, but for some first ones. */
    public FaultyFunctions failing(String name, int errno, int callsBefore) {
        passing.put(name, new AtomicInteger(callsBefore));
        failures.put(name, errno);
        return this;
    }

    /** The next calls of a function are interrupted by a signal. */
    public FaultyFunctions interrupting(String name, int times) {
        interrupts.put(name, new AtomicInteger(times));
        return this;
    }

    /** Files cannot be opened to be read past the system's cache. */
    public FaultyFunctions refusingDirect(int errno) {
        directFailure = errno;
        return this;
    }

    /** Files that were opened so cannot be read, until their descriptor is made an ordinary one. */
    public FaultyFunctions refusingDirectReads(int errno) {
        return failing("pread", errno);
    }

    /** One call of {@code pread} gives so many bytes at most. */
    public FaultyFunctions readingAtMost(long bytes) {
        readBytesMax = bytes;
        return this;
    }

    /** Reads by {@code pread} that have this byte fail, and what is asked for ahead is not there. */
    public FaultyFunctions failingAt(long offset, int errno) {
        failingOffset = offset;
        failure = errno;
        return this;
    }

    /** What happens whenever memory has been copied by the kernel. */
    public FaultyFunctions afterCopy(Runnable action) {
        afterCopy = action;
        return this;
    }

    /** How many descriptors are open. */
    public long descriptors() {
        return descriptors.get();
    }

    /** How many mappings there are. */
    public long mappings() {
        return mappings.get();
    }

    @Override
    public Optional<MemorySegment> find(String name) {
        Optional<MemorySegment> found = name.equals(missing) ? Optional.empty() : real.find(name);
        found.ifPresent(address -> names.put(address.address(), name));
        return found;
    }

    @Override
    public long call(MemorySegment function, MemorySegment captured, long a, long b, long c, long d, long e, long f) {
        String name = names.get(function.address());
        int errno = errnoOf(name, b, c, d);
        if (errno != 0) {
            ERRNO.set(captured, 0L, errno);
            return -1;
        }
        if (name.equals("pread")) {
            return real.call(function, captured, a, b, Math.min(c, readBytesMax), d, e, f);
        }
        long result = real.call(function, captured, a, b, c, d, e, f);
        count(name, result);
        return result;
    }

    private int errnoOf(String name, long b, long c, long d) {
        AtomicInteger left = interrupts.get(name);
        if (left != null && left.getAndDecrement() > 0) {
            return EINTR;
        }
        Integer always = failures.get(name);
        if (always != null && passing.get(name).getAndDecrement() <= 0) {
            return always;
        }
        if (name.equals("open") && (b & O_DIRECT) != 0) {
            return directFailure;
        }
        boolean isAtFault = name.equals("pread") && failingOffset >= d && failingOffset < d + c;
        return isAtFault || name.equals("preadv2") && failingOffset >= 0 ? failure : 0;
    }

    private void count(String name, long result) {
        switch (name) {
            case "open" -> descriptors.addAndGet((int) result >= 0 ? 1 : 0);
            case "close" -> descriptors.decrementAndGet();
            case "mmap" -> mappings.addAndGet(result != -1 ? 1 : 0);
            case "munmap" -> mappings.decrementAndGet();
            case "fcntl" -> failures.remove("pread");
            case "process_vm_readv" -> afterCopy.run();
            default -> {}
        }
    }
}
