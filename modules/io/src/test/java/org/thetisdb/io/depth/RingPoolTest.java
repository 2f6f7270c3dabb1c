package org.thetisdb.io.depth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RingPoolTest {
    private final List<SimulatedKernel> kernels = new ArrayList<>();
    private final RingPool pool = new RingPool(this::newKernel, 4, 2);

    private SimulatedKernel newKernel() {
        SimulatedKernel kernel = new SimulatedKernel(new byte[0], 1);
        kernels.add(kernel);
        return kernel;
    }

    private long openRings() {
        return kernels.stream().mapToLong(SimulatedKernel::openRings).sum();
    }

    @Test
    void rings_areMadeWhenWanted_keptWhileFilesAreOpen_andNoMoreThanAllowed() {
        pool.retain();
        pool.retain();
        assertThat(openRings()).isZero();
        Ring first = pool.take().orElseThrow();
        Ring second = pool.take().orElseThrow();
        assertThat(pool.take()).isEmpty();
        pool.giveBack(first, true);
        assertThat(pool.take()).containsSame(first);
        pool.giveBack(first, true);
        pool.giveBack(second, true);
        pool.release();
        assertThat(openRings()).isEqualTo(2);
        pool.release();
        assertThat(openRings()).isZero();
        assertThat(kernels).allMatch(kernel -> kernel.maps() == 0);
    }

    @Test
    void ringThatFailed_isClosedAndReplaced() {
        pool.retain();
        Ring failed = pool.take().orElseThrow();
        pool.giveBack(failed, false);
        assertThat(openRings()).isZero();
        Optional<Ring> next = pool.take();
        assertThat(next).isPresent();
        assertThat(next.orElseThrow()).isNotSameAs(failed);
        pool.giveBack(next.orElseThrow(), true);
        pool.release();
        assertThat(openRings()).isZero();
    }

    @Test
    void refusal_leavesRoomForTheNextTry() {
        boolean[] refuses = {true};
        RingPool refusing =
                new RingPool(() -> refuses[0] ? newKernel().refusingSetup(SimulatedKernel.EMFILE) : newKernel(), 4, 1);
        refusing.retain();
        assertThat(refusing.take()).isEmpty();
        assertThat(refusing.take()).isEmpty();
        refuses[0] = false;
        Ring ring = refusing.take().orElseThrow();
        refusing.giveBack(ring, true);
        refusing.release();
        assertThat(openRings()).isZero();
    }
}
