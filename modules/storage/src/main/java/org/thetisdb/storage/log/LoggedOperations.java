package org.thetisdb.storage.log;

import org.thetisdb.storage.log.LogDirectory.Segment;
import org.thetisdb.storage.log.SegmentReader.Found;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * The operations of a commit that has a segment of its own: first those in its parts, then those in its record.
 *
 * @param segment whose records up to the commit are parts
 * @param commitOffset where the commit is in it
 * @param rest what the commit's own record has
 */
record LoggedOperations(LogDirectory directory, Segment segment, long commitOffset, KeptOperations rest)
        implements Operations {
    @Override
    public long bytes() {
        return commitOffset - LogLayout.HEADER_BYTES + rest.bytes();
    }

    @Override
    public void decode(Changes changes, Runnable afterPiece) {
        try (SegmentReader reader = new SegmentReader(segment, directory.open(segment.number()))) {
            decodeParts(reader, commitOffset, changes, afterPiece);
        }
        rest.decode(changes, afterPiece);
    }

    /** Gives the operations of all parts from the begin of a file up to an offset. */
    static void decodeParts(SegmentReader reader, long endOffset, Changes changes, Runnable afterPiece) {
        long offset = LogLayout.HEADER_BYTES;
        while (offset < endOffset) {
            Found found = reader.read(offset, SegmentReader.SCAN_BYTES, true);
            if (found != Found.RECORD || reader.kind() != LogLayout.PART) {
                throw LogErrors.damaged(
                        reader.path(),
                        offset,
                        "a part of a commit",
                        found == Found.RECORD ? "another record" : found.text());
            }
            offset = reader.endOffset();
            try {
                ChangeDecoder.decode(reader.part(), changes);
            } catch (ThetisException e) {
                throw e.code() == ErrorCode.CORRUPT_STRUCTURE
                        ? LogErrors.damagedRecord(reader.path(), reader.offset(), e)
                        : e;
            }
            afterPiece.run();
        }
    }
}
