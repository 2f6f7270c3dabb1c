package org.thetisdb.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.io.depth.SimulatedKernel;
import org.thetisdb.io.system.NativeCalls;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** What becomes of a batch when the ring's system calls fail. Needs no io_uring, only native calls. */
class RingFaultTest {
    private static final int FILE_BYTES = 300_000;
    private static final int DEPTH = 8;
    private static final int RANGES = 100;

    @TempDir
    private Path directory;

    private final long seed = new Random().nextLong();
    private final Random random = new Random(seed);
    private final byte[] content = new byte[FILE_BYTES];
    private final SimulatedKernel kernel = new SimulatedKernel(content, seed);
    private Path path = Path.of("");

    @BeforeEach
    void writeFile() throws IOException {
        random.nextBytes(content);
        path = Files.write(directory.resolve("data"), content);
    }

    private static NativeCalls nativeCalls() {
        NativeCalls.Result result = NativeCalls.find();
        if (result instanceof NativeCalls.NotFound(String reason)) {
            Assumptions.abort("no native calls: " + reason);
        }
        return ((NativeCalls.Found) result).calls();
    }

    /** Reads a batch of random ranges twice and returns it; nothing is left of rings afterwards. */
    private ReadBatch read(Arena arena) {
        ReadBatch batch = new ReadBatch(arena.allocate(FILE_BYTES));
        for (int i = 0; i < RANGES; i++) {
            int bytes = 1 + random.nextInt(5000);
            batch.add(random.nextInt(FILE_BYTES - bytes), bytes);
        }
        UringEngine engine = new UringEngine(new PreadEngine(nativeCalls()), () -> kernel, DEPTH);
        try (ReadableFile file = engine.open(path)) {
            file.readBatch(batch);
            assertThat(kernel.inFlight()).isZero();
        }
        assertThat(kernel.openRings()).isZero();
        assertThat(kernel.maps()).isZero();
        assertThat(kernel.mostInFlight()).isLessThanOrEqualTo(DEPTH);
        return batch;
    }

    private void assertRead(ReadBatch batch, int range) {
        int offset = (int) batch.offset(range);
        assertThat(batch.problem(range)).as("seed=%d", seed).isNull();
        assertThat(batch.target(range).mismatch(MemorySegment.ofArray(content).asSlice(offset, batch.bytes(range))))
                .as("seed=%d, offset=%d", seed, offset)
                .isEqualTo(-1);
    }

    private void assertReadsAll() {
        try (Arena arena = Arena.ofShared()) {
            ReadBatch batch = read(arena);
            for (int range = 0; range < batch.count(); range++) {
                assertRead(batch, range);
            }
        }
    }

    @Test
    void withoutFaults_asManyAreInFlightAsTheRingIsDeep() {
        assertReadsAll();
        assertThat(kernel.mostInFlight()).isEqualTo(DEPTH);
    }

    @Test
    void withTwoMaps_everythingIsRead() {
        kernel.withTwoMaps();
        assertReadsAll();
        assertThat(kernel.mostInFlight()).isEqualTo(DEPTH);
    }

    @Test
    void ringThatCannotBeMade_isDoneWithout() {
        kernel.refusingSetup(SimulatedKernel.EMFILE);
        assertReadsAll();
        assertThat(kernel.mostInFlight()).isZero();
    }

    @Test
    void ringThatCannotBeMapped_isDoneWithout() {
        kernel.refusingMaps(SimulatedKernel.ENOMEM);
        assertReadsAll();
        assertThat(kernel.mostInFlight()).isZero();
    }

    @Test
    void shortReads_areContinued() {
        kernel.readingAtMost(700);
        assertReadsAll();
    }

    @Test
    void interruptedAndBusyCalls_areRepeated() {
        kernel.failingToEnter(
                SimulatedKernel.EINTR,
                0,
                SimulatedKernel.EINTR,
                0,
                SimulatedKernel.EAGAIN,
                SimulatedKernel.EINTR,
                0,
                SimulatedKernel.EBUSY,
                0,
                SimulatedKernel.EAGAIN);
        assertReadsAll();
    }

    @Test
    void noMemoryForTheFirstRequest_isDoneWithout() {
        kernel.thenNeverEntered(SimulatedKernel.EAGAIN);
        assertReadsAll();
        assertThat(kernel.mostInFlight()).isZero();
    }

    @Test
    void ringThatBreaksInTheMiddle_isWaitedForAndReplaced() {
        kernel.failingToEnter(0, 0, 0).thenNeverEntered(SimulatedKernel.EIO);
        assertReadsAll();
        assertThat(kernel.mostInFlight()).isPositive();
    }

    @Test
    void completionQueueThatOverflows_losesNothing() {
        kernel.withCompletionPlaces(2);
        assertReadsAll();
        assertThat(kernel.overflows()).isPositive();
    }

    @Test
    void readsThatAreToBeTriedAgain_areReadOtherwise() {
        kernel.failingAt(FILE_BYTES / 2, SimulatedKernel.EAGAIN);
        assertReadsAll();
    }

    @Test
    void errorOfOneRange_namesFileAndOffset_andTheOthersAreRead() {
        int failingOffset = FILE_BYTES / 3;
        kernel.failingAt(failingOffset, SimulatedKernel.EIO).readingAtMost(2000);
        int failures = 0;
        try (Arena arena = Arena.ofShared()) {
            ReadBatch batch = read(arena);
            for (int range = 0; range < batch.count(); range++) {
                long offset = batch.offset(range);
                if (offset <= failingOffset && failingOffset < offset + batch.bytes(range)) {
                    ThetisException problem = batch.problem(range);
                    assertThat(problem).isNotNull();
                    assertThat(problem.code()).isEqualTo(ErrorCode.IO_FAILED);
                    assertThat(problem).hasMessageContainingAll("could not read", "file=" + path, "(errno 5)");
                    failures++;
                } else {
                    assertRead(batch, range);
                }
            }
        }
        assertThat(failures).as("seed=%d", seed).isLessThan(RANGES);
    }

    @Test
    void begunBatch_givesRangesAsTheyCome_andIsGivenUpWithNothingUnderWay() {
        try (Arena arena = Arena.ofShared();
                ReadableFile file = new UringEngine(new PreadEngine(nativeCalls()), () -> kernel, DEPTH).open(path)) {
            ReadBatch batch = new ReadBatch(arena.allocate(FILE_BYTES));
            for (int offset = 0; offset < FILE_BYTES; offset += FILE_BYTES / RANGES) {
                batch.add(offset, FILE_BYTES / RANGES);
            }
            int first;
            try (ReadBatch.UnderWay underWay = file.begin(batch)) {
                assertThat(underWay.advance()).as("seed=%d", seed).isTrue();
                first = batch.nextSettled();
                assertThat(first).as("seed=%d", seed).isNotNegative();
                assertRead(batch, first);
                underWay.close();
                assertThat(kernel.inFlight()).isZero();
                assertThat(underWay.advance()).as("seed=%d", seed).isFalse();
            }
            batch.settleAll();
            int count = 0;
            while (batch.nextSettled() >= 0) {
                batch.takeSettled();
                count++;
            }
            assertThat(count).isEqualTo(batch.count());
        }
        assertThat(kernel.openRings()).isZero();
        assertThat(kernel.maps()).isZero();
    }
}
