package org.thetisdb.storage.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.thetisdb.io.simulated.SimulatedFileSystem;
import org.thetisdb.storage.spill.TemporarySpace;

final class KeyFilterWriterTest {
    private final TemporarySpace space = TemporarySpace.ofReader(new SimulatedFileSystem(), Path.of("/temporary"));

    private KeyFilterWriter.Room room(long bytes) {
        return new KeyFilterWriter.Room(bytes, space);
    }

    /** Some keys have many hashes in one partition, and some are added again. */
    private static void fill(KeyFilterWriter filter, int keys) {
        SplittableRandom random = new SplittableRandom(7);
        for (int key = 0; key < keys; key++) {
            long hash = key % 3 == 0 ? random.nextInt() : random.nextLong();
            filter.add(hash);
            filter.add(hash);
        }
    }

    private void assertSame(int keys, long keyCount) {
        try (KeyFilterWriter inMemory = new KeyFilterWriter(keyCount, room(8 << 20));
                KeyFilterWriter inPartitions = new KeyFilterWriter(keyCount, room(0))) {
            fill(inMemory, keys);
            fill(inPartitions, keys);
            MemorySegment expected = inMemory.finish();
            assertThat(expected.byteSize()).isEqualTo(KeyFilterLayout.bytes(keyCount));
            assertThat(inPartitions.finish().mismatch(expected)).isEqualTo(-1);
        }
        assertThat(space.usedBytes()).isZero();
    }

    @Test
    void finish_inPartitions_sameAsInMemory() {
        assertSame(1_000_000, 1_000_000);
        assertThat(space.totalBytes()).isGreaterThan(4 << 20);
    }

    @Test
    void finish_fewKeys_sameAsInMemory() {
        assertSame(0, 4_000_000);
        assertSame(1, 1);
        assertSame(1024, 100);
        assertSame(1025, 4_000_000);
    }

    @Test
    void finish_fitsIntoMemory_noFile() {
        try (KeyFilterWriter filter = new KeyFilterWriter(4_000_000, room(Long.MAX_VALUE))) {
            fill(filter, 1000);
            assertThat(filter.finish().byteSize()).isEqualTo(8 << 20);
        }
        assertThat(space.totalBytes()).isZero();
    }
}
