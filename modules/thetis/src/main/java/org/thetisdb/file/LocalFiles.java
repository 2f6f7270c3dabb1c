package org.thetisdb.file;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.DataFiles;
import org.thetisdb.io.FileSystem;
import org.thetisdb.io.MissingFile;
import org.thetisdb.rows.CsvLines;
import org.thetisdb.storage.store.GraphStore;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * The files of this machine that queries may access, by their paths or by {@code file:} URLs:
 *
 * <pre>
 *   'x.csv', '/data/../x.csv', 'file:///data/x%20y.csv' ──► path ──► real path: no links, no dots, its own case
 *                                                                     │ in one of the folders that are allowed?
 *                                                                     │ in no directory of a database or a backup?
 *                                                                     ▼
 *                                                            what is opened, or made beside and renamed
 * </pre>
 *
 * <p>What is checked is what is opened: no link is left in the real path that could lead elsewhere, unless somebody who
 * may write in the folder puts one there at that moment. A file is never written through a hard link, for a new one is
 * made and takes the name. Thread safe.
 */
public final class LocalFiles implements DataFiles {
    private final FileSystem fileSystem;
    private final Optional<List<Path>> folders;

    /** @param folders in which queries may read and write; empty if they may wherever the process may */
    public LocalFiles(FileSystem fileSystem, Optional<List<Path>> folders) {
        this.fileSystem = fileSystem;
        this.folders = folders;
    }

    public FileSystem fileSystem() {
        return fileSystem;
    }

    @Override
    public Lines lines(String place, char terminator) {
        if (terminator >= 128 || terminator == '"' || terminator == '\n') {
            throw new ThetisException(
                    ErrorCode.INVALID_ARGUMENT,
                    "fields are separated by one ASCII character, not a quote or line feed: separator=" + terminator);
        }
        CsvLines lines = new CsvLines(fileSystem, resolveExisting(place), (byte) terminator);
        return new Lines() {
            @Override
            public @Nullable List<@Nullable String> next() {
                return lines.next();
            }

            @Override
            public void close() {
                lines.close();
            }
        };
    }

    /**
     * The real path of a file that a query names, which need not exist.
     *
     * @throws ThetisException {@link ErrorCode#INVALID_ARGUMENT} if it is not a path of this machine, or is where
     *     queries
     *     have no access
     */
    public Path resolve(String place) {
        Path real = fileSystem.realPath(path(place));
        if (real.getFileName() == null) {
            throw new ThetisException(
                    ErrorCode.INVALID_ARGUMENT,
                    "this is a directory, not a file: place=" + place + "; name a file in it");
        }
        if (!isAllowed(real)) {
            throw new ThetisException(
                    ErrorCode.INVALID_ARGUMENT,
                    "queries may not access this file: place=" + place
                            + "; open the database with --files FOLDER, in a program withFilesIn(), to allow a folder");
        }
        for (Path folder = real; folder != null; folder = folder.getParent()) {
            if (GraphStore.isStoreDirectory(fileSystem, folder)) {
                throw new ThetisException(
                        ErrorCode.INVALID_ARGUMENT,
                        "queries keep out of the directories of databases and backups: place=" + place + ", directory="
                                + folder + "; choose another place");
            }
        }
        return real;
    }

    /** As {@link #resolve}, of a file that must exist. */
    public Path resolveExisting(String place) {
        Path real = resolve(place);
        if (!fileSystem.exists(real)) {
            throw MissingFile.error(fileSystem, ErrorCode.FILE_MISSING, real, List.of());
        }
        return real;
    }

    private boolean isAllowed(Path real) {
        return folders.isEmpty()
                || folders.get().stream().anyMatch(folder -> real.startsWith(fileSystem.realPath(folder)));
    }

    /** The file that a query names. */
    private static Path path(String place) {
        String lower = place.toLowerCase(Locale.ROOT);
        if (lower.startsWith("http:") || lower.startsWith("https:") || lower.startsWith("ftp:")) {
            throw new ThetisException(
                    ErrorCode.INVALID_ARGUMENT,
                    "queries read files of this machine only: place=" + place + "; download it first");
        }
        try {
            Path path = lower.startsWith("file:") ? Path.of(URI.create(place.replace(" ", "%20"))) : Path.of(place);
            if (!place.isEmpty()) {
                return path;
            }
        } catch (IllegalArgumentException wrong) {
            throw new ThetisException(ErrorCode.INVALID_ARGUMENT, noPath(place), wrong);
        }
        throw new ThetisException(ErrorCode.INVALID_ARGUMENT, noPath(place));
    }

    private static String noPath(String place) {
        return "neither a path nor a file: URL: place=" + place + "; write file:///folder/name.csv";
    }
}
