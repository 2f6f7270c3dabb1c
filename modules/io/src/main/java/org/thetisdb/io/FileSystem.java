package org.thetisdb.io;

import java.nio.file.Path;
import java.util.List;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Everything that Thetis asks of a file system, so that tests can replace it by a faulty or simulated one. The real
 * one is {@link LocalFileSystem}. All methods may be called from any thread, and throw {@link ThetisException} with the
 * file's name: {@link ErrorCode#FILE_MISSING} where a file must exist and does not, {@link ErrorCode#DISK_FULL}, and
 * {@link ErrorCode#IO_FAILED} for the rest.
 */
public interface FileSystem {
    /** {@return the engines for bulk reads by the page cache, best first, with the absent ones and their reasons} */
    List<IoEngine.Candidate> engines();

    /**
     * Opens a file for small positional reads, such as that of a superblock.
     *
     * @param file must be there
     * @return the file; to be closed
     */
    ReadableFile openForRead(Path file);

    /**
     * Creates a file for writing; an existing one is emptied.
     *
     * @param file whose directory must be there
     * @return the file, empty; to be closed
     */
    WritableFile create(Path file);

    /**
     * Creates a temporary file, whose name begins with {@link TemporaryFile#NAME_PREFIX} and ends with {@link
     * TemporaryFile#NAME_SUFFIX} as long as it has one.
     *
     * @param directory is made if it is missing
     * @return the file, empty; to be closed
     */
    TemporaryFile createTemporary(Path directory);

    /**
     * Opens an existing file for writing in place.
     *
     * @param file must be there
     * @return the file; to be closed
     */
    WritableFile openForWrite(Path file);

    /**
     * {@return the entries of a directory, sorted by name}
     *
     * @param directory must be there
     */
    List<Path> list(Path directory);

    /**
     * {@return whether there is a file or a directory of that name}
     *
     * @param file the name
     */
    boolean exists(Path file);

    /**
     * {@return the absolute path without symbolic links and dots, in the case that the system has noted; of what is
     * not there, the real path of the nearest folder above that is, with the rest of the names}
     *
     * @param file may be missing
     */
    Path realPath(Path file);

    /**
     * {@return whether there is a directory of that name}
     *
     * @param file the name
     */
    boolean isDirectory(Path file);

    /**
     * {@return the length of a file, in bytes}
     *
     * @param file must be there
     */
    long sizeBytes(Path file);

    /**
     * Creates a directory and the missing ones above it; existing ones are no error.
     *
     * @param directory the lowest of those to be made
     */
    void createDirectories(Path directory);

    /**
     * Renames within one file system; an existing target file is replaced. Any process sees the former state
     * or the new one. The change survives a crash only after {@link #forceDirectory} of the parent.
     *
     * @param source must be there
     * @param target in the same file system
     */
    void renameAtomically(Path source, Path target);

    /**
     * Deletes a file or an empty directory.
     *
     * @param file must be there
     */
    void delete(Path file);

    /**
     * Returns when creations, renames and deletions in the directory have reached the device.
     *
     * @param directory must be there
     */
    void forceDirectory(Path directory);

    /**
     * Returns when the entry of a file or directory in the directory above has reached the device. The root of a file
     * system is nobody's entry, and nothing is done.
     *
     * @param path of what was created, renamed or deleted
     */
    default void forceEntry(Path path) {
        Path parent = path.toAbsolutePath().normalize().getParent();
        if (parent != null) {
            forceDirectory(parent);
        }
    }

    /**
     * Makes this process the only one that uses the directory, by a file {@code LOCK} in it that names the holder.
     *
     * @param directory must be there
     * @return the right to use it; to be closed
     * @throws ThetisException {@link ErrorCode#DATABASE_LOCKED} with the holder's process id, also if this process
     *     itself holds the directory already
     */
    DirectoryLock lock(Path directory);

    /**
     * The same for a directory that has a file which is there as long as what the directory holds, and is never
     * replaced: that is locked as well, and nothing else in this process ends the lock. So deleting
     * {@code LOCK} has no effect, and a directory that has taken its place is not mistaken for it.
     *
     * @param directory must be there
     * @param fileName a file in it that is there as long as what the directory holds
     * @return the right to use it; to be closed
     * @throws ThetisException {@link ErrorCode#DATABASE_LOCKED}, {@link ErrorCode#FILE_MISSING} if the file is not
     *     there
     */
    DirectoryLock lock(Path directory, String fileName);
}
