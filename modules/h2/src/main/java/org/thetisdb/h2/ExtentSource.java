package org.thetisdb.h2;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Optional;
import org.thetisdb.io.ReadBatch;
import org.thetisdb.io.ReadableFile;

/**
 * One extent of a file, as the page cache reads it: as long as an extent, and zero where the file does not reach.
 *
 * @param file of all extents, closed by who has opened it
 * @param begin where the extent begins in the file
 * @param sizeBytes how long it is
 */
record ExtentSource(ReadableFile file, long begin, long sizeBytes) implements ReadableFile {
    @Override
    public Path path() {
        return file.path();
    }

    @Override
    public long read(long offset, MemorySegment target) {
        long count = file.read(begin + offset, target);
        if (count > 0) {
            return count;
        }
        // The file ends here, now; whoever writes beyond its end tells the pages.
        target.fill((byte) 0);
        return target.byteSize();
    }

    @Override
    public void readBatch(ReadBatch batch) {
        ReadBatch shifted = batch.shifted(begin);
        file.readBatch(shifted);
        for (int range = 0; range < batch.count(); range++) {
            if (shifted.problem(range) != null) {
                // Once more, since the file may just have become shorter; else the error is the same.
                readRange(batch, range);
            }
        }
    }

    @Override
    public Optional<String> fallBack() {
        return file.fallBack();
    }

    @Override
    public void close() {
        // The file is that of all extents.
    }
}
