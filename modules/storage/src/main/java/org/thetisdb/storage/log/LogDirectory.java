package org.thetisdb.storage.log;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.thetisdb.io.FileSystem;
import org.thetisdb.io.ReadableFile;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Which segments there are, their headers and where revisions lie in them: what all readers of a log share. Headers are
 * read when asked for, each once. Any thread.
 */
final class LogDirectory {
    /** A segment's header with what its records' checksums need of it. */
    record Segment(Path path, SegmentHeader header, int headerChecksum) {
        int number() {
            return header.number();
        }
    }

    private final FileSystem fileSystem;
    private final Path directory;
    private final Optional<UUID> databaseId;
    private final Map<Integer, Segment> segments = new ConcurrentHashMap<>();
    private final RevisionIndexes indexes = new RevisionIndexes();

    /** @param databaseId whose log it must be; any if empty */
    LogDirectory(FileSystem fileSystem, Path directory, Optional<UUID> databaseId) {
        this.fileSystem = fileSystem;
        this.directory = directory;
        this.databaseId = databaseId;
    }

    FileSystem fileSystem() {
        return fileSystem;
    }

    Path path() {
        return directory;
    }

    Path path(int number) {
        return directory.resolve(LogLayout.fileName(number));
    }

    boolean exists(int number) {
        return fileSystem.exists(path(number));
    }

    /**
     * The numbers of all segments, ascending and without a gap.
     *
     * @throws ThetisException {@link ErrorCode#LOG_SEGMENT_MISSING} if there is a gap
     */
    List<Integer> numbers() {
        List<Integer> numbers = new ArrayList<>();
        if (!fileSystem.isDirectory(directory)) {
            return numbers;
        }
        for (Path path : fileSystem.list(directory)) {
            int number = LogLayout.number(path.getFileName().toString());
            if (number < 0) {
                continue;
            }
            int previous = numbers.isEmpty() ? number - 1 : numbers.getLast();
            if (number != previous + 1) {
                throw LogErrors.segmentMissing(
                        directory, previous + 1, "there are segments " + previous + " and " + number);
            }
            numbers.add(number);
        }
        return numbers;
    }

    /**
     * A segment, by its header.
     *
     * @throws ThetisException {@link ErrorCode#LOG_SEGMENT_MISSING}, {@link ErrorCode#LOG_DAMAGED} if the header is
     *     damaged, {@link ErrorCode#WRONG_DATABASE}, {@link ErrorCode#WRONG_FILE}, {@link ErrorCode#FORMAT_TOO_NEW}
     */
    Segment segment(int number) {
        Segment known = segments.get(number);
        if (known != null) {
            return known;
        }
        Path path = path(number);
        Segment segment;
        try (ReadableFile file = open(number);
                Arena arena = Arena.ofConfined()) {
            MemorySegment bytes = arena.allocate(LogLayout.HEADER_BYTES);
            long fileBytes = file.sizeBytes();
            if (fileBytes < LogLayout.HEADER_BYTES) {
                throw LogErrors.damaged(path, 0, "a header of " + LogLayout.HEADER_BYTES + " bytes", fileBytes + "");
            }
            file.readFully(0, bytes);
            segment = new Segment(path, header(path, number, bytes), LogLayout.storedHeaderChecksum(bytes));
        }
        segments.put(number, segment);
        return segment;
    }

    private SegmentHeader header(Path path, int number, MemorySegment bytes) {
        if (LogLayout.magic(bytes) != LogLayout.MAGIC) {
            throw LogErrors.wrongFile(path, 0, "magic THETLOG1", "0x" + Long.toHexString(LogLayout.magic(bytes)));
        }
        int stored = LogLayout.storedHeaderChecksum(bytes);
        int computed = LogLayout.headerChecksum(bytes);
        if (stored != computed) {
            throw LogErrors.damaged(
                    path, 0, "header checksum 0x" + Integer.toHexString(stored), "0x" + Integer.toHexString(computed));
        }
        int version = LogLayout.version(bytes);
        if (!LogLayout.isKnown(version)) {
            throw new ThetisException(
                    version > LogLayout.VERSION ? ErrorCode.FORMAT_TOO_NEW : ErrorCode.FORMAT_TOO_OLD,
                    "the log has a version that this Thetis does not read: file=" + path + ", offset=8, expected="
                            + LogLayout.VERSION + " or " + LogLayout.PARTS_VERSION + ", found=" + version
                            + "; open it with the Thetis that wrote it");
        }
        SegmentHeader header = LogLayout.readHeader(bytes);
        if (databaseId.isPresent() && !databaseId.get().equals(header.databaseId())) {
            throw LogErrors.wrongDatabase(path, 16, "database " + databaseId.get(), "database " + header.databaseId());
        }
        if (header.number() != number) {
            throw LogErrors.wrongFile(path, 12, "segment " + number, "segment " + header.number());
        }
        return header;
    }

    /**
     * Makes sure that each segment follows on the one before it, and that all but the last are as long as the next one
     * says; the last but one may still be longer. Reads all headers, each once.
     *
     * @param numbers as {@link #numbers()} gave them
     */
    void requireChain(List<Integer> numbers) {
        for (int index = 0; index < numbers.size(); index++) {
            Segment segment = segment(numbers.get(index));
            if (index + 1 == numbers.size()) {
                break;
            }
            Segment next = segment(numbers.get(index + 1));
            long endOffset = next.header().previousBytes();
            long fileBytes = fileSystem.sizeBytes(segment.path());
            String expected =
                    endOffset + " bytes by the header of " + next.path().getFileName();
            if (fileBytes < endOffset) {
                throw LogErrors.damaged(segment.path(), fileBytes, expected, fileBytes + " bytes");
            }
            boolean mayBeLonger = index + 2 == numbers.size();
            if (fileBytes > endOffset && !mayBeLonger) {
                throw LogErrors.wrongFile(segment.path(), endOffset, expected, fileBytes + " bytes");
            }
            if (next.header().firstRevision() < segment.header().firstRevision()) {
                throw LogErrors.wrongFile(
                        next.path(),
                        32,
                        "revision " + segment.header().firstRevision() + " or later",
                        "revision " + next.header().firstRevision());
            }
        }
    }

    ReadableFile open(int number) {
        try {
            return fileSystem.openForRead(path(number));
        } catch (ThetisException e) {
            if (e.code() == ErrorCode.FILE_MISSING) {
                throw LogErrors.segmentMissing(directory, number, "it is needed and not there");
            }
            throw e;
        }
    }

    /** Where revisions lie in a segment, as far as that was found out. */
    RevisionIndex index(Segment segment) {
        return indexes.of(segment.number(), segment.header().firstRevision());
    }

    /**
     * The last segment whose commits begin at a revision or before it; the first if all begin later.
     *
     * @param numbers as {@link #numbers()} gave them, not empty
     */
    Segment find(List<Integer> numbers, long revision) {
        int low = 0;
        int high = numbers.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (segment(numbers.get(middle)).header().firstRevision() <= revision) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return segment(numbers.get(low));
    }

    /** Deletes what a crash has left of segments that never came about. To be called by the one process that writes. */
    void removeUnfinished() {
        if (!fileSystem.isDirectory(directory)) {
            return;
        }
        for (Path file : fileSystem.list(directory)) {
            if (file.getFileName().toString().endsWith(LogLayout.UNFINISHED_SUFFIX)) {
                fileSystem.delete(file);
            }
        }
    }

    void forget(int number) {
        segments.remove(number);
        indexes.forget(number);
    }
}
