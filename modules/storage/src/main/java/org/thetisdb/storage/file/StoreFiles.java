package org.thetisdb.storage.file;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.thetisdb.io.FileSystem;
import org.thetisdb.io.PagedFileGeometry;
import org.thetisdb.io.ReadableFile;
import org.thetisdb.storage.CheckReport;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Names in a database's directory, and what can be said of its data file before its pages are read. */
public final class StoreFiles {
    /** The version of the format that this package writes and reads. */
    public static final int FORMAT_VERSION = SuperblockLayout.VERSION;

    /** The one file that holds the graph. */
    public static final String DATA_FILE = "graph.thetis";

    /** What a directory's name ends with while a bulk load builds a database in it. */
    public static final String IMPORTING_SUFFIX = ".importing";

    private static final String RESTORE = " Restore the database from a backup or import it again.";

    private StoreFiles() {}

    /** The directory in which a bulk load builds the database. */
    public static Path importingDirectory(Path directory) {
        Path absolute = directory.toAbsolutePath().normalize();
        return absolute.resolveSibling(absolute.getFileName() + IMPORTING_SUFFIX);
    }

    /** Fails unless the directory holds a data file; says what is there instead. */
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
                    "There is no database here: directory=" + directory
                            + ". Check the path, or create the database by an import.");
        }
        if (!fileSystem.isDirectory(directory)) {
            throw new ThetisException(
                    ErrorCode.NOT_A_DATABASE,
                    "This is a file, and a database is a directory: path=" + directory
                            + ". Give the directory that holds " + DATA_FILE + ".");
        }
        if (!fileSystem.exists(directory.resolve(DATA_FILE))) {
            throw new ThetisException(
                    ErrorCode.NOT_A_DATABASE,
                    "This directory holds no database: directory=" + directory + ", expected file=" + DATA_FILE
                            + ". Check the path.");
        }
    }

    private static ThetisException interrupted(Path directory) {
        return new ThetisException(
                ErrorCode.IMPORT_INTERRUPTED,
                "An import did not finish: directory=" + directory
                        + ". It holds no usable data. Run the import again, which removes it,"
                        + " or wait if it is running.");
    }

    /**
     * Reads the superblock that holds: the valid one with the higher revision.
     *
     * @throws ThetisException {@link ErrorCode#FILE_TRUNCATED}, {@link ErrorCode#NOT_A_DATABASE},
     *     {@link ErrorCode#FORMAT_TOO_NEW}, {@link ErrorCode#CHECKSUM_MISMATCH}, {@link ErrorCode#IMPORT_INTERRUPTED}
     * or
     *     {@link ErrorCode#CORRUPT_STRUCTURE}, each naming the file
     */
    public static Superblock readSuperblock(FileSystem fileSystem, Path file) {
        try (ReadableFile readable = fileSystem.openForRead(file);
                Arena arena = Arena.ofConfined()) {
            long fileBytes = readable.sizeBytes();
            if (fileBytes < PagedFileGeometry.PAGE_BYTES_MIN) {
                throw truncated(file, PagedFileGeometry.PAGE_BYTES_MIN, fileBytes);
            }
            MemorySegment head = arena.allocate(PagedFileGeometry.PAGE_BYTES_MIN);
            readable.readFully(0, head);
            List<Superblock> valid = new ArrayList<>();
            for (int pageBytes : candidates(head)) {
                for (int slot = 0; slot < SuperblockLayout.SLOT_COUNT; slot++) {
                    slot(readable, arena, slot, pageBytes).ifPresent(valid::add);
                }
                if (!valid.isEmpty()) {
                    break;
                }
            }
            Superblock superblock = valid.stream()
                    .max((first, second) -> Long.compare(first.revision(), second.revision()))
                    .orElseThrow(() -> unusable(file, readable, arena, head));
            long endOffset = superblock.geometry().endOffset();
            if (fileBytes < endOffset) {
                throw truncated(file, endOffset, fileBytes);
            }
            Extent root = superblock.root();
            long dataEnd = superblock.geometry().dataBytes();
            if (root.offset() < 0 || root.bytes() <= 0 || root.offset() > dataEnd - root.bytes()) {
                throw corrupt(file, "root inside the data", root.toString());
            }
            return superblock;
        }
    }

    private static ThetisException truncated(Path file, long expected, long found) {
        return new ThetisException(
                ErrorCode.FILE_TRUNCATED,
                "Data file ends too early: file=" + file + ", offset=" + found + ", expectedBytes=" + expected
                        + ", foundBytes=" + found + "." + RESTORE);
    }

    private static ThetisException corrupt(Path file, String expected, String found) {
        return new ThetisException(
                ErrorCode.CORRUPT_STRUCTURE,
                "Superblock is damaged: file=" + file + ", offset=0, expected=" + expected + ", found=" + found + "."
                        + RESTORE);
    }

    /** Page sizes that the file may have, the one that it names first. */
    private static List<Integer> candidates(MemorySegment head) {
        List<Integer> candidates = new ArrayList<>();
        int named = SuperblockLayout.pageBytes(head);
        if (PagedFileGeometry.isPageBytes(named)) {
            candidates.add(named);
        }
        for (int bytes = PagedFileGeometry.PAGE_BYTES_MIN; bytes <= PagedFileGeometry.PAGE_BYTES_MAX; bytes *= 2) {
            if (bytes != named) {
                candidates.add(bytes);
            }
        }
        return candidates;
    }

    private static Optional<MemorySegment> page(ReadableFile file, Arena arena, int slot, int pageBytes) {
        long offset = (long) slot * pageBytes;
        if (file.sizeBytes() < offset + pageBytes) {
            return Optional.empty();
        }
        MemorySegment page = arena.allocate(pageBytes);
        file.readFully(offset, page);
        return Optional.of(page);
    }

    private static Optional<Superblock> slot(ReadableFile file, Arena arena, int slot, int pageBytes) {
        return page(file, arena, slot, pageBytes)
                .filter(page -> fault(page, slot, pageBytes).isEmpty())
                .map(SuperblockLayout::read);
    }

    /** What is wrong with a superblock, as expected and found. */
    private static Optional<String[]> fault(MemorySegment page, int slot, int pageBytes) {
        if (SuperblockLayout.magic(page) != SuperblockLayout.MAGIC) {
            return fault("magic THETISDB", "0x" + Long.toHexString(SuperblockLayout.magic(page)));
        }
        int checksum = SuperblockLayout.checksum(page);
        if (checksum != SuperblockLayout.storedChecksum(page)) {
            return fault(
                    "checksum 0x" + Integer.toHexString(SuperblockLayout.storedChecksum(page)),
                    "0x" + Integer.toHexString(checksum));
        }
        if (SuperblockLayout.version(page) != SuperblockLayout.VERSION) {
            return fault("version " + SuperblockLayout.VERSION, "version " + SuperblockLayout.version(page));
        }
        if (SuperblockLayout.pageBytes(page) != pageBytes || SuperblockLayout.slot(page) != slot) {
            return fault(
                    "slot " + slot + ", pageBytes " + pageBytes,
                    "slot " + SuperblockLayout.slot(page) + ", pageBytes " + SuperblockLayout.pageBytes(page));
        }
        return Optional.empty();
    }

    private static Optional<String[]> fault(String expected, String found) {
        return Optional.of(new String[] {expected, found});
    }

    /** Why neither superblock is of use: foreign, too new, never finished or damaged. */
    private static ThetisException unusable(Path file, ReadableFile readable, Arena arena, MemorySegment head) {
        if (head.mismatch(arena.allocate(head.byteSize())) == -1) {
            return new ThetisException(
                    ErrorCode.IMPORT_INTERRUPTED,
                    "The data file was never finished: file=" + file + ", offset=0, expected=magic THETISDB, "
                            + "found=zeros. Remove the directory and import again.");
        }
        if (SuperblockLayout.magic(head) != SuperblockLayout.MAGIC) {
            return new ThetisException(
                    ErrorCode.NOT_A_DATABASE,
                    "This is not a data file of Thetis: file=" + file + ", offset=0, expected=magic THETISDB, found=0x"
                            + Long.toHexString(SuperblockLayout.magic(head)) + ". Check the path.");
        }
        int named = SuperblockLayout.pageBytes(head);
        int version = SuperblockLayout.version(head);
        if (!PagedFileGeometry.isPageBytes(named)) {
            return corrupt(file, "a page size", String.valueOf(named));
        }
        boolean sameInBoth = page(readable, arena, 1, named)
                .filter(page -> SuperblockLayout.magic(page) == SuperblockLayout.MAGIC)
                .filter(page -> SuperblockLayout.version(page) == version)
                .isPresent();
        if (sameInBoth && version > SuperblockLayout.VERSION) {
            return new ThetisException(
                    ErrorCode.FORMAT_TOO_NEW,
                    "The database was written by a newer Thetis: file=" + file + ", offset=8, expected=version "
                            + SuperblockLayout.VERSION + ", found=version " + version + ". Open it with that Thetis.");
        }
        if (sameInBoth && version < SuperblockLayout.VERSION) {
            return new ThetisException(
                    ErrorCode.FORMAT_TOO_OLD,
                    "The database has a format that is no longer read: file=" + file + ", offset=8, expected=version "
                            + SuperblockLayout.VERSION + ", found=version " + version + ".");
        }
        String[] fault = page(readable, arena, 0, named)
                .flatMap(page -> fault(page, 0, named))
                .orElse(new String[] {"a whole page", "less"});
        return new ThetisException(
                ErrorCode.CHECKSUM_MISMATCH,
                "Both superblocks are damaged: file=" + file + ", offset=0, expected=" + fault[0] + ", found="
                        + fault[1] + "." + RESTORE);
    }

    /** Reports superblocks that are not valid although the database can be opened by the other. */
    public static void checkSuperblocks(
            FileSystem fileSystem, Path file, Superblock superblock, CheckReport.Collector collector) {
        int pageBytes = superblock.geometry().pageBytes();
        try (ReadableFile readable = fileSystem.openForRead(file);
                Arena arena = Arena.ofConfined()) {
            for (int slot = 0; slot < SuperblockLayout.SLOT_COUNT; slot++) {
                String location = file + ", superblock " + slot + ", offset " + (long) slot * pageBytes;
                MemorySegment page = page(readable, arena, slot, pageBytes).orElseThrow();
                fault(page, slot, pageBytes)
                        .ifPresentOrElse(fault -> collector.finding(location, fault[0], fault[1]), () -> {
                            Superblock read = SuperblockLayout.read(page);
                            if (!read.equals(superblock)) {
                                collector.finding(location, superblock.toString(), read.toString());
                            }
                        });
            }
            long fileBytes = readable.sizeBytes();
            if (fileBytes != superblock.geometry().endOffset()) {
                collector.finding(file.toString(), superblock.geometry().endOffset() + " bytes", fileBytes + " bytes");
            }
        }
    }
}
