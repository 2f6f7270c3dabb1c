package org.thetisdb.io.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.io.LocalFileSystem;
import org.thetisdb.io.TemporaryFile;
import org.thetisdb.io.system.ProcessMaps;

/**
 * Goal: what is mapped does not stay resident, and loses nothing when it is let go of. Method: the share is told by the
 * test how much there is, and looks when the test says so, beside its own thread.
 */
final class MappedShareTest {
    private static final int BYTES = 8 << 20;

    @TempDir
    Path temporary;

    private final AtomicLong fileBytes = new AtomicLong();
    private final MappedShare share = new MappedShare(1 << 20, fileBytes::get);

    private static long residentBytes(MemorySegment memory) throws IOException {
        return Long.parseLong(ProcessMaps.fact("Rss", memory).split(" ", 2)[0]) << 10;
    }

    private static void fill(MemorySegment memory, long seed) {
        for (long at = 0; at < memory.byteSize(); at += Long.BYTES) {
            memory.set(ValueLayout.JAVA_LONG, at, at * seed);
        }
    }

    private static void assertFilled(MemorySegment memory, long seed) {
        for (long at = 0; at < memory.byteSize(); at += Long.BYTES) {
            if (memory.get(ValueLayout.JAVA_LONG, at) != at * seed) {
                throw new AssertionError("at=" + at + ", seed=" + seed);
            }
        }
    }

    @Test
    void whatIsTooMuch_isLetGoOfAndComesBack() throws IOException {
        Assumptions.assumeTrue(Files.isReadable(Path.of("/proc/self/smaps")), "needs /proc/self/smaps");
        try (TemporaryFile file = new LocalFileSystem().createTemporary(temporary)) {
            try (Arena arena = Arena.ofShared()) {
                MemorySegment memory = share.map(own -> file.map(0, BYTES, own), arena);
                fill(memory, 3);
                fileBytes.set(1 << 20);
                assertThat(share.look()).isTrue();
                assertThat(residentBytes(memory)).isGreaterThanOrEqualTo(BYTES);
                fileBytes.set(2 << 20);
                assertThat(share.look()).isTrue();
                assertThat(residentBytes(memory)).isLessThan(BYTES / 4);
                assertFilled(memory, 3);
            }
            assertThat(share.look()).isFalse();
        }
    }

    /** Addresses of what has ended may be somebody else's at once. */
    @Test
    void pieces_endWhileOthersAreLetGoOf() throws InterruptedException {
        Random random = new Random(1);
        AtomicBoolean done = new AtomicBoolean();
        Thread looking = Thread.ofPlatform().start(() -> {
            while (!done.get()) {
                fileBytes.addAndGet(2 << 20);
                share.look();
            }
        });
        try (TemporaryFile file = new LocalFileSystem().createTemporary(temporary)) {
            for (int round = 1; round < 300; round++) {
                int seed = round;
                int bytes = Long.BYTES * (1 + random.nextInt(100_000));
                try (Arena arena = Arena.ofShared()) {
                    MemorySegment mapped = share.map(own -> file.map(0, bytes, own), arena);
                    fill(mapped, seed);
                    MemorySegment other = arena.allocate(bytes, Long.BYTES);
                    fill(other, seed + 1);
                    assertFilled(mapped, seed);
                    assertFilled(other, seed + 1);
                }
            }
        } finally {
            done.set(true);
            looking.join();
        }
        assertThat(share.look()).isFalse();
    }

    @Test
    void whatCannotBeMapped_isNotKept() {
        try (Arena arena = Arena.ofShared()) {
            assertThatThrownBy(() -> share.map(
                            _ -> {
                                throw new IllegalStateException("no");
                            },
                            arena))
                    .hasMessage("no");
            assertThat(share.look()).isFalse();
        }
    }

    /** What is in memory alone would be lost. */
    @Test
    void otherMemory_isLeftAlone() {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment memory = share.map(own -> own.allocate(BYTES, Long.BYTES), arena);
            fill(memory, 5);
            fileBytes.set(4 << 20);
            share.look();
            assertFilled(memory, 5);
        }
    }
}
