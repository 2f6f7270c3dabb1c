package org.thetisdb.storage.load;

/**
 * Limits of a bulk load.
 *
 * @param memoryBytes what all buffers together may take before they spill to temporary files beside the database
 * @param threadCount workers for sorting and encoding; at least 1
 * @param pageBytes page size of the new database; a power of two from 4 KiB to 64 KiB
 */
public record LoadOptions(long memoryBytes, int threadCount, int pageBytes) {}
