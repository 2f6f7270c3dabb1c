package org.thetisdb.storage.log;

import java.nio.file.Path;
import java.util.List;
import org.thetisdb.io.FileSystem;
import org.thetisdb.io.WritableFile;

/**
 * The end of a log as the last process left it.
 *
 * @param chainedChecksum of all records of the segment, 0 if it has none
 * @param sealed whether the last record is a seal
 */
record LogTail(LogDirectory.Segment segment, LogRecovery recovery, int chainedChecksum, boolean sealed) {
    /** Finds the end of the last segment; changes nothing. */
    static LogTail find(LogDirectory directory) {
        List<Integer> numbers = directory.numbers();
        if (numbers.isEmpty()) {
            throw LogErrors.noSegment(directory.path());
        }
        LogDirectory.Segment last = directory.segment(numbers.getLast());
        directory.requireChain(numbers);
        try (LogCursor cursor = LogCursor.ofSegment(directory, last)) {
            while (cursor.next()) {
                // Only where the valid tail ends is of interest.
            }
            cursor.checkEnd();
            LogRecovery recovery =
                    new LogRecovery(last.path(), cursor.offset(), cursor.lastRevision(), cursor.tornBytes());
            return new LogTail(last, recovery, cursor.chainedChecksum(), cursor.isSealed());
        }
    }

    /** Removes what a crash has left: zeros after a full segment, a segment that was never used, a torn tail. */
    SegmentWriter cut(LogDirectory directory) {
        FileSystem fileSystem = directory.fileSystem();
        Path full = directory.path(segment.number() - 1);
        long endOffset = segment.header().previousBytes();
        if (fileSystem.exists(full) && fileSystem.sizeBytes(full) > endOffset) {
            try (WritableFile file = fileSystem.openForWrite(full)) {
                file.truncate(endOffset);
                file.force();
            }
        }
        directory.removeUnfinished();
        return SegmentWriter.reopen(
                fileSystem, segment.path(), segment.header(), segment.headerChecksum(), recovery.endOffset());
    }
}
