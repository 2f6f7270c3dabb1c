package org.thetisdb.io.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

class RangeDiscardTest {
    private static final int PAGE = 4096;
    private static final int PAGES = 3000;

    /** Every third page goes, more than one call takes; the others keep their bytes. */
    @SuppressWarnings("restricted") // Memory of the module's own kind.
    private static void assertDiscards(FaultyFunctions functions) {
        NativeCalls calls = functions.calls();
        long bytes = (long) PAGES * PAGE;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory =
                    calls.reserve(bytes, "test").reinterpret(bytes, arena, range -> calls.release(range, bytes));
            memory.fill((byte) 7);
            long[] offsets = new long[PAGES / 3];
            long[] lengths = new long[PAGES / 3];
            for (int part = 0; part < offsets.length; part++) {
                offsets[part] = 3L * part * PAGE;
                lengths[part] = PAGE;
            }
            new RangeDiscard(calls).discard(memory, offsets, lengths, offsets.length);
            for (int page = 0; page < PAGES; page++) {
                assertThat(memory.get(ValueLayout.JAVA_BYTE, (long) page * PAGE + 9))
                        .isEqualTo((byte) (page % 3 == 0 ? 0 : 7));
            }
        }
        assertThat(functions.mappings()).isZero();
    }

    @Test
    void discard_manyParts_takesTheseAlone() {
        assertDiscards(new FaultyFunctions());
    }

    @Test
    void discard_whereTheSystemRefusesIt_takesOneAfterTheOther() {
        assertDiscards(new FaultyFunctions().failing("syscall", FaultyFunctions.EPERM));
        assertDiscards(new FaultyFunctions().failing("syscall", FaultyFunctions.ENOSYS, 1));
    }
}
