package org.thetisdb.storage.log;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.zip.CRC32C;
import org.thetisdb.storage.packing.ByteSink;

/**
 * Records between append and write, in one of two buffers: the other may be on its way to the file. Guarded by its
 * owner's lock; what {@link #take()} gave is read without, until the next call of it.
 */
final class RecordBuffer {
    private static final int BYTES_FIRST = 64 << 10;

    /** A buffer that one huge record has grown beyond this is not kept. */
    private static final int BYTES_KEPT = 4 << 20;

    private final ByteSink head = new ByteSink("the head of a record");
    private MemorySegment filling = allocate(BYTES_FIRST);
    private MemorySegment other = allocate(BYTES_FIRST);
    private long bytes;

    /** How many bytes of records wait for being taken. */
    long bytes() {
        return bytes;
    }

    /**
     * Begins a record.
     *
     * @param unsyncedBytes as {@link LogLayout} has it
     * @return where to write the rest of its body but for its last, long part
     */
    ByteSink begin(int kind, long unsyncedBytes) {
        head.clear();
        head.writeByte(kind);
        head.writeVarint(unsyncedBytes);
        return head;
    }

    /**
     * Ends a record. If it fails, there is no record.
     *
     * @param rest the last part of its body
     * @param headerChecksum of the segment
     * @param segmentOffset where in it the record will be
     * @return the record's checksum
     */
    int end(byte[] rest, int headerChecksum, long segmentOffset) {
        byte[] begin = head.toBytes();
        CRC32C content = new CRC32C();
        content.update(begin);
        content.update(rest);
        int recordBytes = LogLayout.KIND_OFFSET + begin.length + rest.length;
        int checksum = LogLayout.recordChecksum((int) content.getValue(), headerChecksum, segmentOffset, recordBytes);
        grow(recordBytes);
        LogLayout.writeRecordHead(filling, bytes, recordBytes, checksum);
        long at = bytes + LogLayout.KIND_OFFSET;
        MemorySegment.copy(MemorySegment.ofArray(begin), 0, filling, at, begin.length);
        MemorySegment.copy(MemorySegment.ofArray(rest), 0, filling, at + begin.length, rest.length);
        bytes += recordBytes;
        return checksum;
    }

    /** All records since the last call, to be written; new ones go elsewhere. */
    MemorySegment take() {
        // Memory first: if there is none, nothing has changed.
        MemorySegment batch = filling.asSlice(0, bytes);
        MemorySegment next = filling.byteSize() <= BYTES_KEPT ? filling : allocate(BYTES_FIRST);
        filling = other;
        other = next;
        bytes = 0;
        return batch;
    }

    private void grow(int recordBytes) {
        if (bytes + recordBytes > filling.byteSize()) {
            MemorySegment larger = allocate(Math.max(bytes + recordBytes, filling.byteSize() * 2));
            MemorySegment.copy(filling, 0, larger, 0, bytes);
            filling = larger;
        }
    }

    private static MemorySegment allocate(long bytes) {
        return Arena.ofAuto().allocate(bytes);
    }
}
