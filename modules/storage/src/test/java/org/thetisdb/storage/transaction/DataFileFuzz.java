package org.thetisdb.storage.transaction;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import org.thetisdb.io.PagedFileGeometry;
import org.thetisdb.io.PagedFileWriter;
import org.thetisdb.io.simulated.SimulatedFileSystem;
import org.thetisdb.storage.file.StoreFiles;
import org.thetisdb.storage.file.Superblock;
import org.thetisdb.storage.file.Superblocks;
import org.thetisdb.storage.store.GraphStore;
import org.thetisdb.value.fuzzing.FuzzTarget;

/**
 * A data file in which any bytes after the header were changed and which has the right checksums all the same, as a
 * defect of ours or of memory would leave it. It is opened or refused; the check comes to its end; and what it calls
 * sound can be read. The input is {@link ByteEdits}.
 */
public final class DataFileFuzz {
    private static final int HEADER_BYTES = 64;
    private static final long SEED = 11;
    private static final StoredFiles WHOLE = StoredFiles.create(SEED).advance(SEED, 2);

    private DataFileFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        SimulatedFileSystem fileSystem = StoredFiles.written(WHOLE.files(), StoredFiles.DIRECTORY);
        Superblock superblock =
                Superblocks.read(fileSystem, StoredFiles.DIRECTORY).current();
        Path file = StoreFiles.dataFile(StoredFiles.DIRECTORY, superblock.root().file());
        byte[] bytes = WHOLE.files().get(file.getFileName().toString()).clone();
        PagedFileGeometry geometry = superblock.geometry();
        int dataBytes = Math.toIntExact(geometry.dataBytes());
        ByteEdits.apply(input, bytes, HEADER_BYTES, dataBytes - HEADER_BYTES);
        try (PagedFileWriter writer =
                PagedFileWriter.create(fileSystem, file, geometry.pageBytes(), 0, geometry.checksumSeed())) {
            writer.append(MemorySegment.ofArray(bytes).asSlice(0, dataBytes), 1);
            writer.finish();
        }
        FuzzTarget.answersOrRefuses(() -> read(fileSystem));
    }

    private static void read(SimulatedFileSystem fileSystem) {
        try (GraphStore store = GraphStore.open(
                StoredFiles.DIRECTORY, StoredFiles.options(fileSystem).asReadOnly())) {
            if (store.check((phase, items) -> {}).isSound()) {
                GraphModel.describe(store.snapshot());
            }
        }
    }
}
