package org.thetisdb.storage.column;

import static org.assertj.core.api.Assertions.fail;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.storage.file.Extent;
import org.thetisdb.storage.file.StoreMemory;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Goal: damaged segments give errors, never hangs or huge allocations. Method: random bytes in the first 256 bytes. */
final class ColumnSegmentFuzzTest {
    private static final long SEED = Long.getLong("thetis.seed", 7L);

    @Test
    void segment_withDamagedHeader_failsCleanlyOrReads() {
        Random random = new Random(SEED);
        List<List<Object>> columns = List.of(
                List.of(1L, 5L, 9L, 1L << 40),
                List.of("a", "b", "a", "a", "b", "a", "b", "b"),
                List.of("one", "two", "three"),
                List.of(1.5, 2.25, 3.0),
                List.of(List.of(1L), List.of(2L, 3L), List.of()),
                List.of(1L, "mixed", 2.0),
                List.of(java.time.ZonedDateTime.parse("2020-01-01T00:00:00+01:00[Europe/Berlin]")));
        for (int round = 0; round < 20_000; round++) {
            List<Object> values = columns.get(random.nextInt(columns.size()));
            Vector vector = new Vector();
            vector.reset(VectorKind.NULL, values.size());
            for (int i = 0; i < values.size(); i++) {
                vector.setValue(i, values.get(i));
            }
            MemorySegment bytes = new ColumnEncoder().encode(vector).bytes();
            for (int damage = random.nextInt(3) + 1; damage > 0; damage--) {
                long at = random.nextInt((int) Math.min(256, bytes.byteSize()));
                bytes.set(ValueLayout.JAVA_BYTE, at, (byte) random.nextInt(256));
            }
            read(bytes, round);
        }
    }

    private static void read(MemorySegment bytes, int round) {
        try {
            ColumnSegment segment = ColumnSegment.open(StoreMemory.of(bytes), new Extent(0, 0, bytes.byteSize()));
            int count = Math.min(100, segment.count());
            Vector into = new Vector();
            into.reset(segment.kind(), count);
            segment.readRun(0, count, into, 0);
            for (int row = 0; row < count; row++) {
                segment.read(row, into, row);
            }
        } catch (ThetisException | IndexOutOfBoundsException | IllegalArgumentException expected) {
            // A clean error; what slips past the headers' checks is caught by page checksums in a store.
            return;
        } catch (RuntimeException | Error e) {
            fail("seed=" + SEED + ", round=" + round, e);
        }
    }
}
