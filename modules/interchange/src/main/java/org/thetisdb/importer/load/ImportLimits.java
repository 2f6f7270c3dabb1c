package org.thetisdb.importer.load;

/**
 * How the memory budget is divided.
 *
 * @param loaderBytes for the storage's bulk loader
 * @param idBytes for the tables of ids; what does not fit goes to disk
 * @param deferredBytes for rows put off; what does not fit goes to disk
 * @param blockBytes of file content that are parsed in one piece
 * @param batchRows rows that are appended at once
 * @param spillEntries ids that are sorted in one run
 */
public record ImportLimits(
        long loaderBytes, long idBytes, long deferredBytes, int blockBytes, int batchRows, int spillEntries) {
    private static final int BLOCK_BYTES_MIN = 64 << 10;
    private static final int BLOCK_BYTES_MAX = 1 << 20;
    private static final int BATCH_ROWS = 4096;
    private static final int SPILL_ENTRIES_MIN = 1024;
    private static final int SPILL_ENTRIES_MAX = 1 << 18;
    private static final int ENTRY_BYTES = 40;

    /**
     * Divides what is left when the JVM's own needs, the tables of decompression and the garbage collector's room are
     * set aside, which is half of the heap (what lives long has two thirds of it with the serial collector, and arrays
     * that grow are there twice for a moment): 55 % for the loader, 25 % for ids, 7 % for rows put off, the rest for
     * blocks and their columns.
     *
     * @param memoryBytes that the import may take in all
     * @param heapBytes that the JVM may take for objects, where all of these live
     */
    public static ImportLimits of(long memoryBytes, long heapBytes, int threadCount) {
        long usableBytes = Math.min(memoryBytes / 4 * 3, heapBytes / 2);
        long idBytes = usableBytes / 4;
        int blockCount = 4 * threadCount + 2;
        int blockBytes = Math.clamp(usableBytes / 16 / blockCount, BLOCK_BYTES_MIN, BLOCK_BYTES_MAX);
        int spillEntries = Math.clamp(idBytes / 8 / ENTRY_BYTES, SPILL_ENTRIES_MIN, SPILL_ENTRIES_MAX);
        return new ImportLimits(
                usableBytes / 100 * 55, idBytes, usableBytes / 100 * 7, blockBytes, BATCH_ROWS, spillEntries);
    }
}
