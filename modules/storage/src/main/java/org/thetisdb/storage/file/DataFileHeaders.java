package org.thetisdb.storage.file;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import org.thetisdb.io.FileSystem;
import org.thetisdb.io.ReadableFile;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** The one door through which data files come: a file is what a root says it is, or it is refused by name. */
public final class DataFileHeaders {
    private static final String RESTORE =
            "; put the right file back (the wrong one may be " + StoreFiles.SUPERBLOCK_FILE + ", or in a backup "
                    + StoreFiles.BACKUP_FILE + "), restore the database from a backup, or import it again";

    private DataFileHeaders() {}

    /**
     * Makes sure that the file under the name of a data file is that very file, and as long as it should be. Reads the
     * header, 64 bytes.
     *
     * @throws ThetisException {@link ErrorCode#FILE_MISSING}, {@link ErrorCode#FILE_TRUNCATED}, {@link
     *     ErrorCode#WRONG_DATABASE}, {@link ErrorCode#WRONG_FILE} for another file of this database, one of no
     *     database, or one that is too long; {@link ErrorCode#FORMAT_TOO_NEW}, {@link ErrorCode#FORMAT_TOO_OLD},
     *     {@link ErrorCode#CHECKSUM_MISMATCH}
     */
    public static void require(FileSystem fileSystem, Path directory, DataFile expected) {
        Path path = StoreFiles.dataFile(directory, expected.number());
        try (ReadableFile file = fileSystem.openForRead(path);
                Arena arena = Arena.ofConfined()) {
            long expectedBytes = expected.geometry().endOffset();
            long foundBytes = file.sizeBytes();
            if (foundBytes < Math.min(expectedBytes, DataFileLayout.HEADER_BYTES)) {
                throw length(ErrorCode.FILE_TRUNCATED, "a data file ends too early", path, expectedBytes, foundBytes);
            }
            MemorySegment header = arena.allocate(DataFileLayout.HEADER_BYTES);
            file.readFully(0, header);
            requireHeader(path, header, expected.identity());
            if (foundBytes < expectedBytes) {
                throw length(ErrorCode.FILE_TRUNCATED, "a data file ends too early", path, expectedBytes, foundBytes);
            }
            if (foundBytes > expectedBytes) {
                throw length(ErrorCode.WRONG_FILE, "a data file is too long", path, expectedBytes, foundBytes);
            }
        }
    }

    private static void requireHeader(Path path, MemorySegment header, DataFileIdentity expected) {
        if (DataFileLayout.magic(header) != DataFileLayout.MAGIC) {
            throw wrong(
                    ErrorCode.WRONG_FILE,
                    "this is not a data file",
                    path,
                    0,
                    "magic THETDATA",
                    "0x" + Long.toHexString(DataFileLayout.magic(header)));
        }
        int stored = DataFileLayout.storedChecksum(header);
        int computed = DataFileLayout.checksum(header);
        if (stored != computed) {
            throw wrong(
                    ErrorCode.CHECKSUM_MISMATCH,
                    "the header of a data file is damaged",
                    path,
                    0,
                    "checksum 0x" + Integer.toHexString(stored),
                    "0x" + Integer.toHexString(computed));
        }
        int version = DataFileLayout.version(header);
        if (version != DataFileLayout.VERSION) {
            throw wrong(
                    version > DataFileLayout.VERSION ? ErrorCode.FORMAT_TOO_NEW : ErrorCode.FORMAT_TOO_OLD,
                    "a data file has another version",
                    path,
                    8,
                    "version " + DataFileLayout.VERSION,
                    "version " + version);
        }
        requireSame(path, expected, DataFileLayout.identity(header));
    }

    private static void requireSame(Path path, DataFileIdentity expected, DataFileIdentity found) {
        if (!found.databaseId().equals(expected.databaseId())) {
            throw wrong(
                    ErrorCode.WRONG_DATABASE,
                    "a data file belongs to another database",
                    path,
                    16,
                    "database " + expected.databaseId(),
                    "database " + found.databaseId());
        }
        if (found.number() != expected.number()) {
            throw wrong(
                    ErrorCode.WRONG_FILE,
                    "a data file has the name of another",
                    path,
                    12,
                    "number " + expected.number(),
                    "number " + found.number());
        }
        if (found.fileId() != expected.fileId()) {
            throw wrong(
                    ErrorCode.WRONG_FILE,
                    "a data file is another of the same name: an older copy, or one of a copy of this database",
                    path,
                    32,
                    "fileId 0x" + Long.toHexString(expected.fileId()),
                    "fileId 0x" + Long.toHexString(found.fileId()));
        }
    }

    private static ThetisException wrong(
            ErrorCode code, String what, Path path, long offset, String expected, String found) {
        return new ThetisException(
                code,
                what + ": file=" + path + ", offset=" + offset + ", expected=" + expected + ", found=" + found
                        + RESTORE);
    }

    private static ThetisException length(ErrorCode code, String what, Path path, long expected, long found) {
        return new ThetisException(
                code,
                what + ": file=" + path + ", offset=" + Math.min(expected, found) + ", expectedBytes=" + expected
                        + ", foundBytes=" + found + RESTORE);
    }
}
