package org.thetisdb.bench.io;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.SplittableRandom;
import org.thetisdb.bench.harness.SystemCache;
import org.thetisdb.io.LocalFileSystem;
import org.thetisdb.io.PagedFileGeometry;
import org.thetisdb.io.PagedFileWriter;

/**
 * A paged file of random bytes: what all ways read, as a page cache and as bytes.
 *
 * @param path where it is
 * @param geometry where its pages are
 */
record IoFile(Path path, PagedFileGeometry geometry) {
    private static final long SEED = 42;
    private static final int EXTENT_BYTES = 1 << 20;

    /** Writes a file of about so many bytes, and lets the device have it. */
    static IoFile write(Path directory, long bytes, int pageBytes) throws IOException {
        Files.createDirectories(directory);
        Path path = directory.resolve("pages-" + pageBytes);
        SplittableRandom random = new SplittableRandom(SEED);
        try (PagedFileWriter writer = PagedFileWriter.create(new LocalFileSystem(), path, pageBytes, 0, SEED)) {
            byte[] extent = new byte[EXTENT_BYTES];
            for (long written = 0; written < bytes; written += EXTENT_BYTES) {
                random.nextBytes(extent);
                writer.append(extent, pageBytes);
            }
            IoFile file = new IoFile(path, writer.finish());
            file.force();
            return file;
        }
    }

    /** How many bytes can be read. */
    long dataBytes() {
        return geometry.dataBytes();
    }

    /** What is not on the device cannot be dropped. */
    private void force() throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    /** Lets nothing of it be in the system's cache. */
    void drop() throws InterruptedException {
        SystemCache.drop(path);
    }

    /** All of it as words of a command line. */
    List<String> words() {
        return List.of(
                path.toString(),
                Integer.toString(geometry.pageBytes()),
                Long.toString(geometry.dataPageCount()),
                Long.toString(geometry.checksumTableOffset()));
    }

    /** The reverse of {@link #words}. */
    static IoFile of(List<String> words) {
        return new IoFile(
                Path.of(words.get(0)),
                new PagedFileGeometry(
                        Integer.parseInt(words.get(1)),
                        Long.parseLong(words.get(2)),
                        0,
                        Long.parseLong(words.get(3)),
                        SEED));
    }
}
