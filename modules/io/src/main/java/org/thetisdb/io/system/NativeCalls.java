package org.thetisdb.io.system;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * The few calls of the C library that this module needs, on 64-bit Linux only: the constants below are those of its
 * system calls and, but for one, equal on x86-64 and AArch64. Each wrapper turns errno into a {@link ThetisException}.
 *
 * <p>Addresses are passed as plain numbers: the caller keeps the memory alive during the call.
 */
public final class NativeCalls {
    /** Whether the calls can be made here. */
    public sealed interface Result {}

    public record Found(NativeCalls calls) implements Result {}

    public record NotFound(String reason) implements Result {}

    private static final int O_RDONLY_CLOEXEC = 0x80000;
    private static final int O_RDWR_CLOEXEC = 0x80002;
    private static final int O_DIRECT_X86 = 0x4000;
    private static final int O_DIRECT_AARCH64 = 0x10000;
    private static final int F_SETFL = 4;
    private static final int LOCK_EXCLUSIVE_NONBLOCKING = 2 | 4;
    private static final int SEEK_END = 2;
    private static final int PROT_READ_WRITE = 1 | 2;
    private static final int PROT_READ = 1;
    private static final int MAP_SHARED = 1;
    private static final int MAP_PRIVATE_ANONYMOUS_NORESERVE = 0x02 | 0x20 | 0x4000;
    private static final int MADV_DONTNEED = 4;
    private static final long SYSTEM_PAGE_BYTES = 4096;
    private static final int SC_PAGESIZE = 30;
    private static final int AT_EMPTY_PATH = 0x1000;
    private static final int STATX_NLINK = 0x4;
    private static final int STATX_BYTES = 256;
    private static final int STATX_NLINK_OFFSET = 16;
    private static final int ENOENT = 2;
    private static final int EINTR = 4;
    private static final int EAGAIN = 11;
    private static final int EINVAL = 22;
    private static final int ENOSYS = 38;
    private static final int EOPNOTSUPP = 95;
    private static final int RWF_NOWAIT = 8;
    private static final int VECTOR_BYTES = 16;

    private static final StructLayout CAPTURED = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = CAPTURED.varHandle(MemoryLayout.PathElement.groupElement("errno"));

    private final NativeFunctions functions;
    private final MemorySegment open;
    final MemorySegment close;
    private final MemorySegment flock;
    private final MemorySegment pread;
    private final MemorySegment lseek;
    final MemorySegment mmap;
    final MemorySegment munmap;
    private final MemorySegment madvise;
    private final MemorySegment sysconf;
    private final MemorySegment strerror;
    private final MemorySegment fcntl;

    /** Absent from C libraries of before 2018. */
    private final Optional<MemorySegment> statx;

    /** Absent from C libraries of before 2017. */
    private final Optional<MemorySegment> preadv2;

    /** Absent from C libraries of before 2012, and from some others. */
    private final Optional<MemorySegment> processVmReadv;

    /** @param functions of which all that is needed is looked for here, but for what not every library has */
    NativeCalls(NativeFunctions functions) {
        this.functions = functions;
        this.open = function("open");
        this.close = function("close");
        this.flock = function("flock");
        this.pread = function("pread");
        this.lseek = function("lseek");
        this.mmap = function("mmap");
        this.munmap = function("munmap");
        this.madvise = function("madvise");
        this.sysconf = function("sysconf");
        this.strerror = function("strerror");
        this.fcntl = function("fcntl");
        this.statx = functions.find("statx");
        this.preadv2 = functions.find("preadv2");
        this.processVmReadv = functions.find("process_vm_readv");
    }

    /** Linking takes milliseconds, so it is done once, and only when somebody asks. */
    private static final class Holder {
        static final Result RESULT = look();
    }

    public static Result find() {
        return Holder.RESULT;
    }

    private static Result look() {
        String system = System.getProperty("os.name", "unknown");
        String architecture = System.getProperty("os.arch", "unknown").toLowerCase(Locale.ROOT);
        if (!system.equals("Linux")) {
            return new NotFound("needs Linux, found " + system);
        }
        if (!architecture.equals("amd64") && !architecture.equals("x86_64") && !architecture.equals("aarch64")) {
            return new NotFound("needs x86-64 or AArch64, found " + architecture);
        }
        try {
            return new Found(new NativeCalls(new LinkedFunctions(Linker.nativeLinker())));
        } catch (IllegalCallerException _) {
            return new NotFound("native access is not allowed to org.thetisdb.io (--enable-native-access)");
        } catch (UnsupportedOperationException | NoSuchElementException e) {
            return new NotFound("the C library cannot be linked: " + e.getMessage());
        }
    }

