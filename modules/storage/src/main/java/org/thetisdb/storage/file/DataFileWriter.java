package org.thetisdb.storage.file;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.UUID;
import org.thetisdb.io.FileSystem;
import org.thetisdb.io.PagedFileGeometry;
import org.thetisdb.io.PagedFileWriter;
import org.thetisdb.value.Invariant;

/**
 * Writes a new data file: extents in any order from any thread, then {@link #finish} once. Nothing reads the file
 * before a superblock names it.
 */
public final class DataFileWriter implements ExtentWriter, AutoCloseable {
    private final PagedFileWriter file;
    private final int number;

    private DataFileWriter(PagedFileWriter file, int number) {
        this.file = file;
        this.number = number;
    }

    /** Creates the file with this number in an existing directory; what a crash left under its name is overwritten. */
    public static DataFileWriter create(FileSystem fileSystem, Path directory, int number, int pageBytes) {
        Path path = StoreFiles.dataFile(directory, number);
        return new DataFileWriter(PagedFileWriter.create(fileSystem, path, pageBytes, 0), number);
    }

    @Override
    public Extent append(MemorySegment bytes) {
        long offset = file.append(bytes, Long.BYTES);
        Invariant.check(
                bytes.byteSize() > 0 && offset % Long.BYTES == 0,
                "an extent has bytes and begins at a multiple of 8",
                "offset",
                offset,
                "bytes",
                bytes.byteSize());
        return new Extent(number, offset, bytes.byteSize());
    }

    public int number() {
        return number;
    }

    public Path path() {
        return file.path();
    }

    /** Bytes written so far. */
    public long position() {
        return file.position();
    }

    /**
     * Writes the root and the checksum table and returns when the file is on the device; its entry in the directory
     * need not be.
     *
     * @return the superblock that makes the root count, once it is written
     */
    public Superblock finish(RootBuilder builder, UUID databaseId) {
        Extent root = builder.write(this, number);
        PagedFileGeometry geometry = file.finish();
        return new Superblock(
                databaseId, builder.rootNumber(), builder.revision(), builder.timeMillis(), root, geometry);
    }

    @Override
    public void close() {
        file.close();
    }
}
