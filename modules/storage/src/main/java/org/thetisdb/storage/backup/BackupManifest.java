package org.thetisdb.storage.backup;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.thetisdb.io.FileSystem;
import org.thetisdb.io.ReadableFile;
import org.thetisdb.io.WritableFile;
import org.thetisdb.storage.file.StoreFiles;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * What belongs to a backup. The file is replaced as a whole, which is what makes a backup hold.
 *
 * <pre>
 *   backup.thetis
 *   +-----------------------------------+----------------------------------------------------------+
 *   | the bytes of graph.thetis (8 KiB) | THETIS BACKUP 1                                          |
 *   |                                   | database=8c6f…  revision=42  timeMillis=1795246800000    |
 *   |                                   | file=data-00000000.thetis bytes=3391488 checksum=1b2f66a0 |
 *   |                                   | file=log/00000001.log bytes=9120 checksum=77e0412c        |
 *   |                                   | end=90ab11cd  (CRC-32C of all before this line)           |
 *   +-----------------------------------+----------------------------------------------------------+
 * </pre>
 *
 * @param superblocks the bytes of the superblock file
 * @param revision the newest revision in the copy
 * @param timeMillis when that was committed, in milliseconds since 1970
 * @param parts the files, by their names relative to the directory; bytes after a part's do not count
 */
record BackupManifest(byte[] superblocks, UUID databaseId, long revision, long timeMillis, Map<String, Part> parts) {
    static final String FILE = StoreFiles.BACKUP_FILE;
    static final String UNFINISHED_FILE = FILE + ".new";

    private static final String TITLE = "THETIS BACKUP 1";
    private static final int SUPERBLOCKS_BYTES = 8 << 10;

    /** @param checksum CRC-32C of a log segment's bytes, or of a data file's table of checksums */
    record Part(long bytes, int checksum) {}

    long totalBytes() {
        return superblocks.length
                + parts.values().stream().mapToLong(Part::bytes).sum();
    }

    /** The manifest of a directory; empty if it has none. */
    static Optional<BackupManifest> find(FileSystem fileSystem, Path directory) {
        Path file = directory.resolve(FILE);
        return fileSystem.exists(file) ? Optional.of(read(fileSystem, file)) : Optional.empty();
    }

    private static BackupManifest read(FileSystem fileSystem, Path file) {
        byte[] bytes;
        try (ReadableFile readable = fileSystem.openForRead(file);
                Arena arena = Arena.ofConfined()) {
            MemorySegment all = arena.allocate(Math.max(1, readable.sizeBytes()));
            readable.readFully(0, all);
            bytes = all.toArray(ValueLayout.JAVA_BYTE);
        }
        if (bytes.length <= SUPERBLOCKS_BYTES) {
            throw damaged(file, "more than " + SUPERBLOCKS_BYTES + " bytes", bytes.length + " bytes");
        }
        String text = new String(bytes, SUPERBLOCKS_BYTES, bytes.length - SUPERBLOCKS_BYTES, StandardCharsets.UTF_8);
        List<String> lines = text.lines().toList();
        int endLine = text.lastIndexOf("end=");
        String end = endLine < 0 ? "none" : text.substring(endLine);
        String expected = endLine < 0 ? "end=" : end(bytes, SUPERBLOCKS_BYTES + endLine) + "\n";
        if (!end.equals(expected)) {
            throw damaged(file, expected.strip(), end.strip());
        }
        if (!lines.getFirst().equals(TITLE)) {
            throw new ThetisException(
                    ErrorCode.FORMAT_TOO_NEW,
                    "the backup has a format that this Thetis does not read: file=" + file + ", expected=" + TITLE
                            + ", found=" + lines.getFirst() + "; restore it with the Thetis that made it");
        }
        Map<String, Part> parts = new LinkedHashMap<>();
        for (String line : lines.subList(2, lines.size() - 1)) {
            Map<String, String> fields = fields(line);
            parts.put(
                    fields.get("file"),
                    new Part(Long.parseLong(fields.get("bytes")), HexFormat.fromHexDigits(fields.get("checksum"))));
        }
        Map<String, String> head = fields(lines.get(1));
        return new BackupManifest(
                Arrays.copyOf(bytes, SUPERBLOCKS_BYTES),
                UUID.fromString(head.get("database")),
                Long.parseLong(head.get("revision")),
                Long.parseLong(head.get("timeMillis")),
                parts);
    }

    private static Map<String, String> fields(String line) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (String field : line.split(" ")) {
            int equals = field.indexOf('=');
            fields.put(field.substring(0, equals), field.substring(equals + 1));
        }
        return fields;
    }

    private static String end(byte[] bytes, int length) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, 0, length);
        return "end=" + HexFormat.of().toHexDigits((int) checksum.getValue());
    }

    private static ThetisException damaged(Path file, String expected, String found) {
        return new ThetisException(
                ErrorCode.CHECKSUM_MISMATCH,
                "the list of a backup's files is damaged: file=" + file + ", expected=" + expected + ", found=" + found
                        + "; use another backup");
    }

    /** Writes it under a name that does not count yet, and forces it. */
    void writeUnfinished(FileSystem fileSystem, Path directory) {
        List<String> lines = new ArrayList<>();
        lines.add(TITLE);
        lines.add("database=" + databaseId + " revision=" + revision + " timeMillis=" + timeMillis);
        parts.forEach((name, part) -> lines.add("file=" + name + " bytes=" + part.bytes() + " checksum="
                + HexFormat.of().toHexDigits(part.checksum())));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(superblocks);
        bytes.writeBytes((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
        bytes.writeBytes((end(bytes.toByteArray(), bytes.size()) + "\n").getBytes(StandardCharsets.UTF_8));
        try (WritableFile file = fileSystem.create(directory.resolve(UNFINISHED_FILE))) {
            file.write(0, MemorySegment.ofArray(bytes.toByteArray()));
            file.force();
        }
    }

    /** Makes it count, on the device. */
    void publish(FileSystem fileSystem, Path directory) {
        fileSystem.renameAtomically(directory.resolve(UNFINISHED_FILE), directory.resolve(FILE));
        fileSystem.forceDirectory(directory);
    }
}