    /** Calls a function; what it left in errno is in {@code captured} afterwards. */
    private long call(MemorySegment function, MemorySegment captured, long a, long b, long c, long d) {
        return call(function, captured, a, b, c, d, 0, 0);
    }

    long call(MemorySegment function, MemorySegment captured, long a, long b, long c, long d, long e, long f) {
        return functions.call(function, captured, a, b, c, d, e, f);
    }

    /** Memory for what {@link #call} leaves in errno. */
    static MemorySegment newCaptured() {
        return newCaptured(Arena.ofAuto());
    }

    static MemorySegment newCaptured(Arena arena) {
        return arena.allocate(CAPTURED);
    }

    MemorySegment function(String name) {
        return functions.find(name).orElseThrow(() -> new NoSuchElementException("no function " + name));
    }

    /** {@return a descriptor to read a file by, to be closed} */
    public int open(Path file) {
        return opened(file, tryOpen(file, O_RDONLY_CLOEXEC), "open for reading");
    }

    /** {@return a descriptor to read and write a file by, to be closed} */
    public int openToWrite(Path file) {
        return opened(file, tryOpen(file, O_RDWR_CLOEXEC), "open for writing");
    }

    /**
     * {@return a descriptor to read a file by past the system's cache, to be closed; if its file system cannot do that,
     * the errno, negated}
     */
    public int openDirect(Path file) {
        int descriptor = tryOpen(file, O_RDONLY_CLOEXEC | directFlag());
        return descriptor < 0 && isRefusal(-descriptor) ? descriptor : opened(file, descriptor, "open for reading");
    }

    /** O_DIRECT is the one number here that the two architectures do not share. */
    private static int directFlag() {
        return System.getProperty("os.arch", "").equalsIgnoreCase("aarch64") ? O_DIRECT_AARCH64 : O_DIRECT_X86;
    }

    /** {@return whether an errno says that a file system does not read past the system's cache, or not so} */
    public static boolean isRefusal(int errno) {
        return errno == EINVAL || errno == EOPNOTSUPP;
    }

    /** Lets a descriptor of {@link #openDirect} read through the system's cache from now on. Any thread, at any time. */
    public void makeBuffered(int descriptor) {
        try (Arena arena = Arena.ofConfined()) {
            call(fcntl, arena.allocate(CAPTURED), descriptor, F_SETFL, 0, 0);
        }
    }

    private int opened(Path file, int descriptor, String action) {
        if (descriptor >= 0) {
            return descriptor;
        }
        throw descriptor == -ENOENT ? IoErrors.missing(file) : IoErrors.failed(action, file, text(-descriptor));
    }

