package org.thetisdb.io.depth;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/** Finds out whether rings can be had here. Asked whenever a cache is opened, so it maps nothing. */
public final class RingProbe {
    private static final int EPERM = 1;
    private static final int ENOMEM = 12;
    private static final int EACCES = 13;
    private static final int ENOSYS = 38;
    private static final String TOO_OLD = "needs Linux 5.6 or newer";

    private RingProbe() {}

    /**
     * {@return why there are no rings here, in words for users; nothing if there are}
     *
     * @param calls to ask by
     */
    public static Optional<String> reasonAgainst(RingCalls calls) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment params = arena.allocate(UringLayout.PARAMS_BYTES, Long.BYTES);
            int ring = calls.setup(1, params.address());
            if (ring < 0) {
                return Optional.of(refused(calls, -ring));
            }
            try {
                MemorySegment probe = arena.allocate(UringLayout.PROBE_BYTES, Long.BYTES);
                boolean answered = calls.probe(ring, probe.address()) >= 0;
                boolean reads = answered && UringLayout.supportsRead(probe);
                return reads ? Optional.empty() : Optional.of("the kernel's io_uring has no reads; " + TOO_OLD);
            } finally {
                calls.close(ring);
            }
        }
    }

    private static String refused(RingCalls calls, int errno) {
        return switch (errno) {
            case ENOSYS -> "the kernel has no io_uring; " + TOO_OLD;
            case EPERM, EACCES ->
                "io_uring is forbidden here, perhaps by a container's seccomp profile or by kernel.io_uring_disabled";
            case ENOMEM -> "there is no memory for io_uring; raise the limit of locked memory (ulimit -l)";
            default -> "io_uring cannot be set up: reason=" + calls.text(errno);
        };
    }
}
