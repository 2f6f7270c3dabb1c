package org.thetisdb.storage.file;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import org.thetisdb.io.FileSystem;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Names in a database's directory, and what can be said of it before any file is read. */
public final class StoreFiles {
    /** The version of the format that this package writes and reads. */
    public static final int FORMAT_VERSION = SuperblockLayout.VERSION;

    /** The file that says which root counts; a directory without it is no database. */
    public static final String SUPERBLOCK_FILE = "graph.thetis";

    /** The file that lists the files of a backup; a directory that has it and no superblocks is one. */
    public static final String BACKUP_FILE = "backup.thetis";

    /** What a directory's name ends with while a bulk load builds a database in it. */
    public static final String IMPORTING_SUFFIX = ".importing";

    /** The file that the process that writes has locked. */
    public static final String LOCK_FILE = "LOCK";

    private static final String LOG_DIRECTORY = "log";
    private static final String TEMPORARY_DIRECTORY = "temporary";
    private static final String DATA_FILE_PREFIX = "data-";
    private static final String DATA_FILE_SUFFIX = ".thetis";
    private static final int DATA_FILE_DIGITS = 8;

    private StoreFiles() {}

    /** Where the log of a database is. */
    public static Path logDirectory(Path directory) {
        return directory.resolve(LOG_DIRECTORY);
    }

    /** Where queries of the process that writes put what does not fit into memory; missing until one has to. */
    public static Path temporaryDirectory(Path directory) {
        return directory.resolve(TEMPORARY_DIRECTORY);
    }

    /** The file in the directory that has this number. */
    public static Path dataFile(Path directory, int number) {
        String digits = String.valueOf(number);
        return directory.resolve(DATA_FILE_PREFIX
                + "0".repeat(Math.max(0, DATA_FILE_DIGITS - digits.length()))
                + digits
                + DATA_FILE_SUFFIX);
    }

    /** A number for a new data file: above all in the directory. */
    public static int nextDataFileNumber(FileSystem fileSystem, Path directory) {
        return fileSystem.list(directory).stream()
                        .mapToInt(file -> dataFileNumber(file).orElse(-1))
                        .max()
                        .orElse(-1)
                + 1;
    }

    /** The number in the name of a data file; empty for another name. */
    public static OptionalInt dataFileNumber(Path file) {
        String name = String.valueOf(file.getFileName());
        if (!name.startsWith(DATA_FILE_PREFIX)
                || !name.endsWith(DATA_FILE_SUFFIX)
                || name.length() != DATA_FILE_PREFIX.length() + DATA_FILE_DIGITS + DATA_FILE_SUFFIX.length()) {
            return OptionalInt.empty();
        }
        String digits = name.substring(DATA_FILE_PREFIX.length(), DATA_FILE_PREFIX.length() + DATA_FILE_DIGITS);
        return digits.chars().allMatch(c -> c >= '0' && c <= '9')
                ? OptionalInt.of(Integer.parseInt(digits))
                : OptionalInt.empty();
    }

    /**
     * Deletes the data files that a root does not know: what a checkpoint that was killed wrote before it was
     * published, or had no time to delete after it. To be called by the one process that writes, when everything that
     * the root needs has been read. Where a superblock is damaged, nothing is deleted: the root that it named may be
     * the newest, and its file the only copy of something. The next checkpoint cleans up.
     *
     * @return the files deleted
     */
    public static List<Path> removeUnknown(FileSystem fileSystem, Path directory, Root root) {
        if (!Superblocks.read(fileSystem, directory).isWhole()) {
            return List.of();
        }
        Set<Integer> known = new TreeSet<>();
        root.dataFiles().forEach(file -> known.add(file.number()));
        return removeOthers(fileSystem, directory, known);
    }

    /** Deletes all data files but those with the numbers given, which the superblock on the device must need alone. */
    public static List<Path> removeOthers(FileSystem fileSystem, Path directory, Set<Integer> known) {
        List<Path> removed = new ArrayList<>();
        for (Path file : fileSystem.list(directory)) {
            OptionalInt number = dataFileNumber(file);
            if (number.isPresent() && !known.contains(number.getAsInt())) {
                fileSystem.delete(file);
                removed.add(file);
            }
        }
        if (!removed.isEmpty()) {
            fileSystem.forceDirectory(directory);
        }
        return removed;
    }

    /** The directory in which a bulk load builds the database. */
    public static Path importingDirectory(Path directory) {
        Path absolute = directory.toAbsolutePath().normalize();
        return absolute.resolveSibling(absolute.getFileName() + IMPORTING_SUFFIX);
    }

    /** Fails unless the directory holds a database; says what is there instead. */
    public static void requireDatabase(FileSystem fileSystem, Path directory) {
        Path name = directory.toAbsolutePath().normalize().getFileName();
        boolean importing = name != null && name.toString().endsWith(IMPORTING_SUFFIX);
        boolean exists = fileSystem.exists(directory);
        if (exists && importing) {
            throw interrupted(directory);
        }
        if (!exists) {
            if (name != null && fileSystem.exists(importingDirectory(directory))) {
                throw interrupted(importingDirectory(directory));
            }
            throw new ThetisException(
                    ErrorCode.DATABASE_NOT_FOUND,
                    "there is no database here: directory=" + directory
                            + "; check the path, or create the database by an import");
        }
        if (!fileSystem.isDirectory(directory)) {
            throw new ThetisException(
                    ErrorCode.NOT_A_DATABASE,
                    "this is a file, and a database is a directory: path=" + directory
                            + "; give the directory that holds " + SUPERBLOCK_FILE);
        }
        if (!fileSystem.exists(directory.resolve(SUPERBLOCK_FILE))) {
            throw new ThetisException(
                    ErrorCode.NOT_A_DATABASE,
                    "this directory holds no database: directory=" + directory + ", expected file=" + SUPERBLOCK_FILE
                            + ", or " + BACKUP_FILE + " in a backup; check the path");
        }
    }

    private static ThetisException interrupted(Path directory) {
        return new ThetisException(
                ErrorCode.IMPORT_INTERRUPTED,
                "an import or a restore did not finish: directory=" + directory
                        + "; it holds no usable data; run it again, which removes it,"
                        + " or wait if it is running");
    }
}
