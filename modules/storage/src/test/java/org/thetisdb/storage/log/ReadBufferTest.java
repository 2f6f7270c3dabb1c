package org.thetisdb.storage.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** What is large is given back when it is replaced, and when the buffer is closed. */
final class ReadBufferTest {
    @Test
    void large_isGivenBackAtOnce() {
        ReadBuffer buffer = new ReadBuffer(SegmentReader.POINT_BYTES);
        buffer.replace(1 << 20);
        MemorySegment first = buffer.memory();
        assertThat(first.byteSize()).isEqualTo(1 << 20);
        buffer.replace(2 << 20);
        assertThat(first.scope().isAlive()).isFalse();
        MemorySegment second = buffer.memory();
        assertThat(second.scope().isAlive()).isTrue();
        buffer.close();
        assertThat(second.scope().isAlive()).isFalse();
        buffer.close();
    }

    @Test
    void small_isReplacedByLarge_andBack() {
        try (ReadBuffer buffer = new ReadBuffer(16)) {
            assertThat(buffer.memory().byteSize()).isEqualTo(16);
            buffer.replace(SegmentReader.SCAN_BYTES);
            buffer.replace(SegmentReader.POINT_BYTES);
            assertThat(buffer.memory().byteSize()).isEqualTo(SegmentReader.POINT_BYTES);
        }
    }
}
