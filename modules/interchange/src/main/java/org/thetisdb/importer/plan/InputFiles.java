package org.thetisdb.importer.plan;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.thetisdb.importer.csv.BlockReader;
import org.thetisdb.importer.csv.CsvBlock;
import org.thetisdb.importer.csv.CsvFormat;
import org.thetisdb.importer.csv.CsvInput;
import org.thetisdb.importer.csv.RowSplitter;
import org.thetisdb.io.FileSystem;
import org.thetisdb.io.MissingFile;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Finds the files that a name stands for and reads their first rows. */
final class InputFiles {
    private static final int HEADER_BLOCK_BYTES = 16 << 10;

    private final FileSystem fileSystem;
    private final ErrorCode wrongNameCode;

    InputFiles(FileSystem fileSystem, ErrorCode wrongNameCode) {
        this.fileSystem = fileSystem;
        this.wrongNameCode = wrongNameCode;
    }

    /**
     * The files that a name below a folder stands for, in order of their names: the file itself; the file with one of
     * the extensions; all files with one of the extensions if it is a directory; all that match if its last part has a
     * {@code *}.
     */
    List<Path> find(Path folder, String text, List<String> extensions) {
        Path name = path(folder, text);
        if (fileSystem.exists(name) && !fileSystem.isDirectory(name)) {
            return List.of(name);
        }
        if (name.getFileName() == null) {
            throw MissingFile.error(fileSystem, wrongNameCode, name, List.of());
        }
        for (String extension : extensions) {
            Path file = name.resolveSibling(name.getFileName() + extension);
            if (fileSystem.exists(file)) {
                return List.of(file);
            }
        }
        String last = name.getFileName().toString();
        List<Path> found = new ArrayList<>();
        Path parent = name.toAbsolutePath().getParent();
        if (fileSystem.isDirectory(name)) {
            fileSystem.list(name).stream()
                    .filter(file -> hasExtension(file, extensions))
                    .forEach(found::add);
        } else if (last.indexOf('*') >= 0 && parent != null && fileSystem.isDirectory(parent)) {
            Wildcard wildcard = new Wildcard(last);
            fileSystem.list(parent).stream()
                    .filter(file -> matches(wildcard, file, extensions))
                    .forEach(found::add);
        }
        if (found.isEmpty()) {
            throw MissingFile.error(fileSystem, wrongNameCode, name, extensions);
        }
        return found;
    }

    private static boolean hasExtension(Path file, List<String> extensions) {
        return extensions.stream().anyMatch(file.getFileName().toString()::endsWith);
    }

    private Path path(Path folder, String text) {
        try {
            return folder.resolve(text);
        } catch (InvalidPathException wrong) {
            throw new ThetisException(
                    wrongNameCode, "no name of a file: file=" + text + ": " + wrong.getReason(), wrong);
        }
    }

    private static boolean matches(Wildcard wildcard, Path file, List<String> extensions) {
        String name = file.getFileName().toString();
        return wildcard.matches(name)
                || extensions.stream()
                        .anyMatch(extension -> name.endsWith(extension)
                                && wildcard.matches(name.substring(0, name.length() - extension.length())));
    }

    long sizeBytes(Path file) {
        return fileSystem.sizeBytes(file);
    }

    /** The fields of the first row; an error if the file has none. */
    List<String> header(Path file, CsvFormat format) {
        try (BlockReader reader = new BlockReader(file, CsvInput.open(fileSystem, file, new AtomicLong()), format, 1)) {
            CsvBlock block = new CsvBlock(HEADER_BLOCK_BYTES);
            if (reader.next(block)) {
                RowSplitter splitter = new RowSplitter(format);
                splitter.begin(block, new int[0], 0);
                List<String> names = splitter.row();
                splitter.wrongByte().ifPresent(wrong -> {
                    throw CsvInput.notUtf8(file, wrong);
                });
                if (!names.isEmpty()) {
                    return names;
                }
            }
        }
        throw new ThetisException(
                ErrorCode.IMPORT_BAD_HEADER, "empty file: file=" + file + "; expected a header in its first line");
    }
}
