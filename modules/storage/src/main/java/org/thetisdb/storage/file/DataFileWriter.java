package org.thetisdb.storage.file;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import org.thetisdb.io.FileSystem;
import org.thetisdb.io.PagedFileGeometry;
import org.thetisdb.io.PagedFileWriter;
import org.thetisdb.value.Invariant;

/**
 * Writes a new data file: extents in any order from any thread, then one of the two ways to finish once. Nothing reads
 * the file before a superblock names it, or a root that a superblock names.
 */
public final class DataFileWriter implements ExtentWriter, AutoCloseable {
    private final PagedFileWriter file;
    private final DataFileIdentity identity;

    private DataFileWriter(PagedFileWriter file, DataFileIdentity identity) {
        this.file = file;
        this.identity = identity;
        file.append(DataFileLayout.header(identity), 1);
    }

    /** Creates the file in an existing directory; what a crash left under its name is overwritten. */
    public static DataFileWriter create(
            FileSystem fileSystem, Path directory, DataFileIdentity identity, int pageBytes) {
        Path path = StoreFiles.dataFile(directory, identity.number());
        return new DataFileWriter(
                PagedFileWriter.create(fileSystem, path, pageBytes, 0, identity.checksumSeed()), identity);
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
        return new Extent(identity.number(), offset, bytes.byteSize());
    }

    public int number() {
        return identity.number();
    }

    public Path path() {
        return file.path();
    }

    /** Bytes written so far. */
    public long position() {
        return file.position();
    }

    /** Puts what was written so far on the device, so that finishing a large file does not hold up others' syncs. */
    public void force() {
        file.force();
    }

    /**
     * Writes the root and the checksum table and returns when the file is on the device; its entry in the directory
     * need not be.
     *
     * @param logMark a commit at or after the root's revision that the log has on the device
     * @return the superblock that makes the root count, once it is written
     */
    public Superblock finish(RootBuilder builder, LogMark logMark) {
        Extent root = builder.write(this, identity);
        PagedFileGeometry geometry = file.finish();
        return new Superblock(
                identity.databaseId(),
                builder.rootNumber(),
                builder.revision(),
                builder.timeMillis(),
                root,
                identity.fileId(),
                geometry,
                logMark);
    }

    /**
     * Writes the checksum table and returns when the file is on the device; its entry in the directory need not be.
     * The file has no root of its own.
     */
    public FinishedFile finish() {
        return new FinishedFile(identity, file.finish());
    }

    @Override
    public void close() {
        file.close();
    }
}
