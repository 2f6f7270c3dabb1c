package org.thetisdb.storage.backup;

import java.nio.file.Path;
import org.thetisdb.io.FileSystem;
import org.thetisdb.storage.file.StoreFiles;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Which directories belong to databases and backups. Stateless. */
public final class StoreDirectories {
    private StoreDirectories() {}

    /** Whether a directory is that of a database or of a backup, be it finished or not. */
    public static boolean isStore(FileSystem fileSystem, Path directory) {
        Path name = directory.getFileName();
        Path superblock = directory.resolve(StoreFiles.SUPERBLOCK_FILE);
        return fileSystem.isDirectory(directory)
                // A directory of that name is a database that somebody has called so.
                && (fileSystem.exists(superblock) && !fileSystem.isDirectory(superblock)
                        || BackupFiles.isBackup(fileSystem, directory)
                        || name != null && name.toString().endsWith(StoreFiles.IMPORTING_SUFFIX));
    }

    /**
     * To be called before something is written that is to stay: what is in the directory of a database or backup may be
     * deleted, replaced or copied with it.
     *
     * @param target a file or directory, which need not exist
     * @throws ThetisException {@link ErrorCode#INVALID_ARGUMENT} if it would be inside such a directory
     */
    public static void requireOutside(FileSystem fileSystem, Path target) {
        Path folder = fileSystem.realPath(target).getParent();
        while (folder != null) {
            if (isStore(fileSystem, folder)) {
                throw new ThetisException(
                        ErrorCode.INVALID_ARGUMENT,
                        "a directory of a database or backup is for its own files alone: target=" + target
                                + ", directory=" + folder + "; choose another place");
            }
            folder = folder.getParent();
        }
    }
}
