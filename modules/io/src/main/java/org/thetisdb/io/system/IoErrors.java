package org.thetisdb.io.system;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** The wording of the errors of files, so that one fault reads the same whichever engine met it. */
public final class IoErrors {
    private IoErrors() {}

    public static ThetisException missing(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        String more =
                folder == null || Files.isDirectory(folder) ? "" : "; the directory " + folder + " is missing too";
        return new ThetisException(ErrorCode.FILE_MISSING, "no such file: file=" + file + more);
    }

    public static ThetisException truncated(Path file, long expectedBytes, long foundBytes) {
        return new ThetisException(
                ErrorCode.FILE_TRUNCATED,
                "file ends too early: file=" + file + ", expectedBytes>=" + expectedBytes + ", foundBytes=" + foundBytes
                        + "; it was cut off or copied incompletely; restore it from a backup or import again");
    }

    public static ThetisException checksum(Path file, String what, long offset, int expected, int found) {
        return new ThetisException(
                ErrorCode.CHECKSUM_MISMATCH,
                "checksum of " + what + " does not match: file=" + file + ", offset=" + offset
                        + ", expected=0x" + hex(expected) + ", found=0x" + hex(found)
                        + "; it was damaged on disk, or put in from another file; restore the database from a backup or"
                        + " import again");
    }

    public static ThetisException corrupt(Path file, String message) {
        return new ThetisException(ErrorCode.CORRUPT_STRUCTURE, message + ": file=" + file);
    }

    public static ThetisException closed(Path file) {
        return new ThetisException(ErrorCode.CLOSED, "file has been closed: file=" + file);
    }

    public static ThetisException failed(String action, Path file, Throwable cause) {
        if (cause instanceof NoSuchFileException) {
            return missing(file);
        }
        String reason = cause instanceof AccessDeniedException ? "access denied" : String.valueOf(cause.getMessage());
        return new ThetisException(
                ErrorCode.IO_FAILED, "could not " + action + ": file=" + file + ", reason=" + reason, cause);
    }

    public static ThetisException failed(String action, Path file, String reason) {
        return new ThetisException(
                ErrorCode.IO_FAILED, "could not " + action + ": file=" + file + ", reason=" + reason);
    }

    public static ThetisException createFailed(Path file, IOException cause) {
        if (Files.isDirectory(file)) {
            return failed("create the file", file, "it is a directory");
        }
        return isDiskFull(file, 0, cause) ? diskFull(file, 0, 0, cause) : failed("create the file", file, cause);
    }

    public static ThetisException writeFailed(Path file, long offset, long bytes, IOException cause) {
        if (isDiskFull(file, bytes, cause)) {
            return diskFull(file, offset, bytes, cause);
        }
        return failed("write " + bytes + " bytes at offset " + offset, file, cause);
    }

    public static ThetisException diskFull(Path file, long offset, long bytes, Throwable cause) {
        return new ThetisException(
                ErrorCode.DISK_FULL,
                "disk is full: file=" + file + ", offset=" + offset + ", bytes=" + bytes
                        + "; free some space or choose another directory, then try again",
                cause);
    }

    /** Java has no errno; the message is the system's, perhaps translated, so the space left is asked for as well. */
    private static boolean isDiskFull(Path file, long bytes, IOException cause) {
        String message = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
        if (message.contains("no space left") || message.contains("quota") || message.contains("not enough space")) {
            return true;
        }
        try {
            return Files.getFileStore(file).getUsableSpace() < bytes;
        } catch (IOException _) {
            // The space left cannot be asked for: the fault is then reported as an ordinary I/O error.
            return false;
        }
    }

    private static String hex(int value) {
        return String.format(Locale.ROOT, "%08x", value);
    }
}