    /** A descriptor, or the errno, negated. */
    private int tryOpen(Path file, int flags) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment captured = arena.allocate(CAPTURED);
            Charset charset = Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));
            MemorySegment name = arena.allocateFrom(file.toAbsolutePath().toString(), charset);
            int descriptor;
            do {
                descriptor = (int) call(open, captured, name.address(), flags, 0, 0);
            } while (descriptor < 0 && errno(captured) == EINTR);
            return descriptor < 0 ? -errno(captured) : descriptor;
        }
    }

    /** Closes a descriptor, whatever comes of it. */
    public void close(Path file, int descriptor) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment captured = arena.allocate(CAPTURED);
            // Linux frees the descriptor even when close is interrupted: never call it twice.
            int result = (int) call(close, captured, descriptor, 0, 0, 0);
            if (result < 0 && errno(captured) != EINTR) {
                throw IoErrors.failed("close", file, text(errno(captured)));
            }
        }
    }

    /** Locks what the descriptor has open, until it is closed; false if another descriptor has it locked. */
    public boolean tryLock(Path file, int descriptor) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment captured = arena.allocate(CAPTURED);
            while (true) {
                int result = (int) call(flock, captured, descriptor, LOCK_EXCLUSIVE_NONBLOCKING, 0, 0);
                if (result == 0) {
                    return true;
                }
                int errno = errno(captured);
                if (errno == EAGAIN) {
                    return false;
                }
                if (errno != EINTR) {
                    throw IoErrors.failed("lock", file, text(errno));
                }
            }
        }
    }

    public long size(Path file, int descriptor) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment captured = arena.allocate(CAPTURED);
            long size = call(lseek, captured, descriptor, 0, SEEK_END, 0);
            if (size < 0) {
                throw IoErrors.failed("read the size", file, text(errno(captured)));
            }
            return size;
        }
    }

    /** Memory for {@link #linkCount}, to be reused. Its content means nothing to others. */
    public static final class LinkCountMemory {
        private final MemorySegment captured = Arena.ofAuto().allocate(CAPTURED);
        private final MemorySegment emptyPath = Arena.ofAuto().allocate(1);
        private final MemorySegment found = Arena.ofAuto().allocate(STATX_BYTES, Long.BYTES);
    }

    /**
     * How many names an open file has; 0 if it was deleted, -1 if the system does not tell. Allocates nothing. Threads
     * may share the memory as long as all ask about one file: a thread that reads another's answer from a moment
     * earlier or later could have had that answer itself.
     */
    public int linkCount(int descriptor, LinkCountMemory memory) {
        if (statx.isEmpty()) {
            return -1;
        }
        try {
            int result = (int) call(
                    statx.get(),
                    memory.captured,
                    descriptor,
                    memory.emptyPath.address(),
                    AT_EMPTY_PATH,
                    STATX_NLINK,
                    memory.found.address(),
                    0);
            boolean told = result == 0 && (memory.found.get(JAVA_INT, 0) & STATX_NLINK) != 0;
            return told ? memory.found.get(JAVA_INT, STATX_NLINK_OFFSET) : -1;
        } finally {
            Reference.reachabilityFence(memory);
        }
    }

    /** One {@code pread}, repeated when a signal interrupted it; 0 at the end of the file. */
    public long pread(Path file, int descriptor, MemorySegment target, long offset) {
        long count = tryPread(file, descriptor, target, offset);
        if (count < 0) {
            throw readFailed(file, offset, target.byteSize(), (int) -count);
        }
        return count;
    }

    /** The same for a descriptor of {@link #openDirect}; the errno, negated, if its file system does not read so. */
    public long preadDirect(Path file, int descriptor, MemorySegment target, long offset) {
        long count = tryPread(file, descriptor, target, offset);
        if (count < 0 && !isRefusal((int) -count)) {
            throw readFailed(file, offset, target.byteSize(), (int) -count);
        }
        return count;
    }

    private long tryPread(Path file, int descriptor, MemorySegment target, long offset) {
        if (!target.isNative() || target.isReadOnly()) {
            throw new ThetisException(
                    ErrorCode.INTERNAL, "target of a read is not writable native memory: file=" + file);
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment captured = arena.allocate(CAPTURED);
            while (true) {
                long count = call(pread, captured, descriptor, target.address(), target.byteSize(), offset);
                if (count >= 0) {
                    return count;
                }
                int errno = errno(captured);
                if (errno != EINTR) {
                    return -errno;
                }
            }
        } finally {
            Reference.reachabilityFence(target);
        }
    }

    /** Memory for {@link #preadIfThere}, to be reused by one thread. Its content means nothing to others. */
    public static final class VectorMemory {
        private final MemorySegment captured = Arena.ofAuto().allocate(CAPTURED);
        private final MemorySegment vector = Arena.ofAuto().allocate(VECTOR_BYTES, Long.BYTES);
    }

    /** Whether a read can be had without waiting for the device. */
    public enum Presence {
        /** The target is filled. */
        THERE,
        /** Not all of it was there. Recent kernels have begun to read what is missing. */
        MISSING,
        /** The system or this file does not tell. */
        UNKNOWN
    }

    /**
     * Reads what the operating system has in its memory, and does not wait for what it has not. Errors count as
     * missing: who reads then learns of them.
     */
    public Presence preadIfThere(int descriptor, MemorySegment target, long offset, VectorMemory memory) {
        if (preadv2.isEmpty() || !target.isNative() || target.isReadOnly()) {
            return Presence.UNKNOWN;
        }
        try {
            memory.vector.set(JAVA_LONG, 0, target.address());
            memory.vector.set(JAVA_LONG, Long.BYTES, target.byteSize());
            long vector = memory.vector.address();
            long count = call(preadv2.get(), memory.captured, descriptor, vector, 1, offset, RWF_NOWAIT, 0);
            if (count == target.byteSize()) {
                return Presence.THERE;
            }
            return count >= 0 || errno(memory.captured) == EAGAIN ? Presence.MISSING : Presence.UNKNOWN;
        } finally {
            Reference.reachabilityFence(target);
        }
    }

    /** The error of a read that the system refuses, in whatever way it was made. */
    public ThetisException readFailed(Path file, long offset, long bytes, int errno) {
        return IoErrors.failed("read " + bytes + " bytes at offset " + offset, file, text(errno));
    }

    /**
     * Reserves a private, zero-filled, writable range of addresses that uses no memory until it is written.
     *
     * @param what it is for, as {@code name=value}
     */
    public MemorySegment reserve(long bytes, String what) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment captured = arena.allocate(CAPTURED);
            long address = call(mmap, captured, 0, bytes, PROT_READ_WRITE, MAP_PRIVATE_ANONYMOUS_NORESERVE, -1, 0);
            if (address == -1) {
                throw new ThetisException(
                        ErrorCode.MEMORY_EXHAUSTED,
                        "could not reserve addresses: " + what + ", bytes=" + bytes + ", reason="
                                + text(errno(captured)) + "; raise the limit of virtual memory (ulimit -v)");
            }
            return MemorySegment.ofAddress(address);
        }
    }

    /**
     * Maps a file for reading, with nothing read ahead of what is used.
     *
     * @return an address of length zero, to be {@linkplain #release released}; nothing if the file cannot be mapped
     */
    public Optional<MemorySegment> map(int descriptor, long bytes) {
        try (Arena arena = Arena.ofConfined()) {
            long address = call(mmap, arena.allocate(CAPTURED), 0, bytes, PROT_READ, MAP_SHARED, descriptor, 0);
            return address == -1 ? Optional.empty() : Optional.of(MemorySegment.ofAddress(address));
        }
    }

    /**
     * Copies from this process' own memory, and lets the kernel do it: memory that is gone, such as that of a file
     * which was cut under its mapping, is then a short copy and not a signal.
     *
     * @return how many bytes were copied, perhaps fewer than wanted; or the errno, negated
     */
    public long copySafely(long address, MemorySegment target) {
        if (processVmReadv.isEmpty()) {
            return -ENOSYS;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment captured = arena.allocate(CAPTURED);
            MemorySegment vectors = arena.allocate(2 * VECTOR_BYTES, Long.BYTES);
            vectors.set(JAVA_LONG, 0, target.address());
            vectors.set(JAVA_LONG, Long.BYTES, target.byteSize());
            vectors.set(JAVA_LONG, VECTOR_BYTES, address);
            vectors.set(JAVA_LONG, VECTOR_BYTES + Long.BYTES, target.byteSize());
            long local = vectors.address();
            long process = ProcessHandle.current().pid();
            long count = call(processVmReadv.get(), captured, process, local, 1, local + VECTOR_BYTES, 1, 0);
            return count < 0 ? -errno(captured) : count;
        } finally {
            Reference.reachabilityFence(target);
        }
    }

    /** Releases a reserved range. {@code range} is an address of length zero. */
    public void release(MemorySegment range, long bytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment captured = arena.allocate(CAPTURED);
            int result = (int) call(munmap, captured, range.address(), bytes, 0, 0);
            checkMemoryCall("munmap", result, captured);
        }
    }

    /** Releases the memory of whole pages; the addresses stay reserved and read as zeros. */
    public void discard(MemorySegment range) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment captured = arena.allocate(CAPTURED);
            int result = (int) call(madvise, captured, range.address(), range.byteSize(), MADV_DONTNEED, 0);
            checkMemoryCall("madvise", result, captured);
        }
    }

    /** Says something of a part of a mapped file, and of the rest of the system's page in which it begins. */
    public void advise(MemorySegment range, MappedAdvice advice) {
        long begin = range.address() & -SYSTEM_PAGE_BYTES;
        long bytes = range.address() + range.byteSize() - begin;
        try (Arena arena = Arena.ofConfined()) {
            call(madvise, arena.allocate(CAPTURED), begin, bytes, advice.number, 0);
        }
    }

    /** Bytes of the operating system's own page. */
    public long systemPageBytes() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment captured = arena.allocate(CAPTURED);
            return call(sysconf, captured, SC_PAGESIZE, 0, 0, 0);
        }
    }

    private void checkMemoryCall(String name, int result, MemorySegment captured) {
        if (result != 0) {
            throw new ThetisException(ErrorCode.INTERNAL, name + " failed: reason=" + text(errno(captured)));
        }
    }

    static int errno(MemorySegment captured) {
        return (int) ERRNO.get(captured, 0L);
    }

    /** What an errno says, in words for users. */
    @SuppressWarnings("restricted") // Native memory and calls are this module's own.
    public String text(int errno) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment captured = arena.allocate(CAPTURED);
            MemorySegment text = MemorySegment.ofAddress(call(strerror, captured, errno, 0, 0, 0));
            return text.reinterpret(Long.MAX_VALUE).getString(0) + " (errno " + errno + ")";
        }
    }
}
