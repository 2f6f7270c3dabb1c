package org.thetisdb.storage.file;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.thetisdb.io.FileSystem;
import org.thetisdb.io.PagedFileGeometry;
import org.thetisdb.io.ReadableFile;
import org.thetisdb.io.WritableFile;
import org.thetisdb.storage.report.CheckReport;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.ThetisException;

/**
 * The two superblocks of a database: the valid one that was written last holds, and the next is written over the other.
 *
 * <p>Invariants: sequence numbers grow by one with each superblock that is written; so do root numbers or they stay,
 * and both superblocks are of the same database.
 *
 * <p>Two roots in turn over data that is never overwritten is shadow paging (R. Lorie: Physical Integrity in a Large
 * Segmented Database, 1977) as file systems have it (D. Hitz et al.: WAFL, 1994). Changed: what is copied is not a page
 * but a segment of a column or list, into a file that is written once; commits go to the log, so a root is made once in
 * many commits; and earlier roots stay as long as their revisions are retained.
 *
 * <p>Thread safe; there is one for each open database that is written.
 */
public final class Superblocks {
    private static final String RESTORE = "; restore the database from a backup or import it again";
    private static final long WRITE_NANOS_MAX = 20_000_000;
    private static final long FILE_BYTES = (long) SuperblockLayout.SLOT_COUNT * SuperblockLayout.BYTES;

    private final FileSystem fileSystem;
    private final Path file;
    private Superblock current;
    private long sequence;
    private int slot;
    private boolean whole;

    private Superblocks(FileSystem fileSystem, Path file) {
        this.fileSystem = fileSystem;
        this.file = file;
        read();
    }

    /**
     * Reads the superblock that holds.
     *
     * @throws ThetisException {@link ErrorCode#FILE_TRUNCATED}, {@link ErrorCode#NOT_A_DATABASE},
     *     {@link ErrorCode#FORMAT_TOO_NEW}, {@link ErrorCode#FORMAT_TOO_OLD}, {@link ErrorCode#CHECKSUM_MISMATCH},
     *     {@link ErrorCode#IMPORT_INTERRUPTED}, {@link ErrorCode#WRONG_DATABASE} if each superblock is of another
     *     database, or {@link ErrorCode#CORRUPT_STRUCTURE}, each naming the file
     */
    public static Superblocks read(FileSystem fileSystem, Path directory) {
        return new Superblocks(fileSystem, directory.resolve(StoreFiles.SUPERBLOCK_FILE));
    }

    /** Writes the file for a new database, and forces it: both superblocks are the same. */
    public static void create(FileSystem fileSystem, Path directory, Superblock superblock) {
        try (WritableFile writable = fileSystem.create(directory.resolve(StoreFiles.SUPERBLOCK_FILE))) {
            for (int slot = 0; slot < SuperblockLayout.SLOT_COUNT; slot++) {
                write(writable, slot, superblock, 1);
            }
            writable.force();
        }
    }

    /** The bytes of the file for a copy of a database, with a superblock that is read elsewhere. */
    public static byte[] image(Superblock superblock) {
        byte[] image = new byte[(int) FILE_BYTES];
        for (int slot = 0; slot < SuperblockLayout.SLOT_COUNT; slot++) {
            MemorySegment page =
                    MemorySegment.ofArray(image).asSlice((long) slot * SuperblockLayout.BYTES, SuperblockLayout.BYTES);
            SuperblockLayout.write(page, slot, superblock, 1);
        }
        return image;
    }

