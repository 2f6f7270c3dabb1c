package org.thetisdb.bench.io;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.thetisdb.io.PageBatch;
import org.thetisdb.io.PagedFile;
import org.thetisdb.io.ReadBatch;
import org.thetisdb.io.ReadEpoch;
import org.thetisdb.io.ReadableFile;
import org.thetisdb.io.memory.MemoryAdvice;
import org.thetisdb.value.ThetisException;

/** Reads for one thread. */
interface WayReader extends AutoCloseable {
    /** What devices read at once. */
    int BLOCK_BYTES = 4096;

    /**
     * One operation: reads ranges of equal length into the caller's memory.
     *
     * @param offsets where they begin
     * @param bytes their length
     */
    void read(long[] offsets, int bytes);

    @Override
    void close();

    /** Copies from mapped memory. */
    record FromMemory(MemorySegment memory, boolean tellsAhead, byte[] target) implements WayReader {
        @Override
        public void read(long[] offsets, int bytes) {
            if (tellsAhead) {
                for (long offset : offsets) {
                    MemoryAdvice.soon(memory.asSlice(offset, bytes));
                }
            }
            for (long offset : offsets) {
                MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, offset, target, 0, bytes);
            }
        }

        @Override
        public void close() {
            // The memory is the way's.
        }
    }

    /** One call of an engine after the other, into the same memory. */
    record OneByOne(ReadableFile file, Arena arena, MemorySegment target, long alignment) implements WayReader {
        OneByOne(ReadableFile file, int bytesMax, long alignment) {
            Arena own = Arena.ofShared();
            this(file, own, own.allocate(bytesMax, BLOCK_BYTES), alignment);
        }

        @Override
        public void read(long[] offsets, int bytes) {
            for (long offset : offsets) {
                file.readFully(offset & -alignment, target.asSlice(0, bytes));
            }
        }

        @Override
        public void close() {
            arena.close();
        }
    }

    /** One call of an engine for all, each into a place of its own. */
    record InBatches(ReadableFile file, Arena arena, ReadBatch batch, long alignment) implements WayReader {
        InBatches(ReadableFile file, int bytesMax, long alignment) {
            Arena own = Arena.ofShared();
            this(file, own, new ReadBatch(own.allocate((long) IoPart.READS * bytesMax, BLOCK_BYTES)), alignment);
        }

        @Override
        public void read(long[] offsets, int bytes) {
            batch.clear();
            for (int index = 0; index < offsets.length; index++) {
                batch.add(offsets[index] & -alignment, bytes, (long) index * bytes);
            }
            file.readBatch(batch);
            for (int index = 0; index < offsets.length; index++) {
                ThetisException problem = batch.problem(index);
                if (problem != null) {
                    throw problem;
                }
            }
        }

        @Override
        public void close() {
            arena.close();
        }
    }

    /** Lets what is missing of an operation be read together, and copies from resident pages. */
    record FromCache(PagedFile file, PageBatch batch, ReadEpoch epoch, byte[] target) implements WayReader {
        FromCache(PagedFile file, ReadEpoch epoch, byte[] target) {
            this(file, file.batch(), epoch, target);
        }

        @Override
        public void read(long[] offsets, int bytes) {
            epoch.enter();
            try {
                for (long offset : offsets) {
                    batch.want(offset, bytes);
                }
                if (batch.isWorthIt()) {
                    batch.load(epoch);
                } else {
                    batch.clear();
                }
                for (long offset : offsets) {
                    file.ensureResident(epoch, offset, bytes);
                    MemorySegment.copy(file.memory(), ValueLayout.JAVA_BYTE, offset, target, 0, bytes);
                }
            } finally {
                epoch.exit();
            }
        }

        @Override
        public void close() {
            epoch.close();
        }
    }
}
