package org.thetisdb.storage.file;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.UUID;
import org.thetisdb.io.FileSystem;
import org.thetisdb.io.PagedFileGeometry;
import org.thetisdb.io.PagedFileWriter;

/**
 * Writes a new data file: extents in any order from any thread, then {@link #publish} once. Until then the file has no
 * superblock and cannot be opened; after it, everything is on the device.
 */
public final class StoreFileWriter implements ExtentWriter, AutoCloseable {
    private final PagedFileWriter file;

    private StoreFileWriter(PagedFileWriter file) {
        this.file = file;
    }

    /** Creates {@link StoreFiles#DATA_FILE} in an existing directory. */
    public static StoreFileWriter create(FileSystem fileSystem, Path directory, int pageBytes) {
        return new StoreFileWriter(PagedFileWriter.create(
                fileSystem, directory.resolve(StoreFiles.DATA_FILE), pageBytes, SuperblockLayout.SLOT_COUNT));
    }

    @Override
    public Extent append(MemorySegment bytes) {
        return new Extent(0, file.append(bytes, Long.BYTES), bytes.byteSize());
    }

    /** Bytes written so far. */
    public long position() {
        return file.position();
    }

    /**
     * Writes the root, the checksum table and at last both superblocks. The directory is not forced: whoever renames it
     * does that.
     */
    public Superblock publish(RootBuilder builder, UUID databaseId) {
        Extent root = builder.write(this);
        PagedFileGeometry geometry = file.finish();
        Superblock superblock = new Superblock(databaseId, 1, root, geometry);
        try (Arena arena = Arena.ofConfined()) {
            for (int slot = 0; slot < SuperblockLayout.SLOT_COUNT; slot++) {
                MemorySegment page = arena.allocate(geometry.pageBytes());
                SuperblockLayout.write(page, slot, superblock);
                file.patch(slot, page);
            }
        }
        return superblock;
    }

    /** Closes the file; the superblocks are forced if {@link #publish} wrote them. */
    @Override
    public void close() {
        file.close();
    }
}
