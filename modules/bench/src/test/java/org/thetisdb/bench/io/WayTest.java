package org.thetisdb.bench.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.thetisdb.io.PagedFileGeometry;

class WayTest {
    private static final long FILE_BYTES = 4L << 20;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource
    void eachWay_readsAnOperation(Way way) throws Exception {
        IoFile file = IoFile.write(directory, FILE_BYTES, PagedFileGeometry.PAGE_BYTES_MIN);
        IoFile same = IoFile.of(file.words());
        assertThat(same).isEqualTo(file);
        long[] offsets = new long[IoPart.READS];
        for (int index = 0; index < offsets.length; index++) {
            offsets[index] = index * 70_001L;
        }
        try (OpenWay open = OpenWay.open(way, same, FILE_BYTES / 2);
                WayReader reader = open.reader(IoPart.RANDOM.bytes())) {
            reader.read(offsets, IoPart.RANDOM.bytes());
            reader.read(offsets, IoPart.SMALL.bytes());
        } catch (IllegalStateException absent) {
            Assumptions.abort(absent.getMessage());
        }
    }
}
