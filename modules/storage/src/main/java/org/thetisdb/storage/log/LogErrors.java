package org.thetisdb.storage.log;

import java.nio.file.Path;
import org.thetisdb.storage.file.LogMark;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** The wording of this package's errors. */
final class LogErrors {
    private static final String RESTORE = "; restore the database from a backup";

    private LogErrors() {}

    static ThetisException damaged(Path file, long offset, String expected, String found) {
        return new ThetisException(
                ErrorCode.LOG_DAMAGED,
                "the log is damaged: file=" + file + ", offset=" + offset + ", expected=" + expected + ", found="
                        + found + RESTORE);
    }

    static ThetisException wrongDatabase(Path file, long offset, String expected, String found) {
        return new ThetisException(
                ErrorCode.WRONG_DATABASE,
                "a segment of the log belongs to another database: file=" + file + ", offset=" + offset + ", expected="
                        + expected + ", found=" + found + "; put the right file back" + RESTORE);
    }

    static ThetisException wrongFile(Path file, long offset, String expected, String found) {
        return new ThetisException(
                ErrorCode.WRONG_FILE,
                "a segment of the log is not the one that belongs here: file=" + file + ", offset=" + offset
                        + ", expected=" + expected + ", found=" + found + "; put the right file back" + RESTORE);
    }

    static ThetisException otherCourse(Path file, long offset, LogMark expected, int found) {
        return new ThetisException(
                ErrorCode.WRONG_FILE,
                "the log belongs to a copy of this database whose history differs: file=" + file + ", offset="
                        + offset + ", revision=" + expected.revision() + ", expected=checksum 0x"
                        + Integer.toHexString(expected.checksum()) + ", found=checksum 0x"
                        + Integer.toHexString(found) + "; put the right file back" + RESTORE);
    }

    static ThetisException damagedRecord(Path file, long offset, Throwable cause) {
        return new ThetisException(
                ErrorCode.LOG_DAMAGED,
                "a record of the log cannot be read: file=" + file + ", offset=" + offset + ", reason="
                        + cause.getMessage() + RESTORE,
                cause);
    }

    /** Its checksum holds, so it is no torn or flipped bit: the graph before it is not the one that it was made for. */
    static ThetisException recordDoesNotFit(Path file, long offset, Throwable cause) {
        return new ThetisException(
                ErrorCode.CORRUPT_STRUCTURE,
                "a record of the log does not fit the graph before it: file=" + file + ", offset=" + offset
                        + ", reason=" + cause.getMessage() + RESTORE,
                cause);
    }

    static ThetisException segmentMissing(Path directory, int number, String why) {
        return new ThetisException(
                ErrorCode.LOG_SEGMENT_MISSING,
                "a segment of the log is missing: file=" + directory.resolve(LogLayout.fileName(number)) + ", " + why
                        + RESTORE);
    }

    static ThetisException noSegment(Path directory) {
        return new ThetisException(
                ErrorCode.LOG_SEGMENT_MISSING,
                "there is no log: directory=" + directory + ", expected=a file named " + LogLayout.fileName(1)
                        + " or with a higher number" + RESTORE);
    }

    /** @param lastNumber of the last segment that is there; 0 if none is */
    static ThetisException endMissing(Path directory, int lastNumber, long lastRevision, long revision) {
        String where = lastNumber == 0 ? "" : "file=" + directory.resolve(LogLayout.fileName(lastNumber)) + " or ";
        return new ThetisException(
                ErrorCode.LOG_SEGMENT_MISSING,
                "the end of the log is missing: " + where + "file="
                        + directory.resolve(LogLayout.fileName(lastNumber + 1)) + ", lastRevision=" + lastRevision
                        + ", expected=a log up to revision " + revision + RESTORE);
    }

    /** @param number of the first segment that is there */
    static ThetisException beginMissing(Path directory, int number, long revision, long firstRevision) {
        return new ThetisException(
                ErrorCode.LOG_SEGMENT_MISSING,
                "the beginning of the log is missing: file=" + directory.resolve(LogLayout.fileName(number - 1))
                        + ", expected=a log from revision " + revision + " on, found=one from revision "
                        + firstRevision + " on" + RESTORE);
    }

    static ThetisException beforeLog(Path directory, long revision, long firstRevision) {
        return new ThetisException(
                ErrorCode.LOG_SEGMENT_MISSING,
                "the log does not reach back to the revision: directory=" + directory + ", revision=" + revision
                        + ", firstRevision=" + firstRevision
                        + "; older revisions are no longer retained, or their files are lost");
    }

    static ThetisException afterLog(Path directory, long revision, long lastRevision) {
        return new ThetisException(
                ErrorCode.REVISION_NOT_FOUND,
                "there is no such revision in the log: directory=" + directory + ", revision=" + revision
                        + ", lastRevision=" + lastRevision);
    }

    static ThetisException failed(Path file, Throwable cause) {
        return new ThetisException(
                ErrorCode.LOG_FAILED,
                "the log cannot be written any more: file=" + file + ", reason="
                        + (cause instanceof ThetisException ? cause.getMessage() : String.valueOf(cause))
                        + "; what was acknowledged before is safe, nothing else is; look after the disk and the heap,"
                        + " then close the database and open it again",
                cause);
    }

    static ThetisException closed(Path directory) {
        return new ThetisException(ErrorCode.CLOSED, "the log has been closed: directory=" + directory);
    }
}
