package org.thetisdb.storage.report;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.thetisdb.io.PageCacheCounters;
import org.thetisdb.io.PageCacheDescription;

/**
 * What a database holds and how, for people and tools. Maps are in the order in which to print them.
 *
 * @param fileBytes of all data files
 * @param structureBytes bytes by structure: node columns, relationship columns, forward and backward lists, label
 *     columns, indexes, statistics, and the rest (directories, roots, checksums, padding, what only earlier roots need)
 * @param labels nodes by label
 * @param types relationships by type
 * @param files the data files, the oldest first
 * @param earlierRootCount roots of earlier revisions that are kept
 */
public record StoreDescription(
        Path directory,
        UUID databaseId,
        int formatVersion,
        long revision,
        long fileBytes,
        int pageBytes,
        long nodeCount,
        long relationshipCount,
        int chunkCount,
        Map<String, Long> labels,
        Map<String, Long> types,
        Map<String, Long> structureBytes,
        List<File> files,
        int earlierRootCount,
        List<Column> columns,
        List<Index> indexes,
        PageCacheDescription pageCache,
        PageCacheCounters counters) {

    /**
     * All segments of one property.
     *
     * @param owner the relationship type, or empty for nodes
     * @param encodings segments and bytes by the name of the encoding
     */
    public record Column(String owner, String propertyKey, long valueCount, Map<String, Usage> encodings) {}

    /** How much of something there is. */
    public record Usage(long segmentCount, long bytes) {}

    /**
     * A data file.
     *
     * @param liveBytes of what the newest root names in it
     */
    public record File(String name, long bytes, long liveBytes) {}

    /** One index. */
    public record Index(String label, String propertyKey, boolean unique, long entryCount) {}
}
