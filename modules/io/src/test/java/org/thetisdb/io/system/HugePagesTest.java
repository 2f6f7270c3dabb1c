package org.thetisdb.io.system;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class HugePagesTest {
    private static final long REGION = HugePages.BYTES;
    private static final int PAGE = 4096;

    private static long kib(String name, MemorySegment memory) throws IOException {
        return Long.parseLong(ProcessMaps.fact(name, memory).replaceAll("[^0-9]", ""));
    }

    @SuppressWarnings("restricted") // Memory of the module's own kind.
    private static MemorySegment regions(NativeCalls calls, Arena arena, int count) {
        long bytes = (count + 1) * REGION;
        MemorySegment reserved =
                calls.reserve(bytes, "test").reinterpret(bytes, arena, range -> calls.release(range, bytes));
        return reserved.asSlice(-reserved.address() & (REGION - 1), count * REGION);
    }

    @Test
    void make_whatIsInMemory_keepsItsBytesAndGivesThemBackAfterASplit() throws IOException {
        FaultyFunctions functions = new FaultyFunctions();
        HugePages pages = new HugePages(functions.calls());
        pages.refusal().ifPresent(reason -> Assumptions.abort("no huge pages: " + reason));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = regions(functions.calls(), arena, 3);
            pages.keepSmall(memory);
            memory.fill((byte) 7);
            assertThat(kib("AnonHugePages", memory)).isZero();
            assertThat(pages.make(memory.asSlice(REGION, REGION))).isEqualTo(HugePages.Outcome.MADE);
            assertThat(kib("AnonHugePages", memory)).isEqualTo(REGION >> 10);
            assertThat(memory.mismatch(regions(functions.calls(), arena, 3).fill((byte) 7)))
                    .isEqualTo(-1);
            pages.split(memory.asSlice(REGION, REGION));
            assertThat(kib("AnonHugePages", memory)).isZero();
            long before = kib("Rss", memory);
            functions.calls().discard(memory.asSlice(REGION + PAGE, 2 * PAGE));
            assertThat(before - kib("Rss", memory)).isEqualTo(2 * PAGE >> 10);
            assertThat(memory.get(JAVA_BYTE, REGION + PAGE)).isZero();
            assertThat(memory.get(JAVA_BYTE, REGION)).isEqualTo((byte) 7);
        }
        assertThat(functions.mappings()).isZero();
    }

    @Test
    void make_whereTheSystemDoesNot_saysSo() {
        FaultyFunctions old = new FaultyFunctions().failing("madvise", FaultyFunctions.EINVAL, 1);
        assertThat(new HugePages(old.calls()).refusal().orElseThrow()).contains("6.1");
        assertThat(old.mappings()).isZero();
        FaultyFunctions full = new FaultyFunctions().failing("madvise", FaultyFunctions.ENOMEM, 1);
        assertThat(new HugePages(full.calls()).refusal().orElseThrow()).contains("none free");
    }
}
