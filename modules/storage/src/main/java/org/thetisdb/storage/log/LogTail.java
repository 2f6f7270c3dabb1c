package org.thetisdb.storage.log;

import java.nio.file.Path;
import java.util.List;
import org.thetisdb.io.FileSystem;
import org.thetisdb.io.WritableFile;

/**
 * The end of a log as the last process left it.
 *
 * @param lastChecksum of the last record, 0 if the segment has none
 * @param sealed whether the last record is a seal
 */
record LogTail(LogDirectory.Segment segment, LogRecovery recovery, int lastChecksum, boolean sealed) {
    /** Finds the end of the last segment; changes nothing. */
    static LogTail find(LogDirectory directory) {
        List<Integer> numbers = directory.numbers();
        if (numbers.isEmpty()) {
            throw LogErrors.noSegment(directory.path());
        }
        LogDirectory.Segment last = directory.segment(numbers.getLast());
        if (numbers.size() > 1) {
            checkFull(directory, last);
        }
        try (LogCursor cursor = LogCursor.ofSegment(directory, last)) {
            while (cursor.next()) {
                // Only where the valid tail ends is of interest.
                continue;
            }
            cursor.checkEnd();
            LogRecovery recovery =
                    new LogRecovery(last.path(), cursor.offset(), cursor.lastRevision(), cursor.tornBytes());
            return new LogTail(last, recovery, cursor.lastChecksum(), cursor.isSealed());
        }
    }

    private static void checkFull(LogDirectory directory, LogDirectory.Segment last) {
        Path full = directory.path(last.number() - 1);
        long endOffset = last.header().previousBytes();
        long fileBytes = directory.fileSystem().sizeBytes(full);
        if (fileBytes < endOffset) {
            throw LogErrors.damaged(full, fileBytes, endOffset + " bytes", fileBytes + " bytes");
        }
    }

    /** Removes what a crash has left: zeros behind a full segment, a segment that was never used, a torn tail. */
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
        for (Path path : fileSystem.list(directory.path())) {
            if (path.getFileName().toString().endsWith(LogLayout.UNFINISHED_SUFFIX)) {
                fileSystem.delete(path);
            }
        }
        return SegmentWriter.reopen(
                fileSystem, segment.path(), segment.header(), segment.headerChecksum(), recovery.endOffset());
    }
}
