package org.thetisdb.io.depth;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RingProbeTest {
    private final SimulatedKernel kernel = new SimulatedKernel(new byte[0], 1);

    @Test
    void kernelThatReads_hasNothingAgainstIt() {
        assertThat(RingProbe.reasonAgainst(kernel)).isEmpty();
        assertThat(kernel.openRings()).isZero();
    }

    @Test
    void kernelsThatRefuse_areAbsentWithAReason() {
        assertReason(kernel.refusingSetup(SimulatedKernel.ENOSYS), "the kernel has no io_uring", "Linux 5.6");
        assertReason(kernel.refusingSetup(SimulatedKernel.EPERM), "forbidden", "seccomp", "kernel.io_uring_disabled");
        assertReason(kernel.refusingSetup(SimulatedKernel.ENOMEM), "memory", "ulimit -l");
        assertReason(kernel.refusingSetup(SimulatedKernel.EMFILE), "cannot be set up", "text of errno 24");
    }

    @Test
    void kernelWithoutReads_isTooOld() {
        assertReason(new SimulatedKernel(new byte[0], 1).withoutReads(), "no reads", "Linux 5.6");
        assertReason(new SimulatedKernel(new byte[0], 1).refusingProbe(22), "no reads", "Linux 5.6");
    }

    private static void assertReason(SimulatedKernel kernel, String... words) {
        assertThat(RingProbe.reasonAgainst(kernel)).isPresent();
        assertThat(RingProbe.reasonAgainst(kernel).orElse("")).contains(words);
        assertThat(kernel.openRings()).isZero();
    }
}
