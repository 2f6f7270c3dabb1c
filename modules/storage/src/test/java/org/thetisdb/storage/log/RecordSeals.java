package org.thetisdb.storage.log;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** Gives the records of a log segment that a test has changed the checksums that they would have been written with. */
public final class RecordSeals {
    private RecordSeals() {}

    /** Where a record lies in its segment. */
    public record Place(int offset, int bytes) {
        /** Where kind and body begin: all before is length and checksum. */
        public int contentOffset() {
            return offset + LogLayout.KIND_OFFSET;
        }

        public int contentBytes() {
            return bytes - LogLayout.KIND_OFFSET;
        }
    }

    /** The records of a segment that is whole. */
    public static List<Place> places(byte[] segment) {
        MemorySegment bytes = MemorySegment.ofArray(segment);
        List<Place> places = new ArrayList<>();
        int offset = LogLayout.HEADER_BYTES;
        while (offset + LogLayout.RECORD_BYTES_MIN <= segment.length && LogLayout.recordBytes(bytes, offset) > 0) {
            places.add(new Place(offset, LogLayout.recordBytes(bytes, offset)));
            offset += LogLayout.recordBytes(bytes, offset);
        }
        return places;
    }

    /** Rewrites the checksums of these records. */
    public static void renew(byte[] segment, List<Place> places) {
        MemorySegment bytes = MemorySegment.ofArray(segment);
        int headerChecksum = LogLayout.storedHeaderChecksum(bytes);
        for (Place place : places) {
            int checksum =
                    LogLayout.recordChecksumOf(bytes, place.offset(), place.bytes(), headerChecksum, place.offset());
            LogLayout.writeRecordHead(bytes, place.offset(), place.bytes(), checksum);
        }
    }
}
