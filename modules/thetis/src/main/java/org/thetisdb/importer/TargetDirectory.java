package org.thetisdb.importer;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.thetisdb.io.DirectoryLock;
import org.thetisdb.io.FileSystem;
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
 */
final class TargetDirectory {
    private static final String DATA_FILE = "graph.thetis";

    private final FileSystem fileSystem;
    private final Path directory;
    private final Path parent;
    private final Path replacement;
    private final Path replaced;
    private final boolean replaces;
    private final List<String> notes = new ArrayList<>();

    private TargetDirectory(FileSystem fileSystem, Path directory, boolean overwrite) {
        this.fileSystem = fileSystem;
        this.directory = directory.toAbsolutePath().normalize();
        String name = this.directory.getFileName().toString();
        parent = this.directory.getParent();
        replacement = parent.resolve(name + ".replacement");
        replaced = parent.resolve(name + ".replaced");
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
                    "will not overwrite what is no database: directory=" + this.directory + " has no file " + DATA_FILE
                            + "; choose another name");
        }
        replaces = exists;
    }

    /** @throws ThetisException {@link ErrorCode#IMPORT_TARGET_EXISTS} */
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
        try (DirectoryLock lock = fileSystem.lock(directory, DATA_FILE)) {
            fileSystem.renameAtomically(directory, replaced);
        }
        fileSystem.renameAtomically(replacement, directory);
        fileSystem.forceDirectory(parent);
        deleteTree(replaced);
        notes.add("The former database was replaced.");
    }

    /** Removes a replacement that will not come to its name. */
    void abandon() {
        if (replaces && fileSystem.exists(replacement)) {
            deleteTree(replacement);
        }
    }

    private void finishKilledReplacement() {
        boolean exists = fileSystem.exists(directory);
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
