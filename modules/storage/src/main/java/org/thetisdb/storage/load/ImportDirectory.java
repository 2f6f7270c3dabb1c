package org.thetisdb.storage.load;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.thetisdb.io.DirectoryLock;
import org.thetisdb.io.FileSystem;
import org.thetisdb.storage.file.StoreFiles;
import org.thetisdb.value.ThetisException;

/**
 * The directory in which a database is built, and its way to the database's name.
 *
 * <p>Its {@code LOCK} file names the process and its start and is locked while the load runs: a directory that nobody
 * has locked was left by a load that was killed. The lock goes along with the rename.
 */
final class ImportDirectory {
    private static final String LOCK_FILE = "LOCK";

    private final FileSystem fileSystem;
    private final Path target;
    private final Path building;
    private final DirectoryLock lock;
    private final List<String> notes = new ArrayList<>();

    private ImportDirectory(FileSystem fileSystem, Path target, Path building, DirectoryLock lock) {
        this.fileSystem = fileSystem;
        this.target = target;
        this.building = building;
        this.lock = lock;
    }

    static ImportDirectory create(FileSystem fileSystem, Path directory) {
        Path target = directory.toAbsolutePath().normalize();
        if (fileSystem.exists(target)
                && (!fileSystem.isDirectory(target) || !fileSystem.list(target).isEmpty())) {
            throw LoadErrors.targetExists(target);
        }
        Path building = StoreFiles.importingDirectory(target);
        boolean leftover = fileSystem.exists(building);
        fileSystem.createDirectories(building);
        ImportDirectory created = new ImportDirectory(fileSystem, target, building, fileSystem.lock(building));
        if (leftover) {
            created.removeFiles();
            created.notes.add("removed what an import that did not finish had left: directory=" + building);
        }
        return created;
    }

    Path path() {
        return building;
    }

    List<String> notes() {
        return notes;
    }

    private void removeFiles() {
        for (Path entry : fileSystem.list(building)) {
            if (!entry.getFileName().toString().equals(LOCK_FILE)) {
                fileSystem.delete(entry);
            }
        }
    }

    /** Gives the finished database its name. */
    void publish() {
        lock.requireHeld();
        fileSystem.forceDirectory(building);
        fileSystem.renameAtomically(building, target);
        fileSystem.forceEntry(target);
        lock.close();
    }

    /** Removes everything; further errors are added to the one that is the reason, if there is one. */
    void remove(@Nullable Throwable reason) {
        try {
            removeFiles();
            lock.close();
            fileSystem.list(building).forEach(fileSystem::delete);
            fileSystem.delete(building);
        } catch (ThetisException problem) {
            lock.close();
            if (reason == null) {
                throw problem;
            }
            reason.addSuppressed(problem);
        }
    }
}
