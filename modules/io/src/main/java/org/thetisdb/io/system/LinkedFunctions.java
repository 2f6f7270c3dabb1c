package org.thetisdb.io.system;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * The C library of this process.
 *
 * <p>All functions are linked with one signature, six longs to a long, and called with zeros for the parameters that
 * they do not have. On both architectures the first six integers and pointers travel in registers whatever their
 * width, so the callee cannot tell; a result that is an int must be cut to one. The reason is start-up: the linker
 * makes code per signature, at about ten milliseconds each in a cold process, and nearly all functions differ.
 *
 * <p>No call is linked as "critical": a critical call that waits for a disk delays every safepoint of the process.
 */
final class LinkedFunctions implements NativeFunctions {
    private static final FunctionDescriptor SHAPE =
            FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);

    private final SymbolLookup library;
    private final MethodHandle anyFunction;

    @SuppressWarnings("restricted") // Native memory and calls are this module's own.
    LinkedFunctions(Linker linker) {
        this.library = linker.defaultLookup();
        this.anyFunction = linker.downcallHandle(SHAPE, Linker.Option.captureCallState("errno"));
    }

    @Override
    public Optional<MemorySegment> find(String name) {
        return library.find(name);
    }

    @Override
    public long call(MemorySegment function, MemorySegment captured, long a, long b, long c, long d, long e, long f) {
        try {
            return (long) anyFunction.invokeExact(function, captured, a, b, c, d, e, f);
        } catch (Throwable thrown) {
            throw unchecked(thrown);
        }
    }

    private static RuntimeException unchecked(Throwable e) {
        return switch (e) {
            case RuntimeException runtime -> runtime;
            case Error error -> throw error;
            default -> new ThetisException(ErrorCode.INTERNAL, "a native call failed: " + e, e);
        };
    }
}
