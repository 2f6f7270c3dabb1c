package org.thetisdb.importer;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.thetisdb.io.DirectoryLock;
import org.thetisdb.io.FileSystem;
import org.thetisdb.storage.store.GraphStore;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Where the new database is built and how it comes to its name.
 *
 * <pre>
 *   new:      loader builds DB.importing ── renames ──► DB
 *   replace:  loader builds DB.replacement.importing ── renames ──► DB.replacement
 *             DB ──► DB.replaced,  DB.replacement ──► DB,  DB.replaced deleted
 * </pre>
 *
 * <p>Whenever a replacement is killed, one of DB and DB.replaced is whole; {@link #prepare} finishes what is left.
 *
 * <p>A database that is to be replaced is locked from the beginning: a process that has it open to write is reported at
 * once, and nobody commits to it what would be lost when the new one takes its place.
 */
final class TargetDirectory implements AutoCloseable {
    private static final String DATA_FILE = "graph.thetis";

    private final FileSystem fileSystem;
    private final Path directory;
    private final Path parent;
    private final Path replacement;
    private final Path replaced;
    private final boolean replaces;
    private final List<String> notes = new ArrayList<>();
    private Optional<DirectoryLock> lock = Optional.empty();

    private TargetDirectory(FileSystem fileSystem, Path directory, boolean overwrite) {
        this.fileSystem = fileSystem;
        this.directory = directory.toAbsolutePath().normalize();
        Path above = this.directory.getParent();
        if (above == null) {
            throw new ThetisException(
                    ErrorCode.IMPORT_TARGET_EXISTS,
                    "a database cannot be the root of a file system: directory=" + this.directory
                            + "; choose a directory in it");
        }
        GraphStore.requireOutsideStores(fileSystem, this.directory);
        String name = this.directory.getFileName().toString();
        parent = above;
        replacement = parent.resolve(name + ".replacement");
        replaced = parent.resolve(name + ".replaced");
        boolean complete = false;
        try {
            replaces = prepare(overwrite);
            complete = true;
        } finally {
            if (!complete) {
                close();
            }
        }
    }

    /** Whether there is a database to be replaced. */
    private boolean prepare(boolean overwrite) {
        lockIfDatabase(overwrite);
        finishKilledReplacement();
        boolean exists = fileSystem.exists(this.directory);
        if (exists && !overwrite) {
            throw new ThetisException(
                    ErrorCode.IMPORT_TARGET_EXISTS,
                    "the database exists already: directory=" + this.directory
                            + "; choose another name, or give --overwrite to replace it");
        }
        if (exists && !fileSystem.exists(this.directory.resolve(DATA_FILE))) {
            throw new ThetisException(
                    ErrorCode.IMPORT_TARGET_EXISTS,
                    "will not overwrite what is not a database: directory=" + this.directory + " has no file "
                            + DATA_FILE + "; choose another name");
        }
        // Where a killed replacement was finished there is a database only now.
        lockIfDatabase(exists);
        return exists;
    }

    private void lockIfDatabase(boolean wanted) {
        if (wanted && lock.isEmpty() && fileSystem.exists(directory.resolve(DATA_FILE))) {
            lock = Optional.of(fileSystem.lock(directory, DATA_FILE));
        }
    }

    /**
     * Looks at what is there, and locks a database that is to be replaced until this is closed.
     *
     * @throws ThetisException {@link ErrorCode#IMPORT_TARGET_EXISTS}; {@link ErrorCode#DATABASE_LOCKED} if somebody has
     *     it open to write
     */
    static TargetDirectory prepare(FileSystem fileSystem, Path directory, boolean overwrite) {
        return new TargetDirectory(fileSystem, directory, overwrite);
    }

    /** Where the loader shall build. */
    Path loadDirectory() {
        return replaces ? replacement : directory;
    }

    /** For temporary files of the reading. */
    Path spillDirectory() {
        return parent.resolve(directory.getFileName() + ".import-spill");
    }

    List<String> notes() {
        return List.copyOf(notes);
    }

    /** Gives the finished database its name. */
    void publish() {
        if (!replaces) {
            return;
        }
        fileSystem.renameAtomically(directory, replaced);
        close();
        fileSystem.renameAtomically(replacement, directory);
        fileSystem.forceDirectory(parent);
        deleteTree(replaced);
        notes.add("The former database was replaced.");
    }

    /** Lets go of the lock. Does nothing the second time. */
    @Override
    public void close() {
        lock.ifPresent(DirectoryLock::close);
        lock = Optional.empty();
    }

    /** Removes a replacement that will not come to its name. */
    void abandon() {
        if (replaces && fileSystem.exists(replacement)) {
            deleteTree(replacement);
        }
    }

    private void finishKilledReplacement() {
        boolean exists = fileSystem.exists(directory);
        if (exists && lock.isEmpty()) {
            // An import that runs may be writing what looks like left over; whoever replaces the database cleans up.
            return;
        }
        if (!exists && fileSystem.exists(replaced)) {
            boolean complete = fileSystem.exists(replacement);
            fileSystem.renameAtomically(complete ? replacement : replaced, directory);
            fileSystem.forceDirectory(parent);
            notes.add("A replacement of the database was killed; the " + (complete ? "new" : "former")
                    + " one is back under its name.");
        }
        for (Path left : List.of(replaced, replacement)) {
            if (fileSystem.exists(left)) {
                deleteTree(left);
                notes.add("Removed " + left + ", which a killed import left behind.");
            }
        }
    }

    private void deleteTree(Path path) {
        if (fileSystem.isDirectory(path)) {
            fileSystem.list(path).forEach(this::deleteTree);
        }
        fileSystem.delete(path);
    }
}