    private static void write(WritableFile writable, int slot, Superblock superblock, long sequence) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment page = arena.allocate(SuperblockLayout.BYTES);
            SuperblockLayout.write(page, slot, superblock, sequence);
            writable.write((long) slot * SuperblockLayout.BYTES, page);
        }
    }

    /** The superblock that holds. */
    public synchronized Superblock current() {
        return current;
    }

    /**
     * Whether both superblocks were valid when they were read. If not, it is unknown whether a crash has torn the
     * one that was being written, or the newest root was lost by damage.
     */
    public synchronized boolean isWhole() {
        return whole;
    }

    /**
     * Makes a root count, or what is known of the log. All that it names, and the directory's entries, must be on the
     * device; when the call returns, the superblock is. If it fails, either superblock may hold after a crash: both
     * must stay usable.
     */
    public synchronized void publish(Superblock next) {
        Invariant.check(
                next.databaseId().equals(current.databaseId()), "a root counts in the database that it was made for");
        Invariant.check(
                next.rootNumber() > current.rootNumber() && next.revision() >= current.revision()
                        || next.equals(current.withLogMark(next.logMark())),
                "a newer root replaces an older one, or only the mark changes",
                "rootNumber",
                next.rootNumber(),
                "revision",
                next.revision());
        int other = SuperblockLayout.SLOT_COUNT - 1 - slot;
        try (WritableFile writable = fileSystem.openForWrite(file)) {
            write(writable, other, next, sequence + 1);
            writable.force();
        }
        sequence++;
        slot = other;
        current = next;
    }

    /** Reads again what another process may have published; whether it has. */
    public synchronized boolean refresh() {
        long rootNumber = current.rootNumber();
        read();
        return current.rootNumber() != rootNumber;
    }

    /** A superblock that is valid, and where it was read. */
    private record Found(Superblock superblock, long sequence, int slot) {}

    private void read() {
        try (ReadableFile readable = fileSystem.openForRead(file);
                Arena arena = Arena.ofConfined()) {
            List<Found> valid = new ArrayList<>();
            for (int candidate = 0; candidate < SuperblockLayout.SLOT_COUNT; candidate++) {
                found(readable, arena, candidate).ifPresent(valid::add);
            }
            if (valid.isEmpty() || readable.sizeBytes() < FILE_BYTES) {
                throw unusable(readable, arena);
            }
            requireOneDatabase(valid);
            Found newest = valid.getFirst();
            if (valid.getLast().sequence() > newest.sequence()) {
                newest = valid.getLast();
            }
            checkRoot(newest.superblock());
            current = newest.superblock();
            sequence = newest.sequence();
            slot = newest.slot();
            whole = valid.size() == SuperblockLayout.SLOT_COUNT;
        }
    }

    private void requireOneDatabase(List<Found> valid) {
        UUID first = valid.getFirst().superblock().databaseId();
        UUID last = valid.getLast().superblock().databaseId();
        if (!first.equals(last)) {
            throw new ThetisException(
                    ErrorCode.WRONG_DATABASE,
                    "the superblocks are those of two databases: file=" + file + ", offset=" + SuperblockLayout.BYTES
                            + ", expected=database " + first + ", found=database " + last + RESTORE);
        }
    }

    private void checkRoot(Superblock superblock) {
        Extent root = superblock.root();
        long dataEnd = superblock.geometry().dataBytes();
        if (root.file() < 0 || root.offset() < 0 || root.bytes() <= 0 || root.offset() > dataEnd - root.bytes()) {
            throw corrupt("root inside the data", root.toString());
        }
    }

    private ThetisException corrupt(String expected, String found) {
        return new ThetisException(
                ErrorCode.CORRUPT_STRUCTURE,
                "superblock is damaged: file=" + file + ", offset=0, expected=" + expected + ", found=" + found
                        + RESTORE);
    }

    private static Optional<MemorySegment> page(ReadableFile file, Arena arena, long offset) {
        if (file.sizeBytes() < offset + SuperblockLayout.BYTES) {
            return Optional.empty();
        }
        MemorySegment page = arena.allocate(SuperblockLayout.BYTES);
        file.readFully(offset, page);
        return Optional.of(page);
    }

    private static Optional<Found> found(ReadableFile file, Arena arena, int slot) {
        return page(file, arena, (long) slot * SuperblockLayout.BYTES)
                .filter(page -> fault(page, slot).isEmpty())
                .map(page -> new Found(SuperblockLayout.read(page), SuperblockLayout.sequence(page), slot));
    }

    /** What is wrong with a superblock, as expected and found. */
    private static Optional<String[]> fault(MemorySegment page, int slot) {
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
        if (!PagedFileGeometry.isPageBytes(SuperblockLayout.pageBytes(page)) || SuperblockLayout.slot(page) != slot) {
            return fault(
                    "slot " + slot + " and a page size",
                    "slot " + SuperblockLayout.slot(page) + ", pageBytes " + SuperblockLayout.pageBytes(page));
        }
        return Optional.empty();
    }

    private static Optional<String[]> fault(String expected, String found) {
        return Optional.of(new String[] {expected, found});
    }

    /** Why neither superblock is of use: cut off, foreign, too new, too old, never finished or damaged. */
    private ThetisException unusable(ReadableFile readable, Arena arena) {
        Optional<MemorySegment> whole = page(readable, arena, 0);
        if (whole.isEmpty()) {
            return truncated(readable.sizeBytes());
        }
        MemorySegment head = whole.get();
        if (SuperblockLayout.magic(head) == 0 && SuperblockLayout.version(head) == 0) {
            return new ThetisException(
                    ErrorCode.IMPORT_INTERRUPTED,
                    "the database was never finished: file=" + file + ", offset=0, expected=magic THETISDB, "
                            + "found=zeros; remove the directory and import again");
        }
        if (SuperblockLayout.magic(head) != SuperblockLayout.MAGIC) {
            return new ThetisException(
                    ErrorCode.NOT_A_DATABASE,
                    "this is not a Thetis file: file=" + file + ", offset=0, expected=magic THETISDB, found=0x"
                            + Long.toHexString(SuperblockLayout.magic(head)) + "; check the path");
        }
        int version = SuperblockLayout.version(head);
        if (version != SuperblockLayout.VERSION && isSameInBoth(readable, arena, head)) {
            return otherVersion(version);
        }
        if (readable.sizeBytes() < FILE_BYTES) {
            return truncated(readable.sizeBytes());
        }
        String[] fault = fault(head, 0).orElse(new String[] {"a whole page", "less"});
        return new ThetisException(
                ErrorCode.CHECKSUM_MISMATCH,
                "both superblocks are damaged: file=" + file + ", offset=0, expected=" + fault[0] + ", found="
                        + fault[1] + RESTORE);
    }

    /** Whether the second superblock has the same version: version 1 had it on the data file's second page. */
    private static boolean isSameInBoth(ReadableFile readable, Arena arena, MemorySegment head) {
        int named = SuperblockLayout.pageBytes(head);
        long offset = SuperblockLayout.version(head) == 1 && PagedFileGeometry.isPageBytes(named)
                ? named
                : SuperblockLayout.BYTES;
        return page(readable, arena, offset)
                .filter(page -> SuperblockLayout.magic(page) == SuperblockLayout.MAGIC)
                .filter(page -> SuperblockLayout.version(page) == SuperblockLayout.version(head))
                .isPresent();
    }

    private ThetisException otherVersion(int version) {
        boolean newer = version > SuperblockLayout.VERSION;
        return new ThetisException(
                newer ? ErrorCode.FORMAT_TOO_NEW : ErrorCode.FORMAT_TOO_OLD,
                (newer
                                ? "the database was written by a newer Thetis: file="
                                : "the database has a format that is no longer read: file=")
                        + file + ", offset=8, expected=version " + SuperblockLayout.VERSION + ", found=version "
                        + version
                        + (newer
                                ? "; open it with that Thetis"
                                : "; dump it with the Thetis that wrote it, and make a database of the dump; or import"
                                        + " its data again"));
    }

    private ThetisException truncated(long foundBytes) {
        return new ThetisException(
                ErrorCode.FILE_TRUNCATED,
                "file of the superblocks ends too early: file=" + file + ", offset=" + foundBytes + ", expectedBytes="
                        + FILE_BYTES + ", foundBytes=" + foundBytes + RESTORE);
    }

    private String location(int place) {
        return file + ", superblock " + place + ", offset " + (long) place * SuperblockLayout.BYTES;
    }

    /** What is wrong with a superblock that another process may be writing, which takes far less than the pause. */
    private static Optional<String[]> lastingFault(ReadableFile file, Arena arena, int place) {
        Optional<String[]> fault = faultAt(file, arena, place);
        if (fault.isPresent()) {
            LockSupport.parkNanos(WRITE_NANOS_MAX);
            fault = faultAt(file, arena, place);
        }
        return fault;
    }

    private static Optional<String[]> faultAt(ReadableFile file, Arena arena, int place) {
        Optional<MemorySegment> page = page(file, arena, (long) place * SuperblockLayout.BYTES);
        return page.isPresent() ? fault(page.get(), place) : fault(SuperblockLayout.BYTES + " bytes", "fewer");
    }

    private static boolean isInOrder(Found first, Found second) {
        if (first.sequence() == second.sequence()) {
            return first.superblock().equals(second.superblock());
        }
        boolean ascending = first.sequence() < second.sequence();
        long earlier = (ascending ? first : second).superblock().rootNumber();
        long later = (ascending ? second : first).superblock().rootNumber();
        return earlier <= later;
    }

    /** Reports superblocks that are not valid, or contradict each other, although the database can be opened. */
    public synchronized void check(CheckReport.Collector collector) {
        try (ReadableFile readable = fileSystem.openForRead(file);
                Arena arena = Arena.ofConfined()) {
            List<Found> valid = new ArrayList<>();
            for (int place = 0; place < SuperblockLayout.SLOT_COUNT; place++) {
                Optional<String[]> fault = lastingFault(readable, arena, place);
                if (fault.isPresent()) {
                    collector.finding(location(place), fault.get()[0], fault.get()[1]);
                }
                found(readable, arena, place).ifPresent(valid::add);
            }
            for (Found each : valid) {
                UUID found = each.superblock().databaseId();
                if (!found.equals(current.databaseId())) {
                    collector.finding(location(each.slot()), "database " + current.databaseId(), "database " + found);
                }
            }
            if (valid.size() == SuperblockLayout.SLOT_COUNT && !isInOrder(valid.getFirst(), valid.getLast())) {
                collector.finding(
                        file.toString(),
                        "superblocks of which one follows on the other",
                        valid.getFirst() + " and " + valid.getLast());
            }
            if (readable.sizeBytes() != FILE_BYTES) {
                collector.finding(file.toString(), FILE_BYTES + " bytes", readable.sizeBytes() + " bytes");
            }
        }
    }
}
