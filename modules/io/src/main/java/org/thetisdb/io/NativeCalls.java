package org.thetisdb.io;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Locale;
import java.util.NoSuchElementException;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * The few calls of the C library that this module needs, on 64-bit Linux only: the constants below are those of its
 * system calls and alike on x86-64 and AArch64. Each wrapper turns errno into a {@link ThetisException}. No call is
 * linked as "critical": a critical call that waits for a disk holds up every safepoint of the process.
 */
final class NativeCalls {
    /** Whether the calls can be made here. */
    sealed interface Result {}

    record Found(NativeCalls calls) implements Result {}

    record NotFound(String reason) implements Result {}

    private static final int O_RDONLY_CLOEXEC = 0x80000;
    private static final int SEEK_END = 2;
    private static final int PROT_READ_WRITE = 1 | 2;
    private static final int MAP_PRIVATE_ANONYMOUS_NORESERVE = 0x02 | 0x20 | 0x4000;
    private static final int MADV_DONTNEED = 4;
    private static final int SC_PAGESIZE = 30;
    private static final int ENOENT = 2;
    private static final int EINTR = 4;

    private static final StructLayout CAPTURED = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = CAPTURED.varHandle(MemoryLayout.PathElement.groupElement("errno"));

    private final MethodHandle open;
    private final MethodHandle close;
    private final MethodHandle pread;
    private final MethodHandle lseek;
    private final MethodHandle mmap;
    private final MethodHandle munmap;
    private final MethodHandle madvise;
    private final MethodHandle sysconf;
    private final MethodHandle strerror;

    private NativeCalls(Linker linker) {
        this.open = link(linker, "open", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT), true);
        this.close = link(linker, "close", FunctionDescriptor.of(JAVA_INT, JAVA_INT), false);
        this.pread =
                link(linker, "pread", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_LONG), false);
        this.lseek = link(linker, "lseek", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_INT), false);
        this.mmap = link(
                linker,
                "mmap",
                FunctionDescriptor.of(JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG),
                false);
        this.munmap = link(linker, "munmap", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG), false);
        this.madvise = link(linker, "madvise", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT), false);
        this.sysconf = link(linker, "sysconf", FunctionDescriptor.of(JAVA_LONG, JAVA_INT), false);
        this.strerror = link(linker, "strerror", FunctionDescriptor.of(ADDRESS, JAVA_INT), false);
    }

    /** Linking costs some milliseconds, so it is done once, and only when somebody asks. */
    private static final class Holder {
        static final Result RESULT = look();
    }

    static Result find() {
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
            return new Found(new NativeCalls(Linker.nativeLinker()));
        } catch (IllegalCallerException _) {
            return new NotFound("native access is not allowed to org.thetisdb.io (--enable-native-access)");
        } catch (UnsupportedOperationException | NoSuchElementException e) {
            return new NotFound("the C library cannot be linked: " + e.getMessage());
        }
    }

    private static MethodHandle link(Linker linker, String name, FunctionDescriptor descriptor, boolean variadic) {
        SymbolLookup lookup = linker.defaultLookup();
        MemorySegment symbol = lookup.find(name).orElseThrow();
        Linker.Option errno = Linker.Option.captureCallState("errno");
        return variadic
                ? linker.downcallHandle(symbol, descriptor, errno, Linker.Option.firstVariadicArg(2))
                : linker.downcallHandle(symbol, descriptor, errno);
    }

    int open(Path file) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment captured = arena.allocate(CAPTURED);
            Charset charset = Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));
            MemorySegment name = arena.allocateFrom(file.toAbsolutePath().toString(), charset);
            int descriptor;
            do {
                descriptor = (int) open.invokeExact(captured, name, O_RDONLY_CLOEXEC);
            } while (descriptor < 0 && errno(captured) == EINTR);
            if (descriptor < 0) {
                int errno = errno(captured);
                throw errno == ENOENT ? IoErrors.missing(file) : IoErrors.failed("open for reading", file, text(errno));
            }
            return descriptor;
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    void close(Path file, int descriptor) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment captured = arena.allocate(CAPTURED);
            // Linux frees the descriptor even when close is interrupted: never call it twice.
            int result = (int) close.invokeExact(captured, descriptor);
            if (result < 0 && errno(captured) != EINTR) {
                throw IoErrors.failed("close", file, text(errno(captured)));
            }
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    long size(Path file, int descriptor) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment captured = arena.allocate(CAPTURED);
            long size = (long) lseek.invokeExact(captured, descriptor, 0L, SEEK_END);
            if (size < 0) {
                throw IoErrors.failed("read the size", file, text(errno(captured)));
            }
            return size;
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    /** One {@code pread}, repeated when a signal interrupted it; 0 at the end of the file. */
    long pread(Path file, int descriptor, MemorySegment target, long offset) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment captured = arena.allocate(CAPTURED);
            while (true) {
                long count = (long) pread.invokeExact(captured, descriptor, target, target.byteSize(), offset);
                if (count >= 0) {
                    return count;
                }
                int errno = errno(captured);
                if (errno != EINTR) {
                    throw IoErrors.failed(
                            "read " + target.byteSize() + " bytes at offset " + offset, file, text(errno));
                }
            }
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    /** Reserves a private, zero-filled, writable range of addresses that uses no memory until it is written. */
    MemorySegment reserve(long bytes, Path file) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment captured = arena.allocate(CAPTURED);
            long address = (long) mmap.invokeExact(
                    captured, MemorySegment.NULL, bytes, PROT_READ_WRITE, MAP_PRIVATE_ANONYMOUS_NORESERVE, -1, 0L);
            if (address == -1) {
                throw new ThetisException(
                        ErrorCode.MEMORY_EXHAUSTED,
                        "Could not reserve addresses: file=" + file + ", bytes=" + bytes + ", reason="
                                + text(errno(captured)) + ". Raise the limit of virtual memory (ulimit -v).");
            }
            return MemorySegment.ofAddress(address);
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    /** Gives a reserved range back. {@code range} is an address of length zero. */
    void release(MemorySegment range, long bytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment captured = arena.allocate(CAPTURED);
            int result = (int) munmap.invokeExact(captured, range, bytes);
            checkMemoryCall("munmap", result, captured);
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    /** Gives the memory behind whole pages back; the addresses stay reserved and read as zeros. */
    void discard(MemorySegment range) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment captured = arena.allocate(CAPTURED);
            int result = (int) madvise.invokeExact(captured, range, range.byteSize(), MADV_DONTNEED);
            checkMemoryCall("madvise", result, captured);
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    /** Bytes of the operating system's own page. */
    long systemPageBytes() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment captured = arena.allocate(CAPTURED);
            return (long) sysconf.invokeExact(captured, SC_PAGESIZE);
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    private void checkMemoryCall(String name, int result, MemorySegment captured) {
        if (result != 0) {
            throw new ThetisException(ErrorCode.INTERNAL, name + " failed: reason=" + text(errno(captured)));
        }
    }

    private static int errno(MemorySegment captured) {
        return (int) ERRNO.get(captured, 0L);
    }

    private String text(int errno) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment captured = arena.allocate(CAPTURED);
            MemorySegment text = (MemorySegment) strerror.invokeExact(captured, errno);
            return text.reinterpret(Long.MAX_VALUE).getString(0) + " (errno " + errno + ")";
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    private static RuntimeException unchecked(Throwable e) {
        return switch (e) {
            case RuntimeException runtime -> runtime;
            case Error error -> throw error;
            default -> new ThetisException(ErrorCode.INTERNAL, "A native call failed: " + e, e);
        };
    }
}
